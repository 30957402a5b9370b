/** Mails of the rounds quote what members say, so they are written again when they are sent (docs/decisions/052). */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { RoomJobs } from '../kernel/jobs/jobs.ts'
import { askTakenNotice } from './ask-mails.ts'
import { recapsOf } from './mails.ts'

export const roundJobs = ({ db }: { db: Kysely<DB> }): RoomJobs => ({
  tasks: {},
  crontab: '',
  mails: {
    async recap(member, round_id) {
      const notices = await recapsOf(db, [round_id], member)
      return notices[0]?.notice ?? null
    },
    'ask-taken': (member, round_id) => askTakenNotice(db, { member, round_id }),
  },
})
