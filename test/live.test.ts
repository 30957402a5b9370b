/** Live, over real sockets to the whole program: which events arrive, for whom, until when, and in which order. */
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { singleProcessBus } from '#server/kernel/live/bus.ts'
import { makeLive } from '#server/kernel/live/hub.ts'
import type { Listener, TopicKind } from '#server/kernel/live/topic.ts'
import { type Browser, signIn, until } from './client.ts'
import { eventsOf, openListener, type TabListener } from './live-listener.ts'
import { signInDirectly } from './sessions.ts'
import { makeWorld, type Person } from './world.ts'

const NO_PULSES = { kinds: [], to: 'member', whom: async () => new Map<string, object>() }
const world = await makeWorld()
const [one, two] = [await world.serve({ pages: 'stub' }), await world.serve({ pages: 'stub' })]
const PASSWORD = 'the quick brown kettle'

interface Tab {
  who: Person
  browser: Browser
  listener: TabListener
}

async function tabOf(who: Person, url = one.url): Promise<Tab> {
  const browser = await signIn(url, who)
  return { who, browser, listener: await openListener(url, browser.cookieHeader()) }
}
const dad = () => world.member({ password: PASSWORD })
const say = (browser: Browser, pod: string, content: string, id: string = randomUUID()) =>
  browser.send('POST', `/api/v1/chat/pod/${pod}/messages`, { id, content })
/** Stores a message as the operation does, without a notification, like a process that has just died. */
const sayQuietly = async (who: Person, pod: string, content: string) =>
  void (await sql`select send_message('pod', ${pod}::uuid, ${who.id}::uuid, ${randomUUID()}::uuid, ${content})`.execute(
    world.db,
  ))
const words = (listener: TabListener, topic: string) => eventsOf(listener, topic).map(({ data }) => data?.content)

/** The raw response on this connection, which no library would expose. */
const knock = (url: string, path: string, cookie: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) })
    let answer = ''
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      answer += String(bytes)
    })
    socket.on('close', () => resolve(answer))
    const lines = [`GET ${path} HTTP/1.1`, 'Host: x', `Origin: ${url}`, `Cookie: ${cookie}`, 'Connection: Upgrade']
    socket.write([...lines, 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', '', ''].join('\r\n'))
  })

const [ana, ben] = [await dad(), await dad()]
const pod = await world.pod({ members: [ana, ben] })
const topic = `pod:${pod.id}`

describe('a member who listens', () => {
  test('receives what is written through this and another process, in order, once, and nothing of other pods', async () => {
    const [here, there] = [await tabOf(ana, one.url), await tabOf(ben, two.url)]
    const other = await world.pod({ members: [ben] })
    const { seq } = await here.listener.listen(topic)
    await there.listener.listen(topic, seq)
    await say(there.browser, other.id, 'Elsewhere.')
    for (let n = 0; n < 10; n++) await say(n % 2 ? here.browser : there.browser, pod.id, `${n}`)
    for (const { listener } of [here, there]) {
      await listener.until(({ data }) => data?.content === '9')
      expect(words(listener, topic)).toEqual(Array.from({ length: 10 }, (_, n) => `${n}`))
      expect(listener.frames.filter(({ t }) => t === 'ev').every((frame) => frame.topic === topic)).toBe(true)
    }
  })

  test('receives a deletion, and gets no text of a message that was deleted before it was sent', async () => {
    const tab = await tabOf(ana)
    const { seq } = await tab.listener.listen(topic)
    tab.listener.hangUp()
    const id = randomUUID()
    await say(tab.browser, pod.id, 'Never mind.', id)
    await tab.browser.send('DELETE', `/api/v1/chat/pod/${pod.id}/messages/${id}`)
    const again = await openListener(one.url, tab.browser.cookieHeader())
    await again.listen(topic, seq)
    await again.until(({ kind }) => kind === 'message.deleted')
    expect(eventsOf(again, topic)).toMatchObject([
      { kind: 'message.sent', subject: id, data: null },
      { kind: 'message.deleted', subject: id },
    ])
  })

  test('45: after a sleep gets everything after the last number that he saw', async () => {
    const tab = await tabOf(ana)
    const { seq } = await tab.listener.listen(topic)
    tab.listener.hangUp()
    const said = Array.from({ length: 30 }, (_, n) => `While he slept, ${n}`)
    for (const content of said) await say(tab.browser, pod.id, content)
    const again = await openListener(two.url, tab.browser.cookieHeader())
    await again.listen(topic, seq)
    await again.until(({ data }) => data?.content === said.at(-1))
    expect(words(again, topic)).toEqual(said)
  })

  test('45: with a number that is too old, or from the future, gets a reset', async () => {
    const tab = await tabOf(ana)
    await say(tab.browser, pod.id, 'Old.')
    await sql`delete from topic_events where topic = ${topic} and seq = 1`.execute(world.db)
    for (const after of [0, 1e9]) {
      const from = tab.listener.frames.length
      const { seq } = await tab.listener.listen(topic, after)
      expect(tab.listener.frames.slice(from).find(({ t }) => t === 'reset')).toMatchObject({ topic, seq })
      tab.listener.say({ t: 'unsub', topic })
    }
  })

  test('46: receives a message that is written between his reading and his subscribing exactly once', async () => {
    const [tab, writer] = [await tabOf(ana), await tabOf(ben)]
    const busy = await world.pod({ members: [ana, ben] })
    let isWriting = true
    const writing = (async () => {
      for (let n = 0; isWriting; n++) await say(writer.browser, busy.id, `${n}`)
    })()
    for (let round = 0; round < 10; round++) {
      const { json } = await tab.browser.get(`/api/v1/chat/pod/${busy.id}/messages`)
      const { items, seq } = json as unknown as { items: { seq: number }[]; seq: number }
      const listener = await openListener(one.url, tab.browser.cookieHeader())
      await listener.listen(`pod:${busy.id}`, seq)
      await listener.until(({ seq: at }) => (at ?? 0) >= seq + 3)
      const seqs = eventsOf(listener, `pod:${busy.id}`).map((frame) => frame.seq!)
      const all = new Set([...items.map((item) => item.seq), ...seqs])
      const last = Math.max(...seqs)
      for (let at = Math.min(...items.map((item) => item.seq), seq + 1); at <= last; at++)
        expect(all.has(at)).toBe(true)
      expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
      listener.hangUp()
    }
    isWriting = false
    await writing
  })

  test('receives within seconds also events without a notification', async () => {
    const tab = await tabOf(ana)
    await tab.listener.listen(topic)
    await sayQuietly(ben, pod.id, 'Said by one who died.')
    await tab.listener.until(({ data }) => data?.content === 'Said by one who died.')
  })

  test('45: with many writers in two processes and listeners that come and go, receives every number once, in order', async () => {
    const room = await world.pod({ members: [ana, ben] })
    const name = `pod:${room.id}`
    const tabs = [await tabOf(ana, one.url), await tabOf(ben, two.url)]
    const hearAll = async ({ browser }: Tab, url: string) => {
      const seqs: number[] = []
      for (let seq = 0; seq < 120; ) {
        const listener = await openListener(url, browser.cookieHeader())
        await listener.listen(name, seq)
        await listener.until((frame) => frame.t === 'ev' && (frame.seq! >= seq + 25 || frame.seq! >= 120))
        for (const frame of eventsOf(listener, name)) seqs.push(frame.seq!)
        seq = seqs.at(-1)!
        listener.hangUp()
      }
      return seqs
    }
    const write = async ({ browser }: Tab) => {
      for (let n = 0; n < 20; n++) await say(browser, room.id, `${n}`)
    }
    const [first, second] = await Promise.all([
      hearAll(tabs[0]!, two.url),
      hearAll(tabs[1]!, one.url),
      ...[0, 1, 0, 1, 0, 1].map((tab) => write(tabs[tab]!)),
    ])
    for (const seqs of [first, second]) expect(seqs).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
  })
})

describe('42: who may subscribe', () => {
  test('an inaccessible, a guessed, a misspelt and a missing topic get the same response', async () => {
    const { listener } = await tabOf(await dad())
    const missing = `pod:${randomUUID()}`
    for (const name of [
      topic,
      missing,
      topic.toUpperCase(),
      `${topic}:x`,
      'pod:*',
      `group:${pod.id}`,
      `profiles:${ana.id}`,
      '__proto__:1',
      'constructor',
      // the heartbeat that a tab asks for
      'echo',
      '',
    ])
      expect(await listener.listen(name)).toEqual({ t: 'no', topic: name })
    expect(listener.closed).toBeNull()
  })

  test('no session, another origin and another URL are refused before there is a socket', async () => {
    const { browser } = await tabOf(ana)
    const cookie = browser.cookieHeader()
    await expect(openListener(one.url, '')).rejects.toThrow('401')
    await expect(openListener(one.url, 'fk.session_token=made.up')).rejects.toThrow('401')
    for (const origin of [
      'http://evil.example',
      `${one.url}.evil.example`,
      one.url.replace('127.0.0.1', '127.0.0.2'),
      'null',
    ])
      await expect(openListener(one.url, cookie, origin)).rejects.toThrow('403')
    const elsewhere = new WebSocket(`${one.url.replace('http', 'ws')}/other`, { headers: { cookie, origin: one.url } })
    const status = await new Promise((resolve) => {
      elsewhere.on('error', () => {})
      elsewhere.on('unexpected-response', (_request, response) => resolve(response.statusCode))
    })
    expect(status).toBe(404)
    // an invalid URL is answered, too, and the process continues
    for (const path of ['//', '//[', 'http://[', '*', '/live/', '/live%00'])
      expect(await knock(one.url, path, cookie)).toContain('404 Not Found')
    await (await openListener(one.url, cookie)).listen(topic)
  })
})

describe('49: first reads of topics', () => {
  /** Live by itself, with one kind of topic: an access check is answered once its gate is open. */
  async function listening() {
    const gates = new Map<string, PromiseWithResolvers<void>>()
    const gateOf = (id: string) => {
      const gate = gates.get(id) ?? Promise.withResolvers<void>()
      gates.set(id, gate)
      return gate
    }
    const asked = new Map<string, string[]>()
    const under = { now: 0, most: 0 }
    const kind: TopicKind = {
      async mayHear(_db, id, members) {
        asked.set(id, members)
        under.most = Math.max(under.most, ++under.now)
        await gateOf(id).promise
        under.now--
        return members
      },
      show: async () => new Map(),
    }
    const statements: string[] = []
    const db = world.db.withPlugin({
      transformQuery({ node }) {
        statements.push(JSON.stringify(node))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const live = makeLive({ db, kinds: { room: kind }, pulses: NO_PULSES, bus: () => singleProcessBus, log: world.log })
    const come = async () => {
      const { id } = await world.member()
      await signInDirectly(world, one.url, { id })
      const { rows } = await sql<{ id: string }>`select id from session where "userId" = ${id}`.execute(world.db)
      const frames: string[] = []
      const listener: Listener = {
        ...{ member: id, session: rows[0]!.id },
        send: (frame) => void frames.push(frame),
        ...{ caughtUp() {}, end() {} },
      }
      live.arrive(listener)
      const hears = (t: string, id: string) =>
        until(`he hears ${t}`, () =>
          frames.some((frame) => frame.startsWith(`{"t":"${t}"`) && frame.includes(`room:${id}`)),
        )
      const ask = (id: string) => live.subscribe(listener, `room:${id}`, null)
      return { listener, hears, ask }
    }
    return { live, come, gateOf, asked, under, statements }
  }

  test('run four at a time, and members who already listen are notified meanwhile', async () => {
    const { live, come, gateOf, under } = await listening()
    const [calm, crowd] = [await come(), await come()]
    const room = randomUUID()
    gateOf(room).resolve()
    calm.ask(room)
    await calm.hears('on', room)
    const ids = Array.from({ length: 12 }, () => randomUUID())
    for (const id of ids) crowd.ask(id)
    await until('four are looked at', () => under.now === 4)
    await sql`select tell(${`room:${room}`}, 'said.it', null)`.execute(world.db)
    live.notify(`room:${room}`)
    await calm.hears('ev', room)
    expect(under).toEqual({ now: 4, most: 4 })
    for (const id of ids) gateOf(id).resolve()
    for (const id of ids) await crowd.hears('on', id)
    expect(under).toEqual({ now: 0, most: 4 })
    await live.close()
  })

  test('cost nothing if all their tabs were closed before their turn, and are made for no closed tab', async () => {
    const { live, come, gateOf, asked, statements } = await listening()
    const [stays, goes] = [await come(), await come()]
    const [left, closed, both, last] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string]
    const first = Array.from({ length: 4 }, () => randomUUID())
    for (const id of first) stays.ask(id)
    await until('four are looked at', () => asked.size === 4)
    stays.ask(left)
    goes.ask(closed)
    for (const one of [stays, goes]) one.ask(both)
    stays.ask(last)
    live.unsubscribe(stays.listener, `room:${left}`)
    live.leave(goes.listener)
    for (const id of [...first, both, last]) gateOf(id).resolve()
    for (const id of [...first, both, last]) await stays.hears('on', id)
    const of = (id: string) => statements.filter((statement) => statement.includes(id)).length
    expect([of(left), of(closed)]).toEqual([0, 0])
    expect(of(last)).toBeGreaterThan(0)
    expect(asked.get(both)).toEqual([stays.listener.member])
    expect(live.topics).toBe(first.length + 2)
    await live.close()
  })
})

test('43: a member who signs out in one process is disconnected in the other, and his other device continues', async () => {
  const [here, there] = [await tabOf(ana, one.url), await tabOf(ana, one.url)]
  const listener = await openListener(two.url, here.browser.cookieHeader())
  await listener.listen(topic)
  await here.browser.call('/sign-out')
  expect(await listener.untilClosed()).toBe(4001)
  await expect(openListener(two.url, here.browser.cookieHeader())).rejects.toThrow('401')
  // his other device continues
  await there.listener.listen(topic)
})
