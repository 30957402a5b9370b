/** The tab's WebSocket connection. A chunk of its own: only pages that follow a topic load it. */
import { useSyncExternalStore } from 'react'
import { LIVE_TURN_PATH } from '#contract/live-words.ts'
import { checkSession } from './check-session.ts'
import { type ConnectionState, type LiveConnection, makeLiveConnection } from './live-connection.ts'
import type { TopicHandler, TopicPosition } from './live-subscriptions.ts'
import type { TurnAnswer } from './live-turns.ts'

const TICK_MS = 5000
/** in ms; a turn that takes longer counts as unanswered. The server takes eight seconds at most. */
const TURN_TIMEOUT_MS = 12_000

let line: LiveConnection | undefined

/**
 * Follows a topic ("pod:…") after a sequence number. Read the data first, then listen after the number that came with it,
 * so that nothing is missed. Only in the browser. Returns the function that stops it.
 */
export const listenTo = (topic: string, after: number | null, handler: TopicHandler) =>
  theLine().subscribe(topic, after, handler)

/** The state of this tab's connection. */
export const useConnectionState = (): ConnectionState =>
  useSyncExternalStore(
    (listener) => theLine().onState(listener),
    () => theLine().state,
    () => 'connecting',
  )

/** The current state, for code outside of components. */
export const connectionState = (): ConnectionState => theLine().state
export const onConnectionState = (listener: () => void) => theLine().onState(listener)

/** The member has just sent something: while the connection fails, what others say is read immediately. */
export const readSoon = () => theLine().readSoon()

function theLine(): LiveConnection {
  line ??= lineOfTab()
  return line
}

function lineOfTab(): LiveConnection {
  const made = makeLiveConnection({
    connect({ onOpen, onFrame, onEnd }) {
      const socket = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/live`)
      socket.onopen = onOpen
      socket.onmessage = ({ data }) => onFrame(String(data))
      socket.onclose = ({ code }) => onEnd(code)
      return {
        send(frame) {
          // the state of the socket is known before its close event; browsers log an error if something is sent then
          if (socket.readyState === WebSocket.OPEN) socket.send(frame)
        },
        close() {
          if (socket.readyState !== WebSocket.CONNECTING) return socket.close()
          // browsers log an error if a socket is closed before it was open
          socket.onopen = () => socket.close()
        },
      }
    },
    readTurn,
    isOnline: () => navigator.onLine,
    isVisible: () => document.visibilityState === 'visible',
    isMember: async () => (await checkSession()) !== null,
    random: Math.random,
  })
  const look = () => document.visibilityState === 'visible' && made.wake()
  window.addEventListener('online', made.wake)
  window.addEventListener('offline', made.lost)
  document.addEventListener('visibilitychange', look)
  // for the back/forward cache, which does not keep a page with an open connection
  window.addEventListener('pagehide', made.lost)
  window.addEventListener('pageshow', look)
  let at = Date.now()
  setInterval(() => {
    const slept = Date.now() - at > 6 * TICK_MS
    at = Date.now()
    if (slept) look()
    made.tick()
  }, TICK_MS)
  return made
}

async function readTurn(topics: TopicPosition[]): Promise<TurnAnswer> {
  const answer = await fetch(LIVE_TURN_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ topics }),
    cache: 'no-store',
    signal: AbortSignal.timeout(TURN_TIMEOUT_MS),
  })
  // a proxy that answers by itself is no answer of the server
  const frames: unknown = answer.ok ? ((await answer.json()) as { frames?: unknown }).frames : undefined
  if (Array.isArray(frames)) return { frames }
  return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')) || undefined }
}
