import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Comment } from '#contract/comments.ts'
import { makeWorld, refusal, whileDeleting } from '#test/world.ts'

const world = await makeWorld()
const ana = await world.member({ name: 'ana' })
const ben = await world.member({ name: 'ben' })
const post = await world.post({ by: ana })
const countComments = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from comments`.execute(world.db)).rows[0]!.n
const answerAs = (who: typeof ana | null, changes: object) =>
  world.as(who).comments.createComment({ post_id: post.id, content: 'Same here.', ...changes })

/** Reads all pages of a thread, one after the other; `between` runs after each page. */
async function readAll(post_id: string, between?: () => Promise<unknown>): Promise<Comment[][]> {
  const pages: Comment[][] = []
  for (let after: string | undefined; ; ) {
    const { items, next } = await world.as(null).comments.listComments({ post_id, after })
    pages.push(items)
    if (!next) return pages
    after = next
    await between?.()
  }
}

const asOthersSee = (comment: Comment) => ({ ...comment, can_edit: false })

describe('a member comments', () => {
  test('everyone reads the comment below the post, with its author', async () => {
    const thread = await world.post({ by: ana })
    const made = await answerAs(ben, { post_id: thread.id, content: ' Try *this*:\nhttps://example.org \n' })
    expect(made).toEqual({
      id: expect.any(String),
      post_id: thread.id,
      content: 'Try *this*:\nhttps://example.org',
      body: [
        {
          t: 'p',
          c: [
            'Try ',
            { t: 'i', c: ['this'] },
            ':',
            { t: 'br' },
            { t: 'a', href: 'https://example.org/', c: ['https://example.org'] },
          ],
        },
      ],
      upvotes: 0,
      downvotes: 0,
      created_at: expect.any(Date),
      updated_at: made.created_at,
      author: { id: ben.id, username: ben.username, display_name: 'Ben', avatar_url: null, location: null },
      my_vote: null,
      can_edit: true,
    })
    expect(await readAll(thread.id)).toEqual([[asOthersSee(made)]])
  })

  test('the counts of the post and of the author grow by one, in the transaction that stores the fact', async () => {
    const [carl, thread] = [await world.member(), await world.post({ by: ana })]
    const { id } = await answerAs(carl, { post_id: thread.id })
    const { rows } = await sql<{ xmin: string; what: string }>`
      select xmin::text, 'comment' as what from comments where id = ${id}
      union all select xmin::text, kind || ' ' || actor_id || ' ' || (data ->> 'post_id') from facts where data ->> 'comment_id' = ${id}
      union all select xmin::text, 'post ' || comment_count from posts where id = ${thread.id}
      union all select xmin::text, 'profile ' || comment_count from profiles where id = ${carl.id}`.execute(world.db)
    expect(rows.map(({ what }) => what)).toEqual([
      'comment',
      `comment.created ${carl.id} ${thread.id}`,
      'post 1',
      'profile 1',
    ])
    expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1)
  })

  test('in a private network the author’s public count stays the same', async () => {
    const carl = await world.member()
    const network = await world.privateNetwork({ members: [carl] })
    const hidden = await world.postIn(network, { by: carl })
    await answerAs(carl, { post_id: hidden.id })
    expect((await world.as(carl).posts.getPost(hidden)).comment_count).toBe(1)
    expect((await world.as(null).members.getMember({ username: carl.username })).comment_count).toBe(0)
  })

  test('the comment stays without an author when his account is deleted', async () => {
    const [gone, thread] = [await world.member(), await world.post({ by: ana })]
    await answerAs(gone, { post_id: thread.id })
    await world.db.deleteFrom('user').where('id', '=', gone.id).execute()
    expect(await readAll(thread.id)).toMatchObject([[{ author: null, content: 'Same here.' }]])
  })
})

test('a comment on a post that is deleted at the same moment reads "Post not found"', async () => {
  const thread = await world.post({ by: ana })
  const { call, deleted } = await whileDeleting(world, 'posts', thread.id, () => answerAs(ben, { post_id: thread.id }))
  expect(await refusal(call)).toEqual({ code: 'POST_NOT_FOUND', status: 404, message: 'Post not found' })
  await deleted
})

describe('the input of createComment is checked', () => {
  test('after the session: a visitor gets the same message whatever he sends', async () => {
    const asked = { code: 'UNAUTHENTICATED', status: 401, message: 'Please sign in to comment' }
    expect(await refusal(answerAs(null, {}))).toEqual(asked)
    expect(await refusal(answerAs(null, { post_id: 7, content: '', author_id: ana.id }))).toEqual(asked)
  })

  const refused: [string, object, string][] = [
    ['nothing', { content: undefined }, 'Please enter a comment'],
    ['spaces', { content: ' \n\t ' }, 'Please enter a comment'],
    ['zero-width signs', { content: '\u200b\u200c\u200d\u2060\ufeff' }, 'Please enter a comment'],
    ['10,001', { content: 'a'.repeat(10_001) }, 'The comment can be at most 10,000 characters'],
    ['NUL', { content: 'a\0' }, 'The comment holds a character that cannot be kept'],
    ['half a surrogate pair', { content: '\ud800' }, 'The comment holds a character that cannot be kept'],
  ]
  test.each(refused)('a comment of %s is refused with its message', async (_name, changes, sentence) => {
    const before = await countComments()
    const answer = await refusal(answerAs(ben, changes))
    expect(answer).toEqual({ code: 'INVALID', status: 400, message: sentence, data: { fields: { content: sentence } } })
    expect(await countComments()).toBe(before)
  })

  test.each([
    'author_id',
    'upvotes',
    'downvotes',
    'created_at',
    'updated_at',
    'body',
    'author',
    'my_vote',
    '__proto__',
    'constructor',
  ])('a field that is not the sender’s is refused: %s', async (field) => {
    const before = await countComments()
    const input = JSON.parse(`{"post_id":"${post.id}","content":"Hi",${JSON.stringify(field)}:"1"}`)
    expect(await refusal(world.as(ben).comments.createComment(input))).toMatchObject({
      code: 'INVALID',
      message: 'This field is not known here',
    })
    expect(await countComments()).toBe(before)
  })

  test('10,000 code points are stored unchanged', async () => {
    const content = '👶'.repeat(10_000)
    expect(await answerAs(ben, { content })).toMatchObject({ content })
  })

  test.each([randomUUID(), 'x', '', 'a\0'])(
    'a comment on the post "%s", which does not exist, reads "Post not found"',
    async (post_id) => {
      const missing = { code: 'POST_NOT_FOUND', status: 404, message: 'Post not found' }
      expect(await refusal(answerAs(ben, { post_id }))).toEqual(missing)
      expect(await refusal(world.as(ben).comments.listComments({ post_id }))).toEqual(missing)
    },
  )
})

describe('the id that the client sends is an idempotency key', () => {
  test('sent twice, and then ten times at once, it is one comment, one fact and one more in every count', async () => {
    const [id, dan, thread] = [randomUUID(), await world.member(), await world.post({ by: ana })]
    const send = () => answerAs(dan, { id, post_id: thread.id })
    const first = await send()
    for (const one of await Promise.all(Array.from({ length: 10 }, send))) expect(one).toEqual(first)
    expect(await readAll(thread.id)).toEqual([[asOthersSee(first)]])
    expect((await world.as(null).posts.getPost({ id: thread.id })).comment_count).toBe(1)
    expect((await world.as(null).members.getMember({ username: dan.username })).comment_count).toBe(1)
    const facts = world.db
      .selectFrom('facts')
      .select('id')
      .where('kind', '=', 'comment.created')
      .where('actor_id', '=', dan.id)
    expect(await facts.execute()).toHaveLength(1)
  })

  test('also sent ten times at once when it is new', async () => {
    const [id, thread] = [randomUUID(), await world.post({ by: ana })]
    const all = await Promise.all(Array.from({ length: 10 }, () => answerAs(ben, { id, post_id: thread.id })))
    for (const one of all) expect(one).toEqual(all[0])
    expect((await world.as(null).posts.getPost({ id: thread.id })).comment_count).toBe(1)
  })

  test('with other words, below another post or by another member, it is refused and nothing changes', async () => {
    const [id, thread, other] = [randomUUID(), await world.post({ by: ana }), await world.post({ by: ana })]
    const made = await answerAs(ben, { id, post_id: thread.id })
    const taken = { code: 'ID_TAKEN', status: 409, message: 'Failed to post comment. Please try again.' }
    expect(await refusal(answerAs(ben, { id, post_id: thread.id, content: 'Other' }))).toEqual(taken)
    expect(await refusal(answerAs(ben, { id, post_id: other.id }))).toEqual(taken)
    expect(await refusal(answerAs(ana, { id, post_id: thread.id }))).toEqual(taken)
    expect(await readAll(thread.id)).toEqual([[asOthersSee(made)]])
    expect((await world.as(null).posts.getPost({ id: other.id })).comment_count).toBe(0)
  })
})

describe('a late retry', () => {
  test('of a comment that was edited since is answered with the comment as it is now', async () => {
    const [id, thread] = [randomUUID(), await world.post({ by: ana })]
    await answerAs(ben, { id, post_id: thread.id })
    const changed = await world.as(ben).comments.editComment({ id, content: 'Changed.' })
    expect(await answerAs(ben, { id, post_id: thread.id })).toEqual(changed)
    const taken = { code: 'ID_TAKEN', status: 409 }
    expect(await refusal(answerAs(ben, { id, post_id: thread.id, content: 'Changed.' }))).toMatchObject(taken)
    expect(await refusal(answerAs(ana, { id, post_id: thread.id }))).toMatchObject(taken)
  })

  test('of a deleted comment does not create it again, not even during the deletion', async () => {
    const [id, thread] = [randomUUID(), await world.post({ by: ana })]
    const send = (who = ben) => answerAs(who, { id, post_id: thread.id })
    await send()
    await world.as(ben).comments.deleteComment({ id })
    const message = 'You have deleted this comment in the meantime. Send it again to post it anew.'
    expect(await refusal(send())).toEqual({ code: 'COMMENT_DELETED', status: 410, message })
    expect(await refusal(send(ana))).toMatchObject({ code: 'ID_TAKEN', status: 409 })
    expect(await readAll(thread.id)).toEqual([[]])
    expect((await world.as(null).posts.getPost({ id: thread.id })).comment_count).toBe(0)
    const kept = await answerAs(ben, { post_id: thread.id })
    const again = () => answerAs(ben, { id: kept.id, post_id: thread.id })
    const { call, deleted } = await whileDeleting(world, 'comments', kept.id, again)
    expect(await refusal(call)).toMatchObject({ code: 'COMMENT_DELETED' })
    await deleted
  })

  test('of a comment whose post is deleted finds no post; ids of the comments of a deleted post are not kept one by one', async () => {
    const thread = await world.post({ by: ana })
    const { id } = await answerAs(ben, { post_id: thread.id })
    await world.as(ana).posts.deletePost({ id: thread.id })
    expect(await refusal(answerAs(ben, { id, post_id: thread.id }))).toMatchObject({ code: 'POST_NOT_FOUND' })
    const kept = world.db.selectFrom('used_ids').select('id').where('id', 'in', [id, thread.id])
    expect(await kept.execute()).toEqual([{ id: thread.id }])
  })
})

describe('a thread is read oldest first, in pages', () => {
  test('each comment once, also if several have the same time', async () => {
    const thread = await world.post({ by: ana })
    const sent = [...Array(45).keys()].map((n) => `Answer ${n}`)
    for (const content of sent) await world.comment({ by: ben, on: thread, content })
    const pages = await readAll(thread.id)
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5])
    expect(pages.flat().map(({ content }) => content)).toEqual(sent)
    await sql`update comments set created_at = '2026-01-01', updated_at = '2026-01-01' where post_id = ${thread.id}`.execute(
      world.db,
    )
    const ids = (await readAll(thread.id)).flat().map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort())
    expect(ids).toHaveLength(45)
  })

  test('opening it takes one response, equal to the post and its comments read separately, for each viewer', async () => {
    const network = await world.privateNetwork({ members: [ana, ben] })
    const thread = await world.postIn(network, { by: ana })
    for (let n = 0; n < 25; n++) await world.comment({ by: ben, on: thread })
    for (const who of [ana, ben]) {
      const asked = { post_id: thread.id }
      const opened = await world.as(who).comments.getThread(asked)
      expect(opened.post).toEqual(await world.as(who).posts.getPost({ id: thread.id }))
      expect(opened.comments).toEqual(await world.as(who).comments.listComments(asked))
      const after = opened.comments.next!
      const further = await world.as(who).comments.getThread({ ...asked, after })
      expect(further.post).toEqual(opened.post)
      expect(further.comments).toEqual(await world.as(who).comments.listComments({ ...asked, after }))
      expect(further.comments.items).toHaveLength(5)
    }
    const missing = { code: 'POST_NOT_FOUND', status: 404, message: 'Post not found' }
    for (const post_id of [thread.id, randomUUID(), 'x', ''])
      expect(await refusal(world.as(null).comments.getThread({ post_id }))).toEqual(missing)
    const nowhere = refusal(world.as(ana).comments.getThread({ post_id: thread.id, after: 'x' }))
    expect(await nowhere).toMatchObject({ code: 'INVALID', status: 400 })
    const quiet = await world.post({ by: ana })
    expect((await world.as(null).comments.getThread({ post_id: quiet.id })).comments).toEqual({ items: [], next: null })
  })

  test('it opens at a given comment, however far down: three stand above it, and the next pages follow', async () => {
    const thread = await world.post({ by: ana })
    const made: Comment[] = []
    for (let n = 0; n < 50; n++) made.push(await world.comment({ by: ben, on: thread, content: `Answer ${n}` }))
    const at = async (n: number) => {
      const opened = await world.as(null).comments.getThread({ post_id: thread.id, around: made[n]!.id })
      return { ...opened, first: opened.comments.items[0]!.content }
    }
    for (const n of [0, 19]) expect(await at(n)).toMatchObject({ first: 'Answer 0' })
    expect(await at(19)).not.toHaveProperty('after')
    for (const n of [20, 33, 49]) expect(await at(n)).toMatchObject({ first: `Answer ${n - 3}` })
    const { after, comments } = await at(33)
    expect(comments).toEqual(await world.as(null).comments.listComments({ post_id: thread.id, after: after! }))
  })

  test('opened at a comment that does not exist, is hidden from him or belongs to another post, it starts at the first page', async () => {
    const [thread, other] = [await world.post({ by: ana }), await world.post({ by: ana })]
    for (let n = 0; n < 25; n++) await world.comment({ by: ben, on: thread })
    const [gone, elsewhere] = [
      await world.comment({ by: ben, on: thread }),
      await world.comment({ by: ben, on: other }),
    ]
    await world.as(ben).comments.deleteComment({ id: gone.id })
    const first = await world.as(null).comments.getThread({ post_id: thread.id })
    for (const around of [gone.id, elsewhere.id, randomUUID(), 'x', ''])
      expect(await world.as(null).comments.getThread({ post_id: thread.id, around })).toEqual(first)
    const last = await world.comment({ by: ben, on: thread })
    const cara = await world.member()
    await world.as(cara).blocks.blockMember({ user_id: ben.id })
    const opened = await world.as(cara).comments.getThread({ post_id: thread.id, around: last.id })
    expect(opened.comments.items).toEqual([])
    expect(opened).not.toHaveProperty('after')
  })

  test('a page that is exactly full reports that no page follows', async () => {
    const thread = await world.post({ by: ana })
    for (let n = 0; n < 20; n++) await world.comment({ by: ben, on: thread })
    expect((await readAll(thread.id)).map((page) => page.length)).toEqual([20])
  })

  test('no comment is lost or repeated while others write and delete', async () => {
    const thread = await world.post({ by: ana })
    const first: Comment[] = []
    for (let n = 0; n < 41; n++) first.push(await world.comment({ by: ben, on: thread }))
    const disturb = async () => {
      await world.comment({ by: ana, on: thread, content: 'Late' })
      // the comment that the cursor points to
      const { items } = await world.as(null).comments.listComments({ post_id: thread.id })
      await world.db.deleteFrom('comments').where('id', '=', items.at(-1)!.id).execute()
    }
    const seen = (await readAll(thread.id, disturb)).flat().map(({ id }) => id)
    expect(seen).toEqual([...new Set(seen)])
    expect(seen.slice(0, 41)).toEqual(first.map(({ id }) => id))
    expect(seen).toHaveLength(41 + 2)
  })
})
