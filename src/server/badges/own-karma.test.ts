/** Karma from a member's own actions is not new to him; karma from others is. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/kernel/ctx.ts'
import { removePost, restorePost } from '#server/posts/removing.ts'
import { guarantee } from '#test/guarantees/guarantee.ts'
import { karmaDrift, letBegin, scoreDrift } from '#test/karma.ts'
import { makeWorld, type Person } from '#test/world.ts'
import { beginEvents } from '../events/events.ts'
import { foldAll, foldBatch } from '../karma/karma.ts'

const world = await makeWorld()
const { db } = world

/** Members who have signed in and have nothing new. */
async function newcomers(count: number): Promise<Person[]> {
  const people = await world.members(count)
  await sql`update profiles_private set signed_in_at = now()
    where id = any(${people.map(({ id }) => id)}::uuid[]) and signed_in_at is null`.execute(db)
  return people
}
/** Returns the count of his profile's badge and his seen karma, after all karma was added up. */
async function news(of: Person) {
  await foldAll(db)
  const { profile, seen } = await world.as(of).badges.getBadges({})
  return [profile, seen.karma]
}
const look = (who: Person) => world.as(who).badges.markSeen({ place: 'profile' })
const vote = (by: Person, { id }: { id: string }, direction: 'up' | 'down' | 'none' = 'up') =>
  world.as(by).votes.castPostVote({ post_id: id, direction })
const asked = async (by: Person, to: Person) => {
  await world.as(by).connections.requestConnection({ user_id: to.id })
}

afterEach(async () => {
  await foldAll(db)
  expect(await karmaDrift(world)).toEqual([])
  expect(await scoreDrift(world)).toEqual([])
})

describe('his own actions', () => {
  test('posting, commenting, joining and attending raise the seen karma immediately, and undoing them lowers it', async () => {
    const [ana, ben] = (await newcomers(2)) as [Person, Person]
    const post = await world.post({ by: ana })
    expect(await news(ana)).toEqual([0, 5])
    const comment = await world.comment({ by: ana, on: post })
    expect(await news(ana)).toEqual([0, 10])
    const network = await world.publicNetwork({ members: [ben] })
    await world.as(ana).groups.joinGroup({ id: network.id })
    const pod = await world.pod({ members: [ben] })
    await world.as(ana).pods.joinPod({ id: pod.id })
    expect(await news(ana)).toEqual([0, 40])
    const event = await world.event({ by: ben })
    await world.as(ana).events.attendEvent({ id: event.id, going: true })
    await letBegin(world, event)
    await beginEvents(db)
    expect(await news(ana)).toEqual([0, 43])
    await world.as(ana).comments.deleteComment({ id: comment.id })
    await world.as(ana).posts.deletePost({ id: post.id })
    await world.as(ana).groups.leaveGroup({ id: network.id })
    await world.as(ana).pods.leavePod({ id: pod.id })
    expect(await news(ana)).toEqual([0, 3])
  })

  test('never count as new in between, whenever karma is added up and whenever he looks', async () => {
    const [ana, ben] = (await newcomers(2)) as [Person, Person]
    const post = await world.post({ by: ben })
    let isOver = false
    const folding = (async () => {
      while (!isOver) await foldBatch(db)
    })()
    const watching = (async () => {
      while (!isOver) expect((await world.as(ana).badges.getBadges({})).profile).toBe(0)
    })()
    const looking = (async () => {
      while (!isOver) await look(ana)
    })()
    try {
      for (let n = 0; n < 15; n++) {
        const { id } = await world.comment({ by: ana, on: post })
        if (n % 3 === 0) await world.as(ana).comments.deleteComment({ id })
      }
    } finally {
      isOver = true
    }
    await Promise.all([folding, watching, looking])
    expect(await news(ana)).toEqual([0, 50])
  })

  test('deleting a post removes its votes: those that counted no longer count, and later votes do', async () => {
    const [ana, ben] = (await newcomers(2)) as [Person, Person]
    const [first, second] = [await world.post({ by: ana }), await world.post({ by: ana })]
    await vote(ben, first)
    expect(await news(ana)).toEqual([1, 10])
    // not seen: it is removed from the badge
    await world.as(ana).posts.deletePost({ id: first.id })
    expect(await news(ana)).toEqual([0, 5])
    await vote(ben, second)
    await news(ana)
    await look(ana)
    // seen: it does not hide later votes
    await world.as(ana).posts.deletePost({ id: second.id })
    const third = await world.post({ by: ana })
    await vote(ben, third)
    expect(await news(ana)).toEqual([1, 5])
  })

  test('accepting a request is his own action; for the other member it is new', async () => {
    const [ana, ben] = (await newcomers(2)) as [Person, Person]
    await asked(ben, ana)
    expect(await news(ana)).toEqual([1, 0])
    await world.as(ana).connections.acceptConnection({ user_id: ben.id })
    expect(await news(ana)).toEqual([0, 8])
    expect(await news(ben)).toEqual([8, 0])
    // removed by himself before he looked
    await world.as(ben).connections.removeConnection({ user_id: ana.id })
    expect(await news(ben)).toEqual([0, 0])
  })
})

describe('actions of others', () => {
  test('a vote that is cast, withdrawn and cast again counts once', async () => {
    const [ana, ben] = (await newcomers(2)) as [Person, Person]
    const post = await world.post({ by: ana })
    await vote(ben, post)
    expect(await news(ana)).toEqual([1, 5])
    await look(ana)
    expect(await news(ana)).toEqual([0, 6])
    await vote(ben, post, 'none')
    await vote(ben, post)
    expect(await news(ana)).toEqual([0, 6])
  })

  test('a post that an administrator removes and restores is not new', async () => {
    const [ana, ben] = (await newcomers(2)) as [Person, Person]
    const post = await world.post({ by: ana })
    await vote(ben, post)
    await news(ana)
    await look(ana)
    await inTransaction(world.ctx(null), (ctx) => removePost(ctx, post.id, 'Unkind'))
    expect((await news(ana))[0]).toBe(0)
    await inTransaction(world.ctx(null), (ctx) => restorePost(ctx, post.id))
    expect(await news(ana)).toEqual([0, 6])
  })
})

type Action = ['write' | 'delete' | 'join' | 'up' | 'down' | 'none' | 'look' | 'fold', number]
const action = fc.tuple(
  fc.constantFrom('write', 'write', 'delete', 'join', 'up', 'up', 'down', 'none', 'look', 'fold') as fc.Arbitrary<
    Action[0]
  >,
  fc.nat(5),
)

guarantee(
  '20',
  'new karma is what other members gave since the last visit, after any actions of all members, whenever it is added up',
  { short: 8, full: 100 },
  async (numRuns) => {
    let counted = 0
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 30 }), async (actions) => {
        const [ana, ben, col] = (await newcomers(3)) as [Person, Person, Person]
        const network = await world.publicNetwork({ members: [ben] })
        const posts: { id: string; votes: Map<string, number> }[] = []
        const given = () => posts.reduce((sum, { votes }) => [...votes.values()].reduce((a, b) => a + b, sum), 0)
        let seen = 0
        let isIn = false
        for (const [what, n] of actions) {
          const post = posts[n % Math.max(1, posts.length)]
          if (what === 'write') posts.push({ id: (await world.post({ by: ana })).id, votes: new Map() })
          else if (what === 'join') {
            isIn = !isIn
            const { groups } = world.as(ana)
            await (isIn ? groups.joinGroup({ id: network.id }) : groups.leaveGroup({ id: network.id }))
          } else if (what === 'fold') await foldBatch(db)
          else if (what === 'look') {
            await foldAll(db)
            await look(ana)
            seen = given()
          } else if (post && what === 'delete') {
            await world.as(ana).posts.deletePost({ id: post.id })
            const hadVotes = [...post.votes.values()].reduce((a, b) => a + b, 0) !== 0
            posts.splice(posts.indexOf(post), 1)
            if (hadVotes) seen = Math.min(seen, given())
          } else if (post && what !== 'delete') {
            const by = n % 2 ? ben : col
            await vote(by, post, what)
            post.votes.set(by.id, { up: 1, down: -1, none: 0 }[what])
          }
        }
        const [profile] = await news(ana)
        expect(profile).toBe(Math.max(0, given() - seen))
        counted += profile!
      }),
      // the first example always counts something
      { numRuns, examples: [[[['write', 0] as Action, ['up', 0] as Action]]] },
    )
    expect(counted).toBeGreaterThan(0)
  },
)
