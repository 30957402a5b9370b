/**
 * Live: one message to a thousand sockets, many rooms at the same time, a thousand reconnections, and the history of a long
 * room.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type Ask, openClient } from './clients.ts'
import type { Community } from './community.ts'
import { memoryOf } from './memory.ts'
import { startProgram } from './program.ts'
import { quantile, type Row } from './table.ts'

const SOCKETS = 1000
const MESSAGES = 60
const ROOMS = 200
const MEMBERS_PER_ROOM = 6
const WRITE_INTERVAL_MS = 5000
const SUSTAINED_MS = 30_000
const LONG_ROOM_MESSAGES = 1_000_000

interface ReceivedFrame {
  t: string
  topic?: string
  seq?: number
  data?: { id: string } | null
}

interface Tab {
  socket: WebSocket
  frames: ReceivedFrame[]
}

export async function liveFigures(big: Community): Promise<Row[]> {
  const group = await makeGroup(big)
  const rows: Row[] = []
  for (const [what, figures] of Object.entries({
    'one message to many': broadcastFigures,
    'two processes': twoProcessFigures,
    'many rooms': sustainedFigures,
    'many reconnections': reconnectFigures,
    'a long history': historyFigures,
  })) {
    console.log(`  ${what}`)
    rows.push(...(await figures(big, group)))
  }
  return rows
}

/** A network of all members who can sign in. */
async function makeGroup({ pool, members }: Community): Promise<string> {
  const id = randomUUID()
  await pool.query('insert into groups (id, name) values ($1, $2)', [id, `Bench ${id.slice(0, 8)}`])
  await pool.query('insert into group_members (group_id, user_id) select $1, unnest($2::uuid[])', [id, members])
  return id
}

async function openTab(url: string, cookie: string, topic?: string, after?: number): Promise<Tab> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, {
    headers: { cookie, origin: url },
    perMessageDeflate: false,
  })
  const tab: Tab = { socket, frames: [] }
  socket.on('message', (bytes) => {
    const frame = JSON.parse(String(bytes)) as ReceivedFrame
    tab.frames.push(frame)
    socket.emit('frame', frame)
  })
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject))
  if (!topic) return tab
  const on = new Promise<void>((resolve, reject) =>
    socket.on('frame', (frame: ReceivedFrame) => {
      if (frame.t === 'on') resolve()
      if (frame.t === 'no') reject(new Error(`Subscribing to ${topic} was refused`))
    }),
  )
  socket.send(JSON.stringify({ t: 'sub', topic, after }))
  await on
  return tab
}

/** Opens twenty sockets at a time, as browsers do over time, not all at the same time. */
async function openTabs(url: string, count: number, open: (place: number) => Promise<Tab>): Promise<Tab[]> {
  const tabs: Tab[] = []
  for (let from = 0; from < count; from += 20)
    tabs.push(...(await Promise.all(Array.from({ length: Math.min(20, count - from) }, (_, n) => open(from + n)))))
  if (tabs.length !== count) throw new Error(`${tabs.length} of ${count} sockets were opened at ${url}`)
  return tabs
}

/** Measures from sending a message to its arrival at the last socket; `ask` posts one message that contains `mark`. */
async function timesToAll(tabs: Tab[], url: string, ask: (mark: string) => Ask): Promise<number[]> {
  const client = await openClient(url)
  const times: number[] = []
  for (let n = 0; n < MESSAGES; n++) {
    const mark = `${n} ${randomUUID()}`
    let left = tabs.length
    const { promise, resolve } = Promise.withResolvers<number>()
    const onArrival = (bytes: Buffer) => {
      if (!bytes.includes(mark)) return
      if (--left === 0) resolve(performance.now())
    }
    for (const { socket } of tabs) socket.on('message', onArrival)
    const from = performance.now()
    const sent = client.ask(ask(mark))
    times.push((await promise) - from)
    await sent
    for (const { socket } of tabs) socket.off('message', onArrival)
    await pause(30)
  }
  client.close()
  return times
}

async function broadcastFigures(big: Community, group: string): Promise<Row[]> {
  const before = memoryOf(big.pid)
  const topic = `group:${group}`
  const idle = await openTabs(big.url, SOCKETS, (place) => openTab(big.url, cookieOf(big, place)))
  await pause(3000)
  const perSocket = ((memoryOf(big.pid) - before) * 1000) / SOCKETS
  for (const { socket } of idle) socket.terminate()
  const tabs = await openTabs(big.url, SOCKETS, (place) => openTab(big.url, cookieOf(big, place), topic))
  // from here on frames are compared as bytes, for both servers
  for (const { socket } of tabs) socket.removeAllListeners('message')
  const say = (mark: string) => messageOf(big, 'group', group, mark)
  await timesToAll(tabs, big.url, say) // compiled and cached
  const bare = await bareServer()
  const bareTabs = await openTabs(bare.url, SOCKETS, async () => {
    const socket = new WebSocket(bare.url.replace('http', 'ws'), { perMessageDeflate: false })
    await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return { socket, frames: [] }
  })
  // as long as the program's frame
  const sayBare = (mark: string) => ({ method: 'POST', path: '/', body: { topic, words: mark.padEnd(420) } })
  await timesToAll(bareTabs, bare.url, sayBare)
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < 2; round++) {
    theirs.push(...(await timesToAll(bareTabs, bare.url, sayBare)))
    ours.push(...(await timesToAll(tabs, big.url, say)))
  }
  for (const { socket } of [...tabs, ...bareTabs]) socket.terminate()
  bare.stop()
  const name = `one message to ${SOCKETS} sockets`
  return [
    {
      figure: `${name}: p50, ratio to a bare broadcast (${quantile(theirs, 0.5).toFixed(1)} ms)`,
      value: quantile(ours, 0.5) / quantile(theirs, 0.5),
      limit: 2,
      unit: '×',
    },
    {
      figure: `${name}: p99, ratio to a bare broadcast (${quantile(theirs, 0.99).toFixed(1)} ms)`,
      value: quantile(ours, 0.99) / quantile(theirs, 0.99),
      limit: 3,
      unit: '×',
    },
    { figure: `${name}: p50`, value: quantile(ours, 0.5), limit: 0, least: true, unit: 'ms' },
    { figure: 'memory of an idle socket', value: perSocket, limit: 30, unit: 'KB' },
  ]
}

const messageOf = (
  { cookies }: Community,
  room: 'group' | 'pod',
  id: string,
  content: string,
  cookie = cookies[0],
): Ask => ({
  method: 'POST',
  path: `/api/v1/chat/${room}/${id}/messages`,
  cookie,
  body: { id: randomUUID(), content },
})

const cookieOf = ({ cookies }: Community, place: number) => cookies[place % cookies.length]!

async function bareServer(): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ['bench/bare-broadcast.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout! }))
    return { url: (JSON.parse(line) as { url: string }).url, stop: () => void child.kill('SIGTERM') }
  throw new Error('The bare server did not start')
}

/** One socket at each of two processes; the author writes at the first one. */
async function twoProcessFigures(big: Community, group: string): Promise<Row[]> {
  const second = await startProgram(`${process.env.TMPDIR ?? '/tmp'}/fatherkin-bench-second-${process.pid}`, {
    DATABASE_URL: big.databaseUrl,
    SECRET: await secretOf(big),
    RATE_LIMITS: 'off',
  })
  const topic = `group:${group}`
  const here = await openTab(big.url, big.cookies[0]!, topic)
  const there = await openTab(second.url, big.cookies[0]!, topic)
  const client = await openClient(big.url)
  const extra: number[] = []
  for (let n = 0; n < 300; n++) {
    const id = randomUUID()
    const frames = (tab: Tab) =>
      new Promise<number>((resolve) => {
        const onArrival = (frame: ReceivedFrame) => {
          if (frame.data?.id !== id) return
          tab.socket.off('frame', onArrival)
          resolve(performance.now())
        }
        tab.socket.on('frame', onArrival)
      })
    const both = Promise.all([frames(here), frames(there)])
    await client.ask({
      method: 'POST',
      path: `/api/v1/chat/group/${group}/messages`,
      cookie: big.cookies[0]!,
      body: { id, content: `${n}` },
    })
    const [first, later] = await both
    extra.push(later - first)
  }
  here.socket.terminate()
  there.socket.terminate()
  client.close()
  await second.stop()
  return [{ figure: 'added delay across two processes, p99', value: quantile(extra, 0.99), limit: 30, unit: 'ms' }]
}

async function secretOf({ dataDir }: Community): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return (await readFile(`${dataDir}/secret`, 'utf8')).trim()
}

/** Two hundred rooms of six members; each member writes every five seconds. */
async function sustainedFigures(big: Community): Promise<Row[]> {
  const pods = Array.from({ length: ROOMS }, () => randomUUID())
  const seats = pods.map((_, room) =>
    Array.from({ length: MEMBERS_PER_ROOM }, (_, seat) => (room * MEMBERS_PER_ROOM + seat) % big.members.length),
  )
  for (const [room, id] of pods.entries()) {
    await big.pool.query('insert into pods (id, name, capacity) values ($1, $2, 12)', [id, `Bench ${id.slice(0, 13)}`])
    await big.pool.query('insert into pod_members (pod_id, user_id) select $1, unnest($2::uuid[])', [
      id,
      [...new Set(seats[room])].map((member) => big.members[member]),
    ])
  }
  const sentAt = new Map<string, number>()
  const times: number[] = []
  let duplicates = 0
  const counts = new Map<string, number>()
  const tabs = await openTabs(big.url, ROOMS * MEMBERS_PER_ROOM, async (place) => {
    const room = Math.floor(place / MEMBERS_PER_ROOM)
    const tab = await openTab(big.url, big.cookies[seats[room]![place % MEMBERS_PER_ROOM]!]!, `pod:${pods[room]}`)
    const mine = new Set<string>()
    tab.socket.on('frame', ({ data }: ReceivedFrame) => {
      if (!data) return
      if (mine.has(data.id)) duplicates++
      mine.add(data.id)
      counts.set(data.id, (counts.get(data.id) ?? 0) + 1)
      times.push(performance.now() - sentAt.get(data.id)!)
    })
    return tab
  })
  const until = performance.now() + SUSTAINED_MS
  let failed = 0
  const write = async (place: number) => {
    const room = Math.floor(place / MEMBERS_PER_ROOM)
    const client = await openClient(big.url)
    await pause(Math.random() * WRITE_INTERVAL_MS)
    while (performance.now() < until) {
      const id = randomUUID()
      sentAt.set(id, performance.now())
      const { status } = await client.ask({
        method: 'POST',
        path: `/api/v1/chat/pod/${pods[room]}/messages`,
        cookie: big.cookies[seats[room]![place % MEMBERS_PER_ROOM]!]!,
        body: { id, content: 'How was your week? Mine was long.' },
      })
      if (status !== 201) failed++
      await pause(WRITE_INTERVAL_MS)
    }
    client.close()
  }
  await Promise.all(tabs.map((_, place) => write(place)))
  await pause(1000)
  for (const { socket } of tabs) socket.terminate()
  const lost = [...sentAt.keys()].filter((id) => counts.get(id) !== MEMBERS_PER_ROOM).length
  const name = `${ROOMS} rooms of ${MEMBERS_PER_ROOM}, each writing every ${WRITE_INTERVAL_MS / 1000} s`
  return [
    {
      figure: `${name}: messages lost, received twice or refused`,
      value: lost + duplicates + failed,
      limit: 0,
      unit: `of ${sentAt.size}`,
    },
    { figure: `${name}: from sending to each socket, p99`, value: quantile(times, 0.99), limit: 100, unit: 'ms' },
  ]
}

/**
 * A thousand sockets are closed at the same moment and reconnect as the browser's code does: after about a second, with jitter.
 */
async function reconnectFigures(big: Community, group: string): Promise<Row[]> {
  const topic = `group:${group}`
  const tabs = await openTabs(big.url, SOCKETS, (place) => openTab(big.url, cookieOf(big, place), topic))
  const seqs = tabs.map(({ frames }) => frames.find(({ t }) => t === 'on')!.seq!)
  for (const { socket } of tabs) socket.terminate()
  const client = await openClient(big.url)
  for (let n = 0; n < 20; n++)
    await client.ask({
      method: 'POST',
      path: `/api/v1/chat/group/${group}/messages`,
      cookie: big.cookies[0]!,
      body: { id: randomUUID(), content: `Missed ${n}` },
    })
  let isBack = false
  const others: number[] = []
  const reading = (async () => {
    while (!isBack) others.push((await client.ask({ path: '/api/v1/feed', cookie: big.cookies[0]! })).ms)
  })()
  const from = performance.now()
  const back = await Promise.all(
    seqs.map(async (seq, place) => {
      await pause(500 + Math.random() * 1000)
      const tab = await openTab(big.url, cookieOf(big, place), topic, seq)
      return { tab, missed: tab.frames.filter(({ t }) => t === 'ev').length }
    }),
  )
  const took = (performance.now() - from) / 1000
  isBack = true
  await reading
  for (const { tab } of back) tab.socket.terminate()
  client.close()
  const name = `${SOCKETS} sockets closed at the same moment`
  return [
    { figure: `${name}: all reconnected and up to date`, value: took, limit: 15, unit: 's' },
    {
      figure: `${name}: sockets that missed a message`,
      value: back.filter(({ missed }) => missed !== 20).length,
      limit: 0,
      unit: '',
    },
    {
      figure: `${name}: slowest other request during the reconnections`,
      value: Math.max(...others),
      limit: 500,
      unit: 'ms',
    },
  ]
}

async function historyFigures(big: Community): Promise<Row[]> {
  const pod = randomUUID()
  await big.pool.query(`insert into pods (id, name) values ($1, $2)`, [pod, `Long ${pod.slice(0, 13)}`])
  await big.pool.query('insert into pod_members (pod_id, user_id) select $1, unnest($2::uuid[])', [
    pod,
    big.members.slice(0, MEMBERS_PER_ROOM),
  ])
  const writing = await big.pool.connect()
  try {
    await writing.query('set statement_timeout = 0')
    await writing.query(
      `insert into pod_messages (id, pod_id, user_id, content, seq)
       select gen_random_uuid(), $1, ($2::uuid[])[1 + n % 6], 'Message number ' || n, n from generate_series(1, ${LONG_ROOM_MESSAGES}) n`,
      [pod, big.members.slice(0, MEMBERS_PER_ROOM)],
    )
    await writing.query('insert into topics (topic, seq) values ($1, $2)', [`pod:${pod}`, LONG_ROOM_MESSAGES])
    await writing.query('analyze pod_messages')
  } finally {
    writing.release()
  }
  const client = await openClient(big.url)
  const path = `/api/v1/chat/pod/${pod}/messages`
  const p95 = async (query: string) => {
    const times: number[] = []
    for (let n = 0; n < 200; n++) {
      const { ms, status } = await client.ask({ path: path + query, cookie: big.cookies[0]! })
      if (status !== 200) throw new Error(`history: ${status}`)
      times.push(ms)
    }
    return quantile(times.slice(20), 0.95)
  }
  const name = `history of ${LONG_ROOM_MESSAGES.toLocaleString('en')} messages`
  const figures: Row[] = []
  for (const [page, query] of [
    ['latest page', ''],
    ['first page', '?before=60'],
    ['downwards from the first', '?after=1'],
    ['downwards from the middle', `?after=${LONG_ROOM_MESSAGES / 2}`],
    ['downwards near the end', `?after=${LONG_ROOM_MESSAGES - 60}`],
  ] as const)
    figures.push({ figure: `${name}: ${page}, p95`, value: await p95(query), limit: 20, unit: 'ms' })
  await client.ask({
    method: 'PUT',
    path: `/api/v1/chat/pod/${pod}/read`,
    cookie: big.cookies[0]!,
    body: { seq: 1000 },
  })
  figures.push({
    figure: `${name}: from the first unread message (1,000 are read), p95`,
    value: await p95('?from=unread'),
    limit: 20,
    unit: 'ms',
  })
  client.close()
  return figures
}
