/**
 * The door of live: one WebSocket per tab. Whoever comes is known before the connection is made; from then on he says to
 * which topics he listens, and hears. What one of them may hold of the process is bounded.
 */

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import PQueue from 'p-queue'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'
import { errorFacts, type Log } from '../log.ts'
import type { Principal } from '../principal.ts'
import { makeBudget, makeBudgets } from './budget.ts'
import type { Live } from './hub.ts'
import type { Listener } from './topic.ts'

const LIVE_PATH = '/live'
/** */
const HEARTBEAT_MS = 25_000
/** What waits for a reader who does not read, in bytes and in frames; then he is cut, and resumes. */
const MOST_BYTES = 1_000_000
const MOST_FRAMES = 500
const MOST_TOPICS = 200
/** A frame from a tab, in bytes, and the pieces that it may come in: a browser sends one. */
const MOST_HEARD = 4096
const MOST_PIECES = 16
/** Frames, pings and pongs of a tab. */
const OF_TAB = { burst: 250, perSecond: 20 }
/**
 * The same of all tabs of a member together, and his comings, whichever of his tabs are open. A tab listens to two topics
 * at most (what it shows, and what happens to its member): thirty that come back at once cost ninety.
 */
const OF_MEMBER = { burst: 600, perSecond: 40 }
/** So many events that he is told once more count as a frame of his. */
const TOLD_AGAIN = 10
/** Tabs of one member; the oldest makes room. */
const MOST_TABS = 30
/** Who is who is looked up for so many at a time, so that a crowd that comes back holds up nobody else. */
const AT_ONCE = 4
const MOST_WAITING = 5000
/** Tabs that are sent away before a stop come back spread over this time. */
const SPREAD_MS = 5000

/** Beyond the protocol's own numbers: 4001 the session has ended, 4008 too slow, 4009 too fast, 4010 too many tabs. */
const ENDED = 4001
const TOO_SLOW = 4008
const TOO_FAST = 4009
const TOO_MANY = 4010

export interface LiveDoor {
  origins: string[]
  live: Live
  callerOf(headers: Headers): Promise<{ member: Principal | null }>
  log: Log
  /** whoever does not answer for so long is not there */
  heartbeatMs?: number
  /** in ms; by it is counted what somebody may ask for */
  now?(): number
}

const Said = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('sub'), topic: z.string().max(100), after: z.int().min(0).optional() }),
  z.strictObject({ t: z.literal('unsub'), topic: z.string().max(100) }),
])

/** Takes upgrades of this server. `close` tells everybody to come back elsewhere, and ends. */
export function openLiveDoor(server: Server, parts: LiveDoor) {
  const { origins, live, callerOf, log, heartbeatMs = HEARTBEAT_MS, now = () => performance.now() } = parts
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MOST_HEARD,
    maxFragments: MOST_PIECES,
  })
  const tabs = new Set<Tab>()
  const tabsOf = new Map<string, Set<Tab>>()
  const budgets = makeBudgets(OF_MEMBER, now)
  const admissions = new PQueue({ concurrency: AT_ONCE })
  let isClosed = false

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
    if (!member) return refuse(socket, '401 Unauthorized')
    // a line lasts as long as the session that opened it
    const { id, via } = member
    if (via.kind !== 'session') return refuse(socket, '403 Forbidden')
    if (isClosed) return refuse(socket, '503 Service Unavailable')
    if (socket.destroyed) return
    if (!budgets.spend(id)) return refuse(socket, '429 Too Many Requests')
    socket.removeAllListeners('error')
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const own = tabsOf.get(id) ?? new Set()
      // the oldest makes room
      const [oldest] = own.size < MOST_TABS ? [] : own
      if (oldest) {
        own.delete(oldest)
        oldest.cut(TOO_MANY)
      }
      const ofTab = makeBudget(OF_TAB, now)
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
    // Vite's own, in development
    if (request.headers['sec-websocket-protocol']?.startsWith('vite-') && server.listenerCount('upgrade') > 1) return
    // whoever hangs up meanwhile is no error of ours
    socket.on('error', () => socket.destroy())
    // compared as it stands: not everything that is sent there is an address
    if (request.url?.split('?', 1)[0] !== LIVE_PATH) return refuse(socket, '404 Not Found')
    if (!origins.includes(request.headers.origin ?? '')) return refuse(socket, '403 Forbidden')
    if (isClosed || admissions.size >= MOST_WAITING) return refuse(socket, '503 Service Unavailable')
    admissions
      .add(() => admit(request, socket, head))
      .catch((error) => log.warn(errorFacts(error), 'a live connection could not be admitted'))
  }
  server.on('upgrade', upgrade)

  const beat = setInterval(() => {
    budgets.forgetFull()
    for (const tab of tabs) {
      // nothing came back since the last one: nobody is there
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
  /** he hears nothing from now on, and is told why */
  cut(code: number): void
}

type Who = Pick<Listener, 'member' | 'session'>

function listenTo(ws: WebSocket, who: Who, live: Live, spend: (costs: number) => boolean): Tab {
  const topics = new Set<string>()
  /** of which he has been told what he missed */
  const known = new Set<string>()
  let frames = 0
  const cut = (code: number) => {
    // at once: what he has asked for is not looked up while his farewell is on its way
    live.leave(listener)
    if (ws.readyState !== ws.OPEN) return
    ws.close(code)
    // whoever does not read, or does not answer the farewell, is gone all the same: what waits for him is given back
    setTimeout(() => ws.terminate(), 1000).unref()
  }
  const isTooFast = (costs = 1) => {
    if (spend(costs)) return false
    // also of one that was cut off for something else: whatever he goes on sending costs nothing
    ws.pause()
    cut(TOO_FAST)
    return true
  }
  const listener: Listener = {
    ...who,
    send(frame) {
      if (ws.readyState !== ws.OPEN) return
      frames = ws.bufferedAmount === 0 ? 0 : frames + 1
      if (frames > MOST_FRAMES || ws.bufferedAmount + frame.length > MOST_BYTES) return cut(TOO_SLOW)
      ws.send(frame)
    },
    // once for each topic is what a tab needs that comes back; to be told the same again and again is work for everybody
    caughtUp(topic, events) {
      if (!known.has(topic) && known.size < MOST_TOPICS) known.add(topic)
      else isTooFast(Math.ceil(events / TOLD_AGAIN))
    },
    end: () => cut(ENDED),
  }
  live.arrive(listener)
  const tab: Tab = { ws, listener, isAlive: true, cut }
  ws.on('error', () => ws.terminate())
  // also those that nobody asked for: ours is one in a heartbeat
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
    if (topics.size > MOST_TOPICS) return cut(1008)
    live.subscribe(listener, said.topic, said.after ?? null)
  })
  return tab
}

function parse(text: string) {
  try {
    return Said.parse(JSON.parse(text))
  } catch {
    return null // whatever it was, it was not ours
  }
}

/** He may not hang up by himself, and from an upgrade on nobody else watches over it. */
function refuse(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
