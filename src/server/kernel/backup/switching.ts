/**
 * Ends the current file of the log soon after a write, so that it can be stored. The server's own timer (archive_timeout) belongs
 * to a process of the server that may sleep for a quarter of an hour after a start, so nothing depends on it. Also notes since
 * when a write is missing in the target.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorFacts, type Log } from '../log.ts'
import { POSITION, positionOf, secondsAtRisk } from './risk.ts'
import { lastEvent, noteEvent } from './state.ts'
import { type Look, Writes } from './writes.ts'

const LOOK_EVERY_MS = 5000

export interface SwitchingParts {
  dataDir: string
  superuserUrl: string
  log: Log
  /** while the target is away, more files would only fill the disk */
  isTargetAway(): boolean
}

export interface Switching {
  /** Notes a last time where the server is. To be called when nothing writes any more, and before the database is stopped. */
  stop(): Promise<void>
}

export function startSwitching(parts: SwitchingParts): Switching {
  const { dataDir, log } = parts
  const server = makeConnection(parts.superuserUrl)
  const ending = new AbortController()
  let writes: Writes | null = null
  const look = async (): Promise<Look> => ({ ...positionOf(await server.ask(POSITION)), at: Date.now() })

  async function lookOnce(isLast = false): Promise<void> {
    const seen = await look()
    writes ??= new Writes(seen.at - (secondsAtRisk(dataDir, seen, seen.at) ?? 0) * 1000)
    const since = writes.add(seen, lastEvent(dataDir, 'log')?.file)
    const iso = (time: number) => new Date(time).toISOString()
    const { snapshot, lsn } = seen
    noteEvent(dataDir, 'position', {
      at: iso(seen.at),
      since: since === null ? null : iso(since),
      lsn: String(lsn),
      snapshot,
    })
    if (isLast || parts.isTargetAway() || !writes.mustSwitch(seen.at)) return
    await server.ask('select pg_switch_wal()')
    writes.noteSwitch(seen)
  }
  const running = (async () => {
    while (!ending.signal.aborted) {
      // a server that starts again is asked again
      await lookOnce().catch((error) => log.debug(errorFacts(error), 'the position of the log could not be read'))
      await sleep(LOOK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => {})
    }
  })()
  return {
    async stop() {
      ending.abort()
      await running
      await lookOnce(true).catch((error) => log.debug(errorFacts(error), 'the position of the log could not be read'))
      await server.end()
    },
  }
}

/** One connection, made again when the server has gone away. */
function makeConnection(url: string) {
  let client: pg.Client | null = null
  async function open(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'fatherkin backup',
      connectionTimeoutMillis: LOOK_EVERY_MS,
      query_timeout: LOOK_EVERY_MS,
    })
    // the query that is running fails, too
    fresh.on('error', () => {})
    await fresh.connect()
    return fresh
  }
  const end = async () => {
    const old = client
    client = null
    await old?.end().catch(() => {})
  }
  return {
    async ask<Row extends pg.QueryResultRow>(statement: string): Promise<Row> {
      try {
        client ??= await open()
        return (await client.query<Row>(statement)).rows[0]!
      } catch (error) {
        await end()
        throw error
      }
    },
    end,
  }
}
