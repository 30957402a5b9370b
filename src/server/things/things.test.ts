/**
 * Every kind of thing passes the same tests: it is reported, removed, restored or not, copied, and hidden from all who
 * may not see it.
 */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isRemovable, isRestorable, THING_KINDS, type ThingKind } from '#contract/thing-words.ts'
import { administratorOf, openCases, reported } from '#test/administrator.ts'
import { giveRhythm, openRound } from '#test/rounds.ts'
import { type Made, makeWorld, type Person, refusal } from '#test/world.ts'
import { ownData } from '../own-data/own-data.ts'
import { seeThing } from './things.ts'

const world = await makeWorld()
const admin = await administratorOf(world)
const stranger = await world.member()
const WORDS = 'Words that only one member wrote.'

interface Scene {
  author: Person
  /** is in the author's private network */
  fellow: Person
  /** has blocked the author, and is not in the network */
  blocker: Person
  network: Awaited<ReturnType<typeof world.privateNetwork>>
}

/** One thing of each kind, in a private network if the kind can be in one. */
const MAKE: Record<ThingKind, (scene: Scene) => Promise<Made>> = {
  post: ({ author, network }) => world.postIn(network, { by: author, content: WORDS }),
  comment: async ({ author, fellow, network }) =>
    world.comment({ by: author, on: await world.postIn(network, { by: fellow }), content: WORDS }),
  message: async ({ author, network }) => {
    const id = randomUUID()
    await world.as(author).chat.sendMessage({ room: 'group', room_id: network.id, id, content: WORDS })
    return { id }
  },
  profile: async ({ author }) => {
    await world.as(author).members.updateProfile({ bio: WORDS })
    return { id: author.id }
  },
  event: ({ author, network }) => world.event({ by: author, group_id: network.id, description: WORDS }),
  event_comment: async ({ author, fellow, network }) => {
    const { id } = await world.event({ by: fellow, group_id: network.id })
    return world.as(author).events.createEventComment({ id, content: WORDS })
  },
  check_in: async ({ author, fellow }) => {
    const pod = await world.pod({ members: [author, fellow] })
    await giveRhythm(world, pod)
    const round_id = await openRound(world, pod)
    return world.as(author).rounds.checkIn({ round_id, outcome: 'kept', win: WORDS })
  },
}

async function stage(kind: ThingKind): Promise<Scene & { thing: Made }> {
  const [author, fellow, blocker] = (await world.members(3)) as [Person, Person, Person]
  const network = await world.privateNetwork({ members: [author, fellow] })
  await world.as(blocker).blocks.blockMember({ user_id: author.id })
  const scene = { author, fellow, blocker, network }
  return { ...scene, thing: await MAKE[kind](scene) }
}

const sees = async ({ id }: Person, kind: ThingKind, thing: Made) =>
  (await seeThing(world.ctx(null), { id, administrators: [] }, kind, thing.id)) !== null

async function copyOf(member: Person): Promise<string> {
  let text = ''
  for await (const piece of ownData(world.db, member.id)) text += piece
  return text
}

const decide = (id: string, decision: 'remove' | 'dismiss') =>
  world.as(admin).admin.decideReport({ id, decision, ...(decision === 'remove' && { reason: 'This hurts others.' }) })

describe.each(THING_KINDS)('a thing of the kind %s', (kind) => {
  test('is seen and reported by members who may see it, and by nobody else', async () => {
    const { thing, fellow, blocker } = await stage(kind)
    const outsiders = kind === 'profile' ? [blocker] : [blocker, stranger]
    for (const outsider of outsiders) {
      expect(await sees(outsider, kind, thing)).toBe(false)
      const report = world.as(outsider).reports.reportThing({ kind, id: thing.id, reason: 'unkind' })
      expect(await refusal(report)).toMatchObject({ code: 'NOTHING_TO_REPORT', status: 404 })
    }
    expect(await sees(fellow, kind, thing)).toBe(true)
    const found = await reported(world, admin, fellow, kind, thing)
    expect(found).toMatchObject({ kind, subject_id: thing.id, state: 'there' })
    expect(found.reading.content).toContain(WORDS)
  })

  test('cannot be reported as another kind', async () => {
    const { thing, fellow } = await stage(kind)
    for (const other of THING_KINDS)
      if (other !== kind) expect([other, await sees(fellow, other, thing)]).toEqual([other, false])
  })

  test('is in the copy of its author’s data, and in no other member’s', async () => {
    const { author, fellow } = await stage(kind)
    expect(await copyOf(author)).toContain(WORDS)
    expect(await copyOf(fellow)).not.toContain(WORDS)
  })

  test(`can ${isRemovable(kind) ? '' : 'not '}be removed, and can ${isRestorable(kind) ? '' : 'not '}be restored`, async () => {
    const { thing, author, fellow } = await stage(kind)
    const found = await reported(world, admin, fellow, kind, thing)
    if (!isRemovable(kind)) {
      expect(await refusal(decide(found.id, 'remove'))).toMatchObject({ code: 'NOT_REMOVABLE' })
      await decide(found.id, 'dismiss')
      return expect(await sees(fellow, kind, thing)).toBe(true)
    }
    const decided = await decide(found.id, 'remove')
    expect(decided.state).toBe(isRestorable(kind) ? 'removed' : 'gone')
    const after = await seeThing(world.ctx(null), { id: fellow.id, administrators: [] }, kind, thing.id)
    expect(JSON.stringify(after)).not.toContain(WORDS)
    await world.readFacts()
    const { items } = await world.as(admin).admin.listActs({})
    expect(items[0]).toMatchObject({ what: `${kind}.removed`, subject_id: thing.id, subject: { id: author.id } })
    if (!isRestorable(kind)) {
      const restore = world.as(admin).admin.restoreThing({ kind: kind as 'post', id: thing.id })
      return expect(await refusal(restore)).toMatchObject({ status: 400 })
    }
    await world.as(admin).admin.restoreThing({ kind, id: thing.id })
    expect(await sees(fellow, kind, thing)).toBe(true)
    // the reader of the log has not read this fact yet
    const { items: cases } = await world.as(admin).admin.listReports({ state: 'decided' })
    expect(cases.find(({ subject_id }) => subject_id === thing.id)?.since).toMatchObject({ what: 'restored' })
    await reported(world, admin, fellow, kind, thing)
    expect((await openCases(world, admin)).find(({ subject_id }) => subject_id === thing.id)?.state).toBe('there')
  })
})
