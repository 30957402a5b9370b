import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeWorld, refusal, whileDeleting } from '#test/world.ts'

const world = await makeWorld()
const ana = await world.member({ name: 'ana' })
const ben = await world.member({ name: 'ben' })
const { id: category_id } = await world.seeded('New Dads')
const sent = { type: 'text' as const, title: 'Sleep at last', content: 'Six hours in a row.', category_id }
const postAs = (who: typeof ana | null, changes: object) =>
  world.as(who).posts.createPost({ ...sent, ...changes } as typeof sent)
const countPosts = async () =>
  Number((await sql<{ n: number }>`select count(*) as n from posts`.execute(world.db)).rows[0]!.n)

describe('a member writes a post', () => {
  test('everyone reads it, with its author and category, and without a network', async () => {
    const made = await postAs(ana, {
      type: 'question',
      title: 'How long?',
      content: 'It **never** ends.\n\n- one\n- two',
    })
    const read = await world.as(null).posts.getPost({ id: made.id })
    expect(read).toEqual({ ...made, can_edit: false, can_delete: false })
    expect(made.can_edit).toBe(true)
    expect(read).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'How long?',
      content: 'It **never** ends.\n\n- one\n- two',
      body: [
        { t: 'p', c: ['It ', { t: 'b', c: ['never'] }, ' ends.'] },
        { t: 'ul', c: [[{ t: 'p', c: ['one'] }], [{ t: 'p', c: ['two'] }]] },
      ],
      excerpt: 'It never ends. one two',
      type: 'question',
      upvotes: 0,
      downvotes: 0,
      comment_count: 0,
      created_at: expect.any(Date),
      updated_at: read.created_at,
      author: { id: ana.id, username: ana.username, display_name: 'Ana', avatar_url: null, location: null },
      category: { id: category_id, name: 'New Dads', slug: 'new-dads', color: 'new' },
      group: null,
      my_vote: null,
      poll: null,
      can_edit: false,
      can_delete: false,
    })
  })

  test('is not marked as edited, not even after votes and comments', async () => {
    const { id } = await world.post({ by: ana })
    await world.comment({ by: ben, on: { id } })
    await world.as(ben).votes.castPostVote({ post_id: id, direction: 'up' })
    const { created_at, updated_at, comment_count, upvotes } = await world.as(null).posts.getPost({ id })
    expect({ comment_count, upvotes }).toEqual({ comment_count: 1, upvotes: 1 })
    expect(updated_at).toEqual(created_at)
  })

  test('stores the fact, the category’s count and the author’s count in the same transaction', async () => {
    const subject = await world.category()
    const carl = await world.member()
    const { id } = await world.post({ by: carl, category: subject })
    const { rows } = await sql<{ xmin: string; kind?: string; actor_id?: string; n?: number }>`
      select xmin::text, null as kind, null as actor_id, null::int as n from posts where id = ${id}
      union all select xmin::text, kind, actor_id::text, null from facts where data ->> 'post_id' = ${id}
      union all select xmin::text, 'category', null, post_count from categories where id = ${subject.id}
      union all select xmin::text, 'profile', null, post_count from profiles where id = ${carl.id}`.execute(world.db)
    const [post] = rows
    expect(rows).toEqual([
      { xmin: post!.xmin, kind: null, actor_id: null, n: null },
      { xmin: post!.xmin, kind: 'post.created', actor_id: carl.id, n: null },
      { xmin: post!.xmin, kind: 'category', actor_id: null, n: 1 },
      { xmin: post!.xmin, kind: 'profile', actor_id: null, n: 1 },
    ])
  })

  test('stores nothing if any part of it fails', async () => {
    await sql`alter table facts add constraint no_news check (kind <> 'post.created') not valid`.execute(world.db)
    const before = await countPosts()
    const { post_count } = await world.as(null).members.getMember({ username: ana.username })
    expect(await refusal(postAs(ana, {}))).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', status: 500 })
    await sql`alter table facts drop constraint no_news`.execute(world.db)
    expect(await countPosts()).toBe(before)
    expect((await world.as(null).members.getMember({ username: ana.username })).post_count).toBe(post_count)
  })

  test('keeps the post without an author when his account is deleted', async () => {
    const gone = await world.member()
    const { id } = await world.post({ by: gone })
    await world.db.deleteFrom('user').where('id', '=', gone.id).execute()
    expect(await world.as(null).posts.getPost({ id })).toMatchObject({ author: null, title: 'Sleep at last' })
  })
})

describe('the input of createPost is checked', () => {
  test('after the session: a visitor gets the same message whatever he sends', async () => {
    const asked = { code: 'UNAUTHENTICATED', status: 401, message: 'Please sign in to create posts' }
    expect(await refusal(postAs(null, {}))).toEqual(asked)
    expect(await refusal(postAs(null, { title: 7, content: null, author_id: ana.id }))).toEqual(asked)
  })

  const refused: [string, object, string, string][] = [
    ['a missing title', { title: undefined }, 'title', 'Please enter a title'],
    ['an empty title', { title: '' }, 'title', 'Please enter a title'],
    ['a title of spaces', { title: ' \t\n\u00a0\u3000' }, 'title', 'Please enter a title'],
    [
      'a title of zero-width characters',
      { title: '\u200b\u200d\u2060\ufeff\u034f\u{e0061}\u2800' },
      'title',
      'Please enter a title',
    ],
    ['a title of control signs', { title: '\u0001\u0007' }, 'title', 'Please enter a title'],
    ['a number for a title', { title: 7 }, 'title', 'Please enter a title'],
    ['a list for a title', { title: ['a'] }, 'title', 'Please enter a title'],
    ['a title of 201', { title: 'a'.repeat(201) }, 'title', 'The title can be at most 200 characters'],
    ['a title of a megabyte', { title: 'a'.repeat(1_000_000) }, 'title', 'The title can be at most 200 characters'],
    [
      'a title with half a surrogate pair',
      { title: 'a\ud83db' },
      'title',
      'The title holds a character that cannot be kept',
    ],
    ['no content', { content: '  ' }, 'content', 'Please enter what you want to say'],
    ['content of 40,001', { content: 'a'.repeat(40_001) }, 'content', 'The post can be at most 40,000 characters'],
    ['content with NUL', { content: 'a\0b' }, 'content', 'The post holds a character that cannot be kept'],
    [
      'content with half a surrogate pair',
      { content: '\udc00b' },
      'content',
      'The post holds a character that cannot be kept',
    ],
    ['an unknown type', { type: 'video' }, 'type', 'Choose text, question or poll'],
    ['no category', { category_id: undefined }, 'category_id', 'Please choose a category'],
    ['a category by name', { category_id: 'New Dads' }, 'category_id', 'Please choose a category'],
    ['an invalid id', { id: '17' }, 'id', 'This is not an id'],
  ]
  test.each(refused)('%s is refused with the message of the field', async (_name, changes, field, sentence) => {
    const before = await countPosts()
    const answer = await refusal(postAs(ana, changes))
    expect(answer).toEqual({ code: 'INVALID', status: 400, message: sentence, data: { fields: { [field]: sentence } } })
    expect(await countPosts()).toBe(before)
  })

  test('each wrong field gets its message', async () => {
    const { data } = await refusal(postAs(ana, { title: '', content: '', type: 'x' }))
    expect(data).toEqual({
      fields: {
        title: 'Please enter a title',
        content: 'Please enter what you want to say',
        type: 'Choose text, question or poll',
      },
    })
  })

  const owned = [
    'author_id',
    'author',
    'upvotes',
    'downvotes',
    'comment_count',
    'created_at',
    'updated_at',
    'group',
    'body',
    'excerpt',
    'my_vote',
    'is_admin',
    'constructor',
    '__proto__',
    'toString',
  ]
  test.each(owned)('a field that the caller may not set is refused: %s', async (field) => {
    const before = await countPosts()
    const input = JSON.parse(JSON.stringify(sent).replace('{', `{${JSON.stringify(field)}:"1",`))
    const { code, status, message } = await refusal(world.as(ana).posts.createPost(input))
    expect({ code, status, message }).toEqual({ code: 'INVALID', status: 400, message: 'This field is not known here' })
    expect(await countPosts()).toBe(before)
  })

  test('an unknown category is refused by name', async () => {
    const answer = await refusal(postAs(ana, { category_id: randomUUID() }))
    const message = 'Category not found'
    expect(answer).toEqual({
      code: 'CATEGORY_NOT_FOUND',
      status: 404,
      message,
      data: { fields: { category_id: message } },
    })
  })

  test('texts up to the limit are stored; the limit counts code points after trimming', async () => {
    const [title, content] = [`${'👨‍👧'.repeat(66)}ab`, '👶'.repeat(40_000)]
    const made = await postAs(ana, { title: `\n  ${title}\u2003`, content: ` ${content}  ` })
    expect(made).toMatchObject({ title, content })
  })

  test('a title becomes one line before it is checked: line breaks become spaces, and signs that change the direction are dropped', async () => {
    const title = `\u202eHow\tdo you\r\n\u2028sleep\0?\u202c${'\u200f'.repeat(1000)}`
    expect(await postAs(ana, { title })).toMatchObject({ title: 'How do you sleep?' })
    const { id } = await postAs(ana, { title: 'Once more' })
    expect(await world.as(ana).posts.editPost({ id, title })).toMatchObject({ title: 'How do you sleep?' })
    await expect(sql`update posts set title = ${'a\u202eb'} where id = ${id}::uuid`.execute(world.db)).rejects.toThrow(
      /posts_title_line/,
    )
  })

  test('texts are stored unchanged', async () => {
    const title = 'Ça va? abc a\u0301\u0302\u0303 \u200bx <b>&amp;</b> \'";--'
    const content = 'line one\nline two\r\n\ttabbed   spaced\n\n\n```\n\\0\n```'
    expect(await postAs(ana, { title, content })).toMatchObject({ title, content })
  })
})

describe('the id that the client sends is an idempotency key', () => {
  test('the same post sent twice is stored once', async () => {
    const [id, before] = [randomUUID(), await countPosts()]
    expect(await postAs(ana, { id })).toEqual(await postAs(ana, { id }))
    expect(await countPosts()).toBe(before + 1)
  })

  test('the same post sent ten times at once: one post, one fact, every count plus one', async () => {
    const [id, subject, dan] = [randomUUID(), await world.category(), await world.member()]
    const all = await Promise.all(Array.from({ length: 10 }, () => postAs(dan, { id, category_id: subject.id })))
    for (const one of all) expect(one).toEqual(all[0])
    const facts = await world.db
      .selectFrom('facts')
      .where('kind', '=', 'post.created')
      .where('actor_id', '=', dan.id)
      .select('id')
      .execute()
    expect(facts).toHaveLength(1)
    expect((await world.as(null).categories.getCategory({ slug: subject.slug })).post_count).toBe(1)
    expect((await world.as(null).members.getMember({ username: dan.username })).post_count).toBe(1)
  })

  test('with other words, or by another member, it is refused and nothing changes', async () => {
    const id = randomUUID()
    const made = await postAs(ana, { id })
    const taken = { code: 'ID_TAKEN', status: 409, message: 'Failed to create post. Please try again.' }
    expect(await refusal(postAs(ana, { id, title: 'Other' }))).toEqual(taken)
    expect(await refusal(postAs(ana, { id, content: 'Other' }))).toEqual(taken)
    expect(await refusal(postAs(ana, { id, type: 'question' }))).toEqual(taken)
    expect(await refusal(postAs(ana, { id, category_id: (await world.seeded('Hobbies')).id }))).toEqual(taken)
    expect(await refusal(postAs(ben, { id }))).toEqual(taken)
    expect(await world.as(ana).posts.getPost({ id })).toEqual(made)
  })

  test('after an edit the retry is still answered, with the post as it is now', async () => {
    const id = randomUUID()
    await postAs(ana, { id })
    const changed = await world.as(ana).posts.editPost({ id, title: 'Changed', content: 'Changed.' })
    const again = await world.as(ana).posts.editPost({ id, title: 'Changed twice' })
    expect(await postAs(ana, { id })).toEqual(again)
    const taken = { code: 'ID_TAKEN', status: 409 }
    for (const other of [{ title: 'Changed' }, { content: 'Changed.' }, { title: 'Changed', content: 'Changed.' }])
      expect(await refusal(postAs(ana, { id, ...other }))).toMatchObject(taken)
    expect(await refusal(postAs(ben, { id }))).toMatchObject(taken)
    expect(changed.updated_at.getTime()).toBeLessThan(again.updated_at.getTime())
  })

  test('after the author deleted it, a retry does not create it again; others get that the id is taken', async () => {
    const [id, network] = [randomUUID(), await world.privateNetwork({ members: [ana, ben] })]
    await postAs(ana, { id, group_id: network.id })
    await world.as(ana).posts.deletePost({ id })
    const before = await countPosts()
    const message = 'You have deleted this post in the meantime. Send it again to post it anew.'
    for (const sent of [{}, { group_id: network.id }, { title: 'Other' }])
      expect(await refusal(postAs(ana, { id, ...sent }))).toEqual({ code: 'POST_DELETED', status: 410, message })
    const open = await world.post({ by: ana })
    expect(await refusal(postAs(ben, { id }))).toEqual(await refusal(postAs(ben, { id: open.id })))
    expect(await countPosts()).toBe(before + 1)
  })

  test('another member cannot take it over by deleting something else with the same id', async () => {
    const id = randomUUID()
    await postAs(ana, { id })
    const thread = await world.post({ by: ana })
    await world.as(ben).comments.createComment({ id, post_id: thread.id, content: 'Mine' })
    await world.as(ben).comments.deleteComment({ id })
    await world.as(ana).posts.deletePost({ id })
    expect(await refusal(postAs(ana, { id }))).toMatchObject({ code: 'POST_DELETED', status: 410 })
    expect(await refusal(postAs(ben, { id }))).toMatchObject({ code: 'ID_TAKEN' })
  })

  test('a retry is refused like a new post if the author has left the network', async () => {
    const [id, network] = [randomUUID(), await world.privateNetwork({ members: [ana, ben] })]
    await postAs(ana, { id, group_id: network.id })
    await world.db
      .deleteFrom('group_members')
      .where('user_id', '=', ana.id)
      .where('group_id', '=', network.id)
      .execute()
    expect(await refusal(postAs(ana, { id, group_id: network.id }))).toMatchObject({ code: 'GROUP_NOT_FOUND' })
  })

  test('also if the retry arrives during the deletion', async () => {
    const id = randomUUID()
    await postAs(ana, { id })
    const { call, deleted } = await whileDeleting(world, 'posts', id, () => postAs(ana, { id }))
    expect(await refusal(call)).toMatchObject({ code: 'POST_DELETED', status: 410 })
    await deleted
    expect(await refusal(world.as(ana).posts.getPost({ id }))).toMatchObject({ code: 'POST_NOT_FOUND' })
  })

  test('the id of a post that he may not see gets the same answer as any other id that is taken', async () => {
    const network = await world.privateNetwork({ members: [ana] })
    const hidden = await world.postIn(network, { by: ana, ...sent })
    const open = await world.post({ by: ana })
    expect(await refusal(postAs(ben, { id: hidden.id }))).toEqual(await refusal(postAs(ben, { id: open.id })))
  })
})

describe('a post that does not exist', () => {
  test.each([randomUUID(), 'new-dads', '', '0', `${randomUUID()}x`, 'a\0b', '../../x'])(
    '%s reads "Post not found"',
    async (id) => {
      const missing = { code: 'POST_NOT_FOUND', status: 404, message: 'Post not found' }
      expect(await refusal(world.as(null).posts.getPost({ id }))).toEqual(missing)
      expect(await refusal(world.as(ana).posts.getPost({ id }))).toEqual(missing)
    },
  )
})

test('an internal error is masked: the response reveals nothing of it, and the log contains none of the caller’s text', async () => {
  await sql`alter table posts add constraint kept_secret check (title <> 'the secret sentence') not valid`.execute(
    world.db,
  )
  const thrown: unknown = await postAs(ana, { title: 'the secret sentence' }).catch((error: unknown) => error)
  await sql`alter table posts drop constraint kept_secret`.execute(world.db)
  expect(thrown).toMatchObject({
    code: 'INTERNAL_SERVER_ERROR',
    status: 500,
    message: 'Something went wrong. Please try again.',
  })
  const all = JSON.stringify(thrown, Object.getOwnPropertyNames(thrown)) + String((thrown as Error).cause)
  expect(all).not.toMatch(/secret|constraint|posts_|select|insert/i)
  const logged = world.lines.filter(({ level }) => level === 'error')
  expect(logged.length).toBeGreaterThan(0)
  expect(JSON.stringify(world.lines)).not.toContain('secret sentence')
})
