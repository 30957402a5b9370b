/**
 * Guarantees 43, 44, 46 and 63 for events that raise the counts: each member receives the events that concern him, in each of
 * two processes, and no others; and each event carries only a place and an id.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { PLACES, type Pulse } from '#contract/badge-words.ts'
import { until } from './client.ts'
import type { TabListener } from './live-listener.ts'
import { openTab, type Tab } from './sessions.ts'
import { daysAhead, makeWorld, type Person } from './world.ts'

const world = await makeWorld()
const [one, two] = [await world.serve({ pages: 'stub' }), await world.serve({ pages: 'stub' })]

const NAMES = ['author', 'insider', 'stranger', 'ex', 'apart', 'shunned', 'herald'] as const
/**
 * `author` acts; `insider` is in the networks, too; `ex` has left them; `stranger` never was in them; `apart` has blocked the
 * author, and the author has blocked `shunned`: both are in the networks. `herald` is the author whose posts everybody
 * receives.
 */
type Name = (typeof NAMES)[number]
const people = Object.fromEntries(
  await Promise.all(NAMES.map(async (name) => [name, await world.member({ name })] as const)),
) as Record<Name, Person>
const { author, ex, apart, shunned, herald } = people
const inside = NAMES.filter((name) => name !== 'stranger' && name !== 'herald').map((name) => people[name])
const [open, shut] = [await world.publicNetwork({ members: inside }), await world.privateNetwork({ members: inside })]
for (const network of [open, shut]) await world.leave(network, ex)
// everybody is in some network
await world.privateNetwork({ members: NAMES.map((name) => people[name]) })
// created before the blocks: a member who is in a pod before a block stays in it
const pod = await world.pod({ members: inside })
await sql`insert into blocks (blocker_id, blocked_id) values (${apart.id}, ${author.id}), (${author.id}, ${shunned.id})`.execute(
  world.db,
)
for (const by of [author, herald]) await world.local(by)
const category = (await world.seeded('New Dads')).id

/** Each has a tab at both processes, and listens to his own topic. */
const tabs = new Map<Name, Tab[]>()
for (const name of NAMES) {
  const opened = await Promise.all([one, two].map(({ url }) => openTab(world, url, people[name])))
  for (const { listener } of opened) expect((await listener.listen(`member:${people[name].id}`)).t).toBe('on')
  tabs.set(name, opened)
}
const at = (name: Name, process = 0) => tabs.get(name)![process]!.browser

const pulsesOf = (listener: TabListener): Pulse[] =>
  listener.frames.flatMap((frame) => (frame.t === 'pulse' ? [frame.data as unknown as Pulse] : []))
const idsOf = (listener: TabListener) =>
  pulsesOf(listener).flatMap((pulse) => PLACES.flatMap((place) => pulse[place] ?? []))
const hears = (listener: TabListener, id: string) => idsOf(listener).includes(id)

const SAYS = { title: 'Not a word of this', content: 'Not a word of this either' }
const post = (by: Name, group_id?: string, process = 0) => {
  const body = { id: randomUUID(), type: 'text', category_id: category, ...SAYS, group_id }
  return at(by, process).send('POST', '/api/v1/posts', body)
}
const made = async (answer: Promise<{ status: number; json: Record<string, unknown>; text: string }>) => {
  const { status, json, text } = await answer
  expect(status, text).toBe(201)
  return String(json.id)
}
/** Everything that was published before this event has been delivered when it arrives. */
async function everythingIsTold(): Promise<void> {
  const id = await made(post('herald'))
  await until('the herald is heard', () =>
    NAMES.every((name) => name === 'herald' || tabs.get(name)!.every(({ listener }) => hears(listener, id))),
  )
}

const event = (group_id?: string, day = 3) =>
  at('author').send('POST', '/api/v1/events', {
    ...{ id: randomUUID(), title: SAYS.title, location: 'Lido', event_date: daysAhead(day), event_time: '10:00' },
    ...{ time_zone: 'UTC', group_id },
  })
const say = (room: string, id: string) =>
  at('author').send('POST', `/api/v1/chat/${room}/${id}/messages`, { id: randomUUID(), content: SAYS.content })

const CASES: [string, keyof Pulse, readonly Name[], () => Promise<string>][] = [
  ['a general post', 'feed', ['insider', 'stranger', 'ex', 'herald'], () => made(post('author'))],
  ['a post in a public network', 'feed', ['insider'], () => made(post('author', open.id))],
  ['a post in a private network', 'feed', ['insider'], () => made(post('author', shut.id))],
  ['a message in a public network', 'groups', ['insider'], () => made(say('group', open.id))],
  ['a message in a private network', 'groups', ['insider'], () => made(say('group', shut.id))],
  ['an event for everyone', 'local', ['insider', 'stranger', 'ex', 'herald'], () => made(event())],
  ['an event of a public network', 'local', ['insider', 'stranger', 'ex', 'herald'], () => made(event(open.id))],
  ['an event of a private network', 'local', ['insider'], () => made(event(shut.id))],
  ['an event in nine days', 'local', [], () => made(event(undefined, 9))],
  [
    'a comment on another member’s post',
    'profile',
    ['stranger'],
    async () => {
      const { id } = await world.post({ by: people.stranger })
      return made(
        at('author').send('POST', `/api/v1/posts/${id}/comments`, { id: randomUUID(), content: SAYS.content }),
      )
    },
  ],
  [
    'a comment on the post of a blocked member',
    'profile',
    [],
    async () => {
      const { id } = await world.post({ by: apart })
      // whatever the cause
      const { rows } = await sql<{ id: string }>`insert into comments (post_id, author_id, content, body)
        values (${id}, ${author.id}, 'Words', '[]') returning id`.execute(world.db)
      await notify(`new-comment:${rows[0]!.id}`)
      return rows[0]!.id
    },
  ],
  [
    'a comment on the post of a member who left its network',
    'profile',
    [],
    async () => {
      const { id } = await world.postIn(shut, { by: ex })
      return made(
        at('author').send('POST', `/api/v1/posts/${id}/comments`, { id: randomUUID(), content: SAYS.content }),
      )
    },
  ],
  [
    'his comment below his own post',
    'profile',
    [],
    async () => {
      const { id } = await world.post({ by: author })
      return made(
        at('author').send('POST', `/api/v1/posts/${id}/comments`, { id: randomUUID(), content: SAYS.content }),
      )
    },
  ],
]
/** As another process would. */
const notify = (name: string) => sql`select pg_notify('fatherkin_live', ${`${randomUUID()} ${name}`})`.execute(world.db)

describe('44, 63: in each process a member is notified of items that concern him, and of nothing else:', () => {
  test.each(CASES)('%s', async (_what, place, who, operation) => {
    const id = await operation()
    await everythingIsTold()
    for (const name of NAMES)
      for (const { listener } of tabs.get(name)!)
        expect(
          pulsesOf(listener).flatMap((pulse) => PLACES.filter((where) => pulse[where]?.includes(id))),
          name,
        ).toEqual(who.includes(name) ? [place] : [])
  })
  test('a pod’s message, and a post that is deleted again, raise no count', async () => {
    const said = await made(say('pod', pod.id))
    const gone = randomUUID()
    await notify(`new-post:${gone}`)
    await notify(`new-message:${said}`)
    await everythingIsTold()
    for (const opened of tabs.values())
      for (const { listener } of opened) for (const id of [said, gone]) expect(idsOf(listener)).not.toContain(id)
  })
  test('a notification for an old item raises no count', async () => {
    const { id } = await world.post({ by: author })
    await sql`update posts set created_at = now() - interval '2 minutes' where id = ${id}`.execute(world.db)
    await notify(`new-post:${id}`)
    await everythingIsTold()
    for (const { listener } of tabs.get('insider')!) expect(idsOf(listener)).not.toContain(id)
  })
  test('a frame contains only the place and ids', async () => {
    await made(post('author', shut.id))
    await everythingIsTold()
    for (const [name, opened] of tabs)
      for (const { listener } of opened) {
        const frames = listener.frames.filter(({ t }) => t === 'pulse')
        expect(frames.length).toBeGreaterThan(0)
        for (const frame of frames) {
          expect(Object.keys(frame).sort()).toEqual(['data', 't', 'topic'])
          expect(frame.topic).toBe(`member:${people[name].id}`)
          for (const [place, ids] of Object.entries(frame.data as object)) {
            expect(PLACES).toContain(place)
            for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
          }
        }
        expect(listener.texts.join('\n')).not.toContain('Not a word')
      }
  })
})

describe('43: a member who', () => {
  test.each([
    ['leaves', (who: Person) => world.leave(shut, who)],
    [
      'is taken out',
      (who: Person) =>
        sql`delete from group_members where group_id = ${shut.id} and user_id = ${who.id}`.execute(world.db),
    ],
  ])('%s is notified of nothing that comes after it', async (_how, leave) => {
    const who = await world.member()
    await sql`insert into group_members (group_id, user_id) values (${shut.id}, ${who.id})`.execute(world.db)
    const { listener } = await openTab(world, two.url, who)
    await listener.listen(`member:${who.id}`)
    const before = await made(say('group', shut.id))
    await until('he hears it', () => hears(listener, before))
    await leave(who)
    const after = [await made(say('group', shut.id)), await made(post('author', shut.id))]
    const last = await made(post('herald'))
    await until('he hears what is for everyone', () => hears(listener, last))
    for (const id of after) expect(idsOf(listener)).not.toContain(id)
    listener.hangUp()
  })
  test('has no session any more is notified of nothing that comes after it', async () => {
    const who = await world.member()
    const { listener } = await openTab(world, two.url, who)
    await listener.listen(`member:${who.id}`)
    await sql`delete from session where "userId" = ${who.id}`.execute(world.db)
    const id = await made(post('herald'))
    expect(await listener.untilClosed()).toBe(4001)
    await everythingIsTold()
    expect(idsOf(listener)).not.toContain(id)
  })
  test('was refused by the network is not notified of it either', async () => {
    const { id: network } = await world.publicNetwork({ members: [author, people.insider] })
    const id = await made(say('group', network))
    await sql`update groups set status = 'rejected' where id = ${network}`.execute(world.db)
    await sql`update group_messages set created_at = now() where id = ${id}`.execute(world.db)
    await everythingIsTold()
    const [mine] = tabs.get('insider')!
    const times = () => idsOf(mine!.listener).filter((one) => one === id).length
    const before = times()
    await notify(`new-message:${id}`)
    await everythingIsTold()
    expect(times()).toBe(before)
  })
})

describe('a busy evening', () => {
  test('events within a moment are sent together, each once', async () => {
    const listener = tabs.get('stranger')![1]!.listener
    const before = pulsesOf(listener).length
    const from = performance.now()
    const ids = await Promise.all(Array.from({ length: 60 }, () => made(post('author'))))
    await until('all of it is heard', () => ids.every((id) => hears(listener, id)))
    const halves = (performance.now() - from) / 500
    expect(idsOf(listener).filter((id) => ids.includes(id))).toHaveLength(60)
    expect(pulsesOf(listener).length - before).toBeLessThanOrEqual(Math.ceil(halves) + 1)
  })
})

describe('a member who has looked at a place', () => {
  test('is notified in his other tabs and devices, in every process, and nobody else is', async () => {
    const counts = (name: Name) =>
      tabs.get(name)!.map(({ listener }) => pulsesOf(listener).filter(({ seen }) => seen).length)
    const [mine, others] = [counts('insider'), counts('stranger')]
    const { status } = await at('insider').send('PUT', '/api/v1/me/seen/feed', {})
    expect(status).toBe(200)
    await until('both hear it', () => counts('insider').every((count, n) => count > mine[n]!))
    await everythingIsTold()
    expect(counts('stranger')).toEqual(others)
  })
})
