/**
 * Jobs: enqueued in the transaction of the operation that causes them, run by this process, and retried when they fail.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, makeWorkerUtils, type Runner, run, type Task } from 'graphile-worker'
import { type Kysely, sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { DB } from '#db/types.ts'
import type { Expired } from '../expired.ts'
import { errorFacts, type Log, withoutAddresses } from '../log.ts'
import { isOutage } from '../postgres/postgres.ts'
import type { Mail, MailPort } from './mail.ts'
import { type RoomWriters, writtenNow } from './rewriting.ts'

interface Jobs {
  mail: Mail
  /** deletes the files of an image that is not used any more */
  unstore: { name: string }
  /** for networks that became public or private */
  reindex_visibility: Record<string, never>
  /** for events that were changed */
  tell_attendees: Record<string, never>
  /** for members whose accounts are being deleted */
  finish_departures: Record<string, never>
}

/** The jobs of a room: what each of them does, and when scheduled ones run. */
export interface RoomJobs extends RoomWriters {
  tasks: Record<string, (payload: unknown) => Promise<void>>
  /** lines in crontab syntax */
  crontab: string
}

interface Forgettable extends Omit<Expired, 'table'> {
  table: string
}

type Tasks = Record<string, Task>

interface RoomsOfJobs {
  rooms: readonly RoomJobs[]
  /** in this order */
  expired: readonly Expired[]
  /** for the traces: puts something around each task */
  around?: ((tasks: Tasks) => Tasks) | undefined
}

/** A queue runs one job at a time; a smaller priority runs first. */
interface Line {
  queue?: string
  priority?: number
}

/** For notices: mails that a member waits for, such as a link to sign in, are sent first. */
export const NOTICE_JOB: Line = { priority: 10 }

/** For mails that wake somebody: before everything else. */
const URGENT_JOB: Line = { priority: -10 }

/** The runner waits longer after each failure: the last attempt is 28 hours after the first. */
const MAX_ATTEMPTS = 14

/** Enqueues within the transaction of `db`: if it does not commit, no job runs. */
export const addJob = <Name extends keyof Jobs>(
  db: Kysely<DB>,
  name: Name,
  payload: Jobs[Name],
  line?: Line,
): Promise<void> => addJobs(db, name, [payload], line)

/**
 * The same for many jobs, in one statement. One call of `add_jobs` notifies the runners once. `add_job` notifies all of them for each
 * job, and takes a millisecond.
 */
export async function addJobs<Name extends keyof Jobs>(
  db: Kysely<DB>,
  name: Name,
  payloads: Jobs[Name][],
  { queue, priority = 0 }: Line = {},
): Promise<void> {
  if (payloads.length === 0) return
  await sql`select from graphile_worker.add_jobs(array(
    select (${name}::text, job.payload, ${queue ?? null}::text, null, ${sql.lit(MAX_ATTEMPTS)}, null, ${priority}::smallint, null)::graphile_worker.job_spec
    from unnest(${payloads.map((payload) => JSON.stringify(payload))}::json[]) with ordinality as job (payload, place)
    order by job.place))`.execute(db)
}

/** Mails that are sent before all others. They do not ask whether the member wants mails. */
export const addUrgentMails = (db: Kysely<DB>, mails: Mail[]): Promise<void> => addJobs(db, 'mail', mails, URGENT_JOB)

/** Deletes the mails to this address that are not being sent at the moment. */
export const deleteMailsTo = (db: Kysely<DB>, email: string) =>
  sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'mail' and j.payload ->> 'to' = ${email} and j.locked_at is null`.execute(
    db,
  )

export interface JobFigures {
  /** 10,000 at most, and the same for `dead`: failed for good */
  due: number
  dead: number
  /** for how long the oldest due job has been due */
  oldest_seconds: number
}

export async function jobFigures(db: Kysely<DB>): Promise<JobFigures> {
  const { rows } = await sql<JobFigures>`
    select count(*)::int as due, coalesce(extract(epoch from now() - min(j.run_at)), 0)::float8 as oldest_seconds,
      (select count(*)::int from (select from graphile_worker._private_jobs d
        where d.attempts >= d.max_attempts and d.locked_at is null limit 10000) dead) as dead
    from (select w.run_at from graphile_worker._private_jobs w where w.is_available and w.run_at <= now()
      order by w.priority, w.run_at limit 10000) j`.execute(db)
  return rows[0]!
}

export async function prepareJobs(pool: Pool, log: Log): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger: quiet(log) })
  try {
    await utils.migrate()
  } finally {
    await utils.release()
  }
}

/**
 * In ms, after each notice: eighty of them a second at most in each process, so that pages do not wait while thousands are sent.
 * Not before it: a mail that is locked is not deleted with what it quotes.
 */
const NOTICE_REST_MS = 25
const STOP_TIMEOUT_MS = 5000
const RETRY_MS = 1000

interface JobRunner {
  stop(): Promise<void>
}

/**
 * Runs until stopped. When the database is lost the runner ends, and a new one starts as soon as the database is back.
 * `home` is the site's URL, for links in mail that are only paths.
 */
export function startJobs(
  pool: Pool,
  mail: Pick<MailPort, 'deliver'>,
  home: string,
  log: Log,
  { rooms, expired, around = (tasks) => tasks }: RoomsOfJobs,
): JobRunner {
  let stopping = false
  let runner: Runner | null = null
  let wake = () => {}
  const pgPool = answering(pool, () => stopping)
  const loop = async () => {
    while (!stopping) {
      try {
        runner = await run({
          pgPool,
          concurrency: 2,
          pollInterval: 2000,
          // a plan that was prepared while the queue was empty reads every job after thousands were added
          noPreparedStatements: true,
          noHandleSignals: true,
          logger: quiet(log),
          taskList: around({
            ...Object.assign({}, ...rooms.map(({ tasks }) => tasks)),
            mail: async (payload, { withPgClient }) => {
              const { until, ...one } = payload as Mail
              if (until !== undefined && (await withPgClient((client) => hasPassed(client, until)))) return
              const now = await writtenNow(rooms, one)
              if (now) await mail.deliver(atHome(now, home))
              if (one.stop) await pause(NOTICE_REST_MS)
            },
            forget: async (_payload, { withPgClient }) => {
              // a failed item does not prevent the others; the job is retried
              let failure: unknown
              for (const one of [...expired.map((rows) => ({ ...rows, table: `"${rows.table}"` })), DEAD_JOBS])
                await withPgClient((client) => forget(client, one)).catch((error: unknown) => (failure ??= error))
              if (failure) throw failure
            },
            // otherwise jobs of a killed process stay locked for four hours; no job of ours takes minutes
            unlock: async (_payload, { withPgClient }) => {
              await withPgClient((client) =>
                client.query(`select graphile_worker.force_unlock_workers(array(
                  select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '5 minutes'))`),
              )
            },
          }),
          crontab: [
            '17 * * * * forget ?max=1',
            '*/5 * * * * unlock ?max=1',
            ...rooms.map(({ crontab }) => crontab).filter((lines) => lines !== ''),
          ].join('\n'),
        })
        // it was stopped while it was starting
        if (stopping) await runner.stop()
        await runner.promise
      } catch (error) {
        if (!stopping) log.warn(errorFacts(error), 'jobs stopped; they start again shortly')
      }
      runner = null
      if (!stopping) {
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, RETRY_MS)
        })
      }
    }
  }
  const done = loop()
  return {
    async stop() {
      stopping = true
      wake()
      const ended = Promise.resolve(runner?.stop()).then(
        () => done,
        () => done,
      )
      // a mail server that does not respond does not delay the stop; its job is run again later
      const patience = new Promise((go) => setTimeout(go, STOP_TIMEOUT_MS).unref())
      await Promise.race([ended, patience])
    },
  }
}

/**
 * The pool for the runner; its connections have just answered a query. The runner reports the end of a job with one
 * query, which it neither awaits nor retries: if that query were lost, the job would stay locked for minutes and run
 * again.
 */
function answering(pool: Pool, isOver: () => boolean): Pool {
  const answered = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    try {
      await client.query('select')
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  const patiently = async (): Promise<PoolClient> => {
    for (;;) {
      try {
        return await answered()
      } catch (error) {
        if (isOver() || pool.ending || !isOutage(error)) throw error
        await pause(RETRY_MS)
      }
    }
  }
  // the runner's LISTEN connection uses the callback form, and reconnects by itself
  const connect = (called?: Parameters<Pool['connect']>[0]) => (called ? pool.connect(called) : patiently())
  return new Proxy(pool, {
    get(_pool, name) {
      if (name === 'connect') return connect
      const value = Reflect.get(pool, name)
      return typeof value === 'function' ? value.bind(pool) : value
    },
  })
}

/** By the clock of the database; that of the program may be wrong by days. */
async function hasPassed(client: Pick<PoolClient, 'query'>, moment: string): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>('select $1::timestamptz <= now() as has', [moment])
  return rows[0]!.has
}

function atHome(mail: Mail, home: string): Mail {
  const whole = (url: string) => (url.startsWith('/') ? home + url : url)
  return {
    ...mail,
    ...(mail.link ? { link: { ...mail.link, url: whole(mail.link.url) } } : {}),
    ...(mail.choices ? { choices: mail.choices.map((one) => ({ ...one, url: whole(one.url) })) } : {}),
    ...(mail.stop ? { stop: whole(mail.stop) } : {}),
  }
}

const BATCH_SIZE = 500

/** Failed for good. A mail holds an address and a link. */
const DEAD_JOBS = {
  table: 'graphile_worker._private_jobs',
  when: `attempts >= max_attempts and locked_at is null and run_at < now() - interval '7 days'`,
}

/** Deletes in small batches: each statement has only seconds. `table` is a name as SQL writes it. */
async function forget(client: Pick<PoolClient, 'query'>, { table, when, also }: Forgettable): Promise<void> {
  const text = `
    with gone as (
      delete from ${table} where ctid = any (array(select ctid from ${table} where ${when} limit ${BATCH_SIZE})) returning *)
      ${also ? `, also as (${also})` : ''}
    select count(*)::int as gone from gone`
  for (let gone = BATCH_SIZE; gone === BATCH_SIZE; ) gone = (await client.query<{ gone: number }>(text)).rows[0]!.gone
}

function quiet(log: Log): Logger {
  return new Logger(() => (level, message) => {
    const job = withoutAddresses(message)
    if (level === 'error') log.warn({ job }, 'a job failed and will be tried again')
    else log.debug({ job })
  })
}
