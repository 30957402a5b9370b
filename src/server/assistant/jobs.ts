/** The assistant's jobs: settles the questions of processes that ended during an answer. */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { RoomJobs } from '../kernel/jobs/jobs.ts'
import { settleForgotten } from './quota.ts'

export const assistantJobs = ({ db }: { db: Kysely<DB> }): RoomJobs => ({
  tasks: { settle_questions: () => settleForgotten({ db }) },
  crontab: '* * * * * settle_questions ?max=1',
})
