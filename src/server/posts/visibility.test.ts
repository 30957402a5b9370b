import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Made, makeWorld, type Person, refusal } from '#test/world.ts'
import { groupJobs } from '../groups/groups.ts'

/** Private networks: for a member outside, a hidden post and a post that never existed answer alike. */
const world = await makeWorld()
const ana = await world.member({ name: 'ana' })
const ben = await world.member({ name: 'ben' })
const left = await world.member({ name: 'left' })
const subject = await world.category()
const network = await world.privateNetwork({ members: [ana, left] })
const hidden = await world.postIn(network, { by: ana, category: subject })
// more than one page, so that a wrong filter would also change where a list ends
for (let n = 0; n < 25; n++) await world.postIn(network, { by: ana, category: subject })
const answer = await world.comment({ by: left, on: hidden })
const old = await world.postIn(network, { by: left, category: subject })
await world.leave(network, left)

const outsiders: [string, Person | null][] = [
  ['a visitor', null],
  ['a member outside', ben],
  ['its author, who has left', left],
]

/** Every read by the id of a post or of a comment on it. */
const ways: [string, (who: Person | null, post: Made, comment: Made) => Promise<unknown>][] = [
  ['reading it', (who, { id }) => world.as(who).posts.getPost({ id })],
  ['reading its comments', (who, { id }) => world.as(who).comments.listComments({ post_id: id })],
  ['commenting', (who, { id }) => world.as(who).comments.createComment({ post_id: id, content: 'Hi' })],
  ['voting up', (who, { id }) => world.as(who).votes.castPostVote({ post_id: id, direction: 'up' })],
  ['withdrawing a vote', (who, { id }) => world.as(who).votes.castPostVote({ post_id: id, direction: 'none' })],
  [
    'voting on a comment',
    (who, _post, { id }) => world.as(who).votes.castCommentVote({ comment_id: id, direction: 'up' }),
  ],
  [
    'withdrawing it',
    (who, _post, { id }) => world.as(who).votes.castCommentVote({ comment_id: id, direction: 'none' }),
  ],
]

/** Every operation that could change something. */
const everything = async () => {
  const rows = ['posts', 'comments', 'post_votes', 'comment_votes', 'facts', 'profiles', 'categories'] as const
  return Promise.all(rows.map((table) => world.db.selectFrom(table).selectAll().execute()))
}

test.each(outsiders.flatMap(([who, person]) => ways.map(([what, way]) => [who, what, person, way] as const)))(
  '%s, %s: a hidden post answers like a missing one, and nothing changes',
  async (_who, _what, person, way) => {
    const before = await everything()
    const random = { id: randomUUID() }
    const missing = await refusal(way(person, random, random))
    expect([401, 404]).toContain(missing.status)
    expect(await refusal(way(person, hidden, answer))).toEqual(missing)
    expect(await refusal(way(person, old, answer))).toEqual(missing)
    expect(await everything()).toEqual(before)
  },
)

test.each(outsiders)('%s finds it in no list and in no count', async (_who, person) => {
  const api = world.as(person)
  const lists = [
    await api.feed.listFeed({}),
    await api.feed.listCategoryPosts({ slug: subject.slug }),
    await api.feed.listCategoryPosts({ slug: subject.slug, type: 'text' }),
    await api.feed.listMemberPosts({ username: ana.username }),
    await api.feed.listMemberPosts({ username: left.username }),
  ]
  for (const { items, next } of lists) expect({ items, next }).toEqual({ items: [], next: null })
  const numbers = [
    (await api.categories.getCategory({ slug: subject.slug })).post_count,
    (await api.categories.listCategories()).find(({ id }) => id === subject.id)!.post_count,
    (await api.members.getMember({ username: ana.username })).post_count,
    (await api.members.getMember({ username: left.username })).post_count,
    (await api.members.getMember({ username: left.username })).comment_count,
  ]
  expect(numbers).toEqual([0, 0, 0, 0, 0])
})

test.each(ways)('a member of the network sees it: %s', async (_what, way) => {
  await expect(way(ana, hidden, answer)).resolves.toBeTruthy()
})

test('a network that becomes private hides its posts at once, and shows them again when it becomes public', async () => {
  const circle = await world.publicNetwork({ members: [ana] })
  const post = await world.postIn(circle, { by: ana })
  expect(await world.as(ben).posts.getPost(post)).toMatchObject({ id: post.id, group: { name: circle.name } })
  await world.db.updateTable('groups').set({ is_public: false }).where('id', '=', circle.id).execute()
  expect(await refusal(world.as(ben).posts.getPost(post))).toMatchObject({ code: 'POST_NOT_FOUND' })
  expect(await world.as(ana).posts.getPost(post)).toMatchObject({ id: post.id })
  await world.db.updateTable('groups').set({ is_public: true }).where('id', '=', circle.id).execute()
  expect(await world.as(null).posts.getPost(post)).toMatchObject({ id: post.id })
})

test('a network that is not approved is not public, whatever its own flag says', async () => {
  const circle = await world.publicNetwork({ members: [ana] })
  const post = await world.postIn(circle, { by: ana })
  await world.db.updateTable('groups').set({ status: 'pending' }).where('id', '=', circle.id).execute()
  expect(await refusal(world.as(ben).posts.getPost(post))).toMatchObject({ code: 'POST_NOT_FOUND' })
  // and what is written there is not in the public count
  await groupJobs({ db: world.db }).tasks.reindex_visibility!({})
  const carl = await world.member()
  await world.db.insertInto('group_members').values({ group_id: circle.id, user_id: carl.id }).execute()
  await world.comment({ by: carl, on: post })
  expect((await world.as(null).members.getMember({ username: carl.username })).comment_count).toBe(0)
})
