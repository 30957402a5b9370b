/**
 * Guarantees 45 and 48: sockets that are closed, one by one and all at the same time, and processes that die. Nothing is lost
 * or delivered twice.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { WebSocket } from 'ws'
import { makeBrowser, until } from './client.ts'
import { guarantee, isFull } from './guarantees/guarantee.ts'
import type { Frame } from './live-listener.ts'
import { makeProgram, type Running } from './program.ts'
import { signInDirectly } from './sessions.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const POOL = 10
// the same for the program and for this world's sessions
const SECRET = 'a secret of forty characters for testing'
const database = new URL(world.url)
database.searchParams.set('application_name', 'storm')
const env = { DATABASE_URL: database.href, DATABASE_POOL: String(POOL), SECRET }
const programs = [makeProgram(env), makeProgram(env)]
afterAll(async () => {
  for (const program of programs) await program.remove()
})

/** A socket to one of these addresses; null if it is refused or no server listens there. */
function connect(url: string, cookie: string): Promise<WebSocket | null> {
  const headers = { cookie, origin: url }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers, perMessageDeflate: false })
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket))
    socket.on('error', () => resolve(null))
  })
}

interface Ear {
  /** what it has received of each topic: the subjects of its events, from number 1 */
  received: Map<string, string[]>
  /** what no listener may ever receive */
  faults: string[]
  /** how often it was connected */
  lines: number
  stop(): Promise<void>
}

/**
 * A tab that always resumes at the number it had reached: at one server or the other, sometimes disconnected by `isCut`,
 * sometimes with two sockets at the same time, of which the first to be answered counts.
 */
function listen(urls: string[], cookie: string, topics: string[], isCut: () => boolean): Ear {
  const listener: Ear = {
    received: new Map(topics.map((topic) => [topic, []])),
    faults: [],
    lines: 0,
    stop: () => stop(),
  }
  let isOver = false

  async function hearOnce(url: string): Promise<void> {
    const twice = Math.random() < 0.2
    const sockets = (await Promise.all([connect(url, cookie), ...(twice ? [connect(url, cookie)] : [])])).filter(
      (socket) => socket !== null,
    )
    const [socket] = sockets
    if (socket?.readyState !== WebSocket.OPEN || isOver) {
      for (const one of sockets) one.terminate()
      return void (await pause(200))
    }
    listener.lines++
    const ended = new Promise<void>((resolve) => socket.once('close', resolve))
    for (const one of sockets) {
      const at = new Map([...listener.received].map(([topic, subjects]) => [topic, subjects.length]))
      const ask = (topic: string) => one.send(JSON.stringify({ t: 'sub', topic, after: at.get(topic) }))
      one.on('message', (bytes) => {
        const frame = JSON.parse(String(bytes)) as Frame
        if (frame.t === 'later') ask(frame.topic!)
        else countFrame(frame, at, one === socket)
      })
      for (const topic of topics) ask(topic)
    }
    const cutting = setInterval(() => (isOver || isCut()) && socket.terminate(), 1000)
    await ended
    clearInterval(cutting)
    for (const one of sockets) one.terminate()
  }

  /** Each socket by itself has every number, from the one that it asked for. */
  function countFrame({ t, topic = '', seq = 0, subject = '' }: Frame, at: Map<string, number>, counts: boolean): void {
    if (t === 'move') return
    const wanted = at.get(topic)! + (t === 'ev' ? 1 : 0)
    if (!['ev', 'on'].includes(t) || seq !== wanted) listener.faults.push(`${t} ${seq} where ${wanted} was to come`)
    if (t !== 'ev') return
    at.set(topic, seq)
    if (counts) listener.received.get(topic)!.push(subject)
  }

  const running = (async () => {
    while (!isOver) {
      await hearOnce(urls[Math.floor(Math.random() * urls.length)]!)
      await pause(Math.random() * 500)
    }
  })()
  const stop = () => {
    isOver = true
    return running
  }
  return listener
}

const subjectsOf = async (topic: string) => {
  const { rows } = await sql<{ seq: number; subject: string }>`
    select seq, subject from topic_events where topic = ${topic} order by seq`.execute(world.db)
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, n) => n + 1))
  return rows.map(({ subject }) => subject)
}

guarantee(
  '45',
  'with connections cut at random and processes killed, each client receives every event of its topics once and in order',
  { short: 10, full: 100 },
  async (clients) => {
    const seconds = isFull ? 120 : 4
    const cutPerSecond = isFull ? 0.05 : 0.2
    const running: Running[] = await Promise.all(programs.map((program) => program.start()))
    const urls = running.map(({ url }) => url)
    const people = await world.members(clients)
    const cookies = await Promise.all(
      people.map(async (who) => (await signInDirectly(world, urls[0]!, who)).cookieHeader()),
    )
    const groups = await Promise.all(Array.from({ length: 6 }, () => world.publicNetwork({ members: people })))
    const topics = groups.map(({ id }) => `group:${id}`)
    let isOver = false
    const listeners = cookies.map((cookie, n) =>
      // three rooms each
      listen(
        urls,
        cookie,
        [0, 1, 3].map((step) => topics[(n + step) % topics.length]!),
        () => Math.random() < cutPerSecond,
      ),
    )
    const acknowledged = new Map(topics.map((topic) => [topic, new Set<string>()]))
    const write = async (n: number) => {
      const browsers = urls.map((url) => makeBrowser(url))
      while (!isOver) {
        const at = Math.floor(Math.random() * groups.length)
        const body = { id: randomUUID(), content: 'How was your week?' }
        // retried until it is answered, as an outbox does, at any server that runs
        await until(
          'it is sent',
          async () => {
            const browser = browsers[Math.floor(Math.random() * browsers.length)]!
            const path = `/api/v1/chat/group/${groups[at]!.id}/messages`
            const answer = await browser.send('POST', path, body, { cookie: cookies[n]! }).catch(() => null)
            return answer?.status === 201
          },
          60_000,
        )
        acknowledged.get(topics[at]!)!.add(body.id)
        await pause(100)
      }
    }
    const writing = Promise.all([0, 1, 2, 3].map(write))
    writing.catch(() => {}) // checked below
    const end = performance.now() + seconds * 1000
    let kills = 0
    try {
      while (kills < 2 || performance.now() < end) {
        await pause(isFull ? 10_000 : 1500)
        const n = kills++ % 2
        const { process: child, ended, url } = running[n]!
        child.kill(kills % 4 < 2 ? 'SIGKILL' : 'SIGTERM')
        await ended
        running[n] = await programs[n]!.start(new URL(url).port)
      }
      isOver = true
      await writing
      for (const topic of topics) {
        const subjects = await subjectsOf(topic)
        expect([...acknowledged.get(topic)!].filter((id) => !subjects.includes(id))).toEqual([])
        expect(subjects.length).toBe(acknowledged.get(topic)!.size)
        for (const listener of listeners.filter(({ received }) => received.has(topic))) {
          await until('he has heard the last', () => listener.received.get(topic)!.length >= subjects.length, 30_000)
          expect(listener.received.get(topic)).toEqual(subjects)
        }
      }
      expect(listeners.flatMap(({ faults }) => faults)).toEqual([])
      // they were connected more than once, otherwise this proves nothing
      expect(listeners.reduce((sum, { lines }) => sum + lines, 0)).toBeGreaterThan(clients * 2)
    } finally {
      isOver = true
      await Promise.all(listeners.map((listener) => listener.stop()))
      for (const { process: child } of running) child.kill('SIGTERM')
      await Promise.all(running.map(({ ended }) => ended))
    }
  },
)

const BACK_WITHIN = 30_000

guarantee(
  '48',
  'many clients whose connections are cut at the same moment are back within half a minute, have missed nothing, and use as few database connections as before',
  { short: 200, full: 5000 },
  async (clients) => {
    const { url, process: child, ended } = await programs[0]!.start()
    // the maximum number of tabs for each member, and rooms of fifty
    const people = await world.members(Math.ceil(clients / 25))
    const cookies = await Promise.all(people.map(async (who) => (await signInDirectly(world, url, who)).cookieHeader()))
    const rooms = await Promise.all(Array.from({ length: 20 }, () => world.publicNetwork({ members: people })))
    const topicAt = (n: number) => `group:${rooms[n % rooms.length]!.id}`
    const seen = new Array<number>(clients).fill(0)
    const faults: string[] = []
    const sockets = new Array<WebSocket | null>(clients).fill(null)

    /** The delays of a browser: about a second, then two, five, ten. */
    async function come(n: number, wait: number): Promise<void> {
      for (const delay of [wait, 2000, 5000, 10_000, 10_000]) {
        await pause(delay * (0.5 + Math.random()))
        const socket = await connect(url, cookies[n % cookies.length]!)
        if (!socket) continue
        sockets[n] = socket
        const isOn = new Promise<boolean>((resolve) => {
          socket.on('message', (bytes) => {
            const frame = JSON.parse(String(bytes)) as Frame
            if (frame.t === 'on') resolve(true)
            if (frame.t === 'later') say()
            if (frame.t !== 'ev') return
            if (frame.seq !== seen[n]! + 1) faults.push(`${n}: ${frame.seq} after ${seen[n]}`)
            seen[n] = frame.seq!
          })
          socket.once('close', () => resolve(false))
        })
        const say = () => socket.send(JSON.stringify({ t: 'sub', topic: topicAt(n), after: seen[n] }))
        say()
        if (await isOn) return
      }
      faults.push(`${n} did not come back`)
    }
    const sayEverywhere = async (count: number) => {
      const browser = makeBrowser(url)
      for (let n = 0; n < count; n++)
        for (const { id } of rooms) {
          const body = { id: randomUUID(), content: `Missed ${n}` }
          const path = `/api/v1/chat/group/${id}/messages`
          expect((await browser.send('POST', path, body, { cookie: cookies[0]! })).status).toBe(201)
        }
    }

    await Promise.all(seen.map((_, n) => come(n, clients * 2)))
    expect(faults).toEqual([])
    await sayEverywhere(1)
    for (const socket of sockets) socket?.terminate()
    await sayEverywhere(4)
    const connections = { most: 0 }
    const watching = setInterval(() => {
      void sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = 'storm'`
        .execute(world.db)
        .then(({ rows }) => {
          connections.most = Math.max(connections.most, rows[0]!.count)
        })
    }, 200)
    const from = performance.now()
    await Promise.all(seen.map((_, n) => come(n, 1000)))
    const took = performance.now() - from
    clearInterval(watching)
    expect(faults).toEqual([])
    expect(seen).toEqual(seen.map(() => 5))
    expect(took).toBeLessThan(BACK_WITHIN)
    expect(connections.most).toBeGreaterThan(0)
    // besides the pool three for short reads, one for LISTEN
    expect(connections.most).toBeLessThanOrEqual(POOL + 4)
    for (const socket of sockets) socket?.terminate()
    child.kill('SIGTERM')
    await ended
  },
)
