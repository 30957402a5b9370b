import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { isFull } from '#test/guarantees/guarantee.ts'
import { makeWorld, type Person, refusal, waitingForLocks, whileDeleting } from '#test/world.ts'

const world = await makeWorld()
const ana = await world.member({ name: 'ana' })
const ben = await world.member({ name: 'ben' })
const MISSING = { code: 'POST_NOT_FOUND', status: 404, message: 'Post not found' }
const NOT_HIS = { code: 'NOT_AUTHOR', status: 403, message: 'Only its author can change this post' }
const editAs = (who: Person | null, { id }: { id: string }, change: object) =>
  world.as(who).posts.editPost({ id, ...change })
const deleteAs = (who: Person | null, { id }: { id: string }) => world.as(who).posts.deletePost({ id })
const read = ({ id }: { id: string }, who: Person | null = null) => world.as(who).posts.getPost({ id })
const factsOf = async (kind: string, { id }: { id: string }) =>
  (
    await sql<{ actor_id: string; data: object }>`
      select actor_id, data from facts where kind = ${kind} and data ->> 'post_id' = ${id} order by id`.execute(
      world.db,
    )
  ).rows

/** Every stored count that differs from a recount. */
async function drift() {
  const { rows } = await sql<{ what: string; id: string }>`
    with open as (select p.* from posts p left join groups g on g.id = p.group_id where g.id is null or g.is_public)
    select 'post' as what, p.id from posts p where comment_count <> (select count(*) from comments k where k.post_id = p.id)
    union all select 'category', c.id from categories c
      where post_count <> (select count(*) from open p where p.category_id = c.id)
    union all select 'profile', a.id from profiles a
      where post_count <> (select count(*) from open p where p.author_id = a.id)
        or comment_count <> (select count(*) from comments k join open p on p.id = k.post_id where k.author_id = a.id)`.execute(
    world.db,
  )
  return rows
}

describe('an author edits his post', () => {
  test('in title and content, and everyone reads it, marked as edited', async () => {
    const post = await world.post({ by: ana })
    const changed = await editAs(ana, post, { title: '  Sleep, again ', content: '\nFive hours.\n\n- **truly** ' })
    expect(changed).toMatchObject({ title: 'Sleep, again', content: 'Five hours.\n\n- **truly**', can_edit: true })
    expect(changed.body).toEqual([
      { t: 'p', c: ['Five hours.'] },
      { t: 'ul', c: [[{ t: 'p', c: [{ t: 'b', c: ['truly'] }] }]] },
    ])
    expect(changed.excerpt).toBe('Five hours. truly')
    expect(changed.updated_at.getTime()).toBeGreaterThan(changed.created_at.getTime())
    expect(changed.created_at).toEqual(post.created_at)
    expect(await read(post)).toEqual({ ...changed, can_edit: false, can_delete: false })
    expect(await factsOf('post.edited', post)).toEqual([{ actor_id: ana.id, data: { post_id: post.id } }])
  })

  test('in only one of the two, and the other stays the same', async () => {
    const post = await world.post({ by: ana })
    expect(await editAs(ana, post, { title: 'New' })).toMatchObject({ title: 'New', content: post.content })
    expect(await editAs(ana, post, { content: 'New.' })).toMatchObject({ title: 'New', content: 'New.' })
  })

  test('without an effect if nothing differs: no mark, no fact', async () => {
    const post = await world.post({ by: ana })
    const { title, content } = post
    expect(await editAs(ana, post, { title: ` ${title} `, content })).toEqual(post)
    expect(await editAs(ana, post, {})).toEqual(post)
    expect(await factsOf('post.edited', post)).toEqual([])
  })

  test('only if nobody has edited it since he read it; an edit that is already in force changes nothing', async () => {
    const post = await world.post({ by: ana })
    const seen = ({ updated_at }: Post) => ({ seen_updated_at: updated_at.toISOString() })
    const first = await editAs(ana, post, { content: 'From the phone.', ...seen(post) })
    const stale = await refusal(editAs(ana, post, { content: 'From the desk.', ...seen(post) }))
    const message = 'You have changed this post elsewhere in the meantime. Nothing was overwritten.'
    const newer = { title: post.title, content: 'From the phone.', updated_at: first.updated_at }
    expect(stale).toEqual({ code: 'POST_CHANGED', status: 409, message, data: { newer } })
    expect(await read(post, ana)).toEqual(first)
    // the answer was lost, so the client sends the edit again
    expect(await editAs(ana, post, { content: 'From the phone.', ...seen(post) })).toEqual(first)
    const both = await Promise.allSettled(
      ['One.', 'Other.'].map((content) => editAs(ana, post, { content, ...seen(first) })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    // an edit without `seen_updated_at` overwrites the newer version
    expect(await editAs(ana, post, { content: 'Last.' })).toMatchObject({ content: 'Last.' })
    const odd = await refusal(editAs(ana, post, { content: 'Odd.', seen_updated_at: 'yesterday' }))
    expect(odd).toMatchObject({ code: 'INVALID', message: 'This is not a time' })
  })

  test.each([
    ['a blank title', { title: ' ' }, 'Please enter a title'],
    ['blank words', { content: '\u200b' }, 'Please enter what you want to say'],
    ['a title of 201', { title: 'a'.repeat(201) }, 'The title can be at most 200 characters'],
    ['words of 40,001', { content: 'a'.repeat(40_001) }, 'The post can be at most 40,000 characters'],
    ['its type', { type: 'poll' }, 'This field is not known here'],
    ['its options', { poll_options: ['a', 'b'] }, 'This field is not known here'],
    ['its author', { author_id: ben.id }, 'This field is not known here'],
    ['its category', { category_id: randomUUID() }, 'This field is not known here'],
    ['its network', { group_id: randomUUID() }, 'This field is not known here'],
  ])('%s is refused, and nothing has changed', async (_name, change, sentence) => {
    const post = await world.post({ by: ana })
    expect(await refusal(editAs(ana, post, change))).toMatchObject({ code: 'INVALID', status: 400, message: sentence })
    expect(await read(post, ana)).toEqual(post)
  })
})

describe('an author deletes his post', () => {
  test('its comments, votes and options are deleted with it, and every count follows', async () => {
    const subject = await world.category()
    const [carl, dora] = [await world.member(), await world.member()]
    const poll = await world.poll({ by: carl, category: subject })
    await world.post({ by: carl, category: subject })
    const answers = [await world.comment({ by: dora, on: poll }), await world.comment({ by: dora, on: poll })]
    await world.comment({ by: carl, on: poll })
    await world.as(dora).polls.castPollVote({ post_id: poll.id, option_id: poll.poll!.options[0]!.id })
    await world.as(dora).votes.castPostVote({ post_id: poll.id, direction: 'up' })
    await world.as(carl).votes.castCommentVote({ comment_id: answers[0]!.id, direction: 'up' })
    expect(await deleteAs(carl, poll)).toEqual({ id: poll.id })
    expect(await refusal(read(poll, carl))).toEqual(MISSING)
    const { rows } = await sql`
      select from comments where post_id = ${poll.id} union all select from post_votes where post_id = ${poll.id}
      union all select from comment_votes where comment_id = ${answers[0]!.id}
      union all select from poll_options where post_id = ${poll.id}
      union all select from poll_votes where post_id = ${poll.id}`.execute(world.db)
    expect(rows).toEqual([])
    expect((await world.as(null).categories.getCategory({ slug: subject.slug })).post_count).toBe(1)
    const numbers = async ({ username }: Person) => {
      const { post_count, comment_count } = await world.as(null).members.getMember({ username })
      return { post_count, comment_count }
    }
    expect(await numbers(carl)).toEqual({ post_count: 1, comment_count: 0 })
    expect(await numbers(dora)).toEqual({ post_count: 0, comment_count: 0 })
    const [fact, ...more] = await factsOf('post.deleted', poll)
    expect(more).toEqual([])
    // what each member's count loses
    expect(fact).toMatchObject({ actor_id: carl.id, data: { author_id: carl.id, score: 1 } })
    expect((fact!.data as { comments: object[] }).comments).toHaveLength(2)
    expect((fact!.data as { comments: object[] }).comments).toEqual(
      expect.arrayContaining([
        { author_id: dora.id, comments: 2, score: 1 },
        { author_id: carl.id, comments: 1, score: 0 },
      ]),
    )
    expect(await drift()).toEqual([])
  })

  test('deleting it in a private network leaves the public counts unchanged', async () => {
    const network = await world.privateNetwork({ members: [ana] })
    const { id: category_id } = await world.seeded('Hobbies')
    const sent = { type: 'text' as const, title: 'Inside', content: 'Only us.', category_id, group_id: network.id }
    const post = await world.as(ana).posts.createPost(sent)
    expect(post.group).toMatchObject({ id: network.id, name: network.name })
    await world.comment({ by: ana, on: post })
    expect(await drift()).toEqual([])
    await deleteAs(ana, post)
    expect(await drift()).toEqual([])
  })

  test('the second delete gets "not found"', async () => {
    const post = await world.post({ by: ana })
    const [first, second] = await Promise.allSettled([deleteAs(ana, post), deleteAs(ana, post)])
    expect([first!.status, second!.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(deleteAs(ana, post))).toEqual(MISSING)
    expect(await factsOf('post.deleted', post)).toHaveLength(1)
    expect(await drift()).toEqual([])
  })
})

describe('another member', () => {
  test('cannot edit or delete it; members get a refusal, visitors are asked to sign in', async () => {
    const post = await world.post({ by: ana })
    const asked = { code: 'UNAUTHENTICATED', status: 401, message: 'Please sign in to change what you wrote' }
    for (const call of [() => editAs(ben, post, { title: 'Mine' }), () => deleteAs(ben, post)])
      expect(await refusal(call())).toEqual(NOT_HIS)
    for (const call of [() => editAs(null, post, { title: 'Mine' }), () => deleteAs(null, post)])
      expect(await refusal(call())).toEqual(asked)
    expect(await read(post, ana)).toEqual(post)
  })

  test('sees the buttons by the same rule that the operation checks', async () => {
    const post = await world.post({ by: ana })
    for (const who of [ana, ben, null]) {
      const { can_edit } = await read(post, who)
      const answer = await editAs(who, post, {}).then(
        () => true,
        () => false,
      )
      expect(can_edit).toBe(answer)
    }
    for (const who of [ben, null, ana]) {
      const { can_delete } = await read(post, who)
      const answer = await deleteAs(who, post).then(
        () => true,
        () => false,
      )
      expect(can_delete).toBe(answer)
    }
  })

  test('cannot edit or delete it, and neither can its author after he left the network of the post', async () => {
    const network = await world.privateNetwork({ members: [ana, ben] })
    const post = await world.postIn(network, { by: ana })
    await world.leave(network, ana)
    expect(await refusal(editAs(ana, post, { title: 'Mine' }))).toEqual(MISSING)
    expect(await refusal(deleteAs(ana, post))).toEqual(MISSING)
    expect(await refusal(editAs(ben, post, { title: 'Mine' }))).toEqual(NOT_HIS)
  })

  test.each([randomUUID(), 'x', '', 'a\0b'])('has a post %j that is not there', async (id) => {
    expect(await refusal(editAs(ana, { id }, { title: 'New' }))).toEqual(MISSING)
    expect(await refusal(deleteAs(ana, { id }))).toEqual(MISSING)
  })
})

/** A deadlock would be retried and logged. */
const troubles = () => world.lines.filter(({ level }) => level === 'warn' || level === 'error')

/** Locks the TOAST table of posts: no long text can be written until the returned `free` is called. */
async function holdAside() {
  const { rows } = await sql<{ aside: string }>`
    select reltoastrelid::regclass::text as aside from pg_class where oid = 'posts'::regclass`.execute(world.db)
  return holding(`reindex table ${rows[0]!.aside}`)
}

const holdComment = ({ id }: { id: string }) => holding(`select from comments where id = '${id}' for update`)

/** A transaction of the database's owner: only he may lock a TOAST table. */
async function holding(statement: string): Promise<{ free(): Promise<void> }> {
  const address = new URL(world.url)
  address.username = 'postgres'
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return { free: () => client.end() }
}

describe('28: at the same moment', () => {
  test('an edit and a delete: the post is deleted, whatever the edit was answered', async () => {
    const post = await world.post({ by: ana })
    const { call, deleted } = await whileDeleting(world, 'posts', post.id, () => editAs(ana, post, { title: 'Late' }))
    expect(await refusal(call)).toEqual(MISSING)
    await deleted
    expect(await factsOf('post.edited', post)).toEqual([])
    // this deletion did not go through `deletePost`
    await world.db.updateTable('profiles').set({ post_count: sql`post_count - 1` }).where('id', '=', ana.id).execute()
    await world.db
      .updateTable('categories')
      .set({ post_count: sql`post_count - 1` })
      .where('id', '=', post.category.id)
      .execute()
  })

  test('a post and a comment on it, both deleted while the TOAST table of posts is locked: no deadlock (decision 015)', async () => {
    const post = await world.post({ by: ana })
    const comment = await world.comment({ by: ben, on: post })
    const aside = await holdAside()
    const edit = editAs(ana, post, { content: Array.from({ length: 150 }, () => randomUUID()).join(' ') })
    await waitingForLocks(world, 1)
    const row = await holdComment(comment)
    const deleted = deleteAs(ana, post)
    await waitingForLocks(world, 2)
    const taken = refusal(world.as(ben).comments.deleteComment({ id: comment.id }))
    await waitingForLocks(world, 3)
    await aside.free()
    await edit
    await waitingForLocks(world, 2)
    await row.free()
    expect(await taken).toMatchObject({ code: 'COMMENT_NOT_FOUND' })
    expect(await deleted).toEqual({ id: post.id })
    expect(await drift()).toEqual([])
    expect(troubles()).toEqual([])
  })

  test('many members write, vote, edit and delete posts: no orphan, no wrong count, no internal error', async () => {
    const crowd = await world.members(6)
    const subject = await world.category()
    const rounds = isFull ? 30 : 10
    for (let round = 0; round < rounds; round++) {
      const post: Post = await world.poll({ by: crowd[round % 6]!, category: subject })
      const comments = await Promise.all(crowd.map((by) => world.comment({ by, on: post })))
      const operations = crowd.flatMap((who, n) => [
        () => world.comment({ by: who, on: post }),
        () => world.as(who).votes.castPostVote({ post_id: post.id, direction: n % 2 ? 'up' : 'down' }),
        () => world.as(who).votes.castCommentVote({ comment_id: comments[(n + 1) % 6]!.id, direction: 'up' }),
        () => world.as(who).polls.castPollVote({ post_id: post.id, option_id: post.poll!.options[n % 3]!.id }),
        () => world.as(who).polls.castPollVote({ post_id: post.id, option_id: post.poll!.options[(n + 1) % 3]!.id }),
        () => world.as(who).comments.editComment({ id: comments[n]!.id, content: `Changed ${n}.` }),
        () => world.as(who).comments.deleteComment({ id: comments[n]!.id }),
      ])
      const author = crowd[round % 6]!
      // at another position in each round
      const place = Math.floor((round * operations.length) / rounds)
      operations.splice(place, 0, () => editAs(author, post, { content: `Round ${round}.` }))
      operations.splice(place + 1, 0, () => deleteAs(author, post))
      const ends = await Promise.allSettled(operations.map((run) => run()))
      expect(troubles()).toEqual([])
      for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ status: 404 })
    }
    expect(await drift()).toEqual([])
  })
})

describe('a post in a network', () => {
  const sent = async (group_id: string) => ({
    ...{ type: 'text' as const, title: 'Inside', content: 'Only us.', group_id },
    category_id: (await world.seeded('Hobbies')).id,
  })

  test('can be written by its members only', async () => {
    const [open, closed] = [
      await world.publicNetwork({ members: [ana] }),
      await world.privateNetwork({ members: [ana] }),
    ]
    const missing = { code: 'GROUP_NOT_FOUND', status: 404, message: 'Group not found.' }
    expect((await world.as(ana).posts.createPost(await sent(open.id))).group).toMatchObject({ slug: open.slug })
    expect(await refusal(world.as(ben).posts.createPost(await sent(open.id)))).toMatchObject({ code: 'NOT_IN_GROUP' })
    expect(await refusal(world.as(ben).posts.createPost(await sent(closed.id)))).toEqual(missing)
    expect(await refusal(world.as(ben).posts.createPost(await sent(randomUUID())))).toEqual(missing)
    await world.leave(closed, ana)
    expect(await refusal(world.as(ana).posts.createPost(await sent(closed.id)))).toEqual(missing)
  })
})
