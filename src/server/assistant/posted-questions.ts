/**
 * Questions that a member asked the assistant and then posted for other members. He gets a mail when the first of them
 * answers.
 */
import { sql } from 'kysely'
import { addNotice, type Notice } from '../kernel/jobs/jobs.ts'
import type { Reader } from '../kernel/stream/stream.ts'
import { neitherBlocked } from '../members/members.ts'
import { postVisibleTo } from '../posts/posts.ts'

interface Answered {
  post_id: string
  member_id: string
}

/** The member's own comment does not count, nor one that he cannot see. */
export const answerMailReader: Reader<'comment.created'> = {
  name: 'answers_told',
  kinds: ['comment.created'],
  async react(db, facts) {
    const comments = facts.map(({ data }) => data.comment_id as string)
    const { rows } = await sql<Answered>`
      update assistant_handed_on h set told_at = now()
      from (select distinct c.post_id from comments c where c.id = any(${comments}::uuid[])) a
        join posts p on p.id = a.post_id
      where h.post_id = a.post_id and h.told_at is null and ${postVisibleTo(sql`h.member_id`)}
        and exists (select from comments k
          where k.id = any(${comments}::uuid[]) and k.post_id = p.id and k.removed_at is null
            and k.author_id <> h.member_id and ${neitherBlocked(sql`h.member_id`, sql`k.author_id`)})
      returning h.post_id, h.member_id`.execute(db)
    for (const { member_id, ...post } of rows)
      await addNotice({ db }, { member: member_id, notice: questionAnswered(post), source: null })
  },
}

const questionAnswered = ({ post_id }: { post_id: string }): Notice => ({
  kind: 'question-answered',
  // not the title: other people read the subject on a locked phone
  subject: 'A dad has answered your question',
  paragraphs: ['The first of the other dads has answered the question that you asked them.'],
  link: { path: `/post/${post_id}`, label: 'Read the answer' },
  reason: 'You get this because you put a question to the other dads after you had asked the assistant.',
})
