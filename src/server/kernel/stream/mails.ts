/** Mails that follow from facts: one reader enqueues them, each exactly once. */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { addNotice, type Notice } from '../jobs/jobs.ts'
import type { Fact, Reader } from './readers.ts'

/** Returns undefined if the subject of the mail has been deleted in the meantime. */
type MailOf = (db: Kysely<DB>, fact: Fact) => Promise<{ to: string; notice: Notice } | undefined>

/** The mails of a room, by the kind of fact that they follow from. */
export type MailsOf<Kind extends string> = { [K in Kind]?: MailOf }

/** Names and reasons are read at that time, and so is whether the member may still be mailed (`addNotices`). */
export function mailReader<Kind extends string>(mails: Record<Kind, MailOf>): Reader<Kind> {
  return {
    name: 'mails',
    kinds: Object.keys(mails) as Kind[],
    isPrompt: true,
    async react(db, facts) {
      for (const fact of facts) {
        const mail = await mails[fact.kind](db, fact)
        if (mail) await addNotice({ db }, mail.to, mail.notice)
      }
    },
  }
}
