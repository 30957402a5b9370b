/**
 * What happens to the session, told to this tab and to the browser's other tabs, so that no tab goes on showing a
 * member who has left, or a visitor who has come in. Nothing that identifies anybody is told or kept: only that
 * something happened, and when.
 */
export type SessionEvent =
  | 'initial_session'
  | 'signed_in'
  | 'signing_out'
  | 'signed_out'
  | 'second_factor_verified'
  | 'password_recovery'
  | 'user_updated'

interface News {
  event: SessionEvent
  /** whether it happened in another tab */
  elsewhere: boolean
}
type Listener = (news: News) => void

/** Anything but a changed setting means that the session itself is another one. */
const CHANGES_SESSION: ReadonlySet<SessionEvent> = new Set<SessionEvent>([
  'signed_in',
  'signed_out',
  'second_factor_verified',
  'password_recovery',
])
export const changesSession = (event: SessionEvent) => CHANGES_SESSION.has(event)

const CHANNEL = 'fatherkin.session'
const STAMP = 'fatherkin.session.changed'

const listeners = new Set<Listener>()
let channel: BroadcastChannel | undefined
/** the last change that this tab knows of */
let known: string | null = null

/** Hears of every event in this browser, beginning with 'initial_session'. Answers how to stop. */
export function onSession(listener: Listener): () => void {
  listeners.add(listener)
  listen()
  listener({ event: 'initial_session', elsewhere: false })
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) hush()
  }
}

/** Tells this tab and all others. */
export function announce(event: SessionEvent) {
  if (changesSession(event)) {
    known = String(Date.now())
    write(known)
  }
  tell({ event, elsewhere: false })
  if (channel) channel.postMessage(event)
  else if ('BroadcastChannel' in window) {
    // a page without a listener (signing in straight from a mailed link) still tells the others
    const once = new BroadcastChannel(CHANNEL)
    once.postMessage(event)
    once.close()
  }
}

const tell = (news: News) => {
  for (const listener of listeners) listener(news)
}

function listen() {
  if (channel || !('BroadcastChannel' in window)) return
  known = read()
  channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<SessionEvent>) => {
    known = read()
    tell({ event: data, elsewhere: true })
  }
  // a tab that was asleep or kept for the Back button heard nothing: it looks at the mark when it is shown again
  window.addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
}

function hush() {
  channel?.close()
  channel = undefined
  window.removeEventListener('pageshow', look)
  document.removeEventListener('visibilitychange', look)
}

function look() {
  if (document.visibilityState === 'hidden') return
  const now = read()
  if (now === known) return
  known = now
  tell({ event: 'signed_in', elsewhere: true })
}

/** Storage may be forbidden; then only the channel works, which is enough for tabs that are awake. */
function read() {
  try {
    return localStorage.getItem(STAMP)
  } catch {
    return null
  }
}
function write(stamp: string) {
  try {
    localStorage.setItem(STAMP, stamp)
  } catch {
    // see read()
  }
}
