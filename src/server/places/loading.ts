/**
 * Fills the gazetteer once per database, in the background. All rows become visible at the same time. A process that is
 * killed leaves nothing behind, and the next one starts again.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { DB } from '#db/types.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { Lines } from './gazetteer-process.ts'
import { COLUMNS } from './gazetteer-rows.ts'

/** Increase it with every change of the data or of their format; places.test.ts lists the package versions. */
export const VERSION = 1

type LineSource = (signal: AbortSignal) => AsyncIterable<Lines | Buffer>

interface GazetteerParts {
  url: string
  db: Kysely<DB>
  log: Log
  /** lines for COPY; by default those of the packages. They end when the signal aborts. */
  lines?: LineSource
  /** time until the next attempt, in ms */
  pause?: number
}

interface Loading {
  /** true if this process has loaded it; false if it was loaded before or loading was stopped */
  done: Promise<boolean>
  /** Stops loading if it is running. */
  stop(): Promise<void>
}

/** Loads the gazetteer if it is missing or older. Retries after a failure, until stopped. */
export function runGazetteerLoading({ url, db, log, lines = fromPackages, pause = 60_000 }: GazetteerParts): Loading {
  const stopping = new AbortController()
  const { signal } = stopping
  const attempt = async () => ((await isIn(db)) ? false : load(url, lines, signal))
  const loop = async () => {
    while (!signal.aborted) {
      try {
        const from = performance.now()
        const loaded = await attempt()
        if (loaded) log.info({ ms: Math.round(performance.now() - from) }, 'towns and postal codes are loaded')
        return loaded
      } catch (error) {
        if (signal.aborted) break
        log.warn(errorFacts(error), 'towns and postal codes could not be loaded; they are tried again shortly')
        await resting(pause, signal)
      }
    }
    return false
  }
  const done = loop()
  return {
    done,
    async stop() {
      stopping.abort()
      await done
    },
  }
}

async function isIn(db: Kysely<DB>): Promise<boolean> {
  const row = await db.selectFrom('gazetteer').select('version').executeTakeFirst()
  return row !== undefined && row.version >= VERSION
}

/** Uses a connection without the time limit of requests. If several processes start, one loads and the others wait for it. */
async function load(url: string, lines: LineSource, stopping: AbortSignal): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'fatherkin places' })
  const gone = new AbortController()
  client.on('error', () => {}) // 'end' reports a lost connection:
  client.once('end', () => gone.abort(new Error('The connection was lost')))
  const breakOff = () => void client.end().catch(() => {})
  stopping.addEventListener('abort', breakOff)
  try {
    await client.connect()
    stopping.throwIfAborted()
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('gazetteer'))`)
    const { rows } = await client.query<{ version: number }>('select version from gazetteer')
    if (rows[0] && rows[0].version >= VERSION) return false
    await client.query('delete from places')
    const copy = client.query(copyFrom(`copy places (${COLUMNS.join(', ')}) from stdin`))
    await pipeline(lines(gone.signal), copy, { signal: gone.signal })
    await client.query(
      `insert into gazetteer (version) values ($1) on conflict (one) do update set version = $1, loaded_at = now()`,
      [VERSION],
    )
    await client.query('commit')
    // update the planner's statistics and tidy the index of words
    await client.query('vacuum (analyze) places')
    return true
  } finally {
    stopping.removeEventListener('abort', breakOff)
    await client.end().catch(() => {})
  }
}

const PROCESS_FILE = fileURLToPath(new URL('./gazetteer-process.ts', import.meta.url))

/**
 * Reads the data in a process of its own: it takes a second of one core, and its memory is freed. Waits for its end, because
 * the output of a process that failed may look complete.
 */
async function* fromPackages(signal: AbortSignal): AsyncGenerator<Buffer> {
  const child = fork(PROCESS_FILE, [], {
    execArgv: ['--max-old-space-size=128', '--max-semi-space-size=2'],
    env: {},
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  })
  child.unref()
  child.channel?.unref()
  const ended = once(child, 'exit') // rejects if the process could not be started, or is to end
  ended.catch(() => {}) // reported below
  try {
    yield* child.stdout!
    const [code] = await ended
    if (code !== 0) throw new Error('The data could not be read')
  } finally {
    child.kill('SIGKILL')
  }
}

const resting = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, ms).unref()
    signal.addEventListener('abort', end, { once: true })
  })
