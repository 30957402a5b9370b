/** A write that is running when its author loses access, because the network becomes private or he leaves, is refused. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeWorld, type Person } from '#test/world.ts'

const world = await makeWorld()
const [ana, ben] = [await world.member(), await world.member()]
let network: { id: string }
let operations: (who: Person) => Promise<unknown>[]
let ownOperations: () => Promise<unknown>[]

beforeEach(async () => {
  network = await world.publicNetwork({ members: [ana, ben] })
  await sql`update group_members set role = 'admin' where group_id = ${network.id} and user_id = ${ana.id}`.execute(
    world.db,
  )
  const group_id = network.id
  const category_id = (await world.seeded('New Dads')).id
  const open = { content: 'Hello.', category_id, group_id }
  const post = await world.as(ana).posts.createPost({ type: 'text', title: 'Hello', ...open })
  const comment = await world.comment({ by: ana, on: post })
  const poll_options = ['One', 'Two']
  const asked = await world.as(ana).posts.createPost({ type: 'poll', title: 'Which?', ...open, poll_options })
  operations = (who) => [
    world.as(who).votes.castPostVote({ post_id: post.id, direction: 'up' }),
    world.as(who).votes.castCommentVote({ comment_id: comment.id, direction: 'up' }),
    world.as(who).polls.castPollVote({ post_id: asked.id, option_id: asked.poll!.options[0]!.id }),
    world.comment({ by: who, on: post }),
  ]
  const own = await world.as(ben).posts.createPost({ type: 'text', title: 'Hello', ...open })
  const ownComment = await world.comment({ by: ben, on: post })
  ownOperations = () => [
    world.as(ben).posts.editPost({ id: own.id, content: 'Changed.' }),
    world.as(ben).comments.editComment({ id: ownComment.id, content: 'Changed.' }),
    world.as(ben).posts.deletePost({ id: own.id }),
    world.as(ben).comments.deleteComment({ id: ownComment.id }),
  ]
})

/** Counts what the member has stored in the network, and what is stored there in total. */
async function stored(who: Person) {
  const ofNetwork = sql`(select id from posts where group_id = ${network.id})`
  const { rows } = await sql<{ votes: number; poll: number; comments: number; tally: number }>`select
    (select count(*) from post_votes v where v.user_id = ${who.id} and v.post_id in ${ofNetwork})
      + (select count(*) from comment_votes v join comments k on k.id = v.comment_id
        where v.user_id = ${who.id} and k.post_id in ${ofNetwork}) as votes,
    (select count(*) from poll_votes v where v.user_id = ${who.id} and v.post_id in ${ofNetwork}) as poll,
    (select string_agg(p.content, ',' order by p.created_at) from posts p where p.group_id = ${network.id}) as posts,
    (select string_agg(k.content, ',' order by k.created_at) from comments k where k.post_id in ${ofNetwork}) as words,
    (select count(*) from comments k where k.author_id = ${who.id} and k.post_id in ${ofNetwork}) as comments,
    (select sum(p.upvotes + p.comment_count) from posts p where p.id in ${ofNetwork}) as tally`.execute(world.db)
  return rows[0]!
}

/** Starts operations while the network is locked, runs `meanwhile`, releases the lock, and returns their answers. */
async function whileHeld(begin: () => Promise<unknown>[], meanwhile: (inside: typeof world.db) => Promise<unknown>) {
  const [held, all] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = world.db.transaction().execute(async (inside) => {
    await sql`select lock_group_exclusive(${network.id}::uuid)`.execute(inside)
    held.resolve()
    await all.promise
    await meanwhile(inside)
  })
  await held.promise
  let settled = 0
  const answers = begin().map((operation) =>
    operation
      .then(
        () => 'done',
        (error: { status?: number }) => error.status ?? error,
      )
      .finally(() => settled++),
  )
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(world.db)).rows.length + settled < answers.length)
    await new Promise((go) => setTimeout(go, 5))
  all.resolve()
  await holding
  return Promise.all(answers)
}

test('17: a write into a network that becomes private is refused', async () => {
  const eve = await world.member()
  const before = await stored(eve)
  const answers = await whileHeld(
    () => operations(eve),
    (inside) => sql`update groups set is_public = false where id = ${network.id}`.execute(inside),
  )
  expect(answers).toEqual([404, 404, 404, 404])
  expect(await stored(eve)).toEqual(before)
})

test('17: a write into a private network that the member leaves is refused', async () => {
  await world.as(ana).groups.editGroup({ id: network.id, is_public: false })
  const before = await stored(ben)
  const all = () => [...operations(ben), ...ownOperations()]
  const answers = await whileHeld(all, () => world.as(ben).groups.leaveGroup({ id: network.id }))
  expect(answers).toEqual(Array(8).fill(404))
  expect(await stored(ben)).toEqual(before)
})

test('17: a member who stays can write', async () => {
  await world.as(ana).groups.editGroup({ id: network.id, is_public: false })
  await Promise.all(operations(ben))
  expect(await stored(ben)).toMatchObject({ votes: 2, poll: 1, comments: 2 })
})
