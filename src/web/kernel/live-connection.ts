/**
 * The WebSocket connection of a tab. It delivers the events of topics, each from the sequence number that the subscriber
 * knows. After an interruption it reconnects by itself and continues at the last number, so that subscribers miss
 * nothing.
 *
 * Some networks block WebSockets: they refuse the connection, pass nothing on, or cut it again and again. While the
 * connection fails, the tab reads its topics by HTTP, one request each half minute ("turns"), and the same frames come
 * that way. It goes on trying to connect.
 */
import { noteEvent } from './last-event.ts'

/**
 * `over`: the session has ended, and with it the connection. `by-turns`: connecting failed, and the tab reads by HTTP from
 * time to time. `offline`: reading by HTTP failed too, or the browser reports that there is no network.
 */
export type ConnectionState = 'connecting' | 'open' | 'by-turns' | 'offline' | 'over'

/** Whether the server is reached at the moment, in one way or the other. */
export const isReached = (state: ConnectionState): boolean => state === 'open' || state === 'by-turns'

export interface LiveEvent {
  /** the sequence number in the topic, one more than that of the previous event */
  seq: number
  kind: string
  /** the id of the item that the event is about */
  subject: string | null
  /** JSON data, with times as strings; null if the item is deleted */
  data: unknown
}

export interface TopicHandler {
  onEvent(event: LiveEvent): void
  /**
   * A message without a sequence number. It reaches only subscribers that are connected; others find the data when they
   * read.
   */
  onPulse?(data: unknown): void
  /** Every event up to this moment has been delivered. */
  onUpToDate?(): void
  /** The position was too old, or unknown to the server: read everything again. Later events come after `seq`. */
  onReset(seq: number): void
  /** The viewer may not follow this topic, or no longer may; nothing more is delivered. */
  onGone(): void
}

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

/** A subscription to a topic after a sequence number; without it, from now on. */
export interface TopicPosition {
  topic: string
  after?: number
}

/** The answer of the server to a turn, or its refusal. */
export type TurnAnswer = { frames: object[] } | { status: number; retryAfter: number | undefined }

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
/**
 * In ms: the time between turns, before the first one, after a topic was added, and after a turn without an answer. A random part
 * is added to each, because a thousand tabs may lose the connection at the same moment.
 */
const TURN_MS = 30_000
const FIRST_TURN_MS = 500
const ADDED_TURN_MS = 1000
const FAILED_TURN_MS = 10_000
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
/** HTTP statuses of a turn */
const SIGNED_OUT = 401
const TOO_MANY_REQUESTS = 429

type Frame = { t: string; topic?: string; in?: number } & LiveEvent

interface Subscription {
  seq: number | null
  handler: TopicHandler
}

export function makeLiveConnection({
  connect,
  readTurn,
  isOnline,
  isVisible,
  isMember,
  random,
}: LineParts): LiveConnection {
  const topics = new Map<string, Set<Subscription>>()
  const listeners = new Set<() => void>()
  let state: ConnectionState = 'connecting'
  let socket: Socket | null = null
  /** the handshake succeeded; the connection counts as open after its first frame */
  let isOpen = false
  let isProven = false
  let attempts = 0
  /** consecutive connections that ended before they were steady */
  let shortLives = 0
  /** the connection fails, so the tab takes turns */
  let isFailing = false
  /** what the last turn said: null before there was one */
  let turnState: 'by-turns' | 'offline' | null = null
  let turn: { at: number; timer: ReturnType<typeof setTimeout> } | undefined
  /** the server asked not to be read before this time */
  let notBefore = 0
  let isReading = false
  let readAgain = false
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

  const isNeeded = () => topics.size > 0 && state !== 'over' && !isCheckingSession

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
        if (topics.size === 0) mine.send(ECHO)
        for (const topic of topics.keys()) ask(topic)
      },
      onFrame: (text) => isMine() && hear(text),
      onEnd: (code) => drop(mine, code),
    })
    socket = mine
    connectTimer = setTimeout(() => drop(mine, 1006), CONNECT_TIMEOUT_MS)
    slowTimer = setTimeout(fail, SLOW_MS)
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
    isFailing = false
    turnState = null
    clearTurn()
    setState('open')
  }

  /** The connection fails: from now on the tab takes turns. */
  function fail() {
    if (isFailing || !isNeeded()) return
    isFailing = true
    planTurn(FIRST_TURN_MS)
  }

  function clearTurn() {
    clearTimeout(turn?.timer)
    turn = undefined
  }

  /**
   * Plans a turn after about this time in ms, and after the pause that the server asked for. The earlier of two plans wins.
   */
  function planTurn(ms: number) {
    const at = Math.max(Date.now(), notBefore) + ms * (0.75 + random() / 2)
    if (!isFailing || (turn && turn.at <= at)) return
    clearTurn()
    turn = { at, timer: setTimeout(() => void takeTurn(), at - Date.now()) }
  }

  async function takeTurn(): Promise<void> {
    if (Date.now() < notBefore) return planTurn(FIRST_TURN_MS)
    clearTurn()
    readAgain = isReading
    if (isReading || !isFailing || !isNeeded() || !isOnline() || !isVisible()) return
    isReading = true
    const asked = new Set([...topics.values()].flatMap((some) => [...some]))
    const answer = await readTurn([...topics.keys()].map(positionOf)).catch(() => null)
    isReading = false
    if (!isNeeded()) return
    if (answer && 'frames' in answer) for (const frame of answer.frames) deliver(frame as Frame, asked)
    if (!isFailing) return // it is connected meanwhile
    if (answer && 'frames' in answer) return planAfterAnswer()
    if (answer?.status === SIGNED_OUT) return void handleSessionEnd()
    // refused because of too many requests: the server is there
    if (answer?.status === TOO_MANY_REQUESTS) turnState ??= 'by-turns'
    else turnState = 'offline'
    notBefore = Date.now() + (answer?.retryAfter ?? 0) * 1000
    setState(stateOfTurns())
    planTurn(FAILED_TURN_MS)
  }

  /** If turns failed before, the server is back: then connecting is tried first, so that no words come and go. */
  function planAfterAnswer() {
    const isBack = turnState === 'offline'
    turnState = isBack ? null : 'by-turns'
    setState(stateOfTurns())
    planTurn(readAgain || isBack ? ADDED_TURN_MS : TURN_MS)
    if (isBack && !socket) open()
  }

  const stateOfTurns = () => (isOnline() ? (turnState ?? 'connecting') : 'offline')

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
    const delays = turnState === 'by-turns' ? SLOW_DELAYS : DELAYS
    const delay = moveIn ?? delays[Math.min(attempts, delays.length - 1)]! * (0.5 + random())
    attempts++
    if (shortLives >= MAX_SHORT_LIVES || (!wasProven && attempts >= MAX_ATTEMPTS)) fail()
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
    planTurn(FAILED_TURN_MS)
    if (!socket && !next && isNeeded()) next = setTimeout(open, DELAYS[0]! * (0.5 + random()))
  }

  function end() {
    clearTimeout(next)
    next = undefined
    clearTurn()
    disconnect()
    setState('over')
  }

  /** Subscribes to a topic over the connection. */
  function ask(topic: string) {
    if (isOpen && topics.has(topic)) sendFrame({ t: 'sub', ...positionOf(topic) })
  }

  /** The lowest number that a subscriber has reached; subscribers that are further on ignore events they know. */
  function positionOf(topic: string): TopicPosition {
    const known = [...(topics.get(topic) ?? [])].flatMap(({ seq }) => (seq === null ? [] : [seq]))
    return { topic, ...(known.length ? { after: Math.min(...known) } : {}) }
  }

  const sendFrame = (frame: object) => isOpen && socket?.send(JSON.stringify(frame))

  /**
   * Handles a frame of the connection or of a turn. What came both ways is known by its number. A turn is not for
   * subscriptions that began after it was asked for: they may need earlier events.
   */
  function deliver(frame: Frame, asked?: ReadonlySet<Subscription>) {
    if (frame.t === 'move') {
      moveIn = frame.in ?? 0
      return
    }
    const name = frame.topic ?? ''
    const subscriptions = topics.get(name)
    if (!subscriptions) return
    if (frame.t !== 'no' && frame.t !== 'later') noteEvent()
    if (frame.t === 'later') {
      setTimeout(() => ask(name), RESUBSCRIBE_MS)
      planTurn(FAILED_TURN_MS)
    }
    if (frame.t === 'no' || frame.t === 'gone') {
      topics.delete(name)
      for (const { handler } of subscriptions) handler.onGone()
      closeWhenUnused()
      return
    }
    for (const subscription of [...subscriptions]) {
      if (asked && !asked.has(subscription)) continue
      if (frame.t === 'on') {
        subscription.seq ??= frame.seq
        subscription.handler.onUpToDate?.()
      }
      if (frame.t === 'reset' && subscription.seq !== frame.seq) {
        subscription.seq = frame.seq
        subscription.handler.onReset(frame.seq)
      }
      if (frame.t === 'pulse') subscription.handler.onPulse?.(frame.data)
      if (frame.t === 'ev' && frame.seq > (subscription.seq ?? 0)) {
        subscription.seq = frame.seq
        const { seq, kind, subject = null, data } = frame
        subscription.handler.onEvent({ seq, kind, subject, data })
      }
    }
  }

  /** Without subscribers the connection is closed after a delay. */
  function closeWhenUnused() {
    if (topics.size > 0) return
    clearTimeout(lingerTimer)
    lingerTimer = setTimeout(() => {
      if (topics.size > 0) return
      clearTimeout(next)
      next = undefined
      clearTurn()
      disconnect()
      attempts = 0
      isFailing = false
      turnState = null
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
      const subscriptions = topics.get(topic) ?? new Set<Subscription>()
      const subscription: Subscription = { seq: after, handler }
      topics.set(topic, subscriptions.add(subscription))
      ask(topic)
      planTurn(ADDED_TURN_MS)
      if (!socket && !next) open()
      return () => {
        if (!subscriptions.delete(subscription) || subscriptions.size > 0 || topics.get(topic) !== subscriptions) return
        topics.delete(topic)
        sendFrame({ t: 'unsub', topic })
        closeWhenUnused()
      }
    },
    readSoon: () => void takeTurn(),
    wake() {
      if (!isNeeded()) return
      attempts = 0
      isMemberKnown = false
      // a page that comes back from the browser's cache reports that twice
      if (!isReading) void takeTurn()
      if (isOpen) probe(PROBE_TIMEOUT_MS.quick)
      else if (!socket) open()
    },
    lost() {
      if (!isNeeded()) return
      clearTimeout(next)
      next = undefined
      clearTurn()
      disconnect()
      setState('offline')
    },
    tick() {
      judge()
      if (Date.now() - heardAt > SILENCE_MS) probe(PROBE_TIMEOUT_MS.calm)
    },
  }
}
