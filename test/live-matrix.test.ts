/** Every kind of topic as every persona, by socket. The response for a topic of others does not reveal whether it exists. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { topicKinds } from '#server/topics.ts'
import type { Browser } from './client.ts'
import { openListener, type TabListener } from './live-listener.ts'
import { openTab, signInDirectly } from './sessions.ts'
import { makeWorld, type Person } from './world.ts'

const world = await makeWorld()
const { url } = await world.serve({ pages: 'stub' })

const PERSONAS = ['visitor', 'stranger', 'insider', 'maker', 'ex', 'requester', 'deleted', 'signedOut'] as const
/**
 * `maker` made the pod, or is an admin of the network; `insider` is in it; `ex` has left it, `requester` has asked to join;
 * `deleted` was in it and had his account deleted, `signedOut` is in it and has ended his session.
 */
type Persona = (typeof PERSONAS)[number]
/** `on`: the persona is subscribed. `no`: for the persona the topic does not exist. `401`: the socket is refused. */
type Hears = 'on' | 'no' | '401'

const nobody = { visitor: '401', deleted: '401', signedOut: '401' } as const
const members: Record<Persona, Hears> = {
  ...nobody,
  ...{ stranger: 'no', insider: 'on', maker: 'on', ex: 'no', requester: 'no' },
}
const everybody: Record<Persona, Hears> = { ...members, stranger: 'on', ex: 'on', requester: 'on' }
const noMember: Record<Persona, Hears> = { ...members, insider: 'no', maker: 'no' }

/** A new kind of topic must be added here. */
const TABLE: Record<string, Record<string, Record<Persona, Hears>>> = {
  pod: { open: members, private: members, ended: members, deleted: noMember, missing: noMember },
  group: { public: members, private: members, 'not approved': noMember, missing: noMember },
  event: {
    'for everyone': everybody,
    cancelled: everybody,
    'of a public network': everybody,
    'of a private network': members,
    'of a network that is not approved': members,
    deleted: noMember,
    missing: noMember,
  },
  member: { 'the insider': { ...noMember, insider: 'on' }, 'one who is gone': noMember, missing: noMember },
}

const people = Object.fromEntries(
  await Promise.all(PERSONAS.map(async (name) => [name, await world.member({ name })] as const)),
) as Record<Persona, Person>
const browsers = Object.fromEntries(
  await Promise.all(PERSONAS.map(async (name) => [name, await signInDirectly(world, url, people[name])] as const)),
) as Record<Persona, Browser>
const inside = [people.maker, people.insider, people.ex, people.deleted, people.signedOut]

async function podOf(on: string): Promise<string> {
  const { id } = await world.pod({ members: inside, capacity: 12, is_private: on !== 'open' })
  await world.as(people.ex).pods.leavePod({ id })
  if (on !== 'open') await world.as(people.requester).pods.requestToJoinPod({ id })
  if (on === 'ended') await sql`select end_pod(${id})`.execute(world.db)
  if (on === 'deleted') await world.as(people.maker).pods.deletePod({ id })
  return id
}

async function groupOf(on: string): Promise<string> {
  const make = on === 'public' ? world.publicNetwork : world.privateNetwork
  const { id } = await make({ members: inside })
  await sql`update group_members set role = 'admin' where group_id = ${id} and user_id = ${people.maker.id}`.execute(
    world.db,
  )
  await world.as(people.ex).groups.leaveGroup({ id })
  if (on !== 'public') await world.as(people.requester).groups.requestToJoinGroup({ id })
  if (on === 'not approved') await sql`update groups set status = 'rejected' where id = ${id}`.execute(world.db)
  return id
}

const NETWORK: Record<string, string> = {
  'of a public network': 'public',
  'of a private network': 'private',
  'of a network that is not approved': 'private',
}
async function eventOf(on: string): Promise<string> {
  const group_id = NETWORK[on] && (await groupOf(NETWORK[on]))
  const { id } = await world.event({ by: people.maker, ...(group_id && { group_id }) })
  await world.as(people.insider).events.createEventComment({ id, content: 'See you there.' })
  if (on === 'cancelled') await world.as(people.maker).events.cancelEvent({ id })
  if (on.endsWith('approved')) await sql`update groups set status = 'rejected' where id = ${group_id}`.execute(world.db)
  if (on === 'deleted') await world.db.deleteFrom('local_events').where('id', '=', id).execute()
  return id
}

const MAKE: Record<string, (on: string) => string | Promise<string>> = {
  pod: podOf,
  group: groupOf,
  event: eventOf,
  member: (on) => (on === 'the insider' ? people.insider.id : people.deleted.id),
}
const topics = new Map<string, string>()
for (const [kind, places] of Object.entries(TABLE))
  for (const on of Object.keys(places)) {
    topics.set(`${kind} ${on}`, `${kind}:${on === 'missing' ? randomUUID() : await MAKE[kind]!(on)}`)
  }
/** Opened before the persona left. */
const before = await openTab(world, url, people.deleted)
await before.listener.listen(topics.get('pod private')!)
await world.db.deleteFrom('user').where('id', '=', people.deleted.id).execute()
await browsers.signedOut.copy().call('/sign-out')
browsers.visitor.cookies.clear()

test('14: the table names every kind of topic, and no other', () => {
  expect(Object.keys(TABLE).sort()).toEqual(Object.keys(topicKinds).sort())
})

test('the topic of every kind is deleted with its row', async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'forget_topic'`.execute(world.db)
  const kinds = rows.map(({ definition }) => /AFTER DELETE .*forget_topic\('(\w+)'\)/.exec(definition)?.[1])
  expect(kinds.sort()).toEqual(Object.keys(topicKinds).sort())
})

const listeners = new Map<Persona, Promise<TabListener>>()
const earOf = (persona: Persona) => {
  const listener = listeners.get(persona) ?? openListener(url, browsers[persona].cookieHeader())
  listeners.set(persona, listener)
  return listener
}

describe('14: by socket', () => {
  for (const [kind, places] of Object.entries(TABLE))
    for (const [on, expects] of Object.entries(places))
      for (const persona of PERSONAS)
        test(`${kind}, ${on}, as ${persona}: ${expects[persona]}`, async () => {
          const topic = topics.get(`${kind} ${on}`)!
          if (expects[persona] === '401') return expect(earOf(persona)).rejects.toThrow('401')
          const listener = await earOf(persona)
          for (const after of [undefined, 0, 1e9]) {
            const { t } = await listener.listen(topic, after)
            expect(t).toBe(expects[persona])
            listener.say({ t: 'unsub', topic })
          }
          if (expects[persona] === 'no')
            expect(listener.frames.filter((one) => one.topic === topic && one.t !== 'no')).toEqual([])
        })

  test('deleting an account closes its open socket', async () => {
    expect(await before.listener.untilClosed()).toBe(4001)
  })
})

describe('16: by socket, a hidden topic gets the same response as a missing one', () => {
  for (const [kind, places] of Object.entries(TABLE))
    for (const [on, expects] of Object.entries(places))
      for (const persona of PERSONAS.filter((one) => expects[one] === 'no'))
        test(`${kind}, ${on}, as ${persona}`, async () => {
          const listener = await earOf(persona)
          const seen = async (topic: string) => {
            const from = listener.texts.length
            await listener.listen(topic, 0)
            return listener.texts.slice(from).map((text) => text.replaceAll(topic, 'it'))
          }
          expect(await seen(topics.get(`${kind} ${on}`)!)).toEqual(await seen(`${kind}:${randomUUID()}`))
        })
})
