/**
 * Reads on a replica (docs/decisions/058). A read goes there only if the replica has replayed what the member has written, and what
 * hides something from everyone; and only if it lacks nothing older than some seconds. Otherwise, and whenever a read fails there,
 * it goes to the primary.
 */
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { DB } from '#db/types.ts'
import { errorFacts, type Log } from '../log.ts'
import { type Database, openDatabase } from '../postgres/postgres.ts'
import { makeMarks } from './marks.ts'
import { watchReplica } from './monitor.ts'

/** In ms. A member's read waits for so long at most for news of the replica. */
const LOOK_MS = 100
/** In ms. An answer waits for so long at most until other processes know that its write has no mark. */
const RENEW_MS = 2000

/** Where a read was answered; `repeated`: it failed on the replica, or was not answered there. */
export type ReadOutcome = 'replica' | 'primary' | 'repeated'

/** The reads and writes of one request. */
export interface RequestReads {
  /** Calls `run` with the replica, or with null: on the primary. If it fails on the replica, it is called once more, with null. */
  read<Result>(run: (replica: Kysely<DB> | null) => Promise<Result>): Promise<Result>
  /**
   * Call it after a write, before the answer. The next read of the member sees it; if it may hide something, also that of everyone
   * else. It never fails. A write that cannot be marked is answered when no process trusts the earlier marks any more, or after two
   * seconds.
   */
  wrote(mayHide: boolean): Promise<void>
}

export interface Replica extends Pick<Database, 'watch'> {
  /** `latest`: the caller has heard of news, and must not read a state before it */
  forRequest(member: string | null, latest: boolean): RequestReads
  /** Something was hidden: from now on, visitors read what is committed by this moment. */
  hidden(): void
  /** Age of the state that the replica shows, in ms; null if it is not used. */
  age(): number | null
  close(): Promise<void>
}

interface Parts {
  url: string
  primary: Database
  size: number
  log: Log
  count(outcome: ReadOutcome): void
}

export function makeReplica({ url, primary, size, log, count }: Parts): Replica {
  const marks = makeMarks(primary)
  const monitor = watchReplica({ primaryUrl: primary.url, replicaUrl: url, log })
  /** Nothing is written even if it is promoted. And a server that was restarted may be behind what it has shown before. */
  const mustHaveReplayed = async (client: pg.ClientBase) => {
    const known = monitor.replayed()
    await client.query('set session characteristics as transaction read only')
    const { rows } = await client.query<{ lsn: number | null }>(
      `select (pg_last_wal_replay_lsn() - '0/0')::bigint as lsn`,
    )
    if ((rows[0]?.lsn ?? -1) < known) throw new Error('The replica is behind what it has shown before')
  }
  const { db, watch, close } = openDatabase(url, size, log, { onConnect: mustHaveReplayed })
  let hiddenAt = 0

  /** Returns a promise that is resolved when the replica is lost; the caller must call `stop`. */
  const untilLost = () => {
    const { promise, resolve } = Promise.withResolvers<typeof LOST>()
    return { lost: promise, stop: monitor.onLost(() => resolve(LOST)) }
  }

  async function onReplica<Result>(run: (db: Kysely<DB>) => Promise<Result>): Promise<Result | typeof LOST> {
    const { lost, stop } = untilLost()
    try {
      const running = run(db)
      // if the replica is lost, nobody waits for its error
      running.catch(() => {})
      return await Promise.race([running, lost])
    } catch (error) {
      log.debug(errorFacts(error), 'a read failed on the replica and is repeated on the primary')
      return LOST
    } finally {
      stop()
    }
  }

  async function mayReadAs(member: string): Promise<boolean> {
    if (!monitor.state()) return false
    const floor = await marks.floorOf(member)
    const covers = () => {
      const state = monitor.state()
      return floor !== null && state !== null && state.epoch === floor.epoch && state.lsn >= floor.lsn
    }
    if (covers()) return true
    if (floor === null) return false
    // the last sample is some hundred ms old; most replicas need a few
    await waitAtMost(monitor.look(), LOOK_MS)
    return covers()
  }

  /** Decided when the request begins, so that all reads of a page that visitors share have at least this state. */
  const mayReadAsVisitor = (): boolean => {
    const state = monitor.state()
    return state !== null && state.asOf >= hiddenAt
  }

  return {
    watch,
    forRequest(member, latest) {
      let may: boolean | Promise<boolean> | undefined = latest
        ? false
        : member === null
          ? mayReadAsVisitor()
          : undefined
      return {
        async read(run) {
          may ??= mayReadAs(member!)
          if (!(await may)) {
            count('primary')
            return run(null)
          }
          const result = await onReplica(run)
          if (result !== LOST) {
            count('replica')
            return result
          }
          may = false
          count('repeated')
          return run(null)
        },
        async wrote(mayHide) {
          try {
            await marks.write(mayHide ? null : member)
          } catch (error) {
            log.warn(
              errorFacts(error),
              'a write could not be marked; the replica is not used until the primary answers',
            )
            await waitAtMost(monitor.renewEpoch(), RENEW_MS)
          }
        },
      }
    },
    hidden() {
      hiddenAt = performance.now()
    },
    age() {
      const state = monitor.state()
      return state && performance.now() - state.asOf
    },
    async close() {
      await monitor.close()
      await close()
    },
  }
}

/** Resolves when the work is done, or after this time, in ms. */
async function waitAtMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([work, new Promise<void>((go) => (timer = setTimeout(go, ms)))])
  clearTimeout(timer)
}

const LOST = Symbol('the replica was lost, or the read failed there')
