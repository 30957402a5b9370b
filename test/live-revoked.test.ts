/**
 * Guarantee 43: a member who may no longer listen, for whatever reason, in each of two processes: he is notified or
 * disconnected within a second, and hears nothing that was committed afterwards, while others talk all the time.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { administratorOf } from './administrator.ts'
import { type Browser, until } from './client.ts'
import { isFull } from './guarantees/guarantee.ts'
import { eventsOf, openListener, type TabListener } from './live-listener.ts'
import { signInDirectly } from './sessions.ts'
import { makeWorld, type Person } from './world.ts'

const world = await makeWorld()
const [one, two] = [await world.serve({ pages: 'stub' }), await world.serve({ pages: 'stub' })]
const PASSWORD = 'the quick brown kettle'
/** if the machine runs other tests too, the second is not checked */
const SOON = isFull ? 1000 : 5000
const HEIR = await world.member({ name: 'heir' })
const ADMIN = await administratorOf(world)

/** The sequence number of a topic when a member was shut out; a member who posts there waits for it. */
await sql`create table shut_at (topic text, seq bigint)`.execute(world.db)
await sql`create function note_shut() returns trigger language plpgsql as $$
  begin insert into shut_at values (new.topic, new.seq); return null; end $$`.execute(world.db)
await sql`create trigger note_shut after update of audience on topics for each row
  when (old.audience <> new.audience) execute function note_shut()`.execute(world.db)

interface Participant {
  who: Person
  /** the listening device */
  tab: Browser
  /** another device of the same member */
  other: Browser
  maker: Browser
}
type Room = 'pod' | 'group'
type Shut = (man: Participant, id: string) => Promise<unknown>

const sql43 =
  (statement: (man: Participant, id: string) => ReturnType<typeof sql>): Shut =>
  (person, id) =>
    statement(person, id).execute(world.db)
const http =
  (by: 'tab' | 'other' | 'maker', method: string, path: (id: string) => string, body?: object): Shut =>
  async (person, id) => {
    const answer = await person[by].send(method, path(id), body)
    expect(answer.status, answer.text).toBe(200)
  }

const OUT_OF_ROOM: [Room, string, Shut][] = [
  ['pod', 'left it', http('other', 'DELETE', (id) => `/api/v1/pods/${id}/membership`)],
  [
    'pod',
    'was taken out',
    (person, id) => http('maker', 'PUT', () => `/api/v1/pods/${id}/exclusions/${person.who.id}`, {})(person, id),
  ],
  [
    'pod',
    'has no row any more',
    sql43(({ who }, id) => sql`delete from pod_members where pod_id = ${id} and user_id = ${who.id}`),
  ],
  [
    'pod',
    'was made inactive',
    sql43(({ who }, id) => sql`update pod_members set is_active = false where pod_id = ${id} and user_id = ${who.id}`),
  ],
  ['pod', 'saw it deleted', http('maker', 'DELETE', (id) => `/api/v1/pods/${id}`)],
  [
    'pod',
    'made it and handed it over',
    async (person, id) => {
      await sql`update pods set creator_id = ${person.who.id} where id = ${id}`.execute(world.db)
      await http('other', 'PUT', () => `/api/v1/pods/${id}/creator`, { to: HEIR.id })(person, id)
    },
  ],
  ['group', 'left it', http('other', 'DELETE', (id) => `/api/v1/groups/${id}/membership`)],
  [
    'group',
    'was taken out',
    async (person, id) => {
      await sql`update group_members set role = 'admin' where group_id = ${id} and user_id <> ${person.who.id}`.execute(
        world.db,
      )
      await http('maker', 'PUT', () => `/api/v1/groups/${id}/exclusions/${person.who.id}`, {})(person, id)
    },
  ],
  [
    'group',
    'has no row any more',
    sql43(({ who }, id) => sql`delete from group_members where group_id = ${id} and user_id = ${who.id}`),
  ],
  ['group', 'saw it taken back', sql43((_man, id) => sql`update groups set status = 'rejected' where id = ${id}`)],
]
const listening = async ({ tab }: Participant) =>
  ((await tab.get('/api/v1/me/devices')).json as unknown as { id: string; is_this: boolean }[]).find(
    ({ is_this }) => is_this,
  )!.id
const OUT_OF_ALL: [string, Shut][] = [
  ['signed out', http('tab', 'POST', () => '/api/auth/sign-out', {})],
  [
    'chose another password elsewhere',
    http('other', 'POST', () => '/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'eleven lazy herons',
    }),
  ],
  [
    'set a new password by a mailed link',
    async (person, id) => {
      await person.other.call('/request-password-reset', { email: person.who.email })
      // whichever process has taken the job
      const { link } = await Promise.any([one, two].map((served) => served.mail('reset', person.who.email)))
      const token = new URL(link!).searchParams.get('token')
      await http('other', 'POST', () => '/api/auth/reset-password', { token, newPassword: 'eleven lazy herons' })(
        person,
        id,
      )
    },
  ],
  [
    'ended the session from the list of devices',
    async (person, id) => {
      const device = await listening(person)
      await http('other', 'DELETE', () => `/api/v1/me/devices/${device}`)(person, id)
    },
  ],
  ['ended all other sessions', http('other', 'DELETE', () => '/api/v1/me/devices')],
  ['was suspended', ({ who }) => world.as(ADMIN).admin.suspendMember({ id: who.id, reason: 'Threats.' })],
  ['has no account any more', sql43(({ who }) => sql`delete from "user" where id = ${who.id}`)],
]
const CASES: [Room, string, Shut, 'gone' | 'over'][] = [
  ...OUT_OF_ROOM.map(([room, why, shut]) => [room, why, shut, 'gone'] as [Room, string, Shut, 'gone']),
  ...(['pod', 'group'] as const).flatMap((room) =>
    OUT_OF_ALL.map(([why, shut]) => [room, why, shut, 'over'] as [Room, string, Shut, 'over']),
  ),
]

const seqOf = async (topic: string) => {
  const { rows } = await sql<{ seq: number }>`select seq from topics where topic = ${topic}`.execute(world.db)
  return rows[0]?.seq ?? 0
}

/** Two members at two servers, who post without a pause until they are stopped, or are shut out themselves. */
function talk(room: Room, id: string, talkers: Browser[]) {
  let isOver = false
  const talking = talkers.map(async (talker) => {
    for (let n = 0; !isOver; n++) {
      const body = { id: randomUUID(), content: `${n}` }
      const { status } = await talker.send('POST', `/api/v1/chat/${room}/${id}/messages`, body)
      if (status !== 201) return
    }
  })
  return async () => {
    isOver = true
    await Promise.all(talking)
  }
}

describe('43: a member who listens to a', () => {
  test.each(CASES)(
    '%s and %s hears nothing of what comes after',
    { timeout: 60_000 },
    async (room, _why, shut, end) => {
      const who = await world.member({ password: PASSWORD })
      const [maker, talker] = [await world.member(), await world.member()]
      const members = [maker, talker, who, HEIR]
      const { id } = room === 'pod' ? await world.pod({ members }) : await world.privateNetwork({ members })
      const topic = `${room}:${id}`
      const person: Participant = {
        who,
        tab: await signInDirectly(world, one.url, who),
        other: await signInDirectly(world, one.url, who),
        maker: await signInDirectly(world, two.url, maker),
      }
      const listeners = await Promise.all([one, two].map(({ url }) => openListener(url, person.tab.cookieHeader())))
      for (const listener of listeners) await listener.listen(topic, 0)
      const stop = talk(room, id, [person.maker, await signInDirectly(world, one.url, talker)])
      const isOut = (listener: TabListener) =>
        end === 'gone' ? listener.frames.some(({ t }) => t === 'gone') : listener.closed !== null
      const outAt = listeners.map((listener) => until('he is out', () => isOut(listener) && performance.now(), 20_000))
      try {
        for (const listener of listeners) await listener.until(({ seq }) => (seq ?? 0) >= 5)
        await shut(person, id)
        const from = performance.now()
        // every event with a higher number than this was committed after he was shut out
        let last = await seqOf(topic)
        for (const at of await Promise.all(outAt)) expect(at - from).toBeLessThan(SOON)
        const { rows: shutAt } = await sql<{ seq: number }>`
        select min(seq) as seq from shut_at where topic = ${topic}`.execute(world.db)
        if (end === 'gone') last = shutAt[0]!.seq
        await until('another message is sent, or no sender is left', async () => {
          await sql`select tell(${topic}, 'message.sent', ${randomUUID()}::uuid)`.execute(world.db)
          return (await seqOf(topic)) > last + 10
        })
        for (const listener of listeners) {
          const seqs = eventsOf(listener, topic).map(({ seq }) => seq!)
          expect(seqs).toEqual(seqs.map((_, n) => n + 1))
          expect(seqs.at(-1)).toBeLessThanOrEqual(last)
        }
        for (const [n, { url }] of [one, two].entries())
          if (end === 'over') await expect(openListener(url, person.tab.cookieHeader())).rejects.toThrow('401')
          else {
            expect(await listeners[n]!.listen(topic, last)).toEqual({ t: 'no', topic })
            expect(await listeners[n]!.listen(topic, 1)).toEqual({ t: 'no', topic })
          }
        for (const listener of listeners) if (end === 'over') expect(listener.closed).toBe(4001)
      } finally {
        await stop()
        for (const listener of listeners) listener.hangUp()
      }
    },
  )

  test('network that is made private continues to listen if he is a member, and never listened if he is not', async () => {
    const [admin, member, passerBy] = [await world.member(), await world.member(), await world.member()]
    const { id } = await world.publicNetwork({ members: [admin, member] })
    await sql`update group_members set role = 'admin' where user_id = ${admin.id}`.execute(world.db)
    const topic = `group:${id}`
    const browser = await signInDirectly(world, one.url, admin)
    const listeners = await Promise.all(
      [member, passerBy].map(async (who) =>
        openListener(two.url, (await signInDirectly(world, two.url, who)).cookieHeader()),
      ),
    )
    const [his, theirs] = listeners as [TabListener, TabListener]
    expect((await his.listen(topic)).t).toBe('on')
    expect((await theirs.listen(topic)).t).toBe('no')
    expect((await browser.send('PATCH', `/api/v1/groups/${id}`, { is_public: false })).status).toBe(200)
    const body = { id: randomUUID(), content: 'Among us.' }
    expect((await browser.send('POST', `/api/v1/chat/group/${id}/messages`, body)).status).toBe(201)
    await his.until(({ data }) => data?.content === 'Among us.')
    expect((await theirs.listen(topic)).t).toBe('no')
    expect(eventsOf(theirs, topic)).toEqual([])
    for (const listener of listeners) listener.hangUp()
  })

  /** An event's topic sends nothing when a listener loses access: so access is checked before anything is sent. */
  const OUT_OF_EVENT: [string, 'private' | 'public', Shut][] = [
    ['left', 'private', http('other', 'DELETE', (id) => `/api/v1/groups/${id}/membership`)],
    [
      'was taken out of',
      'private',
      sql43(({ who }, id) => sql`delete from group_members where group_id = ${id} and user_id = ${who.id}`),
    ],
    ['saw become private', 'public', http('maker', 'PATCH', (id) => `/api/v1/groups/${id}`, { is_public: false })],
    ['saw rejected', 'public', sql43((_man, id) => sql`update groups set status = 'rejected' where id = ${id}`)],
  ]
  test.each(OUT_OF_EVENT)(
    'a member who listens to an event of a network that he %s receives nothing afterwards',
    { timeout: 60_000 },
    async (_why, openness, shut) => {
      const [who, maker, talker] = [await world.member(), await world.member(), await world.member()]
      // he never was a member of the public one
      const network =
        openness === 'private'
          ? await world.privateNetwork({ members: [maker, talker, who] })
          : await world.publicNetwork({ members: [maker, talker] })
      await sql`update group_members set role = 'admin' where user_id = ${maker.id}`.execute(world.db)
      const { id } = await world.event({ by: maker, group_id: network.id })
      const topic = `event:${id}`
      const person: Participant = {
        who,
        tab: await signInDirectly(world, one.url, who),
        other: await signInDirectly(world, one.url, who),
        maker: await signInDirectly(world, two.url, maker),
      }
      const listeners = await Promise.all([one, two].map(({ url }) => openListener(url, person.tab.cookieHeader())))
      for (const listener of listeners) await listener.listen(topic, 0)
      let isOver = false
      const talking = [person.maker, await signInDirectly(world, one.url, talker)].map(async (browser) => {
        for (let n = 0; !isOver; n++) {
          const comment = { comment_id: randomUUID(), content: `${n}` }
          const { status } = await browser.send('POST', `/api/v1/events/${id}/comments`, comment)
          expect(status).toBe(201)
          expect((await browser.send('PUT', `/api/v1/events/${id}/attendance`, { going: n % 2 === 0 })).status).toBe(
            200,
          )
        }
      })
      try {
        for (const listener of listeners) await listener.until(({ seq }) => (seq ?? 0) >= 5)
        await shut(person, network.id)
        const from = performance.now()
        // every event with a higher number than this was committed after he was shut out
        const last = await seqOf(topic)
        for (const listener of listeners)
          await until('he is out', () => listener.frames.some(({ t }) => t === 'gone'), 20_000)
        expect(performance.now() - from).toBeLessThan(SOON)
        await until('more is said', async () => (await seqOf(topic)) > last + 10)
        for (const [n, listener] of listeners.entries()) {
          const seqs = eventsOf(listener, topic).map(({ seq }) => seq!)
          expect(seqs).toEqual(seqs.map((_, n) => n + 1))
          expect(seqs.at(-1)).toBeLessThanOrEqual(last)
          for (const after of [last, 1, undefined])
            expect(await listeners[n]!.listen(topic, after)).toEqual({ t: 'no', topic })
        }
      } finally {
        isOver = true
        await Promise.all(talking)
        for (const listener of listeners) listener.hangUp()
      }
    },
  )
})
