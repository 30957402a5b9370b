/** Mails of the rounds quote what members say, so they are written again when they are sent (docs/decisions/052). */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { RoomJobs } from '../kernel/jobs/jobs.ts'
import { writersOf } from '../kernel/stream/stream.ts'
import { askMails, askTakenNotice } from './ask-mails.ts'
import { openedNotice, recapsOf, reminderNotice } from './mails.ts'
import { hostMailWriters } from './quiet-mails.ts'
import { rhythmMailWriters } from './rhythm-mails.ts'

export const roundJobs = ({ db }: { db: Kysely<DB> }): RoomJobs => ({
  tasks: {},
  crontab: '',
  mails: {
    async recap({ data }, member) {
      const notices = await recapsOf(db, [String(data.round_id)], member)
      return notices[0]?.notice ?? null
    },
    'round.opened': ({ data }, member) => openedNotice(db, String(data.round_id), member),
    'round.reminded': ({ data }, member) => reminderNotice(db, String(data.round_id), member),
    // of mails of an older version
    'ask-taken': ({ data }, member) => askTakenNotice(db, { member, round_id: String(data.round_id) }),
    ...writersOf(db, askMails),
    ...hostMailWriters(db),
    ...rhythmMailWriters(db),
  },
})
