/** The WebSocket endpoint: what one tab may use of the process, and what happens to dead connections. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { singleProcessBus } from '#server/kernel/live/bus.ts'
import { makeLive } from '#server/kernel/live/hub.ts'
import { type LiveEndpoint, openLiveEndpoint } from '#server/kernel/live/socket.ts'
import { bySession, byToken } from '#server/kernel/principal.ts'
import type { Browser } from './client.ts'
import { guarantee } from './guarantees/guarantee.ts'
import { eventsOf, openListener, type TabListener } from './live-listener.ts'
import { openTab, signInDirectly, type Tab } from './sessions.ts'
import { makeWorld, type Person } from './world.ts'

const NO_PULSES = { kinds: [], to: 'member', whom: async () => new Map<string, object>() }
const world = await makeWorld()
const one = await world.serve({ pages: 'stub' })
const tabOf = (who: Person, url = one.url): Promise<Tab> => openTab(world, url, who)
const say = (browser: Browser, pod: string, content: string, id: string = randomUUID()) =>
  browser.send('POST', `/api/v1/chat/pod/${pod}/messages`, { id, content })
/** Stores a message as the operation does, without a notification, like a process that has just died. */
const sayQuietly = async (who: Person, pod: string, content: string) =>
  void (await sql`select send_message('pod', ${pod}::uuid, ${who.id}::uuid, ${randomUUID()}::uuid, ${content})`.execute(
    world.db,
  ))

const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
/** An endpoint alone, at which everybody is signed in as Ana. */
async function openBareEndpoint(parts: Partial<Pick<LiveEndpoint, 'heartbeatMs' | 'callerOf' | 'now'>>) {
  const server = createServer()
  const live = makeLive({ db: world.db, kinds: {}, pulses: NO_PULSES, bus: () => singleProcessBus, log: world.log })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const origin = `http://127.0.0.1:${port}`
  const callerOf = async () => ({ member: bySession(ana.id, await sessionOf(ana)) })
  const endpoint = openLiveEndpoint(server, { origins: [origin], live, callerOf, log: world.log, ...parts })
  const close = async () => {
    await endpoint.close()
    await live.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { port, origin, server, withoutBarsFor: endpoint, close }
}

/** A session that lasts: a socket whose session has ended receives nothing. */
async function sessionOf({ id: userId }: Person): Promise<string> {
  const expiresAt = new Date(Date.now() + 3_600_000)
  const session = { userId, token: randomUUID(), updatedAt: new Date(), expiresAt }
  return (await world.db.insertInto('session').values(session).returning('id').executeTakeFirstOrThrow()).id
}

const upgradeOf = (origin: string, path = '/live') => [
  ...[`GET ${path} HTTP/1.1`, 'Host: x', `Origin: ${origin}`, 'Connection: Upgrade', 'Upgrade: websocket'],
  ...['Sec-WebSocket-Version: 13', KEY, ''],
]
/** A pong frame with an empty mask. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
/** A frame as a browser sends it, or a close frame with this code as the server sends it. */
function frameOf(type: number, said: string | number): Buffer {
  if (typeof said === 'number') return Buffer.from([type, 2, said >> 8, said & 255])
  return Buffer.concat([Buffer.from([type, 0x80 | said.length, 0, 0, 0, 0]), Buffer.from(said)])
}

/** Cal, Dan and Eli send too many requests: the limit that one of them has used is still free for the others. */
const [ana, ben] = [await world.member(), await world.member()]
const [cal, dan, eli] = [await world.member(), await world.member(), await world.member()]
const pod = await world.pod({ members: [ana, ben, cal, dan] })
const topic = `pod:${pod.id}`

describe('49: one tab', () => {
  const bad: [string, string | Buffer, number][] = [
    ['text that is not JSON', 'hello', 1008],
    ['a list', '[]', 1008],
    ['a topic that is a list', '{"t":"sub","topic":["pod:x"]}', 1008],
    ['unknown fields', '{"t":"sub","topic":"x","user":"y"}', 1008],
    ['a negative number', '{"t":"sub","topic":"x","after":-1}', 1008],
    ['bytes', Buffer.from([1, 2, 3]), 1008],
    ['two megabytes', 'x'.repeat(2_000_000), 1009],
  ]
  test.each(bad)('that sends %s is disconnected', async (_name, frame, code) => {
    const { listener } = await tabOf(ana)
    listener.socket.send(frame)
    expect(await listener.untilClosed()).toBe(code)
  })

  test('that sends one frame in a thousand pieces is disconnected', async () => {
    const { listener } = await tabOf(ana)
    for (let n = 0; n < 1000; n++) listener.socket.send('', { fin: false })
    expect(await listener.untilClosed()).toBe(1008)
  })

  const MUCH = 20_000_000
  test.each([
    ['answers pings that were not sent', '', 4009],
    ['has sent an invalid frame, and goes on answering', frameOf(0x81, 'nonsense'), 1008],
  ])('that %s is cut off, and what it sends after that is not read', async (_name, first, code) => {
    const { port, origin, server, close } = await openBareEndpoint({})
    const theirs = new Promise<Socket>((resolve) => server.once('connection', resolve))
    const flood = connect({ host: '127.0.0.1', port })
    let answer = ''
    flood.on('data', (bytes) => {
      answer += bytes.toString('latin1')
    })
    // it is disconnected while it sends
    flood.on('error', () => {})
    const ended = new Promise((resolve) => flood.once('close', resolve))
    flood.write([...upgradeOf(origin), ''].join('\r\n'))
    flood.write(first)
    flood.write(Buffer.alloc(MUCH, PONG))
    const { bytesRead } = await theirs.then(async (socket) => {
      await ended
      return socket
    })
    expect(answer).toContain(frameOf(0x88, code).toString('latin1'))
    expect(bytesRead).toBeLessThan(MUCH / 10)
    await close()
  })

  test('that sends a thousand requests a second, or as many pings, is disconnected, and others continue to listen', async () => {
    const [calm, loud, pinging] = [await tabOf(ben), await tabOf(cal), await tabOf(dan)]
    await calm.listener.listen(topic)
    for (let n = 0; n < 1000; n++) {
      loud.listener.say({ t: 'sub', topic })
      pinging.listener.socket.ping()
    }
    expect(await loud.listener.untilClosed()).toBe(4009)
    // the close frame may get lost among the pongs for its own pings
    expect([4009, 1006]).toContain(await pinging.listener.untilClosed())
    await say(calm.browser, pod.id, 'Still here.')
    await calm.listener.until(({ data }) => data?.content === 'Still here.')
  })

  test('that subscribes to the same topics again and again is disconnected; one that reconnects now and then is not', async () => {
    const room = await world.pod({ members: [eli, ben] })
    const name = `pod:${room.id}`
    for (let n = 0; n < 200; n++) await sayQuietly(ben, room.id, `${n}`)
    const [calm, greedy] = [await tabOf(ben), await tabOf(eli)]
    for (let n = 0; n < 5; n++) expect((await calm.listener.listen(name, 0)).t).toBe('on')
    expect(eventsOf(calm.listener, name)).toHaveLength(5 * 200)
    const asking = (async () => {
      for (let n = 0; n < 60 && greedy.listener.closed === null; n++) {
        greedy.listener.say({ t: 'unsub', topic: name })
        await greedy.listener.listen(name, 0)
      }
    })()
    expect(await greedy.listener.untilClosed()).toBe(4009)
    await asking.catch(() => {}) // its last request is not answered any more
    expect(calm.listener.closed).toBeNull()
  })

  test('without subscriptions is closed with its session, too', async () => {
    const { browser, listener } = await tabOf(ana)
    expect((await browser.call('/sign-out', {})).status).toBe(200)
    expect(await listener.untilClosed()).toBe(4001)
  })

  test('with more topics than the limit is disconnected', async () => {
    const { listener } = await tabOf(ana)
    for (let n = 0; n < 201; n++) listener.say({ t: 'sub', topic: `pod:${randomUUID()}` })
    expect(await listener.untilClosed()).toBe(1008)
  })

  test('beyond the maximum of a member’s open tabs replaces his oldest one', async () => {
    const browser = await signInDirectly(world, one.url, await world.member())
    const listeners = []
    for (let n = 0; n < 33; n++) listeners.push(await openListener(one.url, browser.cookieHeader()))
    for (const listener of listeners.slice(0, 3)) expect(await listener.untilClosed()).toBe(4010)
    const living = listeners.slice(3)
    expect((await living.at(-1)!.listen(topic)).t).toBe('no')
    expect(living.map(({ closed }) => closed)).toEqual(living.map(() => null))
    for (const listener of living) listener.hangUp()
  })

  test('that does not respond is closed by the heartbeat; one that answers a ping, or sends something, stays', async () => {
    const { port, origin, withoutBarsFor: endpoint, close } = await openBareEndpoint({ heartbeatMs: 1000 })
    const there = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers: { origin } })
    await new Promise((resolve) => there.once('open', resolve))
    // like a machine that has gone to sleep: the connection stands, and nothing arrives
    const half = connect({ host: '127.0.0.1', port })
    let answer = ''
    half.on('data', (bytes) => {
      answer += String(bytes)
    })
    const ended = new Promise((resolve) => half.once('close', resolve))
    half.write([...upgradeOf(origin), ''].join('\r\n'))
    await ended
    expect(answer).toContain('101 Switching Protocols')
    await expect.poll(() => endpoint.tabs).toBe(1)
    expect(there.readyState).toBe(WebSocket.OPEN)
    await close()
  })

  test('without a session gets a response and is disconnected at once, even if it does not close its side', async () => {
    const { port, origin, server, close } = await openBareEndpoint({ callerOf: async () => ({ member: null }) })
    const connections = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
    const knocks = ['/live', '/elsewhere'].map((path) => {
      const knock = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
      knock.write([...upgradeOf(origin, path), ''].join('\r\n'))
      return knock
    })
    const answers = await Promise.all(knocks.map((knock) => new Promise((resolve) => knock.once('data', resolve))))
    expect(answers.map((answer) => String(answer).slice(9, 12))).toEqual(['401', '404'])
    await expect.poll(connections).toBe(0)
    for (const knock of knocks) knock.destroy()
    await close()
  })

  test('without a session is charged to the address; a member of that address still listens', async () => {
    const { url } = await world.serve({
      ...{ pages: 'stub', env: { RATE_LIMITS: 'on' }, visitorCpu: { burst: 20, perSecond: 0.001 } },
    })
    const statusOf = async (cookie: string) => {
      const refused = await openListener(url, cookie).catch((error: Error) => error)
      return refused instanceof Error ? /\d{3}/.exec(refused.message)?.[0] : 'open'
    }
    const statuses = []
    for (let n = 0; n < 200 && statuses.at(-1) !== '429'; n++) statuses.push(await statusOf('fk.session_token=x.y'))
    expect([statuses[0], statuses.at(-1), statuses.length > 10]).toEqual(['401', '429', true])
    expect((await fetch(`${url}/api/v1/feed`)).status).toBe(429)
    const { listener } = await tabOf(ana, url)
    expect(await listener.listen(topic)).toMatchObject({ t: 'on' })
    listener.hangUp()
  })

  test('with an access token is refused: a socket lives as long as a session', async () => {
    const token = byToken(ana.id, randomUUID(), ['chat:read'])
    const { port, origin, close } = await openBareEndpoint({ callerOf: async () => ({ member: token }) })
    const knock = connect({ host: '127.0.0.1', port })
    knock.write([...upgradeOf(origin), ''].join('\r\n'))
    const answer = await new Promise((resolve) => knock.once('data', resolve))
    expect(String(answer)).toContain('403 Forbidden')
    knock.destroy()
    await close()
  })

  test('of a member who has too many is closed, whether it responds or not', async () => {
    const { port, origin, withoutBarsFor: endpoint, close } = await openBareEndpoint({})
    const deaf = []
    for (let n = 0; n < 60; n++) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers: { origin } })
      await new Promise((resolve) => socket.once('open', resolve))
      socket.on('error', () => {})
      socket.pause()
      deaf.push(socket)
    }
    await expect.poll(() => endpoint.tabs, { timeout: 5000 }).toBe(30)
    for (const socket of deaf) socket.terminate()
    await close()
  })

  guarantee(
    '49',
    'a tab gets no more messages and subscriptions handled than its rate limit allows, and others are served',
    { short: 100, full: 1000 },
    async (requests) => {
      const limited = await world.serve({ pages: 'stub', env: { RATE_LIMITS: 'on' } })
      const room = await world.pod({ members: [ana, ben] })
      const [loud, calm] = [await signInDirectly(world, limited.url, ana), await openTab(world, limited.url, ben)]
      await calm.listener.listen(`pod:${room.id}`)
      const count = (answers: { status: number }[], status: number) =>
        answers.filter((answer) => answer.status === status).length
      const flood = (operation: (n: number) => Promise<{ status: number; headers: Headers }>) =>
        Promise.all(Array.from({ length: requests }, (_, n) => operation(n)))
      const said = await flood((n) => say(loud, room.id, `${n}`))
      expect([count(said, 201), count(said, 429)]).toEqual([60, requests - 60])
      for (const { status, headers } of said)
        if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await say(calm.browser, room.id, 'Now me.')).status).toBe(201)
      await calm.listener.until(({ data }) => data?.content === 'Now me.')
      expect(eventsOf(calm.listener, `pod:${room.id}`).map(({ seq }) => seq)).toEqual(
        Array.from({ length: 61 }, (_, n) => n + 1),
      )
      const open = await world.pod({ members: [ben] })
      const path = `/api/v1/pods/${open.id}/membership`
      const joined = await flood((n) => loud.send(n % 2 ? 'DELETE' : 'PUT', path))
      expect(count(joined, 200) + count(joined, 403)).toBe(40)
      expect(count(joined, 429)).toBe(requests - 40)
      const other = await signInDirectly(world, limited.url, await world.member())
      expect((await other.send('PUT', path)).status).toBe(200)
      calm.listener.hangUp()
    },
  )
})

describe('49: one member', () => {
  const asks = (listener: TabListener, topics: number) => {
    for (let n = 0; n < topics; n++) listener.say({ t: 'sub', topic: `pod:${randomUUID()}` })
  }

  test('who sends too many requests with many tabs is disconnected, gets no new quota by reconnecting, and others continue to listen', async () => {
    const browser = await signInDirectly(world, one.url, await world.member())
    const cookie = browser.cookieHeader()
    const calm = await tabOf(ben)
    const listeners = await Promise.all(Array.from({ length: 10 }, () => openListener(one.url, cookie)))
    for (const listener of listeners) asks(listener, 190)
    expect((await calm.listener.listen(topic)).t).toBe('on')
    await say(calm.browser, pod.id, 'Meanwhile.')
    await calm.listener.until(({ data }) => data?.content === 'Meanwhile.')
    expect(await Promise.any(listeners.map((listener) => listener.untilClosed()))).toBe(4009)
    const comesBack = async () => {
      const listener = await openListener(one.url, cookie).catch(({ message }: Error) => message)
      if (typeof listener === 'string') return listener
      listeners.push(listener)
      asks(listener, 190)
      return listener.untilClosed()
    }
    const again = await Promise.any(Array.from({ length: 10 }, comesBack))
    expect([4009, 'refused with 429']).toContain(again)
    expect(calm.listener.closed).toBeNull()
    for (const listener of [...listeners, calm.listener]) listener.hangUp()
  })

  test('has one quota for all his tabs, whichever of them are open, and it is refilled over time', async () => {
    let clock = 0
    const {
      origin,
      withoutBarsFor: endpoint,
      close,
    } = await openBareEndpoint({ now: () => clock, heartbeatMs: 1_000_000 })
    const open = () => openListener(origin, '')
    // the maximum number of tabs, each with ten times the topics of a usual tab: exactly the quota
    const listeners = await Promise.all(Array.from({ length: 30 }, open))
    for (const listener of listeners) asks(listener, 19)
    for (const listener of listeners) await expect.poll(() => listener.frames.length, { timeout: 10_000 }).toBe(19)
    expect(listeners.map(({ closed }) => closed)).toEqual(listeners.map(() => null))
    await expect(open()).rejects.toThrow('429')
    listeners[0]!.say({ t: 'sub', topic: 'echo' })
    listeners[1]!.socket.pong()
    for (const listener of listeners.slice(0, 2)) expect(await listener.untilClosed()).toBe(4009)
    for (const listener of listeners) listener.hangUp()
    await expect.poll(() => endpoint.tabs).toBe(0)
    await expect(open()).rejects.toThrow('429')
    clock = 1000
    const later = await open()
    asks(later, 39)
    await expect.poll(() => later.frames.length).toBe(39)
    asks(later, 1)
    expect(await later.untilClosed()).toBe(4009)
    await close()
  })
})

test('47: a tab that does not read is disconnected, its queue is freed, and it resumes', async () => {
  const room = await world.pod({ members: [ana, ben] })
  const name = `pod:${room.id}`
  const [slow, calm] = [await tabOf(ana), await tabOf(ben)]
  const { seq = 0 } = await slow.listener.listen(name)
  await calm.listener.listen(name)
  const { socket } = slow.listener
  socket.pause()
  const long = 'x'.repeat(4000)
  let sent = 0
  const closed = new Promise((resolve) => socket.once('close', resolve))
  // the buffers of the two operating systems come on top of our own megabyte
  while (slow.listener.closed === null && sent < 4000) {
    await Promise.all(Array.from({ length: 20 }, () => sayQuietly(ben, room.id, long)))
    sent += 20
    await calm.browser.send('POST', `/api/v1/chat/pod/${room.id}/messages`, { id: randomUUID(), content: 'Ring.' })
    sent++
    await calm.listener.until((frame) => frame.seq === seq + sent)
    if (socket.readyState !== socket.OPEN) break
    if (sent > 2500) socket.resume() // the close frame is behind the data that it has not read
  }
  socket.resume()
  await closed
  expect(slow.listener.closed === 4008 || slow.listener.closed === 1006).toBe(true)
  const seqs = eventsOf(slow.listener, name).map((frame) => frame.seq)
  expect(seqs).toEqual(seqs.map((_, n) => seq + n + 1))
  // he has missed too much to receive it: he is told to read it again
  const again = await openListener(one.url, slow.browser.cookieHeader())
  expect(await again.listen(name, seqs.at(-1) ?? seq)).toMatchObject({ t: 'on', seq: seq + sent })
  expect(again.frames[0]).toEqual({ t: 'reset', topic: name, seq: seq + sent })
  const last = eventsOf(calm.listener, name).at(-1)!.seq!
  const near = await openListener(one.url, slow.browser.cookieHeader())
  await near.listen(name, last - 300)
  expect(eventsOf(near, name).map((frame) => frame.seq)).toEqual(Array.from({ length: 300 }, (_, n) => last - 299 + n))
}, 60_000)

test('58: before a stop every tab gets the message to reconnect, with the delay', async () => {
  const third = await world.serve({ pages: 'stub' })
  const { listener } = await tabOf(ana, third.url)
  await third.stop()
  expect(await listener.untilClosed()).toBe(1012)
  expect(listener.frames.find(({ t }) => t === 'move')).toMatchObject({ in: expect.any(Number) })
})
