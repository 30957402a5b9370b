/**
 * Mails that quote members or name something. They are written again when they are sent: the words may have been removed since, and
 * the reader may not be allowed to read them any more.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Mail, MailSource, Notice } from './mail.ts'

/** Write mails again when they are sent. Null: the mail is not sent. `member` is its recipient; '': he is known by his address alone. */
export type MailWriters = Record<string, (source: MailSource, member: string) => Promise<NoticeText | null>>
type NoticeText = Pick<Notice, 'kind' | 'subject' | 'paragraphs' | 'link' | 'choices' | 'reason'>

/** What a room writes again. */
export interface RoomWriters {
  /** by the kind of the source */
  mails?: MailWriters
}

/** What a mail takes from a notice. */
export const textOf = ({ link, choices, stops, ...notice }: Notice) => ({
  ...notice,
  link: urlOf(link),
  ...(choices && { choices: choices.map(urlOf) }),
  ...(stops && { stopLabel: stops.label }),
})

const urlOf = ({ path, label }: Notice['link']) => ({ url: path, label })

/** Returns the mail as it is now, or null if there is nothing to send any more. */
export async function writtenNow(
  rooms: readonly RoomWriters[],
  { member, about, source, ...mail }: Mail,
): Promise<Mail | null> {
  const from = source ?? sourceOfOld({ member, about, ...mail })
  if (!from) return mail
  const write = rooms.find(({ mails }) => mails?.[from.kind])?.mails?.[from.kind]
  // a newer version has added it: its process sends it, when this one has failed
  if (!write) throw new Error(`No room of this version writes mails of ${from.kind}`)
  const notice = await write(from, member ?? '')
  if (!notice) return null
  const { kind, subject, paragraphs, link, choices, reason } = notice
  return { ...mail, ...textOf({ kind, subject, paragraphs, link, reason, ...(choices && { choices }) }) }
}

/** An older version wrote only these again, and named only a round. */
const OLD_KINDS = ['recap', 'ask-taken']

const sourceOfOld = ({ kind, member, about }: Pick<Mail, 'kind' | 'member' | 'about'>): MailSource | null =>
  member && about && OLD_KINDS.includes(kind) ? { kind, data: { round_id: about } } : null

/** Stands in the queue for words that were deleted. A process of an older version may send it as it is. */
const WITHOUT_WORDS: Pick<Mail, 'subject' | 'paragraphs' | 'link'> = {
  subject: 'There is something new',
  paragraphs: ['Open the site to see it.'],
  link: { url: '/', label: 'Open the site' },
}

/**
 * Takes the words out of the waiting mails about these ids: something that one of them may quote is deleted. They are written
 * again when they are sent. A mail of an older version that is not, and quotes the author himself or may quote him, is deleted.
 */
export async function forgetWordsAbout(db: Kysely<DB>, ids: string[], author: string | null): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with old as (
      select j.id, j.payload -> 'source' is not null
          or (j.payload ->> 'member' is not null and j.payload ->> 'kind' = any(${OLD_KINDS}::text[])) as is_written,
        j.payload ->> 'member' is null or j.payload ->> 'member' = ${author}::text as may_quote
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'mail' and j.payload ->> 'about' = any(${ids}::text[]) and j.locked_at is null for update of j),
    gone as (
      delete from graphile_worker._private_jobs j using old o where j.id = o.id and not o.is_written and o.may_quote)
    update graphile_worker._private_jobs j set payload = j.payload::jsonb || ${JSON.stringify(WITHOUT_WORDS)}::jsonb
    from old o where j.id = o.id and o.is_written`.execute(db)
}
