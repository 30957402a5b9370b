/**
 * Reports of danger. The first one of a case mails every administrator in its own transaction, and a job mails them again
 * 15 and 60 minutes later, until one of them has opened the case or decided it. Further reports of the case start nothing
 * anew.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { addUrgentMails, type RoomJobs, textOf } from '../kernel/jobs/jobs.ts'
import type { Log } from '../kernel/log.ts'
import { administratorsAddresses } from '../members/members.ts'
import { dangerMail, type ReportedPlace } from './mails.ts'

/** A run mails about so many cases at most; the next one, a minute later, about the others. */
const BATCH_SIZE = 100

/** Within the transaction of the report. */
export async function noteDanger(ctx: Ctx, case_id: string): Promise<void> {
  const { rows } = await sql<ReportedPlace>`
    with noted as (
      insert into dangers (case_id, mails, due_at) values (${case_id}::uuid, 1, now() + interval '15 minutes')
      on conflict (case_id) do nothing returning case_id)
    ${placesOf(sql`noted`)}`.execute(ctx.db)
  if (rows.length === 0) return
  await mailAdministrators(ctx, rows)
}

/** One statement and its mails in one transaction: a run that is repeated, or runs twice, finds nothing due. */
const remind = (parts: DangerParts): Promise<void> =>
  parts.db.transaction().execute(async (db) => {
    const { rows } = await sql<ReportedPlace>`
      with due as materialized (
        select d.case_id from dangers d where d.due_at <= now()
        order by d.due_at limit ${sql.lit(BATCH_SIZE)} for update skip locked),
      noted as (
        update dangers d set mails = d.mails + 1,
          due_at = case when d.mails = 1 then greatest(d.reported_at + interval '60 minutes', now() + interval '1 minute') end
        from due where d.case_id = due.case_id returning d.case_id)
      ${placesOf(sql`noted`)}`.execute(db)
    if (rows.length > 0) await mailAdministrators({ ...parts, db }, rows)
  })

/** Only the kind and the name of the room: what was written is read on the page alone. */
const placesOf = (cases: ReturnType<typeof sql>) => sql`
  select c.id, c.kind, c.snapshot ->> 'place' as place from ${cases} n join report_cases c on c.id = n.case_id
  order by c.reported_at, c.id`

/** One mail to each administrator, however many cases it is about. */
async function mailAdministrators(parts: DangerParts, cases: ReportedPlace[]): Promise<void> {
  const addresses = await administratorsAddresses(parts)
  if (addresses.length === 0) {
    parts.log.warn({ cases: cases.length }, 'somebody may be in danger, and no administrator has a confirmed address')
  }
  await addUrgentMails(
    parts.db,
    addresses.map((to) => ({
      ...textOf(dangerMail(cases)),
      to,
      source: { kind: 'danger', data: { cases: cases.map(({ id }) => id) } },
    })),
  )
}

interface DangerParts {
  db: Kysely<DB>
  adminEmails: string[]
  log: Log
}

export const dangerJobs = (parts: DangerParts): RoomJobs => ({
  tasks: { remind_of_danger: () => remind(parts) },
  mails: {
    async danger({ data }) {
      const { rows } = await sql<ReportedPlace>`
        with named as (select id as case_id from unnest(${data.cases as string[]}::uuid[]) id) ${placesOf(sql`named`)}`.execute(
        parts.db,
      )
      return rows.length > 0 ? dangerMail(rows) : null
    },
  },
  crontab: '* * * * * remind_of_danger ?max=1&priority=-10',
})
