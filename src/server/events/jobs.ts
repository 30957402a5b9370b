/** Background jobs of events. */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { RoomJobs } from '../kernel/jobs/jobs.ts'
import { beginningJobs } from './begun-events.ts'
import { noticeJobs } from './notices.ts'

export function eventJobs(parts: { db: Kysely<DB> }): RoomJobs {
  const all = [beginningJobs(parts), noticeJobs(parts)]
  return {
    tasks: Object.assign({}, ...all.map(({ tasks }) => tasks)),
    mails: Object.assign({}, ...all.map(({ mails }) => mails)),
    crontab: all.map(({ crontab }) => crontab).join('\n'),
  }
}
