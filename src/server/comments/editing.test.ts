import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeWorld, type Person, refusal, whileDeleting } from '#test/world.ts'

const world = await makeWorld()
const ana = await world.member({ name: 'ana' })
const ben = await world.member({ name: 'ben' })
const thread = await world.post({ by: ana })
const MISSING = { code: 'COMMENT_NOT_FOUND', status: 404, message: 'Comment not found' }
const NOT_HIS = { code: 'NOT_AUTHOR', status: 403, message: 'Only its author can change this comment' }
const editAs = (who: Person | null, { id }: { id: string }, content: string, more: object = {}) =>
  world.as(who).comments.editComment({ id, content, ...more })
const deleteAs = (who: Person | null, { id }: { id: string }) => world.as(who).comments.deleteComment({ id })
const find = async ({ id }: { id: string }, who: Person | null = null) =>
  (await world.as(who).comments.listComments({ post_id: thread.id })).items.find((one) => one.id === id)
const countOf = async (post_id: string) => (await world.as(null).posts.getPost({ id: post_id })).comment_count
const factsOf = async (kind: string, { id }: { id: string }) =>
  (
    await sql<{ data: object }>`select data from facts where kind = ${kind} and data ->> 'comment_id' = ${id}`.execute(
      world.db,
    )
  ).rows.map(({ data }) => data)

describe('an author edits his comment', () => {
  test('everyone reads it, marked as edited', async () => {
    const comment = await world.comment({ by: ben, on: thread })
    const changed = await editAs(ben, comment, '  Not *quite* the same. ')
    expect(changed).toMatchObject({ content: 'Not *quite* the same.', can_edit: true, post_id: thread.id })
    expect(changed.body).toEqual([{ t: 'p', c: ['Not ', { t: 'i', c: ['quite'] }, ' the same.'] }])
    expect(changed.updated_at.getTime()).toBeGreaterThan(changed.created_at.getTime())
    expect(await find(comment)).toEqual({ ...changed, can_edit: false })
    expect(await factsOf('comment.edited', comment)).toEqual([{ comment_id: comment.id, post_id: thread.id }])
  })

  test('an edit that changes nothing is not stored', async () => {
    const comment = await world.comment({ by: ben, on: thread })
    expect(await editAs(ben, comment, ` ${comment.content} `)).toEqual(comment)
    expect(await factsOf('comment.edited', comment)).toEqual([])
  })

  test('only if nobody has edited it since he read it; an edit that is already in force changes nothing', async () => {
    const comment = await world.comment({ by: ben, on: thread })
    const seen = { seen_updated_at: comment.updated_at.toISOString() }
    const first = await editAs(ben, comment, 'From the phone.', seen)
    const message = 'You have changed this comment elsewhere in the meantime. Nothing was overwritten.'
    expect(await refusal(editAs(ben, comment, 'From the desk.', seen))).toEqual({
      code: 'COMMENT_CHANGED',
      status: 409,
      message,
      data: { newer: { content: 'From the phone.', updated_at: first.updated_at } },
    })
    expect(await editAs(ben, comment, 'From the phone.', seen)).toEqual(first)
    expect(await editAs(ben, comment, 'Last.')).toMatchObject({ content: 'Last.' })
  })

  test.each([
    ['blank', ' \u200b', {}, 'Please enter a comment'],
    ['10,001', 'a'.repeat(10_001), {}, 'The comment can be at most 10,000 characters'],
    ['another post', 'x', { post_id: randomUUID() }, 'This field is not known here'],
    ['another author', 'x', { author_id: ana.id }, 'This field is not known here'],
  ])('%s is refused', async (_name, content, more, sentence) => {
    const comment = await world.comment({ by: ben, on: thread })
    const answer = await refusal(editAs(ben, comment, content, more))
    expect(answer).toMatchObject({ code: 'INVALID', status: 400, message: sentence })
    expect(await find(comment, ben)).toEqual(comment)
  })
})

describe('an author deletes his comment', () => {
  test('the counts of the post and of the author drop', async () => {
    const carl = await world.member()
    const post = await world.post({ by: ana })
    const [kept, gone] = [await world.comment({ by: carl, on: post }), await world.comment({ by: carl, on: post })]
    await world.as(ana).votes.castCommentVote({ comment_id: gone.id, direction: 'down' })
    expect(await deleteAs(carl, gone)).toEqual({ id: gone.id })
    const { items } = await world.as(null).comments.listComments({ post_id: post.id })
    expect(items.map(({ id }) => id)).toEqual([kept.id])
    expect(await countOf(post.id)).toBe(1)
    expect((await world.as(null).members.getMember({ username: carl.username })).comment_count).toBe(1)
    const lost = { comment_id: gone.id, post_id: post.id, author_id: carl.id, score: -1 }
    expect(await factsOf('comment.deleted', gone)).toEqual([lost])
  })

  test('deleted ten times at once, it counts once', async () => {
    const post = await world.post({ by: ana })
    const [, gone] = [await world.comment({ by: ben, on: post }), await world.comment({ by: ben, on: post })]
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => deleteAs(ben, gone)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await countOf(post.id)).toBe(1)
    expect(await factsOf('comment.deleted', gone)).toHaveLength(1)
  })
})

describe('another member', () => {
  test('cannot edit or delete it, not even the author of the post', async () => {
    const comment = await world.comment({ by: ben, on: thread })
    expect(await refusal(editAs(ana, comment, 'Mine'))).toEqual(NOT_HIS)
    expect(await refusal(deleteAs(ana, comment))).toEqual(NOT_HIS)
    expect((await refusal(editAs(null, comment, 'Mine'))).status).toBe(401)
    expect((await refusal(deleteAs(null, comment))).status).toBe(401)
    expect(await find(comment, ben)).toEqual(comment)
    for (const who of [ana, ben, null]) expect((await find(comment, who))!.can_edit).toBe(who === ben)
  })

  test('not even its author can, after he left the network', async () => {
    const network = await world.privateNetwork({ members: [ana, ben] })
    const comment = await world.comment({ by: ben, on: await world.postIn(network, { by: ana }) })
    await world.leave(network, ben)
    expect(await refusal(editAs(ben, comment, 'Mine'))).toEqual(MISSING)
    expect(await refusal(deleteAs(ben, comment))).toEqual(MISSING)
    expect(await refusal(deleteAs(ana, comment))).toEqual(NOT_HIS)
  })

  test.each([randomUUID(), 'x', '', 'a\0b'])('has a comment %j that is not there', async (id) => {
    expect(await refusal(editAs(ana, { id }, 'New'))).toEqual(MISSING)
    expect(await refusal(deleteAs(ana, { id }))).toEqual(MISSING)
  })
})

test('28: a comment whose post is deleted at the same moment is deleted, and its edit is refused as not found', async () => {
  const post = await world.post({ by: ana })
  const comment = await world.comment({ by: ben, on: post })
  const { call, deleted } = await whileDeleting(world, 'posts', post.id, () => editAs(ben, comment, 'Late'))
  expect(await refusal(call)).toEqual(MISSING)
  await deleted
  expect(await factsOf('comment.edited', comment)).toEqual([])
})
