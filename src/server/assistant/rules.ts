/**
 * What an answer may quote, and who decides that.
 *
 * - `strikeReason`: a quotation stands while its source exists, is not removed and is for everyone, the asker is not apart from its
 *   author or the author of its post (neither has blocked the other), and neither they nor its network have asked not to be
 *   quoted. A blocked member is not told so: for him the source is hidden.
 * - `isQuotable`: a member decides whether what he writes may be quoted, an admin of a network what is written in it
 *   (switches.ts). The author of a deleted account cannot be asked, so what he wrote is not quoted.
 * - an answer is read by the member who asked; only the administrators of the place switch the assistant on and off.
 * - how many questions a member has in a month: contract/plans-words.ts, counted by quota.ts.
 *
 * Asked inside a query, where `s` is the sentence with its asker, `p` the quoted post and `k` the quoted comment, if it is one.
 */
import { sql } from 'kysely'
import type { Struck } from '#contract/assistant-words.ts'
import { isQuotableMember, neitherBlocked } from '../members/members.ts'
import { isOpenTo } from '../posts/posts.ts'

/** The author of the quoted text. */
export const AUTHOR_ID = sql`case when s.comment_id is null then p.author_id else k.author_id end`

export const isQuotable = isQuotableMember

const hasBlocked = sql`coalesce(
  (select true from blocks b where b.blocker_id = s.asker_id and b.blocked_id = ${AUTHOR_ID}), false)`

/**
 * Null if the sentence stands, provided that the source still contains the quotation, which sentence-validity.ts checks in its
 * plain text.
 */
export const strikeReason = sql<Struck | null>`case
  when s.post_id is null then null
  when p.id is null or (s.comment_id is not null and k.id is null) then 'deleted'
  when p.removed_at is not null or k.removed_at is not null then 'removed'
  when not ${isOpenTo(null)} then 'hidden'
  when ${hasBlocked} then 'blocked'
  when not ${neitherBlocked(sql`s.asker_id`, AUTHOR_ID)} or not ${neitherBlocked(sql`s.asker_id`, sql`p.author_id`)} then 'hidden'
  when not ${isQuotable(AUTHOR_ID)} or not ${isQuotable(sql`p.author_id`)}
    or not coalesce((select g.is_quotable from groups g where g.id = p.group_id), true) then 'unwilling' end`
