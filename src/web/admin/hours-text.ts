/** Opening hours as an administrator types them: "always", or "Europe/Dublin 1-5 09:00-17:00, 6 10:00-14:00". */
import type { OpeningHours, OpenSpan } from '#contract/lines-words.ts'

export const HOURS_HINT =
  'always, or the time zone of the line and its spans, such as: Europe/Dublin 1-5 09:00-17:00, 6 10:00-14:00. Day 1 is Monday. Leave it empty if you do not know.'
export const HOURS_FAULT = 'Write it as: Europe/Dublin 1-5 09:00-17:00, 6 10:00-14:00'

export function writtenHours(hours: OpeningHours): string {
  if (hours === null || hours === 'always') return hours ?? ''
  const spans = hours.spans.map(({ days, from, to }) => `${writtenDays(days)} ${from}-${to}`)
  return `${hours.zone} ${spans.join(', ')}`
}

/** Consecutive days are joined by a dash, others by a plus sign: "1-3+5". */
function writtenDays(days: number[]): string {
  const runs: number[][] = []
  for (const day of [...days].sort()) {
    const last = runs.at(-1)
    if (last && last.at(-1) === day - 1) last.push(day)
    else runs.push([day])
  }
  return runs.map((run) => (run.length > 1 ? `${run[0]}-${run.at(-1)}` : `${run[0]}`)).join('+')
}

/** undefined: it cannot be read */
export function readHours(text: string): OpeningHours | undefined {
  const typed = text.trim()
  if (typed === '') return null
  if (typed.toLowerCase() === 'always') return 'always'
  const [, zone, rest] = /^(\S+)\s+(.+)$/.exec(typed) ?? []
  const spans = rest?.split(',').map((span) => readSpan(span.trim()))
  if (!zone || !spans || spans.some((span) => !span)) return undefined
  return { zone, spans: spans as OpenSpan[] }
}

function readSpan(span: string): OpenSpan | undefined {
  const [, days, from, to] = /^([1-7+-]+)\s+(\d\d:\d\d)\s*[-–]\s*(\d\d:\d\d)$/.exec(span) ?? []
  const read = days?.split('+').map(readDays)
  if (!read || !from || !to || read.some((run) => run.length === 0)) return undefined
  return { days: read.flat(), from, to }
}

function readDays(run: string): number[] {
  const [, first, last] = /^([1-7])(?:-([1-7]))?$/.exec(run) ?? []
  if (!first) return []
  const [from, to] = [Number(first), Number(last ?? first)]
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}
