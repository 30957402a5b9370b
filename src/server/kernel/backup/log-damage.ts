/** Files of the log that are missing or damaged: which they are, which times they take away, and what an operator can do. */
import { ifDamaged, type Manifest } from './manifest.ts'
import {
  isLogFile,
  isSegment,
  LOG_FOLDER,
  logFileOf,
  logName,
  SEGMENT_BITS,
  segmentNumber,
  timelineOf,
} from './objects.ts'
import { basesOf, beginOf, type History, numbersOf, parseHistory } from './timelines.ts'
import { mustGet, type Vault } from './vault.ts'

/** What is known of a backup without reading its large objects. */
export interface Stored {
  /** the oldest first */
  bases: readonly Manifest[]
  /** by timeline; the first one has none. Empty if it is missing or damaged */
  histories: ReadonlyMap<number, History>
  /** by timeline: the sentence about its history, which is missing or damaged */
  historyFaults: ReadonlyMap<number, string>
  /** by the name of each segment of the log: when it was stored */
  segments: ReadonlyMap<string, Date>
}

export async function whatIsStored(vault: Vault, bases: readonly Manifest[]): Promise<Stored> {
  const segments = new Map<string, Date>()
  const timelines = new Set(bases.map(({ timeline }) => timeline))
  for await (const { name, at } of vault.entries(LOG_FOLDER)) {
    const file = logFileOf(name)
    if (!isLogFile(file)) continue
    timelines.add(timelineOf(file))
    if (isSegment(file)) segments.set(file, at)
  }
  const [histories, historyFaults] = [new Map<number, History>(), new Map<number, string>()]
  for (const timeline of [...timelines].filter((number) => number > 1).sort((one, other) => one - other)) {
    const read = await mustGet(vault, logName(historyFile(timeline))).catch(ifDamaged)
    if (typeof read === 'string') historyFaults.set(timeline, read)
    histories.set(timeline, parseHistory(typeof read === 'string' ? '' : Buffer.from(read).toString()))
  }
  return { bases, histories, historyFaults, segments }
}

/** For the command that restores. */
export const WITHOUT_REST = 'To restore what came before it, add --before-damage.'

const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
/** "00000002.history" */
const historyFile = (timeline: number) => `${hex(BigInt(timeline))}.history`

/** "000000010000000000000003" */
function segmentName(timeline: number, number: bigint): string {
  return hex(BigInt(timeline)) + hex(number >> 8n) + hex(number & 0xffn)
}

/**
 * The segments that a restore of any timeline needs and that are missing, in order. Timelines repeat the numbers of each other, so
 * each is looked at by itself: from its oldest base backup to its newest segment, on the timelines that it came from.
 */
export function missingSegments(stored: Stored): string[] {
  const missing = numbersOf(stored.histories, stored.bases).flatMap((timeline) => missingOf(timeline, stored))
  return [...new Set(missing)].sort()
}

function missingOf(followed: number, { bases, histories, segments }: Stored): string[] {
  const starts = basesOf(followed, histories, bases).map(({ start_segment }) => segmentNumber(start_segment))
  if (starts.length === 0) return []
  const oldest = starts.reduce((one, other) => (other < one ? other : one))
  const history = histories.get(followed) ?? new Map()
  const begin = (timeline: number) => beginOf(timeline, history, followed) >> SEGMENT_BITS
  const chain = [...history.keys(), followed]
  return chain.flatMap((timeline, at) => {
    const next = chain[at + 1]
    const end = next === undefined ? newestOf(timeline, segments) : begin(next) - 1n
    const missing: string[] = []
    for (let number = begin(timeline) > oldest ? begin(timeline) : oldest; number <= end; number++)
      if (!segments.has(segmentName(timeline, number))) missing.push(segmentName(timeline, number))
    return missing
  })
}

function newestOf(timeline: number, segments: Stored['segments']): bigint {
  const own = [...segments.keys()].filter((file) => timelineOf(file) === timeline).map(segmentNumber)
  return own.reduce((one, other) => (other > one ? other : one), -1n)
}

/** One sentence for each row of missing segments. */
export function faultsOfMissing(stored: Stored, target: string): string[] {
  const rows: string[][] = []
  for (const file of missingSegments(stored)) {
    const row = rows.at(-1)
    const last = row?.at(-1)
    if (last && timelineOf(last) === timelineOf(file) && segmentNumber(last) + 1n === segmentNumber(file))
      row!.push(file)
    else rows.push([file])
  }
  return rows.map((row) => {
    const [first, ...more] = row as [string, ...string[]]
    const files = more.length > 0 ? ` and the next ${more.length} files of the log are` : ' is'
    return damageOfLog(`${logName(first)}${files} missing in ${target}.`, first, stored, row.at(-1))
  })
}

/**
 * Adds to the sentence about a file of the log what cannot be restored without it. `until`: the last of several files in a row.
 * When a file was stored says roughly when the writes in the next one began.
 */
export function damageOfLog(fault: string, file: string, stored: Stored, until = file): string {
  if (!isSegment(file)) return fault
  const { bases, histories, segments } = stored
  const timeline = timelineOf(file)
  const isAfter = (base: Manifest) => segmentNumber(base.start_segment) > segmentNumber(until)
  const last = basesOf(timeline, histories, bases).findLast(
    ({ start_segment }) => segmentNumber(start_segment) <= segmentNumber(file),
  )
  if (!last) return `${fault} No base backup needs it.`
  const next = bases.find(
    (base) => isAfter(base) && (base.timeline === timeline || histories.get(base.timeline)?.has(timeline)),
  )
  const before = segments.get(segmentName(timeline, segmentNumber(file) - 1n))
  const from = before && before > new Date(last.ended_at) ? `about ${before.toISOString()}` : last.ended_at
  const end = next ? ` until ${next.ended_at}, when the next base backup was complete,` : ''
  return `${fault} What was written on timeline ${timeline} from ${from} on${end} cannot be restored.${elsewhere(file, stored)}`
}

/** A timeline that left this one in this file has repeated the begin of it. */
function elsewhere(file: string, { histories, segments }: Stored): string {
  const number = segmentNumber(file)
  for (const [timeline, history] of histories) {
    const left = history.get(timelineOf(file))
    if (!left || left.at >> SEGMENT_BITS !== number || !segments.has(segmentName(timeline, number))) continue
    const until = left.time ? ` until ${left.time.toISOString()}` : ''
    return ` Timeline ${timeline} has what was written there${until}: to restore it, add --timeline ${timeline}.`
  }
  return ''
}
