/** A member who blocks administrators cannot hide from them what a report links to; from other members he can. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { administratorOf } from '#test/administrator.ts'
import { daysAhead, makeWorld, type Person, refusal } from '#test/world.ts'

const world = await makeWorld()
const [rude, carl, ben] = await Promise.all(['rude', 'carl', 'ben'].map((name) => world.member({ name })))
if (!rude || !carl || !ben) throw new Error('they are three')
const admin = await administratorOf(world, 'adam')

const own = await world.post({ by: rude, title: 'Mine' })
const ground = await world.post({ by: carl, title: 'Carl’s' })
const event = await world.event({ by: rude, title: 'My walk', address: 'Here 5', event_date: daysAhead(2) })
const walk = await world.event({ by: carl, title: 'Carl’s walk', event_date: daysAhead(3) })
const [below, comment] = [await world.comment({ by: rude, on: own }), await world.comment({ by: rude, on: ground })]
const say = (id: string) => world.as(rude).events.createEventComment({ id, content: 'So say I.' })
const [said, saidThere] = [await say(event.id), await say(walk.id)]
const shut = await world.privateNetwork({ members: [rude] })
const inside = await world.postIn(shut, { by: rude })

/** What this viewer finds of the blocking member's content at its address. */
async function finds(who: Person | null): Promise<string[]> {
  const api = world.as(who)
  const { username } = rude!
  const ids = async (page: Promise<{ items: { id: string }[] }>, id: string) =>
    (await page).items.some((item) => item.id === id)
  const asked: Record<string, () => Promise<boolean>> = {
    profile: async () => (await api.members.getMember({ username })).id === rude!.id,
    posts: () => ids(api.feed.listMemberPosts({ username }), own.id),
    comments: () => ids(api.comments.listMemberComments({ username }), comment.id),
    post: async () => (await api.posts.getPost({ id: own.id })).id === own.id,
    thread: () =>
      ids(
        api.comments.getThread({ post_id: own.id }).then(({ comments }) => comments),
        below.id,
      ),
    comment: () =>
      ids(
        api.comments.getThread({ post_id: ground.id }).then(({ comments }) => comments),
        comment.id,
      ),
    'further comments': () => ids(api.comments.listComments({ post_id: ground.id }), comment.id),
    event: async () => (await api.events.getEvent({ id: event.id })).id === event.id,
    'below it': () => ids(api.events.listEventComments({ id: event.id }), said.id),
    'below another’s': () => ids(api.events.listEventComments({ id: walk.id }), saidThere.id),
    'in his network': async () => (await api.posts.getPost({ id: inside.id })).id === inside.id,
  }
  const found = await Promise.all(
    Object.entries(asked).map(async ([name, ask]) => {
      const isThere = await ask().catch((error: { status?: number }) => {
        if (error.status === 404) return false
        throw error
      })
      return isThere ? [name] : []
    }),
  )
  return found.flat()
}
const OPEN = [
  'profile',
  'posts',
  'comments',
  'post',
  'thread',
  'comment',
  'further comments',
  'event',
  'below it',
  'below another’s',
]

test('a blocked administrator can read and report reported content at its URL; he does not meet the member anywhere else', async () => {
  for (const who of [admin, ben, null]) expect(await finds(who)).toEqual(OPEN)
  for (const { id } of [admin, ben]) await world.as(rude).blocks.blockMember({ user_id: id })
  expect(await finds(ben)).toEqual([])
  expect(await finds(null)).toEqual(OPEN)
  expect(await finds(admin)).toEqual(OPEN)
  // the exact address of an event is for attendees only, as always
  expect((await world.as(admin).events.getEvent({ id: event.id })).address).toBeNull()
  const api = world.as(admin)
  for (const of of [
    { kind: 'post', id: own.id },
    { kind: 'comment', id: comment.id },
    { kind: 'event', id: event.id },
    { kind: 'event_comment', id: saidThere.id },
    { kind: 'profile', id: rude.id },
  ] as const)
    expect(await api.reports.reportThing({ ...of, reason: 'unkind' })).toEqual(of)
  const lists = JSON.stringify([await api.feed.listFeed({}), await api.events.listEvents({ scope: 'everywhere' })])
  expect(lists).not.toContain(rude.username)
  expect(lists).not.toContain(event.id)
})

test('a blocked administrator is offered nothing that is refused to him', async () => {
  const [host] = (await world.members(1)) as [Person]
  await world.local(host)
  const [party, post] = [await world.event({ by: host }), await world.post({ by: host })]
  const mine = await world.comment({ by: admin, on: post })
  const api = world.as(admin)
  const offered = async () => {
    const { can_attend, can_cancel, can_edit } = await api.events.getEvent({ id: party.id })
    const { comments } = await api.comments.getThread({ post_id: post.id })
    return { can_attend, can_cancel, can_edit, comment: comments.items.map((one) => one.can_edit) }
  }
  expect(await offered()).toEqual({ can_attend: true, can_cancel: false, can_edit: false, comment: [true] })
  await world.as(host).blocks.blockMember({ user_id: admin.id })
  expect(await offered()).toEqual({ can_attend: false, can_cancel: false, can_edit: false, comment: [false] })
  expect(await refusal(api.events.attendEvent({ id: party.id, going: true }))).toMatchObject({ status: 404 })
  expect(await refusal(api.comments.editComment({ id: mine.id, content: 'Now?' }))).toMatchObject({ status: 404 })
})

test('a suspended or dismissed administrator cannot read it', async () => {
  await sql`update profiles_private set suspended_at = now(), suspended_reason = 'Rude.' where id = ${admin.id}`.execute(
    world.db,
  )
  expect(await finds(admin)).toEqual([])
  await sql`update profiles_private set suspended_at = null, suspended_reason = null, is_admin = false where id = ${admin.id}`.execute(
    world.db,
  )
  expect(await finds(admin)).toEqual([])
  await sql`update profiles_private set is_admin = true where id = ${admin.id}`.execute(world.db)
  expect(await finds(admin)).toEqual(OPEN)
})

test('an administrator who searches for a member whom he has blocked finds him marked as blocked, and can unblock him', async () => {
  await world.as(rude).blocks.unblockMember({ user_id: admin.id })
  await world.as(admin).blocks.blockMember({ user_id: rude.id })
  // a post can be opened at its address, to decide about it
  expect(await finds(admin)).toEqual(['post'])
  expect(await world.as(admin).blocks.getBlock({ username: rude.username })).toMatchObject({ user: { id: rude.id } })
})
