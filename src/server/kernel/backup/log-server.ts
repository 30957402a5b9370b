/**
 * Gives PostgreSQL the archived log while it replays it. Its restore_command is a few lines of shell that ask for a file and
 * wait for it; this process answers, and fetches the next files ahead.
 */
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { errorFacts } from '../log.ts'
import type { Stored } from './log-damage.ts'
import { isSegment, logName, SEGMENT_BITS, segmentNumber, timelineOf } from './objects.ts'
import { Damaged } from './seal.ts'
import { beginOf, type History } from './timelines.ts'
import { mustGet, type Vault } from './vault.ts'

interface LogServerParts {
  vault: Vault
  /** a folder that PostgreSQL may write to */
  spool: string
  /** gives a file to the user that PostgreSQL runs as */
  give(file: string): void
  stored: Stored
  /** the timeline that is followed */
  timeline: number
  /** the log ends before a file that is damaged or missing; otherwise the restore fails there */
  endsAtDamage: boolean
  log: Log
}

export interface LogServer {
  /** for the setting restore_command */
  command: string
  /** why a file could not be given; null: nothing failed */
  failure(): LogFailure | null
  stop(): Promise<void>
}

export interface LogFailure {
  /** as PostgreSQL names it */
  file: string
  error: Error
}

/** Files that are fetched before PostgreSQL asks for them, each of 16 MB. */
const AHEAD = 6
const POLL_MS = 10

export async function serveLog({
  vault,
  stored,
  spool,
  give,
  timeline,
  endsAtDamage,
  log,
}: LogServerParts): Promise<LogServer> {
  const history = stored.histories.get(timeline) ?? NO_HISTORY
  const segments = [...stored.segments.keys()].sort()
  const isStored = (file: string) =>
    isHistory(file) ? stored.histories.has(timelineOf(file)) : stored.segments.has(file)
  const fetched = new Map<string, Promise<void>>()
  let [stopped, failure] = [false, null as LogFailure | null]
  /** the number of the damaged file before which the log ends */
  let end: bigint | null = null

  async function fetchFile(file: string): Promise<void> {
    await place(file, untilLeft(file, await mustGet(vault, logName(file)), history))
  }
  async function place(file: string, bytes: Uint8Array): Promise<void> {
    const path = join(spool, file)
    await writeFile(`${path}.part`, bytes, { mode: 0o600 })
    give(`${path}.part`)
    await rename(`${path}.part`, path)
  }
  function fetchOnce(file: string): Promise<void> {
    const running = fetched.get(file) ?? fetchFile(file)
    // it is awaited when PostgreSQL asks for the file; then it is tried again
    running.catch(() => fetched.delete(file))
    fetched.set(file, running)
    return running
  }
  async function answer(file: string): Promise<void> {
    const absent = () => writeFile(join(spool, `${file}.absent`), '')
    // also those of the same number on an older timeline
    if (end !== null && isSegment(file) && segmentNumber(file) >= end) return absent()
    // PostgreSQL only asks whether this timeline exists, to give the next one another number
    if (isHistory(file) && stored.historyFaults.has(timelineOf(file))) return place(file, new Uint8Array())
    if (!isStored(file)) {
      if (isGap(file, segments, history, timeline))
        throw new Damaged(`${logName(file)} is missing in ${vault.description}.`)
      return absent()
    }
    const at = segments.indexOf(file)
    if (at >= 0) for (const next of segments.slice(at + 1, at + 1 + AHEAD)) void fetchOnce(next)
    await fetchOnce(file)
    // it may be asked for again, after a restart of the server
    fetched.delete(file)
  }
  const serving = (async () => {
    while (!stopped) {
      const present = new Set(await readdir(spool))
      const isAnswered = (file: string) => [file, `${file}.absent`, `${file}.failed`].some((name) => present.has(name))
      const wanted = [...present].filter((name) => name.endsWith('.wanted')).map((name) => name.slice(0, -7))
      for (const file of wanted) {
        if (isAnswered(file)) continue
        await answer(file).catch(async (error: Error) => {
          // the restore fails with the sentence of this error, or says it at its end
          log.debug(errorFacts(error), 'a file of the log could not be restored')
          failure = { file, error }
          const isEnd = endsAtDamage && error instanceof Damaged && isSegment(file)
          if (isEnd) end = segmentNumber(file)
          await writeFile(join(spool, `${file}.${isEnd ? 'absent' : 'failed'}`), '')
        })
      }
      await sleep(POLL_MS)
    }
  })()
  return {
    command: commandFor(spool),
    failure: () => failure,
    async stop() {
      stopped = true
      await serving
      await Promise.allSettled(fetched.values())
      await rm(spool, { recursive: true, force: true })
    },
  }
}

const NO_HISTORY: History = new Map()
const isHistory = (file: string) => file.endsWith('.history')
const SEGMENT_BYTES = 1n << SEGMENT_BITS

/**
 * Its timeline goes on after this file, or was left after it, and has begun before it: without it, what follows would be left out.
 * `history`: that of `timeline`, which is followed.
 */
export function isGap(file: string, segments: readonly string[], history: History, timeline: number): boolean {
  if (!isSegment(file)) return false
  const begin = beginOf(timelineOf(file), history, timeline)
  const left = history.get(timelineOf(file))?.at ?? 0n
  const goesOn =
    left >> SEGMENT_BITS > segmentNumber(file) ||
    segments.some((other) => other.slice(0, 8) === file.slice(0, 8) && other > file)
  return goesOn && segmentNumber(file) >= begin >> SEGMENT_BITS
}

/**
 * The first file of a timeline repeats what its parent had in the file of the same number. If it was not stored any more,
 * PostgreSQL asks for that of the parent, which also holds what came after the timeline was left: it must not be replayed.
 */
export function untilLeft(file: string, bytes: Uint8Array, history: History): Uint8Array {
  const left = isSegment(file) ? history.get(timelineOf(file))?.at : undefined
  if (left === undefined || left >> SEGMENT_BITS !== segmentNumber(file)) return bytes
  return Uint8Array.from(bytes).fill(0, Number(left % SEGMENT_BYTES))
}

/** Exit codes above 125 make PostgreSQL stop the recovery; 1 means that there is no such file. */
const commandFor = (spool: string) => {
  const file = `'${spool.replaceAll("'", `'\\''`).replaceAll('%', '%%')}/%f'`
  return [
    `f=${file}`,
    'touch "$f.wanted" || exit 200',
    'n=0',
    'while [ $n -lt 6000 ]',
    'do if [ -f "$f" ]',
    // first the question, then the answer: otherwise it would be answered again
    'then rm -f "$f.wanted" && mv "$f" "%p" && exit 0',
    'exit 201',
    'elif [ -f "$f.absent" ]',
    'then rm -f "$f.wanted"',
    'rm -f "$f.absent"',
    'exit 1',
    'elif [ -f "$f.failed" ]',
    'then exit 202',
    'fi',
    'sleep 0.02',
    'n=$((n+1))',
    'done',
    'exit 203',
  ].join('\n')
}
