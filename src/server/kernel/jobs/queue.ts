/** Jobs: what follows from a deed. Enqueued in the deed's own transaction, worked off here, tried again when they fail. */
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, makeWorkerUtils, type Runner, run } from 'graphile-worker'
import { type Kysely, sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { DB } from '#db/types.ts'
import { errorFacts, type Log } from '../log.ts'
import { isOutage } from '../postgres/postgres.ts'
import type { Mail, MailPort } from './mail.ts'

interface Jobs {
  mail: Mail
  /** files of an image that stands nowhere any more */
  unstore: { name: string }
  /** of networks that were opened or shut */
  reindex_visibility: Record<string, never>
  /** of events that were changed */
  tell_attendees: Record<string, never>
  /** of members whose accounts go */
  finish_departures: Record<string, never>
}

/** What a room works off: by the names of its jobs, and when it does something by itself. */
export interface RoomJobs {
  tasks: Record<string, (payload: unknown) => Promise<void>>
  /** lines of a crontab */
  crontab: string
}

/** Of one queue one job at a time is worked off; a smaller priority comes first. */
interface Line {
  queue?: string
  priority?: number
}

/** What somebody waits for, as a link to sign in, comes before news. */
export const NEWS: Line = { priority: 10 }

/** Enqueues inside whatever transaction `db` is: no commit, no mail. */
export const addJob = <Name extends keyof Jobs>(
  db: Kysely<DB>,
  name: Name,
  payload: Jobs[Name],
  line?: Line,
): Promise<void> => addJobs(db, name, [payload], line)

/** The same for many, in one statement. */
export async function addJobs<Name extends keyof Jobs>(
  db: Kysely<DB>,
  name: Name,
  payloads: Jobs[Name][],
  { queue, priority = 0 }: Line = {},
): Promise<void> {
  if (payloads.length === 0) return
  await sql`select graphile_worker.add_job(${name}::text, job.payload, max_attempts := 14,
      queue_name := ${queue ?? null}::text, priority := ${priority}::int)
    from unnest(${payloads.map((payload) => JSON.stringify(payload))}::json[]) as job (payload)`.execute(db)
}

export async function prepareJobs(pool: Pool, log: Log): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger: quiet(log) })
  try {
    await utils.migrate()
  } finally {
    await utils.release()
  }
}

const PATIENCE_MS = 5000
const RETRY_MS = 1000

interface JobRunner {
  stop(): Promise<void>
}

/**
 * Runs until stopped; when the database goes away the runner ends, and a new one starts as soon as it is back. `home` is
 * the address of this place, for links in mail that are only paths.
 */
export function startJobs(pool: Pool, mail: MailPort, home: string, log: Log, rooms: RoomJobs[] = []): JobRunner {
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
          noHandleSignals: true,
          logger: quiet(log),
          taskList: {
            ...Object.assign({}, ...rooms.map(({ tasks }) => tasks)),
            mail: async (payload) => mail.deliver(atHome(payload as Mail, home)),
            forget: async (_payload, { withPgClient }) => {
              // one that fails does not keep the others; the job is tried again
              let failure: unknown
              for (const expired of EXPIRED)
                await withPgClient((client) => forget(client, expired)).catch((error: unknown) => (failure ??= error))
              if (failure) throw failure
            },
            // what a killed process held would else wait for four hours; no job of ours takes minutes
            unlock: async (_payload, { withPgClient }) => {
              await withPgClient((client) =>
                client.query(`select graphile_worker.force_unlock_workers(array(
                  select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '5 minutes'))`),
              )
            },
          },
          crontab: [
            '17 * * * * forget ?max=1',
            '*/5 * * * * unlock ?max=1',
            ...rooms.map(({ crontab }) => crontab),
          ].join('\n'),
        })
        // asked to stop while it was starting
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
      // a mail server that hangs does not hold up the end; its job is taken up again later
      const patience = new Promise((go) => setTimeout(go, PATIENCE_MS).unref())
      await Promise.race([ended, patience])
    },
  }
}

/**
 * The pool as the runner has it, whose connections have just answered. How a job ended the runner tells by one call,
 * which it neither waits for nor makes again: unheard, the job would stand as under way for minutes, and be done once more.
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
  // the runner's line for news of jobs calls back, and looks after itself
  const connect = (called?: Parameters<Pool['connect']>[0]) => (called ? pool.connect(called) : patiently())
  return new Proxy(pool, {
    get(_pool, name) {
      if (name === 'connect') return connect
      const value = Reflect.get(pool, name)
      return typeof value === 'function' ? value.bind(pool) : value
    },
  })
}

function atHome(mail: Mail, home: string): Mail {
  const whole = (url: string) => (url.startsWith('/') ? home + url : url)
  return {
    ...mail,
    ...(mail.link ? { link: { ...mail.link, url: whole(mail.link.url) } } : {}),
    ...(mail.stop ? { stop: whole(mail.stop) } : {}),
  }
}

interface Expired {
  table: string
  when: string
  /** what goes with `gone`, the rows */
  also?: string
}

const EXPIRED: Expired[] = [
  { table: 'rate_limits', when: 'expire < (extract(epoch from now()) * 1000)::bigint' },
  { table: 'verification', when: `"expiresAt" < now() - interval '1 day'` },
  {
    table: 'session',
    when: '"expiresAt" < now()',
    // whoever is signed in nowhere is on no map (R-04)
    also: `update profiles_private s set local_mode_enabled = false from gone where s.id = gone."userId"
      and s.local_mode_enabled
      and not exists (select from session other where other."userId" = s.id and other."expiresAt" >= now())`,
  },
  // nobody verified them, nobody signed in; the cookie of the browser that signed up is kept as long
  {
    table: '"user"',
    when: `not "emailVerified" and "createdAt" < now() - interval '7 days' and exists
      (select from profiles_private s where s.id = "user".id and s.signed_in_at is null)
      and not exists (select from departures d where d.member_id = "user".id)`,
  },
  // no browser keeps a cookie longer
  { table: 'known_devices', when: `last_seen_at < now() - interval '400 days'` },
  // given up for good; a mail holds an address and a link
  {
    table: 'graphile_worker._private_jobs',
    when: `attempts >= max_attempts and locked_at is null and run_at < now() - interval '7 days'`,
  },
  // put aside after the last attempt; nobody needs such a mail by then
  { table: 'event_notices', when: `created_at < now() - interval '30 days'` },
  { table: 'left_names', when: 'until < now()' },
  // he may come back, and what was written to him is over
  { table: 'pod_exclusions', when: 'until < now()' },
  { table: 'group_exclusions', when: 'until < now()' },
  // other people's words are not kept for ever; of what can be restored the case is the way to it
  {
    table: 'report_cases',
    when: `decided_at < now() - interval '180 days' and (decision <> 'removed' or kind not in ('post', 'comment'))`,
  },
  // nothing was answered, and nobody asks it again by now
  {
    table: 'assistant_questions',
    when: `state in ('refused', 'failed') and created_at < now() - interval '30 days'`,
  },
  // what was used and spent in a month is counted in other tables
  {
    table: 'assistant_ledger',
    when: `state <> 'reserved' and settled_at < now() - interval '3 months' and month < assistant_month()`,
  },
  { table: 'taken_sign_ups', when: `created_at < now() - interval '7 days'` },
  // whoever comes back later reads anew
  { table: 'topic_events', when: `created_at < now() - interval '7 days'` },
]
const AT_ONCE = 500

/** A little at a time: a statement of ours has seconds. */
async function forget(client: Pick<PoolClient, 'query'>, { table, when, also }: Expired): Promise<void> {
  const text = `
    with gone as (
      delete from ${table} where ctid = any (array(select ctid from ${table} where ${when} limit ${AT_ONCE})) returning *)
      ${also ? `, also as (${also})` : ''}
    select count(*)::int as gone from gone`
  for (let gone = AT_ONCE; gone === AT_ONCE; ) gone = (await client.query<{ gone: number }>(text)).rows[0]!.gone
}

function quiet(log: Log): Logger {
  return new Logger(() => (level, message) => {
    // a mail server names the address that it refuses
    const job = message.replace(/[^\s<>"':]+@[^\s<>"':]+/g, '…').slice(0, 200)
    if (level === 'error') log.warn({ job }, 'a job failed and will be tried again')
    else log.debug({ job })
  })
}
