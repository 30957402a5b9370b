/**
 * A member can put a question to other members that he asked the assistant, and gets a mail when the first of them answers.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Made, makeWorld, type Person, refusal } from '#test/world.ts'

const world = await makeWorld()
const asker = () => world.member({ name: 'asker' })
const handOn = async (by: Person) =>
  world.as(by).posts.createPost({
    ...{ type: 'question', title: 'A submarine?', content: 'Which one, and why?', handed_on: true },
    category_id: (await world.seeded('New Dads')).id,
  })
const other = await world.member({ name: 'other' })

/** The queued mails of this kind to this member. */
async function mailsTo({ email }: Person) {
  await world.readFacts()
  const { rows } = await sql<{ mail: { to: string; subject: string; link: { url: string }; stop: string } }>`
    select payload as mail from graphile_worker._private_jobs where payload->>'kind' = 'question-answered'
      and payload->>'to' = ${email}`.execute(world.db)
  return rows.map(({ mail }) => mail)
}
const comment = (by: Person, on: Made) => world.comment({ by, on })

test('the first answer of another member brings one mail, with a link and a way to unsubscribe', async () => {
  const member = await asker()
  const post = await handOn(member)
  expect(await mailsTo(member)).toEqual([])
  await comment(other, post)
  await comment(other, post)
  await comment(await world.member(), post)
  const [mail, ...more] = await mailsTo(member)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: 'A dad has answered your question', link: { url: `/post/${post.id}` } })
  expect(mail!.stop).toMatch(/^\/notices\?key=/)
  await comment(other, post)
  expect(await mailsTo(member)).toHaveLength(1)
})

test('his own comment is not an answer, and neither is a comment of a blocked member', async () => {
  const [member, apart] = [await asker(), await world.member()]
  const post = await handOn(member)
  await comment(member, post)
  await comment(apart, post)
  await world.as(member).blocks.blockMember({ user_id: apart.id })
  expect(await mailsTo(member)).toEqual([])
  await comment(other, post)
  expect(await mailsTo(member)).toHaveLength(1)
})

test('a comment that was deleted before the mail is sent is not an answer', async () => {
  const member = await asker()
  const post = await handOn(member)
  const { id } = await comment(other, post)
  await world.as(other).comments.deleteComment({ id })
  expect(await mailsTo(member)).toEqual([])
})

test('a member who wants no mails gets none, and a question that was not posted for others brings none', async () => {
  const [quiet, member] = [await asker(), await asker()]
  await world.as(quiet).members.setNotices({ wanted: false })
  await comment(other, await handOn(quiet))
  await comment(other, await world.post({ by: member, type: 'question' }))
  expect(await mailsTo(quiet)).toEqual([])
  expect(await mailsTo(member)).toEqual([])
})

test('the same post sent twice is stored once as posted for others', async () => {
  const member = await asker()
  const sent = {
    ...{
      id: crypto.randomUUID(),
      type: 'question' as const,
      title: 'Twice?',
      content: 'Twice.',
      handed_on: true as const,
    },
    category_id: (await world.seeded('New Dads')).id,
  }
  await world.as(member).posts.createPost(sent)
  await world.as(member).posts.createPost(sent)
  const rows = await world.db.selectFrom('assistant_handed_on').selectAll().where('post_id', '=', sent.id).execute()
  expect(rows).toMatchObject([{ member_id: member.id, told_at: null }])
})

test('only a post of the type question counts', async () => {
  const category_id = (await world.seeded('New Dads')).id
  const sent = { type: 'text' as const, title: 'A boat', content: 'Mine.', handed_on: true as const, category_id }
  expect(await refusal(world.as(await asker()).posts.createPost(sent))).toMatchObject({
    message: 'Only a question is handed on to the other dads',
  })
})
