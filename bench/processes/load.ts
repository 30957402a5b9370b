/** Visitors who read pages, members who vote and read, and a chat with a listener: everything through one address. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'

const PASSWORD = 'the quick brown kettle'
const VISITORS = 4
const MEMBERS = 4
/** Pause of each client between two requests, in ms: the clients share two cores with everything else. */
const THINK_MS = 20

export interface Tally {
  requests: number
  /** answers with another status than 2xx, and connections that were closed before an answer */
  failed: string[]
  /** reads that did not show what the same member had written */
  stale: number
  /** acknowledged messages that the listener received not once */
  messages: { sent: number; missing: number; twice: number; reconnections: number }
}

interface Member {
  cookie: string
  post: string
}

export interface Load {
  /** Everything since the last call. */
  take(): Tally
  stop(): Promise<Tally>
}

const emptyTally = (): Tally => ({
  ...{ requests: 0, failed: [], stale: 0 },
  messages: { sent: 0, missing: 0, twice: 0, reconnections: 0 },
})

export async function startLoad(url: string): Promise<Load> {
  let tally = emptyTally()
  let isOver = false
  const ask = async (method: string, path: string, cookie = '', body?: unknown) => {
    tally.requests++
    try {
      const answer = await fetch(url + path, {
        method,
        headers: { cookie, ...(method === 'GET' ? {} : { origin: url, 'content-type': 'application/json' }) },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await answer.text()
      if (!answer.ok) tally.failed.push(`${method} ${path.slice(0, 20)} ${answer.status}`)
      const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0])
      return { ok: answer.ok, text, cookies }
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } }
      tally.failed.push(`${method} ${path.slice(0, 20)} ${cause?.code ?? String(error)}`)
      return { ok: false, text: '', cookies: [] }
    }
  }
  const json = async (method: string, path: string, cookie = '', body?: unknown) => {
    const { ok, text } = await ask(method, path, cookie, body)
    if (!ok) throw new Error(`${method} ${path}: ${text}`)
    return JSON.parse(text) as Record<string, unknown> & { id: string }[]
  }

  const category = (await json('GET', '/api/v1/categories'))[0]!.id
  const members: Member[] = []
  for (let n = 0; n < MEMBERS; n++) {
    const email = `dad${n}@example.org`
    await ask('POST', '/api/auth/sign-up/email', '', { email, username: `dad${n}.votes`, password: PASSWORD })
    const { cookies } = await ask('POST', '/api/auth/sign-in/email', '', { email, password: PASSWORD })
    const cookie = cookies.join('; ')
    const post = randomUUID()
    const of = { type: 'text', title: 'Hello', content: 'A kettle.', category_id: category }
    await json('POST', '/api/v1/posts', cookie, { id: post, ...of })
    members.push({ cookie, post })
  }
  const pod = randomUUID()
  await json('POST', '/api/v1/pods', members[0]!.cookie, { id: pod, name: 'The Balancers', capacity: 12 })

  const sent: string[] = []
  const listener = listen(url, members[0]!.cookie, `pod:${pod}`, () => isOver)
  const repeat = async (once: () => Promise<void>) => {
    while (!isOver) {
      await once()
      await pause(THINK_MS)
    }
  }
  const work = [
    ...Array.from({ length: VISITORS }, (_, n) =>
      repeat(async () => void (await ask('GET', ['/categories', '/api/v1/feed'][n % 2]!))),
    ),
    ...members.map(({ cookie, post }) => {
      let isUp = false
      return repeat(async () => {
        isUp = !isUp
        const direction = isUp ? 'up' : 'none'
        const cast = await ask('PUT', `/api/v1/posts/${post}/vote`, cookie, { direction })
        const read = await ask('GET', `/api/v1/posts/${post}`, cookie)
        if (!cast.ok || !read.ok) return
        const votes = [cast, read].map(({ text }) => (JSON.parse(text) as { my_vote: string }).my_vote)
        if (votes[0] !== votes[1]) tally.stale++
      })
    }),
    repeat(async () => {
      const id = randomUUID()
      const said = await ask('POST', `/api/v1/chat/pod/${pod}/messages`, members[0]!.cookie, { id, content: id })
      if (said.ok) sent.push(id)
      await pause(50)
    }),
  ]
  const take = () => {
    const now = tally
    tally = emptyTally()
    return now
  }
  take()
  return {
    take,
    async stop() {
      isOver = true
      await Promise.all(work)
      // the last message is on its way
      for (let n = 0; n < 100 && !sent.every((id) => listener.received.has(id)); n++) await pause(100)
      const counts = sent.map((id) => listener.received.get(id) ?? 0)
      listener.close()
      const last = take()
      last.messages = {
        sent: sent.length,
        missing: counts.filter((count) => count === 0).length,
        twice: counts.filter((count) => count > 1).length,
        reconnections: listener.reconnections(),
      }
      return last
    },
  }
}

/** A tab: it resumes after the last number that it has received, as the browser's does. */
function listen(url: string, cookie: string, topic: string, isOver: () => boolean) {
  const received = new Map<string, number>()
  let [connections, seq, wait] = [0, 0, 0]
  let socket: WebSocket
  const open = () => {
    connections++
    wait = 1000
    socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers: { cookie, origin: url } })
    socket.on('open', () => socket.send(JSON.stringify({ t: 'sub', topic, after: seq })))
    socket.on('message', (bytes) => {
      const frame = JSON.parse(String(bytes)) as { t: string; seq: number; in?: number; data?: { id: string } | null }
      if (frame.t === 'move') wait = frame.in ?? 0
      if (frame.t !== 'ev' || frame.seq <= seq) return
      seq = frame.seq
      if (frame.data) received.set(frame.data.id, (received.get(frame.data.id) ?? 0) + 1)
    })
    socket.on('error', () => {}) // 'close' follows
    socket.on('close', () => {
      if (!isOver() || wait < 0) setTimeout(open, wait)
    })
  }
  open()
  return {
    received,
    reconnections: () => connections - 1,
    close() {
      wait = 0
      socket.removeAllListeners('close').close()
    },
  }
}
