/** Mails that follow from facts: one reader enqueues them, each exactly once. */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { addNotice, type MailSource, type MailWriters, type Notice } from '../jobs/jobs.ts'
import type { Fact, Reader } from './readers.ts'

/** What a mail is written from, when the fact is read and when the mail is sent. */
export type ToldFact = Pick<Fact, 'kind' | 'data' | 'created_at'>

/** Returns undefined if the subject of the mail has been deleted in the meantime. */
type MailOf = (db: Kysely<DB>, fact: ToldFact) => Promise<{ to: string; notice: Notice } | undefined>

/** The mails of a room, by the kind of fact that they follow from. */
export type MailsOf<Kind extends string> = { [K in Kind]?: MailOf }

export const sourceOf = ({ kind, data, created_at }: ToldFact): MailSource => ({
  ...{ kind, data, at: created_at.toISOString() },
})

export const toldFactOf = ({ kind, data, at }: MailSource): ToldFact => ({
  ...{ kind, data, created_at: at ? new Date(at) : new Date() },
})

/** Writes these mails again when they are sent. */
export const writersOf = (db: Kysely<DB>, mails: Record<string, MailOf>): MailWriters =>
  Object.fromEntries(
    Object.entries(mails).map(([kind, write]) => [
      kind,
      async (source, member) => {
        const mail = await write(db, toldFactOf(source))
        return mail && mail.to === member ? mail.notice : null
      },
    ]),
  )

/** Whether the member may still be mailed is read at that time (`addNotice`); names and reasons are read again when it is sent. */
export function mailReader<Kind extends string>(mails: Record<Kind, MailOf>): Reader<Kind> {
  return {
    name: 'mails',
    kinds: Object.keys(mails) as Kind[],
    isPrompt: true,
    async react(db, facts) {
      for (const fact of facts) {
        const mail = await mails[fact.kind](db, fact)
        if (mail) await addNotice({ db }, { member: mail.to, notice: mail.notice, source: sourceOf(fact) })
      }
    },
  }
}
