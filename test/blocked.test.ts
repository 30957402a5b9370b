/**
 * Two members with a block between them see nothing of each other and are not notified of the block. Every place where one
 * could see the other is read by both, before and after: the other was there, and is gone. What visitors and other members read
 * is identical.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Pod } from '#contract/pods.ts'
import { foldAll } from '#server/karma/karma.ts'
import { makeBrowser, NOT_SHARED } from './client.ts'
import { openListener } from './live-listener.ts'
import { signInDirectly } from './sessions.ts'
import { daysAhead, makeWorld, type Person } from './world.ts'

const world = await makeWorld()
const { url } = await world.serve({ pages: 'stub' })

const [ana, ben, carl] = (await Promise.all(['anatole', 'benedict', 'carl'].map((name) => world.member({ name })))) as [
  Person,
  Person,
  Person,
]
const MARK = { [ana.id]: 'heron', [ben.id]: 'kestrel', [carl.id]: 'plover' }
const browsers = {
  visitor: makeBrowser(url, NOT_SHARED),
  ana: await signInDirectly(world, url, ana),
  ben: await signInDirectly(world, url, ben),
  carl: await signInDirectly(world, url, carl),
}
const category = await world.category('Evenings')
const network = await world.publicNetwork({ members: [ana, ben, carl], name: 'Open Network' })
const shut = await world.privateNetwork({ members: [ana, ben, carl], name: 'Shut Network' })
const pod = await world.pod({ members: [carl, ana, ben], name: 'A Pod' })
// each has one that the other sees only from outside
const outer = {
  ana: await world.pod({ members: [ana, carl], name: 'An Outer Pod' }),
  ben: await world.pod({ members: [ben, carl], name: 'Another Outer Pod' }),
}
const here = { latitude: 51.5, longitude: -0.1 }
for (const who of [ana, ben, carl]) await world.local(who, here)
const DAY = { [ana.id]: daysAhead(2), [ben.id]: daysAhead(3), [carl.id]: daysAhead(4) }

/** Everything that one member has made: a post here and in each network, a poll, an event, and comments on items of Carl. */
async function makeThings(by: Person) {
  const title = `The ${MARK[by.id]}`
  const post = await world.post({ by, title, category })
  const poll = await world.poll({ by, title: `${title} asks`, category })
  const inOpen = await world.postIn(network, { by, title: `${title} inside`, category })
  const inShut = await world.as(by).posts.createPost({
    ...{ type: 'text', title: `${title} behind`, content: 'Inside.', category_id: category.id, group_id: shut.id },
  })
  const when = { event_date: DAY[by.id]!, event_time: '10:00', ...here }
  const event = await world.event({ by, title: `${title} walk`, ...when })
  const inGroup = await world.event({ by, title: `${title} run`, group_id: network.id, ...when })
  return { post, poll, inOpen, inShut, event, inGroup }
}
const things = { ana: await makeThings(ana), ben: await makeThings(ben), carl: await makeThings(carl) }
const ground = things.carl
const said: Record<string, { comment: string; eventComment: string }> = {}
for (const who of [ana, ben]) {
  const content = `So says the ${MARK[who.id]}`
  const comment = await world.comment({ by: who, on: ground.post, content })
  const { id } = await world.as(who).events.createEventComment({ id: ground.event.id, content })
  await world.as(who).events.attendEvent({ id: ground.event.id, going: true })
  const room_id = pod.id
  await world.as(who).chat.sendMessage({ room: 'pod', room_id, id: randomUUID(), content })
  said[who.id] = { comment: comment.id, eventComment: id }
}
await world.as(ana).connections.requestConnection({ user_id: ben.id })
await world.as(ben).connections.acceptConnection({ user_id: ana.id })
// each attends the other's event, and has it in his own calendar
for (const [who, what] of [
  [ana, things.ben],
  [ben, things.ana],
] as const)
  await world.as(who).events.attendEvent({ id: what.event.id, going: true })
const calendars = {
  ana: (await world.as(ana).events.renewCalendarFeed()).path,
  ben: (await world.as(ben).events.renewCalendarFeed()).path,
}

/** Lists in which the other appears by his name or by his words. */
const LISTS: Record<string, (other: Person) => string> = {
  feed: () => '/feed',
  category: () => `/categories/${category.slug}/posts`,
  'posts of a network': () => `/groups/named/${network.slug}/posts`,
  'posts of a private network': () => `/groups/named/${shut.slug}/posts`,
  comments: () => `/posts/${ground.post.id}/comments`,
  thread: () => `/posts/${ground.post.id}/thread`,
  'search by words': (other) => `/search?q=${MARK[other.id]}`,
  'search by words, best first': (other) => `/search?q=${MARK[other.id]}&order=best`,
  'search by name': (other) => `/search?q=${other.display_name}`,
  'search by name, best first': (other) => `/search?q=${other.display_name}&order=best`,
  nearby: () => '/nearby',
  events: () => '/events?scope=everywhere',
  'events by words': (other) => `/events?scope=everywhere&q=${MARK[other.id]}`,
  'events near': () => '/events?scope=near',
  week: (other) => `/events/week?scope=everywhere&day=${DAY[other.id]}`,
  'week by words': (other) => `/events/week?scope=everywhere&day=${DAY[other.id]}&q=${MARK[other.id]}`,
  'events of a network': () => `/groups/named/${network.slug}/events`,
  'comments on an event': () => `/events/${ground.event.id}/comments`,
  'who comes': () => `/events/${ground.event.id}`,
  'members of a network': () => `/groups/named/${network.slug}/members`,
  kin: () => '/me/connections?list=kin',
}
/** Items of the other, requested directly. */
const OWN: Record<string, (of: typeof ground, other: Person) => string> = {
  profile: (_, { username }) => `/members/${username}`,
  'posts of a member': (_, { username }) => `/members/${username}/posts`,
  post: ({ post }) => `/posts/${post.id}`,
  thread: ({ post }) => `/posts/${post.id}/thread`,
  comments: ({ post }) => `/posts/${post.id}/comments`,
  'post in a network': ({ inOpen }) => `/posts/${inOpen.id}`,
  'post in a private network': ({ inShut }) => `/posts/${inShut.id}`,
  event: ({ event }) => `/events/${event.id}`,
  'comments on an event': ({ event }) => `/events/${event.id}/comments`,
  connection: (_, { id }) => `/members/${id}/connection`,
}
/** Items of his that can be reported. */
const REPORTABLE = ({ post, inShut, event }: typeof ground, { id }: Person): [kind: string, id: string][] => [
  ['post', post.id],
  ['post', inShut.id],
  ['comment', said[id]!.comment],
  ['profile', id],
  ['event', event.id],
  ['event_comment', said[id]!.eventComment],
]
const SIDES = [
  ['the blocker', 'ana', ben, 'ben'],
  ['the blocked man', 'ben', ana, 'ana'],
] as const
const meets = (text: string, other: Person) => text.includes(other.username) || text.includes(MARK[other.id]!)
const api = (who: keyof typeof browsers, path: string) => browsers[who].get(`/api/v1${path}`)

const outside = async () => {
  const seen: Record<string, string> = {}
  for (const who of ['visitor', 'carl'] as const)
    for (const other of [ana, ben])
      for (const [name, path] of Object.entries({ ...LISTS, profile: (one: Person) => `/members/${one.username}` })) {
        const { status, text } = await api(who, path(other))
        seen[`${who} ${name} ${other.username}`] = `${status} ${text}`
      }
  return seen
}
/** The connection and its points are the only thing that changes for everyone: they are no longer connected. */
const withoutKin = (seen: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(seen).map(([name, text]) => [name, text.replace(/"(kin_count|community_karma)":\d+/g, '')]),
  )
const seenBefore = await outside()
const pods = async (who: 'ana' | 'ben') => [
  (await api(who, `/pods/${pod.slug}`)).text,
  (await api(who, `/chat/pod/${pod.id}/messages`)).text,
]
const lookIn = async (who: 'ana' | 'ben', whose: 'ana' | 'ben') => {
  const { status, text, json } = await api(who, `/pods/${outer[whose].slug}`)
  const { creator, members, ...card } = json as Pod
  return { status, text, creator: creator?.id ?? null, members: new Set(members.map(({ id }) => id)), card }
}
const outerBefore = { ana: await lookIn('ben', 'ana'), ben: await lookIn('ana', 'ben') }
const podBefore = { ana: await pods('ana'), ben: await pods('ben') }
// points earned so far are published before any socket listens; otherwise they would arrive as news
await foldAll(world.db)
const listeners = {
  ana: await openListener(url, browsers.ana.cookieHeader()),
  ben: await openListener(url, browsers.ben.cookieHeader()),
  carl: await openListener(url, browsers.carl.cookieHeader()),
}
for (const listener of Object.values(listeners)) {
  await listener.listen(`event:${ground.event.id}`)
  await listener.listen(`group:${network.id}`)
}
await listeners.ben.listen(`event:${things.ana.event.id}`)
await listeners.ben.listen(`member:${ben.id}`)
await listeners.ana.listen(`member:${ana.id}`)

describe('before', () => {
  for (const [side, who, other, whose] of SIDES) {
    for (const [name, path] of Object.entries(LISTS))
      test(`${side} meets the other in ${name}`, async () => {
        const { status, text } = await api(who, path(other))
        expect([status, meets(text, other)]).toEqual([200, true])
      })
    for (const [name, path] of Object.entries(OWN))
      test(`${side} reads the other's ${name}`, async () => {
        expect((await api(who, path(things[whose], other))).status).toBe(200)
      })
    test(`${side} sees from outside who is in the other's pod`, () => {
      expect(outerBefore[whose]).toMatchObject({
        status: 200,
        creator: other.id,
        members: new Set([other.id, carl.id]),
      })
    })
    test(`${side} has the other's event in his calendar`, async () => {
      expect((await browsers[who].get(calendars[who]!)).text).toContain(MARK[other.id])
    })
  }
})

describe('after', async () => {
  test('a block is stored once, and ends the connection between them', async () => {
    for (const _ of [1, 2])
      expect(await browsers.ana.send('PUT', `/api/v1/me/blocks/${ben.id}`)).toMatchObject({
        status: 200,
        json: { user: { username: ben.username } },
      })
    const { rows } = await sql<{ pairs: number; blocks: number; facts: number; kin: number }>`
      select (select count(*)::int from connections) as pairs, (select count(*)::int from blocks) as blocks,
        (select count(*)::int from facts where kind = 'member.blocked') as facts,
        (select sum(kin_count)::int from profiles) as kin`.execute(world.db)
    expect(rows[0]).toEqual({ pairs: 0, blocks: 1, facts: 1, kin: 0 })
  })

  for (const [side, who, other, whose] of SIDES) {
    for (const [name, path] of Object.entries(LISTS))
      test(`${side} does not meet the other in ${name}`, async () => {
        const { status, text } = await api(who, path(other))
        expect([status, meets(text, other)]).toEqual([200, false])
        expect(text).not.toContain(other.id)
      })

    for (const [name, path] of Object.entries(OWN))
      test(`${side} gets the response for a missing item for the other's ${name}`, async () => {
        const made = Object.fromEntries(Object.keys(ground).map((thing) => [thing, { id: randomUUID() }]))
        const nobody = { ...other, id: randomUUID(), username: 'nobody.here' }
        const seen = await api(who, path(things[whose], other))
        const nothing = await api(who, path(made as unknown as typeof ground, nobody))
        expect([seen.status, seen.text]).toEqual([nothing.status, nothing.text])
        expect(seen.status).toBe(404)
      })

    test(`${side} has no event of the other in his calendars`, async () => {
      expect((await browsers[who].get(calendars[who]!)).text).not.toContain(MARK[other.id])
      expect((await browsers[who].get(`/event/${things[whose].event.id}/calendar.ics`)).status).toBe(404)
    })

    test(`${side} cannot comment on items of the other or request anything from him: they respond as if they did not exist`, async () => {
      const { post, poll, event, inOpen } = things[whose]
      const operations = (id: (real: string) => string): [string, string, object?][] => [
        ['POST', `/posts/${id(post.id)}/comments`, { content: 'Hello.' }],
        ['POST', `/posts/${id(inOpen.id)}/comments`, { content: 'Hello.' }],
        ['PUT', `/posts/${id(post.id)}/vote`, { direction: 'up' }],
        ['PUT', `/posts/${id(poll.id)}/poll-vote`, { option_id: poll.poll!.options[0]!.id }],
        ['PUT', `/comments/${id(said[other.id]!.comment)}/vote`, { direction: 'up' }],
        ['PUT', `/events/${id(event.id)}/attendance`, { going: true }],
        ['POST', `/events/${id(event.id)}/comments`, { content: 'Hello.' }],
        ['PUT', `/members/${id(other.id)}/connection`],
        ...REPORTABLE(things[whose], other).map(([kind, thing]): [string, string, object] => [
          ...(['POST', '/reports'] as const),
          { kind, id: id(thing), reason: 'unkind' },
        ]),
      ]
      const nothing = operations(() => randomUUID())
      for (const [n, [method, path, body]] of operations((real) => real).entries()) {
        const answer = await browsers[who].send(method, `/api/v1${path}`, body)
        const [, nowhere, nobody] = nothing[n]!
        const empty = await browsers[who].send(method, `/api/v1${nowhere}`, nobody)
        expect([path, answer.status, answer.text]).toEqual([path, empty.status, empty.text])
        expect(answer.status, path).toBe(404)
      }
    })

    test(`${side} sees the other's pod from outside as full, without members`, async () => {
      const seen = await lookIn(who, whose)
      expect(seen).toMatchObject({ status: 200, creator: null, members: new Set() })
      // a pod with a member from whom he is blocked looks full
      const { capacity } = outerBefore[whose].card
      const full = { current_members: capacity, is_full: true, can_join: false }
      expect(seen.card).toEqual({ ...outerBefore[whose].card, ...full })
      expect([seen.text.includes(other.id), seen.text.includes(other.display_name!)]).toEqual([false, false])
    })

    test(`${side} finds the pod that both are in unchanged`, async () => {
      expect(await pods(who)).toEqual(podBefore[who])
    })
  }

  test('the blocker finds the blocked member in his list, and nobody else finds anything there', async () => {
    const found = await api('ana', `/members/${ben.username}/block`)
    expect(found).toMatchObject({ status: 200, json: { user: { id: ben.id } } })
    expect((await api('ana', '/me/blocks')).json).toMatchObject({ items: [{ user: { id: ben.id } }], next: null })
    expect((await api('ana', '/me/blocks/ids')).json).toEqual({ ids: [ben.id] })
    const nothing = await api('ben', '/members/nobody.here/block')
    const asked = await api('ben', `/members/${ana.username}/block`)
    expect([asked.status, asked.text, nothing.text]).toEqual([200, 'null', 'null'])
    expect((await api('ben', '/me/blocks')).json).toEqual({ items: [], next: null })
  })

  test('visitors and other members see everything as before, and each member still reads his own items', async () => {
    expect(withoutKin(await outside())).toEqual(withoutKin(seenBefore))
    for (const [who, own] of [
      ['ana', things.ana],
      ['ben', things.ben],
    ] as const)
      for (const path of [`/posts/${own.post.id}/thread`, `/events/${own.event.id}`, '/feed'])
        expect((await api(who, path)).text).toContain(MARK[who === 'ana' ? ana.id : ben.id])
  })

  test('no frame contains the words of the other, and the blocked member is not notified of a block', async () => {
    const topic = `event:${ground.event.id}`
    const heard: Record<string, string> = {}
    for (const [, who] of SIDES) {
      const me = who === 'ana' ? ana : ben
      const path = `/api/v1/events/${ground.event.id}/comments`
      const { json } = await browsers[who].send('POST', path, { content: `And again the ${MARK[me.id]}` })
      heard[me.id] = (json as { id: string }).id
    }
    await browsers.carl.send('POST', `/api/v1/events/${ground.event.id}/comments`, { content: 'The last word' })
    for (const listener of Object.values(listeners))
      await listener.until(({ data }) => data?.content === 'The last word')
    const numbers = (who: keyof typeof listeners) =>
      listeners[who].frames.filter((frame) => frame.t === 'ev' && frame.topic === topic).map(({ seq }) => seq)
    for (const [side, who, other] of SIDES) {
      const text = listeners[who].texts.join()
      expect(text, side).not.toContain(`again the ${MARK[other.id]}`)
      expect(text, side).not.toContain(heard[other.id])
      // every sequence number came, so that nothing seems to be missing
      expect(numbers(who)).toEqual(numbers('carl'))
    }
    expect(numbers('carl')).toHaveLength(3)
    expect(listeners.ana.texts.join()).toContain('block.made')
    // the connection's points are gone, as if the other had ended it
    const received = listeners.ben.frames.filter(({ t, topic }) => t === 'ev' && topic === `member:${ben.id}`)
    expect(received.filter(({ kind }) => kind !== 'karma.changed')).toEqual([])
    for (const listener of Object.values(listeners)) listener.hangUp()
  })

  test('a blocked member who reconnects is not notified of the block either', async () => {
    for (const who of [ana, ben]) {
      await world.as(who).groups.leaveGroup({ id: network.id })
      await world.as(who).groups.joinGroup({ id: network.id })
    }
    for (const [side, who, other] of SIDES) {
      const listener = await openListener(url, browsers[who].cookieHeader())
      await listener.listen(`group:${network.id}`, 0)
      await listener.listen(`event:${ground.event.id}`, 0)
      const text = listener.texts.join()
      expect(text, side).not.toContain(other.id)
      expect(text, side).not.toContain(MARK[other.id])
      const me = who === 'ana' ? ana : ben
      expect(
        listener.frames.map(({ kind, subject }) => kind === 'group.joined' && subject),
        side,
      ).toContain(me.id)
      expect(text, side).toContain('The last word')
      listener.hangUp()
    }
  })

  test('a member who was looking at the blocker’s event receives nothing more about it', async () => {
    const listener = await openListener(url, browsers.ben.cookieHeader())
    expect(await listener.listen(`event:${things.ana.event.id}`)).toMatchObject({ t: 'no' })
    listener.hangUp()
  })

  test('after unblocking they see each other again; what was ended does not come back', async () => {
    for (const _ of [1, 2]) expect((await browsers.ana.send('DELETE', `/api/v1/me/blocks/${ben.id}`)).status).toBe(200)
    for (const [, who, other, whose] of SIDES) {
      for (const path of [LISTS.feed!(other), LISTS.nearby!(other), LISTS['search by name']!(other)])
        expect(meets((await api(who, path)).text, other)).toBe(true)
      expect((await api(who, `/posts/${things[whose].post.id}`)).status).toBe(200)
      expect((await api(who, `/members/${other.id}/connection`)).json).toMatchObject({ status: 'none' })
    }
    expect((await api('ana', `/members/${ben.username}/block`)).text).toBe('null')
  })
})
