/**
 * Mails about a change to those who attend (R-37). The deed writes down that there is one; a job goes through those who
 * attend in steps, so that an event with ten thousand of them does not hold the deed. A step writes its mails and how
 * far it has come in one transaction: broken off anywhere, each still gets one mail for each change.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { addJob, addNotices, NEWS, type RoomJobs } from '../kernel/jobs/jobs.ts'
import { cancelledMail, changedMail, type Meeting } from './mails.ts'
import { visibleTo } from './rules.ts'

const AT_ONCE = 200
/** No job of ours takes minutes. By the program's own clock, which says nothing else here than when this one has had its turn. */
const PATIENCE_MS = 60_000
/** A notice that fails is tried again after 2, 4, 8 minutes and so on, ten times: most of a day. */
const ATTEMPTS = 10
/** One worker at most: the other one is there for everybody else. */
const LINE = { ...NEWS, queue: 'tell_attendees' }

/** What those who come have to know; a description is not among it. */
const NOTED = ['title', 'event_date', 'event_time', 'end_time', 'time_zone', 'location', 'address', 'cancelled_at']

interface Change {
  event_id: string
  /** of the event, after it */
  sequence: number
  fields: string[]
  /** it was changed a moment before, and will be again, who knows */
  is_restless: boolean
}

/** How long changes are gathered for one mail, where one has just gone out: see how often `crontab` looks. */
export const GATHERED = sql`interval '5 minutes'`

/** In the deed's transaction. Where nobody else attends there is nobody to tell. */
export async function noteChange({ db }: Ctx, { event_id, sequence, fields, is_restless }: Change): Promise<void> {
  const noted = fields.filter((field) => NOTED.includes(field))
  if (noted.length === 0) return
  const { rows } = await sql`
    insert into event_notices (event_id, sequence, fields, due_at)
    select e.id, ${sequence}::int, ${noted}::text[], case when ${is_restless} then now() + ${GATHERED} else now() end
    from local_events e where e.id = ${event_id}::uuid and exists (
      select from event_attendees k where k.event_id = e.id and k.user_id is distinct from e.user_id)
    returning sequence`.execute(db)
  if (rows.length > 0 && !is_restless) await addJob(db, 'tell_attendees', {}, LINE)
}

export const noticeJobs = ({ db }: { db: Kysely<DB> }): RoomJobs => ({
  tasks: {
    async tell_attendees() {
      const until = Date.now() + PATIENCE_MS
      // one that fails keeps no other; the job says so when it has come to them all
      let failure: unknown
      for (let next = await nextDue(db); next; next = await nextDue(db)) {
        const due = next
        await tellSome(db, due).catch(async (error: unknown) => {
          failure ??= error
          await putOff(db, due)
        })
        if (Date.now() < until) continue
        await addJob(db, 'tell_attendees', {}, LINE)
        break
      }
      if (failure) throw failure
    },
  },
  crontab: `*/5 * * * * tell_attendees ?max=1&queue=${LINE.queue}&priority=${LINE.priority}`,
})

interface Due {
  event_id: string
  sequence: number
  attempts: number
}

async function nextDue(db: Kysely<DB>): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select n.event_id, n.sequence, n.attempts from event_notices n where n.attempts < ${ATTEMPTS} and n.due_at <= now()
    order by n.due_at, n.event_id, n.sequence limit 1`.execute(db)
  return rows[0]
}

/** Those of an event that never failed go together, so that many changes are one mail; one that has failed goes alone. */
const together = ({ event_id, sequence, attempts }: Due) =>
  attempts === 0
    ? sql`n.event_id = ${event_id}::uuid and n.attempts = 0`
    : sql`n.event_id = ${event_id}::uuid and n.sequence = ${sequence}`

const putOff = (db: Kysely<DB>, due: Due) =>
  sql`update event_notices n set attempts = n.attempts + 1, due_at = now() + interval '1 minute' * 2 ^ (n.attempts + 1)
    where ${together(due)}`.execute(db)

interface Notice {
  sequence: number
  fields: string[]
  told_to: string
}

/** The next ones of those who attend this event. */
const tellSome = (db: Kysely<DB>, due: Due): Promise<void> =>
  db.transaction().execute(async (db) => {
    const { rows: notices } = await sql<Notice>`
      select n.sequence, n.fields, n.told_to from event_notices n where ${together(due)}
      order by n.sequence for update`.execute(db)
    const told_to = notices.map((notice) => notice.told_to).sort()[0]
    // another job was faster
    if (told_to === undefined) return
    const event = await meetingOf(db, due.event_id)
    const members = await nextOf(db, due.event_id, told_to)
    for (const [fields, told] of byFields(notices, members)) {
      const mail = mailOf(event, fields)
      if (mail) await addNotices({ db }, told, mail)
    }
    const sequences = sql`${notices.map(({ sequence }) => sequence)}::int[]`
    const last = members.at(-1)?.user_id
    if (members.length < AT_ONCE)
      await sql`delete from event_notices n where n.event_id = ${event.id}::uuid and n.sequence = any(${sequences})`.execute(
        db,
      )
    else
      await sql`update event_notices n set told_to = greatest(n.told_to, ${last}::uuid), attempts = 0, due_at = now()
        where n.event_id = ${event.id}::uuid and n.sequence = any(${sequences})`.execute(db)
  })

/** To whom which fields are news: to each what was changed after he came, and what he was not told before. */
function byFields(notices: Notice[], members: Attendee[]): [fields: string[], told: string[]][] {
  const found = new Map<string, [string[], string[]]>()
  for (const { user_id, sequence } of members.filter(({ is_told }) => is_told)) {
    const news = notices.filter((notice) => notice.sequence > sequence && notice.told_to < user_id)
    if (news.length === 0) continue
    const fields = NOTED.filter((field) => news.some((notice) => notice.fields.includes(field)))
    const [, told] = found.get(fields.join()) ?? [fields, []]
    found.set(fields.join(), [fields, [...told, user_id]])
  }
  return [...found.values()]
}

/** As it is by now. */
async function meetingOf(db: Kysely<DB>, id: string): Promise<Meeting & { is_cancelled: boolean }> {
  const { rows } = await sql<Meeting & { is_cancelled: boolean }>`
    select e.id, e.title, e.location, to_char(e.event_date, 'YYYY-MM-DD') as event_date,
      to_char(e.event_time, 'HH24:MI') as event_time, to_char(e.end_time, 'HH24:MI') as end_time, e.time_zone,
      e.cancelled_at is not null as is_cancelled
    from local_events e where e.id = ${id}::uuid`.execute(db)
  return rows[0]!
}

interface Attendee {
  user_id: string
  /** of the event, when he came */
  sequence: number
  is_told: boolean
}

/** In the order of their ids; whoever did it himself is not told, nor whoever may not see the event any more. */
async function nextOf(db: Kysely<DB>, id: string, told_to: string): Promise<Attendee[]> {
  const { rows } = await sql<Attendee>`
    select k.user_id, k.sequence, (k.user_id is distinct from e.user_id and ${visibleTo(sql`k.user_id`)}) as is_told
    from (select user_id, sequence from event_attendees
      where event_id = ${id}::uuid and user_id > ${told_to}::uuid order by user_id limit ${sql.lit(AT_ONCE)}) k
      join local_events e on e.id = ${id}::uuid
    order by k.user_id`.execute(db)
  return rows
}

/** Null: it was cancelled since, and nothing else about it matters. */
function mailOf(event: Meeting & { is_cancelled: boolean }, fields: string[]) {
  if (!event.is_cancelled) return changedMail(event, fields)
  return fields.includes('cancelled_at') ? cancelledMail(event) : null
}
