/** Everything that changes karma, at the same moment, while several processes add it up. */
import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { beginEvents } from '#server/events/events.ts'
import { foldAll, foldBatch } from '#server/karma/karma.ts'
import { guarantee } from './guarantees/guarantee.ts'
import { karmaDrift, letBegin, scoreDrift } from './karma.ts'
import { daysAhead, makeWorld, type Person } from './world.ts'

const world = await makeWorld()

/** A small random generator of our own, so that every run makes the same requests. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

/**
 * The refusals if another request was faster: the item to vote on is deleted, the network is private, he is in the pod already.
 */
const refused = (error: unknown) => {
  if (!(error instanceof ORPCError) || error.status >= 500) throw error
}

guarantee(
  '21',
  'while members vote, write, delete, join and leave, in a network that becomes public and private, karma and what is still to be added equal a recount at any moment',
  { short: 15, full: 150 },
  async (rounds) => {
    const people = await world.members(8)
    const network = await world.publicNetwork({ members: people })
    await sql`update group_members set role = 'admin' where group_id = ${network.id} and user_id = ${people[0]!.id}`.execute(
      world.db,
    )
    const pod = await world.pod({ members: [people[0]!], capacity: 12 })
    const event = await world.event({ by: people[0]! })
    const inside = await world.event({ by: people[0]!, group_id: network.id })
    const category_id = (await world.category()).id
    const words = { type: 'text' as const, title: 'A title', content: 'Some words.', category_id }
    const posts: string[] = []
    const comments: string[] = []
    const write = async (by: Person, group_id?: string) => {
      const { id } = await world.as(by).posts.createPost({ ...words, ...(group_id ? { group_id } : {}) })
      posts.push(id)
    }
    for (const person of people) await write(person, network.id)
    for (const person of people) await write(person)

    const begin = async (one: { id: string }) => {
      await world.db.transaction().execute(async (db) => {
        await sql`select lock_visible_event(${one.id}::uuid, ${people[0]!.id}::uuid)`.execute(db)
        await sql`select from local_events where id = ${one.id} for no key update`.execute(db)
        await letBegin({ db }, one)
      })
      await beginEvents(world.db)
    }
    const act = async (person: Person, roll: (sides: number) => number): Promise<unknown> => {
      const api = world.as(person)
      const post = posts[roll(posts.length)]!
      const comment = comments[roll(Math.max(1, comments.length))] ?? post
      const direction = (['up', 'down', 'none'] as const)[roll(3)]!
      const going = roll(2) === 1
      switch (roll(16)) {
        case 0:
          return write(person, roll(2) ? network.id : undefined)
        case 1:
        case 2:
        case 3: {
          const made = await api.comments.createComment({ post_id: post, content: 'Same here.' })
          return comments.push(made.id)
        }
        case 4:
          return api.posts.deletePost({ id: post })
        case 5:
          return api.comments.deleteComment({ id: comment })
        case 6:
          // the member who makes it public and private stays in it
          return (
            person !== people[0] &&
            (going ? api.groups.joinGroup({ id: network.id }) : api.groups.leaveGroup({ id: network.id }))
          )
        case 7:
          return going ? api.pods.joinPod({ id: pod.id }) : person !== people[0] && api.pods.leavePod({ id: pod.id })
        case 8: {
          const one = roll(2) ? event : inside
          if (person !== people[0]) return api.events.attendEvent({ id: one.id, going })
          // the creator starts the event or postpones it again; another member's joining may notice the start first
          return going ? begin(one) : api.events.editEvent({ id: one.id, event_date: daysAhead(7) })
        }
        case 9:
          return person === people[0] && api.groups.editGroup({ id: network.id, is_public: going })
        case 10:
        case 11:
        case 12:
          return api.votes.castPostVote({ post_id: post, direction })
        default:
          return api.votes.castCommentVote({ comment_id: comment, direction })
      }
    }
    let isOver = false
    const folding = Array.from({ length: 3 }, async () => {
      while (!isOver) await foldBatch(world.db)
    })
    const looking = (async () => {
      let looks = 0
      for (; !isOver; looks++) expect(await karmaDrift(world)).toEqual([])
      return looks
    })()
    const doing = people.map(async (person, n) => {
      const roll = dice(n + 1)
      for (let round = 0; round < rounds; round++) await act(person, roll).catch(refused)
    })
    await Promise.all(doing).finally(() => {
      isOver = true
    })
    await Promise.all(folding)
    expect(await looking).toBeGreaterThan(5)
    await foldAll(world.db)
    expect(await karmaDrift(world)).toEqual([])
    expect(await scoreDrift(world)).toEqual([])
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from karma_counts where votes <> 0`.execute(
      world.db,
    )
    expect(rows[0]!.n).toBeGreaterThan(0)
    expect(world.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  },
)

guarantee(
  '21',
  'karma equals a recount after votes on comments at the moment when their post disappears, reappears or is deleted',
  { short: 20, full: 300 },
  async (rounds) => {
    const people = await world.members(6)
    const network = await world.publicNetwork({ members: people })
    const post = await world.postIn(network, { by: people[0]! })
    const comments = await Promise.all(people.map((by) => world.comment({ by, on: post })))
    const turn = (shut: boolean) =>
      world.db.transaction().execute(async (turning) => {
        await sql`update posts set open_to = ${shut ? sql`group_id` : sql.lit('00000000-0000-0000-0000-000000000000')}
          where id = ${post.id}`.execute(turning)
        const way = shut ? -1 : 1
        await sql`update profiles p set comment_count = p.comment_count + ${way}, post_count = p.post_count + ${way} * (p.id = ${people[0]!.id})::int
          from (select id from profiles where id = any(${people.map(({ id }) => id)}::uuid[]) order by id for no key update) held
          where p.id = held.id`.execute(turning)
      })
    const voting = (n: number) =>
      Promise.all(
        comments.map(({ id }, k) =>
          world
            .as(people[(n + k) % 6]!)
            .votes.castCommentVote({ comment_id: id, direction: (['up', 'down', 'none'] as const)[(n + k) % 3]! }),
        ),
      )
    for (let round = 0; round < rounds; round++) {
      await Promise.all([voting(round), turn(round % 2 === 0), voting(round + 1)])
      expect(await karmaDrift(world)).toEqual([])
    }
    const gone = world.as(people[0]!).posts.deletePost({ id: post.id })
    await Promise.all([gone, ...Array.from({ length: 3 }, (_, n) => voting(n).catch(refused))])
    await foldAll(world.db)
    expect(await karmaDrift(world)).toEqual([])
    expect(await scoreDrift(world)).toEqual([])
  },
)

guarantee(
  '21',
  'an event that is cancelled at the moment when it begins, while members join and leave, gives no points',
  { short: 10, full: 100 },
  async (rounds) => {
    const people = await world.members(4)
    for (let round = 0; round < rounds; round++) {
      const event = await world.event({ by: people[0]! })
      const attend = (person: Person, going: boolean) =>
        world.as(person).events.attendEvent({ id: event.id, going }).catch(refused)
      await attend(people[1]!, true)
      await letBegin(world, event)
      await Promise.all([
        beginEvents(world.db),
        attend(people[1]!, round % 2 === 0),
        attend(people[2]!, true),
        world.as(people[0]!).events.cancelEvent({ id: event.id }),
        attend(people[3]!, true),
        attend(people[2]!, false),
        beginEvents(world.db),
      ])
      expect(await karmaDrift(world)).toEqual([])
    }
    await foldAll(world.db)
    expect(await karmaDrift(world)).toEqual([])
    const { rows } = await sql`select from karma_counts where events <> 0
      and member_id = any(${people.map(({ id }) => id)}::uuid[])`.execute(world.db)
    expect(rows).toEqual([])
  },
)

guarantee(
  '21',
  'an event that begins while members join and leave gives points once to each member who had joined before, and to nobody else',
  { short: 10, full: 100 },
  async (rounds) => {
    const people = await world.members(5)
    for (let round = 0; round < rounds; round++) {
      const event = await world.event({ by: people[0]! })
      const attend = (person: Person, going: boolean) =>
        world.as(person).events.attendEvent({ id: event.id, going }).catch(refused)
      for (const person of people.slice(1, 3)) await attend(person, true)
      await letBegin(world, event)
      await Promise.all([
        attend(people[1]!, false),
        beginEvents(world.db),
        attend(people[3]!, true),
        attend(people[2]!, false).then(() => attend(people[2]!, true)),
        beginEvents(world.db),
        attend(people[4]!, true).then(() => attend(people[4]!, false)),
      ])
      const { rows } = await sql<{
        user_id: string
      }>`select user_id from event_attended where event_id = ${event.id}`.execute(world.db)
      expect(rows.map(({ user_id }) => user_id).sort()).toEqual(
        people
          .slice(0, 3)
          .map(({ id }) => id)
          .sort(),
      )
      expect(await karmaDrift(world)).toEqual([])
    }
    await foldAll(world.db)
    expect(await scoreDrift(world)).toEqual([])
    expect(world.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  },
)
