/**
 * The endpoint of live updates: one WebSocket per tab. The member is known before the connection is made. Then the tab
 * sends which topics it listens to, and gets their events. Memory and work per connection are limited.
 */

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import PQueue from 'p-queue'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'
import { makeBudget, makeBudgets } from '../budget.ts'
import { errorFacts, type Log } from '../log.ts'
import type { Principal } from '../principal.ts'
import type { Live } from './hub.ts'
import type { Listener } from './topic.ts'

const LIVE_PATH = '/live'
/** Interval of WebSocket pings. */
const HEARTBEAT_MS = 25_000
/**
 * The limit of what waits for a tab that does not read, in bytes and in frames. Beyond it the connection is closed; the
 * tab resumes.
 */
const MAX_QUEUED_BYTES = 1_000_000
const MAX_QUEUED_FRAMES = 500
const MAX_TOPICS = 200
/** The maximum size of a frame from a tab, in bytes, and of its fragments: a browser sends one. */
const MAX_FRAME_BYTES = 4096
const MAX_FRAGMENTS = 16
/** Rate limit of frames, pings and pongs per tab. */
const TAB_RATE = { burst: 250, perSecond: 20 }
/**
 * Rate limit of frames and connections of all tabs of one member together. A tab listens to two topics at most (the
 * page it shows, and the member's own), so thirty tabs that reconnect at the same time cost ninety.
 */
const MEMBER_RATE = { burst: 600, perSecond: 40 }
/** So many events that are sent again to a tab count as one frame. */
const RESENT_EVENTS_PER_FRAME = 10
/** The maximum number of tabs per member; a further one closes the oldest. */
const MAX_TABS = 30
/** How many sessions are looked up at the same time, so that many reconnections do not delay other requests. */
const LOOKUP_CONCURRENCY = 4
const MAX_WAITING = 5000
/** Before a stop, the tabs are told to reconnect at random moments within this time, in ms. */
const SPREAD_MS = 5000

/** Close codes of our own: 4001 the session has ended, 4008 too slow, 4009 too many frames, 4010 too many tabs. */
const CODE_SESSION_ENDED = 4001
const CODE_TOO_SLOW = 4008
const CODE_TOO_FAST = 4009
const CODE_TOO_MANY_TABS = 4010

export interface LiveEndpoint {
  origins: string[]
  live: Live
  callerOf(headers: Headers): Promise<{ member: Principal | null }>
  log: Log
  /** what a refused visitor costs is charged to his address; undefined: nothing is */
  visitors?: { isUsedUp(request: IncomingMessage): boolean; charge(request: IncomingMessage): void } | undefined
  /** a tab that does not answer for so long is disconnected */
  heartbeatMs?: number
  /** in ms; the clock of the rate limits */
  now?(): number
}

const ClientFrame = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('sub'), topic: z.string().max(100), after: z.int().min(0).optional() }),
  z.strictObject({ t: z.literal('unsub'), topic: z.string().max(100) }),
])

/** Handles the upgrades of this server. `close` tells all tabs to reconnect elsewhere, and ends. */
export function openLiveEndpoint(server: Server, parts: LiveEndpoint) {
  const { origins, live, callerOf, log, visitors, heartbeatMs = HEARTBEAT_MS, now = () => performance.now() } = parts
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    maxFragments: MAX_FRAGMENTS,
  })
  const tabs = new Set<Tab>()
  const tabsOf = new Map<string, Set<Tab>>()
  const budgets = makeBudgets(MEMBER_RATE, now)
  const admissions = new PQueue({ concurrency: LOOKUP_CONCURRENCY })
  let isClosed = false

  const turnAway = (request: IncomingMessage, socket: Duplex, status: string) => {
    const isUsedUp = visitors?.isUsedUp(request)
    visitors?.charge(request)
    refuse(socket, isUsedUp ? '429 Too Many Requests' : status)
  }

  const admit = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (socket.destroyed) return
    const headers = new Headers({ cookie: request.headers.cookie ?? '' })
    let member: Principal | null
    try {
      member = (await callerOf(headers)).member
    } catch (error) {
      refuse(socket, '503 Service Unavailable')
      throw error
    }
    if (!member) return turnAway(request, socket, '401 Unauthorized')
    // a connection lasts as long as the session that opened it
    const { id, via } = member
    if (via.kind !== 'session') return refuse(socket, '403 Forbidden')
    if (isClosed) return refuse(socket, '503 Service Unavailable')
    if (socket.destroyed) return
    if (!budgets.spend(id)) return refuse(socket, '429 Too Many Requests')
    socket.removeAllListeners('error')
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const own = tabsOf.get(id) ?? new Set()
      // the oldest tab is closed
      const [oldest] = own.size < MAX_TABS ? [] : own
      if (oldest) {
        own.delete(oldest)
        oldest.cut(CODE_TOO_MANY_TABS)
      }
      const ofTab = makeBudget(TAB_RATE, now)
      const spend = (costs: number) => ofTab.spend(costs) && budgets.spend(id, costs)
      const tab = listenTo(ws, { member: id, session: via.id }, live, spend)
      tabs.add(tab)
      tabsOf.set(id, own.add(tab))
      ws.on('close', () => {
        tabs.delete(tab)
        own.delete(tab)
        if (own.size === 0 && tabsOf.get(id) === own) tabsOf.delete(id)
        live.leave(tab.listener)
      })
    })
  }

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Vite's own WebSocket, in development
    if (request.headers['sec-websocket-protocol']?.startsWith('vite-') && server.listenerCount('upgrade') > 1) return
    // a client that closes the connection meanwhile is not an error
    socket.on('error', () => socket.destroy())
    // compared as text: what a client sends here is not always a valid URL
    if (request.url?.split('?', 1)[0] !== LIVE_PATH) return turnAway(request, socket, '404 Not Found')
    if (!origins.includes(request.headers.origin ?? '')) return turnAway(request, socket, '403 Forbidden')
    if (isClosed || admissions.size >= MAX_WAITING) return refuse(socket, '503 Service Unavailable')
    admissions
      .add(() => admit(request, socket, head))
      .catch((error) => log.warn(errorFacts(error), 'a live connection could not be admitted'))
  }
  server.on('upgrade', upgrade)

  const beat = setInterval(() => {
    budgets.forgetFull()
    for (const tab of tabs) {
      // no pong since the last ping: the tab is gone
      if (!tab.isAlive) tab.ws.terminate()
      else {
        tab.isAlive = false
        tab.ws.ping()
      }
    }
  }, heartbeatMs)

  return {
    get tabs() {
      return tabs.size
    },
    async close() {
      isClosed = true
      clearInterval(beat)
      server.off('upgrade', upgrade)
      for (const { ws } of tabs) {
        ws.send(JSON.stringify({ t: 'move', in: Math.round(Math.random() * SPREAD_MS) }))
        ws.close(1012)
      }
      const until = performance.now() + 1000
      while (tabs.size > 0 && performance.now() < until) await new Promise((go) => setTimeout(go, 20))
      for (const { ws } of tabs) ws.terminate()
    },
  }
}

interface Tab {
  ws: WebSocket
  listener: Listener
  isAlive: boolean
  /** sends nothing more to the tab, and closes the connection with this code */
  cut(code: number): void
}

type Who = Pick<Listener, 'member' | 'session'>

function listenTo(ws: WebSocket, who: Who, live: Live, spend: (costs: number) => boolean): Tab {
  const topics = new Set<string>()
  /** the topics whose missed events this tab has been sent */
  const known = new Set<string>()
  let frames = 0
  const cut = (code: number) => {
    // immediately: no topic is read for this tab while the close frame is on its way
    live.leave(listener)
    if (ws.readyState !== ws.OPEN) return
    ws.close(code)
    // a tab that does not read, or does not answer the close frame, is ended anyway: its buffers are freed
    setTimeout(() => ws.terminate(), 1000).unref()
  }
  const isTooFast = (costs = 1) => {
    if (spend(costs)) return false
    // also after a close for another reason: whatever the tab still sends costs nothing
    ws.pause()
    cut(CODE_TOO_FAST)
    return true
  }
  const listener: Listener = {
    ...who,
    send(frame) {
      if (ws.readyState !== ws.OPEN) return
      frames = ws.bufferedAmount === 0 ? 0 : frames + 1
      if (frames > MAX_QUEUED_FRAMES || ws.bufferedAmount + frame.length > MAX_QUEUED_BYTES) return cut(CODE_TOO_SLOW)
      ws.send(frame)
    },
    // a reconnecting tab needs the missed events once per topic; sending the same again and again would cost everybody
    caughtUp(topic, events) {
      if (!known.has(topic) && known.size < MAX_TOPICS) known.add(topic)
      else isTooFast(Math.ceil(events / RESENT_EVENTS_PER_FRAME))
    },
    end: () => cut(CODE_SESSION_ENDED),
  }
  live.arrive(listener)
  const tab: Tab = { ws, listener, isAlive: true, cut }
  ws.on('error', () => ws.terminate())
  // unsolicited pongs count too; ours is one per heartbeat
  ws.on('pong', () => {
    tab.isAlive = true
    isTooFast()
  })
  ws.on('ping', () => isTooFast())
  ws.on('message', (bytes, isBinary) => {
    tab.isAlive = true
    if (isTooFast() || ws.readyState !== ws.OPEN) return
    const said = isBinary ? null : parse(String(bytes))
    if (!said) return cut(1008)
    if (said.t === 'unsub') {
      topics.delete(said.topic)
      return live.unsubscribe(listener, said.topic)
    }
    topics.add(said.topic)
    if (topics.size > MAX_TOPICS) return cut(1008)
    live.subscribe(listener, said.topic, said.after ?? null)
  })
  return tab
}

function parse(text: string) {
  try {
    return ClientFrame.parse(JSON.parse(text))
  } catch {
    return null // an unknown frame: not from our client
  }
}

/** The client may not close the connection, and after an upgrade the HTTP server no longer watches the socket. */
function refuse(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
