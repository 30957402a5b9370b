/** Timelines: after a restore, the log goes on under a new number, beside what came after the chosen time before. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from './manifest.ts'

/** Where an ancestor of a timeline was left. */
export interface Left {
  at: bigint
  /** of the first write that the restore left out; null: it was restored to its end */
  time: Date | null
}
/** By the ancestor's number; the last one is the parent. */
export type History = ReadonlyMap<number, Left>

/** "0/1A2B3C4D" */
export function parseLsn(text: string): bigint {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Lines such as "1\t0/3000148\tbefore 2026-11-26 10:15:00+00": the number of an ancestor, where it was left, and why. */
export function parseHistory(text: string): History {
  const lines = text.split('\n').map((line) => /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)(?:\s+(.*))?/i.exec(line))
  return new Map(
    lines.flatMap((line) =>
      line ? [[Number(line[1]), { at: parseLsn(line[2]!), time: timeIn(line[3]) }] as const] : [],
    ),
  )
}
/** "before 2026-11-26 10:15:00.12345+00" */
function timeIn(reason = ''): Date | null {
  const words = /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d(?::\d\d)?)$/.exec(reason)
  if (!words) return null
  const [, day, time, zone] = words
  return new Date(`${day}T${time}${zone!.length === 3 ? `${zone}:00` : zone}`)
}

/**
 * The timeline of the database in this data directory and those that it came from, the newest first. PostgreSQL keeps the
 * history of its timeline beside its log, so nothing has to run.
 */
export function timelinesIn(dataDir: string): number[] {
  const folder = join(dataDir, 'postgres/pg_wal')
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^[0-9A-F]{8}\.history$/.test(name)) : []
  const newest = files.sort().at(-1)
  if (!newest) return [1]
  const before = [...parseHistory(readFileSync(join(folder, newest), 'utf8')).keys()]
  return [Number.parseInt(newest, 16), ...before.reverse()]
}

/**
 * The timeline that a restore follows unless the operator says another: that of the instance that stores its backups here. If it has
 * stored nothing of its own yet, the one that it came from. `holders`: see timelinesIn; null: unknown.
 */
export function followedTimeline(
  holders: readonly number[] | null,
  histories: ReadonlyMap<number, History>,
  bases: readonly Manifest[],
): number {
  const known = holders?.find((timeline) => timeline === 1 || histories.has(timeline))
  return known ?? latestTimeline(histories, bases)
}

/** The newest timeline: each restore that was started afterwards has begun one. */
export const latestTimeline = (histories: ReadonlyMap<number, History>, bases: readonly Manifest[]): number =>
  Math.max(1, ...histories.keys(), ...bases.map(({ timeline }) => timeline))

/** All timelines of the backup, in order. */
export function numbersOf(histories: ReadonlyMap<number, History>, bases: readonly Manifest[]): number[] {
  const numbers = new Set([1, ...histories.keys(), ...bases.map(({ timeline }) => timeline)])
  return [...numbers].sort((one, other) => one - other)
}

/** "0/1A2B3C4D" */
const lsnWords = (lsn: bigint) => `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase()

/** A sentence for each timeline: where it begins, how many base backups are on it, and whether the next restore follows it. */
export function describeTimelines(
  followed: number,
  histories: ReadonlyMap<number, History>,
  bases: readonly Manifest[],
): string[] {
  return numbersOf(histories, bases).map((number) => {
    const [parent, left] = [...(histories.get(number) ?? [])].at(-1) ?? []
    const place = left && (left.time?.toISOString() ?? `the end of what was stored (${lsnWords(left.at)})`)
    const begin = place ? `continues timeline ${parent} from ${place}` : 'begins with the log'
    const own = bases.filter(({ timeline }) => timeline === number)
    const count = `${own.length} base backups${own.length > 0 ? `, the newest of ${own.at(-1)!.started_at}` : ''}`
    const next = number === followed ? ' The next restore follows it, unless --timeline says another.' : ''
    return `Timeline ${number} ${begin}; ${count}.${next}`
  })
}

/** Where a timeline begins; 0: with the log. `history`: that of the timeline `followed`, which is it or comes from it. */
export function beginOf(timeline: number, history: History, followed: number): bigint {
  const numbers = [...history.keys(), followed]
  const parent = numbers[numbers.indexOf(timeline) - 1]
  return (parent !== undefined && history.get(parent)?.at) || 0n
}

/** Base backups from which this timeline can be reached: its own, and those of its ancestors from before they were left. */
export function basesOf(
  timeline: number,
  histories: ReadonlyMap<number, History>,
  bases: readonly Manifest[],
): Manifest[] {
  const history = histories.get(timeline)
  return bases.filter((base) => {
    if (base.timeline === timeline) return true
    const left = history?.get(base.timeline)
    return left !== undefined && parseLsn(base.start_lsn) < left.at
  })
}
