/**
 * Mails about a change to the attendees of an event. The operation stores a notice; a job goes through the attendees in
 * batches, so that an event with ten thousand attendees does not slow down the operation. A batch stores its mails and its
 * progress in one transaction, so after an interruption each attendee still gets one mail per change.
 */
import { type Kysely, sql } from 'kysely'
import type { OwnTable } from '#db/owners.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '../kernel/ctx.ts'
import type { Expired } from '../kernel/expired.ts'
import { addEachNotice, addJob, type MailSource, NOTICE_JOB, type Notice, type RoomJobs } from '../kernel/jobs/jobs.ts'
import { cancelledMail, changedMail, type EventDetails } from './mails.ts'
import { visibleTo } from './rules.ts'

const BATCH_SIZE = 200
/** A job runs at most this long, in ms, by the clock of the program. */
const MAX_RUN_MS = 60_000
/** A notice that fails is retried after 2, 4, 8 minutes and so on, ten times in total: most of a day. */
const MAX_ATTEMPTS = 10
/** Runs on one worker at most, so that the other one stays free for other jobs. */
const JOB_OPTIONS = { ...NOTICE_JOB, queue: 'tell_attendees' }

/** The fields whose changes attendees get by mail. The description is not one of them. */
const MAILED_FIELDS = [
  'title',
  'event_date',
  'event_time',
  'end_time',
  'time_zone',
  'location',
  'address',
  'cancelled_at',
]

interface NotedChange {
  event_id: string
  /** the sequence number of the event after the change */
  sequence: number
  fields: string[]
  /** it was changed shortly before, so further changes are likely */
  is_restless: boolean
}

/** How long changes are collected for one mail if one was sent recently. `crontab` says how often the job runs. */
export const COLLECT_INTERVAL = sql`interval '5 minutes'`

/** Stores a notice in the transaction of the operation. Does nothing if nobody else attends. */
export async function noteChange({ db }: Ctx, { event_id, sequence, fields, is_restless }: NotedChange): Promise<void> {
  const noted = fields.filter((field) => MAILED_FIELDS.includes(field))
  if (noted.length === 0) return
  const { rows } = await sql`
    insert into event_notices (event_id, sequence, fields, due_at)
    select e.id, ${sequence}::int, ${noted}::text[], case when ${is_restless} then now() + ${COLLECT_INTERVAL} else now() end
    from local_events e where e.id = ${event_id}::uuid and exists (
      select from event_attendees k where k.event_id = e.id and k.user_id is distinct from e.user_id)
    returning sequence`.execute(db)
  if (rows.length > 0 && !is_restless) await addJob(db, 'tell_attendees', {}, JOB_OPTIONS)
}

export const noticeJobs = ({ db }: { db: Kysely<DB> }): RoomJobs => ({
  tasks: {
    async tell_attendees() {
      const until = Date.now() + MAX_RUN_MS
      // a failure does not stop the other notices; the job reports it at the end
      let failure: unknown
      for (let next = await nextDue(db); next; next = await nextDue(db)) {
        const due = next
        await mailBatch(db, due).catch(async (error: unknown) => {
          failure ??= error
          await putOff(db, due)
        })
        if (Date.now() < until) continue
        await addJob(db, 'tell_attendees', {}, JOB_OPTIONS)
        break
      }
      if (failure) throw failure
    },
  },
  mails: { 'event.changed': ({ data }, member) => mailNow(db, data, member) },
  crontab: `*/5 * * * * tell_attendees ?max=1&queue=${JOB_OPTIONS.queue}&priority=${JOB_OPTIONS.priority}`,
})

interface DueNotice {
  event_id: string
  sequence: number
  attempts: number
}

async function nextDue(db: Kysely<DB>): Promise<DueNotice | undefined> {
  const { rows } = await sql<DueNotice>`
    select n.event_id, n.sequence, n.attempts from event_notices n where n.attempts < ${MAX_ATTEMPTS} and n.due_at <= now()
    order by n.due_at, n.event_id, n.sequence limit 1`.execute(db)
  return rows[0]
}

/** Notices of an event that never failed are combined into one mail. A notice that has failed is sent alone. */
const sentWith = ({ event_id, sequence, attempts }: DueNotice) =>
  attempts === 0
    ? sql`n.event_id = ${event_id}::uuid and n.attempts = 0`
    : sql`n.event_id = ${event_id}::uuid and n.sequence = ${sequence}`

const putOff = (db: Kysely<DB>, due: DueNotice) =>
  sql`update event_notices n set attempts = n.attempts + 1, due_at = now() + interval '1 minute' * 2 ^ (n.attempts + 1)
    where ${sentWith(due)}`.execute(db)

interface StoredNotice {
  sequence: number
  fields: string[]
  told_to: string
}

/** Writes the mails to the next batch of attendees of this event. */
const mailBatch = (db: Kysely<DB>, due: DueNotice): Promise<void> =>
  db.transaction().execute(async (db) => {
    const { rows: notices } = await sql<StoredNotice>`
      select n.sequence, n.fields, n.told_to from event_notices n where ${sentWith(due)}
      order by n.sequence for update`.execute(db)
    const told_to = notices.map((notice) => notice.told_to).sort()[0]
    // another job has handled it
    if (told_to === undefined) return
    const event = await detailsOf(db, due.event_id)
    const members = await nextOf(db, due.event_id, told_to)
    for (const [fields, recipients] of byFields(notices, members)) {
      const mail = mailOf(event, fields)
      if (mail) await addEachNotice({ db }, noticesTo(recipients, { event_id: event.id, fields }, mail))
    }
    const sequences = sql`${notices.map(({ sequence }) => sequence)}::int[]`
    const last = members.at(-1)?.user_id
    if (members.length < BATCH_SIZE)
      await sql`delete from event_notices n where n.event_id = ${event.id}::uuid and n.sequence = any(${sequences})`.execute(
        db,
      )
    else
      await sql`update event_notices n set told_to = greatest(n.told_to, ${last}::uuid), attempts = 0, due_at = now()
        where n.event_id = ${event.id}::uuid and n.sequence = any(${sequences})`.execute(db)
  })

/** The event may be changed or removed before a mail is sent, so it is written again then. */
const noticesTo = (recipients: string[], change: { event_id: string; fields: string[] }, notice: Notice) =>
  recipients.map((member) => ({
    member,
    notice: { ...notice, about: change.event_id },
    source: { kind: 'event.changed', data: change },
  }))

/** Writes the mail to one attendee again. */
async function mailNow(db: Kysely<DB>, change: MailSource['data'], member: string): Promise<Notice | null> {
  const event_id = String(change.event_id)
  const { rows } = await sql`
    select from event_attendees k join local_events e on e.id = k.event_id
    where k.event_id = ${event_id}::uuid and k.user_id = ${member}::uuid and ${visibleTo(sql`k.user_id`)}`.execute(db)
  return rows.length === 0 ? null : mailOf(await detailsOf(db, event_id), change.fields as string[])
}

/** Groups members by the fields that are new to them: those changed after they joined and not mailed to them before. */
function byFields(notices: StoredNotice[], members: Attendee[]): [fields: string[], recipients: string[]][] {
  const found = new Map<string, [string[], string[]]>()
  for (const { user_id, sequence } of members.filter(({ is_told }) => is_told)) {
    const news = notices.filter((notice) => notice.sequence > sequence && notice.told_to < user_id)
    if (news.length === 0) continue
    const fields = MAILED_FIELDS.filter((field) => news.some((notice) => notice.fields.includes(field)))
    const [, recipients] = found.get(fields.join()) ?? [fields, []]
    found.set(fields.join(), [fields, [...recipients, user_id]])
  }
  return [...found.values()]
}

/** Returns the event as it is now. */
async function detailsOf(db: Kysely<DB>, id: string): Promise<EventDetails & { is_cancelled: boolean }> {
  const { rows } = await sql<EventDetails & { is_cancelled: boolean }>`
    select e.id, e.title, e.location, to_char(e.event_date, 'YYYY-MM-DD') as event_date,
      to_char(e.event_time, 'HH24:MI') as event_time, to_char(e.end_time, 'HH24:MI') as end_time, e.time_zone,
      e.cancelled_at is not null as is_cancelled
    from local_events e where e.id = ${id}::uuid`.execute(db)
  return rows[0]!
}

interface Attendee {
  user_id: string
  /** the sequence number of the event when the member joined */
  sequence: number
  is_told: boolean
}

/** The next attendees by id. `is_told` is false for the creator and for members who cannot see the event any more. */
async function nextOf(db: Kysely<DB>, id: string, told_to: string): Promise<Attendee[]> {
  const { rows } = await sql<Attendee>`
    select k.user_id, k.sequence, (k.user_id is distinct from e.user_id and ${visibleTo(sql`k.user_id`)}) as is_told
    from (select user_id, sequence from event_attendees
      where event_id = ${id}::uuid and user_id > ${told_to}::uuid order by user_id limit ${sql.lit(BATCH_SIZE)}) k
      join local_events e on e.id = ${id}::uuid
    order by k.user_id`.execute(db)
  return rows
}

/** Returns null if the event was cancelled since: then no other change is mailed. */
function mailOf(event: EventDetails & { is_cancelled: boolean }, fields: string[]) {
  if (!event.is_cancelled) return changedMail(event, fields)
  return fields.includes('cancelled_at') ? cancelledMail(event) : null
}

/** Given up after the last attempt. By then nobody needs such a mail. */
export const expiredNotices: Expired<OwnTable<'events'>>[] = [
  { table: 'event_notices', when: `created_at < now() - interval '30 days'` },
]
