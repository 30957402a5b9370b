/** Mails that wait: sends them with the writers of every room, as the program does, also while an account is being deleted. */
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { leavingAccount } from '#server/account/account.ts'
import { eventJobs } from '#server/events/events.ts'
import { type Mail, startJobs } from '#server/kernel/jobs/jobs.ts'
import { beginLeaving } from '#server/leaving/leaving.ts'
import { mailJobs } from '#server/reactions.ts'
import { dangerJobs } from '#server/reports/reports.ts'
import { roundJobs } from '#server/rounds/rounds.ts'
import { until } from './client.ts'
import type { Person, World } from './world.ts'

/** Returns when no mail waits. */
export async function sentMails({ database, db, log }: World): Promise<Mail[]> {
  const mails: Mail[] = []
  const port = { deliver: async (mail: Mail) => void mails.push(mail) }
  const rooms = [roundJobs({ db }), mailJobs({ db }), eventJobs({ db }), dangerJobs({ db, adminEmails: [], log })]
  const jobs = startJobs(database.pool, port, 'https://example.org', log, { rooms, expired: [] })
  onTestFinished(() => jobs.stop())
  const waiting = sql`select from graphile_worker._private_jobs where payload ->> 'to' is not null`
  await until('no mail waits', async () => (await waiting.execute(db)).rows.length === 0)
  await jobs.stop()
  return mails
}

/** The first transaction of the deletion of his account. The steps after it have not begun: no process runs them. */
export const departs = (world: World, { id }: Person): Promise<boolean> =>
  beginLeaving(world.ctx(null), {
    ...{ member: id, removes_posts: false, account: leavingAccount },
    farewell: (to): Mail => ({ kind: 'account-deleted', to, subject: 'Bye', paragraphs: [], reason: 'You left.' }),
  })
