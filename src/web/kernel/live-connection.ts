/**
 * The WebSocket connection of a tab. It delivers the events of topics, each from the sequence number that the subscriber
 * knows. After an interruption it reconnects by itself and continues at the last number, so that subscribers miss
 * nothing.
 *
 * Some networks block WebSockets: they refuse the connection, pass nothing on, or cut it again and again. While the
 * connection fails, the tab reads its topics by HTTP, one request each half minute ("turns"), and the same frames come
 * that way. It goes on trying to connect.
 */
import {
  type Frame,
  makeSubscriptions,
  type Subscription,
  type TopicHandler,
  type TopicPosition,
} from './live-subscriptions.ts'
import { ADDED_TURN_MS, FAILED_TURN_MS, makeTurns, type TurnAnswer } from './live-turns.ts'

/**
 * `over`: the session has ended, and with it the connection. `by-turns`: connecting failed, and the tab reads by HTTP from
 * time to time. `offline`: reading by HTTP failed too, or the browser reports that there is no network.
 */
export type ConnectionState = 'connecting' | 'open' | 'by-turns' | 'offline' | 'over'

/** Whether the server is reached at the moment, in one way or the other. */
export const isReached = (state: ConnectionState): boolean => state === 'open' || state === 'by-turns'

/** The events of a connection. None is delivered after `onEnd`, or after `close` was called. */
export interface SocketEvents {
  onOpen(): void
  onFrame(text: string): void
  onEnd(code: number): void
}
export interface Socket {
  send(frame: string): void
  close(): void
}

interface LineParts {
  connect(events: SocketEvents): Socket
  /** Reads these topics by HTTP: the frames that a connection would deliver. Throws if there is no answer. */
  readTurn(topics: TopicPosition[]): Promise<TurnAnswer>
  isOnline(): boolean
  /** a tab that nobody looks at takes no turns */
  isVisible(): boolean
  /**
   * Whether the viewer is still signed in; throws if there is no answer. Browsers do not report why a connection was
   * refused.
   */
  isMember(): Promise<boolean>
  /** from 0 to 1 */
  random(): number
}

export interface LiveConnection {
  readonly state: ConnectionState
  onState(listener: () => void): () => void
  /** `after` null: from now on. Returns the function that unsubscribes. */
  subscribe(topic: string, after: number | null, handler: TopicHandler): () => void
  /** Takes a turn immediately if the connection fails: the member has just sent something, and an answer may come. */
  readSoon(): void
  /**
   * The browser is online again, or the tab is visible again: a waiting connection is opened immediately, an open one is
   * probed.
   */
  wake(): void
  /** The browser reports that there is no network. */
  lost(): void
  /** Called every five seconds: checks whether the server still answers. */
  tick(): void
}

/** the delays before reconnecting, in ms */
const DELAYS = [1000, 2000, 5000, 10_000]
const RESUBSCRIBE_MS = 2000
/** How long a connection without subscribers is kept, in ms: the next page may need it. */
const LINGER_MS = 5000
const CONNECT_TIMEOUT_MS = 15_000
/** A connection that delivers frames for this long, in ms, resets the number of attempts. */
const STEADY_MS = 10_000
/** The first frame is the answer to the first subscription. A connection without it for so long, in ms, is given up. */
const FIRST_FRAME_TIMEOUT_MS = 8000
/** After so many attempts, or so long in ms, without a frame the connection counts as failing. */
const MAX_ATTEMPTS = 2
const SLOW_MS = 5000
/** A connection that ended so often before it was steady counts as failing too. */
const MAX_SHORT_LIVES = 3
/** Delays in ms of further attempts to connect while turns succeed: browsers log an error for each attempt. */
const SLOW_DELAYS = [10_000, 20_000, 30_000, 60_000]
const SILENCE_MS = 30_000
const PROBE_TIMEOUT_MS = { quick: 2500, calm: 8000 }
/** Not a topic: the server refuses it, and the refusal proves that the connection works. */
const ECHO = '{"t":"sub","topic":"echo"}'
/** Close codes from here on are the server's own: the network passed them on. */
const OWN_CODES = 4000
const SESSION_ENDED = 4001
const TOO_SLOW = 4008
const TOO_MANY_TABS = 4010

export function makeLiveConnection({
  connect,
  readTurn,
  isOnline,
  isVisible,
  isMember,
  random,
}: LineParts): LiveConnection {
  const topics = makeSubscriptions({
    onLater(topic) {
      setTimeout(() => ask(topic), RESUBSCRIBE_MS)
      turns.plan(FAILED_TURN_MS)
    },
    onGone: () => closeWhenUnused(),
  })
  const turns = makeTurns({
    ...{ topics, deliver, readTurn, isOnline, isVisible, random },
    isNeeded: () => isNeeded(),
    onChange: () => setState(stateOfTurns()),
    onSignedOut: () => void handleSessionEnd(),
    onBack: () => socket || open(),
  })
  const listeners = new Set<() => void>()
  let state: ConnectionState = 'connecting'
  let socket: Socket | null = null
  /** the handshake succeeded; the connection counts as open after its first frame */
  let isOpen = false
  let isProven = false
  let attempts = 0
  /** consecutive connections that ended before they were steady */
  let shortLives = 0
  /**
   * the server closed the connection because the session ended, and we ask whether that is so; browsers log an error for
   * a refused connection
   */
  let isCheckingSession = false
  /** since the connection worked last, or the member looked again, the server has said that he is signed in */
  let isMemberKnown = false
  let moveIn: number | null = null
  let openedAt = 0
  let heardAt = 0
  let probing: { at: number; within: number } | null = null
  let next: ReturnType<typeof setTimeout> | undefined
  let connectTimer: ReturnType<typeof setTimeout> | undefined
  let slowTimer: ReturnType<typeof setTimeout> | undefined
  let lingerTimer: ReturnType<typeof setTimeout> | undefined

  const setState = (now: ConnectionState) => {
    if (state === now) return
    state = now
    for (const listener of [...listeners]) listener()
  }

  const isNeeded = () => topics.count > 0 && state !== 'over' && !isCheckingSession

  function open() {
    clearTimeout(next)
    next = undefined
    if (socket || !isNeeded()) return
    if (!isOnline()) return setState('offline')
    moveIn = null
    const isMine = () => socket === mine
    const mine: Socket = connect({
      onOpen() {
        if (!isMine()) return
        clearTimeout(connectTimer)
        isOpen = true
        openedAt = heardAt = Date.now()
        connectTimer = setTimeout(() => drop(mine, 1006), FIRST_FRAME_TIMEOUT_MS)
        if (topics.count === 0) mine.send(ECHO)
        for (const topic of topics.names()) ask(topic)
      },
      onFrame: (text) => isMine() && hear(text),
      onEnd: (code) => drop(mine, code),
    })
    socket = mine
    connectTimer = setTimeout(() => drop(mine, 1006), CONNECT_TIMEOUT_MS)
    slowTimer = setTimeout(turns.begin, SLOW_MS)
  }

  function hear(text: string) {
    heardAt = Date.now()
    probing = null
    if (!isProven) {
      isProven = true
      isMemberKnown = false
      clearTimeout(connectTimer)
      clearTimeout(slowTimer)
      if (shortLives < MAX_SHORT_LIVES) settle()
      // an answer after that time shows that the connection is steady
      const mine = socket
      if (attempts + shortLives > 0) setTimeout(() => socket === mine && probe(PROBE_TIMEOUT_MS.calm), STEADY_MS)
    } else if (heardAt - openedAt >= STEADY_MS && state !== 'open') settle()
    deliver(JSON.parse(text) as Frame)
  }

  function settle() {
    turns.end()
    setState('open')
  }

  const stateOfTurns = () => (isOnline() ? (turns.state ?? 'connecting') : 'offline')

  /** Called for the socket's own end, and when we give it up: a connection that was lost silently reports nothing. */
  function drop(mine: Socket, code: number, isSilent = false) {
    if (socket !== mine) return
    const wasProven = isProven
    const isSteady = wasProven && (isSilent ? heardAt : Date.now()) - openedAt > STEADY_MS
    disconnect()
    if (code === SESSION_ENDED) return void handleSessionEnd()
    if (!isNeeded()) return setState('connecting')
    if (isSteady || (wasProven && code === TOO_SLOW)) attempts = shortLives = 0
    else if (wasProven && moveIn === null && code < OWN_CODES) shortLives++
    // another tab took over; this one reconnects when it becomes visible
    if (code === TOO_MANY_TABS) return setState('offline')
    setState(stateOfTurns())
    if (!isOnline()) return
    if (!wasProven && attempts > 0 && !isMemberKnown) void checkSession()
    const delays = turns.state === 'by-turns' ? SLOW_DELAYS : DELAYS
    const delay = moveIn ?? delays[Math.min(attempts, delays.length - 1)]! * (0.5 + random())
    attempts++
    if (shortLives >= MAX_SHORT_LIVES || (!wasProven && attempts >= MAX_ATTEMPTS)) turns.begin()
    next = setTimeout(open, delay)
  }

  function disconnect() {
    clearTimeout(connectTimer)
    clearTimeout(slowTimer)
    const mine = socket
    socket = null
    isOpen = isProven = false
    probing = null
    mine?.close()
  }

  async function checkSession() {
    try {
      isMemberKnown = await isMember()
      if (!isMemberKnown) end()
    } catch {} // without an answer the next attempt checks again
  }

  /**
   * The server also closes the connection with this code if the session was only renewed. Then it reconnects and
   * continues.
   */
  async function handleSessionEnd() {
    setState('connecting')
    isCheckingSession = true
    await checkSession()
    isCheckingSession = false
    turns.plan(FAILED_TURN_MS)
    if (!socket && !next && isNeeded()) next = setTimeout(open, DELAYS[0]! * (0.5 + random()))
  }

  function end() {
    clearTimeout(next)
    next = undefined
    turns.clear()
    disconnect()
    setState('over')
  }

  /** Subscribes to a topic over the connection. */
  function ask(topic: string) {
    if (isOpen && topics.has(topic)) sendFrame({ t: 'sub', ...topics.positionOf(topic) })
  }

  const sendFrame = (frame: object) => isOpen && socket?.send(JSON.stringify(frame))

  /** A frame of the connection, or of a turn for these subscriptions. */
  function deliver(frame: Frame, asked?: ReadonlySet<Subscription>) {
    if (frame.t === 'move') moveIn = frame.in ?? 0
    else topics.deliver(frame, asked)
  }

  /** Without subscribers the connection is closed after a delay. */
  function closeWhenUnused() {
    if (topics.count > 0) return
    clearTimeout(lingerTimer)
    lingerTimer = setTimeout(() => {
      if (topics.count > 0) return
      clearTimeout(next)
      next = undefined
      turns.end()
      disconnect()
      attempts = 0
      if (state !== 'over') setState('connecting')
    }, LINGER_MS)
  }

  function probe(within: number) {
    if (!isOpen || probing) return
    probing = { at: Date.now(), within }
    socket?.send(ECHO)
    if (within === PROBE_TIMEOUT_MS.quick) setTimeout(judge, within)
  }

  function judge() {
    if (socket && probing && Date.now() - probing.at >= probing.within) drop(socket, 1006, true)
  }

  return {
    get state() {
      return state
    },
    onState(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    subscribe(topic, after, handler) {
      const remove = topics.add(topic, { seq: after, handler })
      ask(topic)
      turns.plan(ADDED_TURN_MS)
      if (!socket && !next) open()
      return () => {
        if (!remove()) return
        sendFrame({ t: 'unsub', topic })
        closeWhenUnused()
      }
    },
    readSoon: () => void turns.take(),
    wake() {
      if (!isNeeded()) return
      attempts = 0
      isMemberKnown = false
      // a page that comes back from the browser's cache reports that twice
      if (!turns.isReading) void turns.take()
      if (isOpen) probe(PROBE_TIMEOUT_MS.quick)
      else if (!socket) open()
    },
    lost() {
      if (!isNeeded()) return
      clearTimeout(next)
      next = undefined
      turns.clear()
      disconnect()
      setState('offline')
    },
    tick() {
      judge()
      if (Date.now() - heardAt > SILENCE_MS) probe(PROBE_TIMEOUT_MS.calm)
    },
  }
}
