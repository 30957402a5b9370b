/**
 * The doctor inside of the program: looks every minute, and mails the operator what stays wrong. One process of several does it.
 * The state is in the database, so a restart neither repeats a mail nor forgets one. While the database is away, the process
 * that looked last goes on from memory, and sends its mail without the queue.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { addUrgentMails, type Mail, type MailPort } from '../jobs/jobs.ts'
import { errorFacts, type Log } from '../log.ts'
import { isOutage } from '../postgres/postgres.ts'
import { type CheckResult, type Finding, MAIL_CHECK } from './finding.ts'
import { troubleMail } from './trouble-mails.ts'
import { afterLook, type Looked, type News, type Trouble } from './troubles.ts'

const FIRST_LOOK_MS = 5000
const LOOK_MS = 60_000
const STOP_MS = 2000
/** What costs other servers something is looked at once in so many looks. */
const THOROUGH = 5
/** A process that has not looked for so long has ended. */
const LEASE_MS = 180_000

export interface WatchParts {
  db: Kysely<DB>
  mail: Pick<MailPort, 'deliver'>
  brand: string
  /** its address; null: it has none */
  site: string | null
  log: Log
  /** to whom mails go; rejects if that cannot be known at the moment */
  recipients(): Promise<string[]>
  /** `isThorough`: also what is costly */
  examine(isThorough: boolean): Promise<CheckResult[]>
  now?: () => number
}

export interface Watch {
  /** Looks once, if no other process does. */
  look(): Promise<void>
  /** Lets another process look at once. */
  release(): Promise<void>
}

export function makeWatch({ db, mail, brand, site, log, recipients, examine, now = Date.now }: WatchParts): Watch {
  const id = randomUUID()
  let looks = 0
  /** of this process; null: another process looks */
  let memory: { troubles: Trouble[]; isStored: boolean } | null = null
  let addressees: string[] = []
  let costly: CheckResult[] = []

  async function look(): Promise<void> {
    const claimed = await claim(db, id, now()).catch((error: unknown) => {
      log[isOutage(error) ? 'debug' : 'warn'](errorFacts(error), 'what is wrong cannot be read from the database')
      return 'away' as const
    })
    if (claimed === 'other') memory = null
    if (claimed === 'other' || (claimed === 'away' && !memory)) return
    const looked = await lookedAt()
    if (claimed !== 'away' && (await stored(looked))) return
    await remembered(looked)
  }

  /** What is looked at only now and then is as it was the last time. */
  async function lookedAt(): Promise<Looked> {
    const isThorough = looks++ % THOROUGH === 0
    const results = await examine(isThorough)
    if (isThorough) costly = results.filter(({ isCostly }) => isCostly)
    return new Map([...costly, ...results].map(({ about, found }) => [about, wrongOf(found)]))
  }

  /** Returns false if the database went away meanwhile. */
  async function stored(looked: Looked): Promise<boolean> {
    try {
      addressees = await recipients()
      const after = await db.transaction().execute(async (db) => {
        const known = await lockedTroubles(db, id)
        if (!known) return null
        const after = afterLook(memory && !memory.isStored ? memory.troubles : known, looked, now())
        await storeTroubles(db, after.troubles)
        if (after.news) await addUrgentMails(db, mailsOf(after.news))
        return after
      })
      memory = after && { troubles: after.troubles, isStored: true }
      if (after?.news) logNews(after.news)
      return true
    } catch (error) {
      log[isOutage(error) ? 'debug' : 'warn'](errorFacts(error), 'what is wrong could not be stored')
      return false
    }
  }

  async function remembered(looked: Looked): Promise<void> {
    const { troubles, news } = afterLook(memory?.troubles ?? [], looked, now())
    if (news) {
      addressees = await recipients().catch(() => addressees)
      logNews(news)
      // the next look tries it again
      if (!(await isTaken(mailsOf(news)))) return
    }
    memory = { troubles, isStored: false }
  }

  /** One address that takes its mail is enough: otherwise it would get the mail again at each look. */
  async function isTaken(mails: Mail[]): Promise<boolean> {
    const sent = await Promise.allSettled(mails.map((one) => mail.deliver(one)))
    const refused = sent.flatMap((one, index) => (one.status === 'rejected' ? { ...one, place: index + 1 } : []))
    const isNobodyTold = refused.length > 0 && refused.length === mails.length
    for (const { reason, place } of refused)
      log.error({ ...errorFacts(reason), place }, isNobodyTold ? SAY.noneSent : SAY.oneRefused)
    return !isNobodyTold
  }

  /** If mail itself is all that is wrong, there is none. */
  function mailsOf(news: News): Mail[] {
    const isOnlyMail = news.over.length === 0 && news.begun.every(({ about }) => about === MAIL_CHECK)
    return isOnlyMail ? [] : addressees.map((to) => ({ ...troubleMail({ name: brand, site }, news), to }))
  }

  function logNews({ begun, over }: News): void {
    const saysOf = (troubles: Trouble[]) => troubles.flatMap(({ sentences }) => sentences)
    if (begun.some(({ about }) => about === MAIL_CHECK))
      log.error({ wrong: saysOf(begun) }, 'something is wrong, and the mail server takes no mail about it')
    else if (begun.length > 0 && addressees.length === 0)
      log.error({ wrong: saysOf(begun) }, 'something is wrong, and nobody gets a mail about it: set ALERT_MAIL_TO')
    else if (begun.length > 0) log.warn({ wrong: saysOf(begun) }, 'something is wrong; the operator gets a mail')
    if (over.length > 0) log.info({ over: saysOf(over) }, 'what was wrong is well again')
  }

  return {
    look,
    release: () =>
      release(db, id).catch((error: unknown) => log.debug(errorFacts(error), 'another process looks in three minutes')),
  }
}

/** `place`, in the same line, is that of the address among those that get mails: the log has no addresses. */
const SAY = {
  noneSent: 'the mail about what is wrong could not be sent',
  oneRefused: 'one of the addresses of ALERT_MAIL_TO does not get the mail about what is wrong',
}

const wrongOf = (found: Finding[]) => found.filter(({ level }) => level === 'wrong').map(({ sentence }) => sentence)

/** Becomes the process that looks, unless another one has looked lately. */
async function claim(db: Kysely<DB>, id: string, now: number): Promise<'own' | 'other'> {
  const at = new Date(now)
  const { rows } = await sql`
    insert into doctor_watch as w (holder, looked_at, troubles) values (${id}::uuid, ${at}, '[]')
    on conflict (is_only) do update set holder = excluded.holder, looked_at = excluded.looked_at
    where w.holder is null or w.holder = excluded.holder or w.looked_at < ${new Date(now - LEASE_MS)}
    returning 1`.execute(db)
  return rows.length > 0 ? 'own' : 'other'
}

/** Null if another process has taken over. */
async function lockedTroubles(db: Kysely<DB>, id: string): Promise<Trouble[] | null> {
  const { rows } = await sql<{ troubles: Trouble[] }>`
    select troubles from doctor_watch where holder = ${id}::uuid for update`.execute(db)
  return rows[0]?.troubles ?? null
}

const storeTroubles = (db: Kysely<DB>, troubles: Trouble[]) =>
  sql`update doctor_watch set troubles = ${JSON.stringify(troubles)}::jsonb`.execute(db)

const release = async (db: Kysely<DB>, id: string) =>
  void (await sql`update doctor_watch set holder = null where holder = ${id}::uuid`.execute(db))

/** Runs until stopped. */
export function runWatch(parts: WatchParts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const watch = makeWatch(parts)
  const rest = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => {})
  const done = (async () => {
    await rest(FIRST_LOOK_MS)
    while (!stopping.signal.aborted) {
      await watch.look().catch((error) => {
        if (!stopping.signal.aborted) parts.log.error(errorFacts(error), 'the doctor could not look')
      })
      await rest(LOOK_MS)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      // a server that hangs is not waited for
      await Promise.race([done, pause(STOP_MS)])
      await watch.release()
    },
  }
}
