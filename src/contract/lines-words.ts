/** What a help line is for, when it is open, and in which languages it listens. */
import type { Care } from './care-levels.ts'

/** Stored, so a value never changes. In the order of the administrators' form. */
export const HELP_LINE_KINDS = {
  crisis: 'Suicide and crisis',
  listening: 'Somebody who listens',
  abuse: 'Violence at home',
  child: 'Children and parents',
  health: 'Health, when it is no emergency',
  poison: 'Poison',
} as const
export type HelpLineKind = keyof typeof HELP_LINE_KINDS
export const KINDS_OF_LINES = Object.keys(HELP_LINE_KINDS) as HelpLineKind[]

/** From 1, Monday, to 7. The times are those of the line; `to` is 24:00 at the latest. */
export interface OpenSpan {
  days: number[]
  from: string
  to: string
}
/** null: not known · always: day and night, every day · otherwise some hours of the week, in the zone of the line */
export type OpeningHours = 'always' | { zone: string; spans: OpenSpan[] } | null

/** Which kinds of lines answer a need, the best one first. Every need may end with somebody who listens. */
export const KINDS_FOR: Record<Care['kind'], readonly HelpLineKind[]> = {
  self: ['crisis', 'listening'],
  partner: ['abuse', 'crisis', 'listening'],
  child: ['child', 'crisis', 'listening'],
  health: ['health', 'poison', 'crisis', 'listening'],
}

const WEEK = 7
const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const options = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const clock = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone })
  clocks.set(zone, clock)
  return clock
}

/** The day of the week and the minute of the day in this zone; null if this computer does not know the zone. */
function momentIn(zone: string, now: number): { day: number; minute: number } | null {
  try {
    const parts = clockOf(zone).formatToParts(now)
    const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
    const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(of('weekday')) + 1
    return { day, minute: Number(of('hour')) * 60 + Number(of('minute')) }
  } catch {
    return null
  }
}

/** Whether the line is open at this moment; null if that is not known. A span may pass midnight, as 18:00 to 02:00. */
export function isOpenAt(hours: OpeningHours, now: number): boolean | null {
  if (hours === null) return null
  if (hours === 'always') return true
  const here = momentIn(hours.zone, now)
  if (!here) return null
  const yesterday = here.day === 1 ? WEEK : here.day - 1
  return hours.spans.some(({ days, from, to }) => {
    const [begin, end] = [minutesOf(from), minutesOf(to)]
    if (begin < end) return days.includes(here.day) && here.minute >= begin && here.minute < end
    return (days.includes(here.day) && here.minute >= begin) || (days.includes(yesterday) && here.minute < end)
  })
}

const STEP_MS = 15 * 60_000
const STEPS_OF_A_WEEK = 7 * 24 * 4

/** When the line opens or shuts next, to a quarter of an hour; null if that is not known or never happens. */
export function changesAt(hours: OpeningHours, now: number): number | null {
  const isOpen = isOpenAt(hours, now)
  if (isOpen === null || hours === 'always') return null
  const first = Math.floor(now / STEP_MS) * STEP_MS
  for (let n = 1; n <= STEPS_OF_A_WEEK; n++) {
    const at = first + n * STEP_MS
    if (isOpenAt(hours, at) !== isOpen) return at
  }
  return null
}

/** What help lines are shown for if only the server, or an earlier visit, asked for them. */
export const ANY_CARE: Care = { level: 'panel', now: false, swallowed: false, kind: 'self', language: 'en' }
