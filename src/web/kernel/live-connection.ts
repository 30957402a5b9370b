/**
 * The WebSocket connection of a tab. It delivers the events of topics, each from the sequence number that the subscriber
 * knows. After an interruption it reconnects by itself and continues at the last number, so that subscribers miss
 * nothing.
 */
import { noteEvent } from './last-event.ts'

/**
 * `over`: the session has ended, and with it the connection. `offline`: connecting failed, or the browser reports that
 * there is no network.
 */
export type ConnectionState = 'connecting' | 'open' | 'offline' | 'over'

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

interface LineParts {
  connect(events: SocketEvents): Socket
  isOnline(): boolean
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
/** A connection that was open for this long, in ms, resets the number of attempts. */
const STEADY_MS = 10_000
const SILENCE_MS = 30_000
const PROBE_TIMEOUT_MS = { quick: 2500, calm: 8000 }
/** Not a topic: the server refuses it, and the refusal proves that the connection works. */
const ECHO = '{"t":"sub","topic":"echo"}'
const SESSION_ENDED = 4001
const TOO_SLOW = 4008
const TOO_MANY_TABS = 4010

interface Subscription {
  seq: number | null
  handler: TopicHandler
}

export function makeLiveConnection({ connect, isOnline, isMember, random }: LineParts): LiveConnection {
  const topics = new Map<string, Set<Subscription>>()
  const listeners = new Set<() => void>()
  let state: ConnectionState = 'connecting'
  let socket: Socket | null = null
  let isOpen = false
  let attempts = 0
  /**
   * the server closed the connection because the session ended, and we ask whether that is so; browsers log an error for
   * a refused connection
   */
  let isCheckingSession = false
  let moveIn: number | null = null
  let openedAt = 0
  let heardAt = 0
  let probing: { at: number; within: number } | null = null
  let next: ReturnType<typeof setTimeout> | undefined
  let connectTimer: ReturnType<typeof setTimeout> | undefined
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
        setState('open')
        for (const topic of topics.keys()) ask(topic)
      },
      onFrame: (text) => isMine() && handleFrame(text),
      onEnd: (code) => drop(mine, code),
    })
    socket = mine
    connectTimer = setTimeout(() => drop(mine, 1006), CONNECT_TIMEOUT_MS)
  }

  /** Called for the socket's own end, and when we give it up: a connection that was lost silently reports nothing. */
  function drop(mine: Socket, code: number) {
    if (socket !== mine) return
    const wasOpen = isOpen
    disconnect()
    if (code === SESSION_ENDED) return void handleSessionEnd()
    if (!isNeeded()) return setState('connecting')
    if (wasOpen && (code === TOO_SLOW || Date.now() - openedAt > STEADY_MS)) attempts = 0
    setState(wasOpen && isOnline() ? 'connecting' : 'offline')
    // another tab took over; this one reconnects when it becomes visible
    if (code === TOO_MANY_TABS) return setState('offline')
    if (!isOnline()) return
    if (!wasOpen && attempts > 0) void checkSession()
    const delay = moveIn ?? DELAYS[Math.min(attempts, DELAYS.length - 1)]! * (0.5 + random())
    attempts++
    next = setTimeout(open, delay)
  }

  function disconnect() {
    clearTimeout(connectTimer)
    const mine = socket
    socket = null
    isOpen = false
    probing = null
    mine?.close()
  }

  async function checkSession() {
    try {
      if (!(await isMember())) end()
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
    if (!socket && !next && isNeeded()) next = setTimeout(open, DELAYS[0]! * (0.5 + random()))
  }

  function end() {
    clearTimeout(next)
    next = undefined
    disconnect()
    setState('over')
  }

  /**
   * Subscribes from the lowest number that a subscriber has reached; subscribers that are further on ignore events they
   * know.
   */
  function ask(topic: string) {
    const subscriptions = topics.get(topic)
    if (!isOpen || !subscriptions) return
    const known = [...subscriptions].flatMap(({ seq }) => (seq === null ? [] : [seq]))
    sendFrame({ t: 'sub', topic, ...(known.length ? { after: Math.min(...known) } : {}) })
  }

  const sendFrame = (frame: object) => isOpen && socket?.send(JSON.stringify(frame))

  function handleFrame(text: string) {
    heardAt = Date.now()
    probing = null
    const frame = JSON.parse(text) as { t: string; topic?: string; seq?: number; in?: number } & LiveEvent
    if (frame.t === 'move') {
      moveIn = frame.in ?? 0
      return
    }
    const name = frame.topic ?? ''
    const subscriptions = topics.get(name)
    if (!subscriptions) return
    if (frame.t !== 'no' && frame.t !== 'later') noteEvent()
    if (frame.t === 'later') setTimeout(() => ask(name), RESUBSCRIBE_MS)
    if (frame.t === 'no' || frame.t === 'gone') {
      topics.delete(name)
      for (const { handler } of subscriptions) handler.onGone()
      closeWhenUnused()
      return
    }
    for (const subscription of [...subscriptions]) {
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
    if (socket && probing && Date.now() - probing.at >= probing.within) drop(socket, 1006)
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
      if (!socket && !next) open()
      return () => {
        if (!subscriptions.delete(subscription) || subscriptions.size > 0 || topics.get(topic) !== subscriptions) return
        topics.delete(topic)
        sendFrame({ t: 'unsub', topic })
        closeWhenUnused()
      }
    },
    wake() {
      if (!isNeeded()) return
      attempts = 0
      if (isOpen) probe(PROBE_TIMEOUT_MS.quick)
      else if (!socket) open()
    },
    lost() {
      if (!isNeeded()) return
      clearTimeout(next)
      next = undefined
      disconnect()
      setState('offline')
    },
    tick() {
      judge()
      if (Date.now() - heardAt > SILENCE_MS) probe(PROBE_TIMEOUT_MS.calm)
    },
  }
}
