/**
 * Publishes changes of the session to this tab and to other tabs of the browser, so that no tab keeps showing a member who
 * has signed out, or the visitor's view after signing in. The messages contain nothing that identifies a member: only what
 * happened and when.
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
  /** true if it happened in another tab */
  elsewhere: boolean
}
type Listener = (news: News) => void

/** Every event except a changed setting means that the session is a different one. */
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
/** the last change that this tab knows */
let known: string | null = null

/** Calls `listener` for every event in this browser, first with 'initial_session'. Returns a function that unsubscribes. */
export function onSession(listener: Listener): () => void {
  listeners.add(listener)
  listen()
  listener({ event: 'initial_session', elsewhere: false })
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) unlisten()
  }
}

/** Publishes an event to this tab and all others. */
export function announce(event: SessionEvent) {
  if (changesSession(event)) {
    known = String(Date.now())
    write(known)
  }
  notify({ event, elsewhere: false })
  if (channel) channel.postMessage(event)
  else if ('BroadcastChannel' in window) {
    // a page without a listener (signing in directly from a mailed link) still notifies the others
    const once = new BroadcastChannel(CHANNEL)
    once.postMessage(event)
    once.close()
  }
}

const notify = (news: News) => {
  for (const listener of listeners) listener(news)
}

function listen() {
  if (channel || !('BroadcastChannel' in window)) return
  known = read()
  channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<SessionEvent>) => {
    known = read()
    notify({ event: data, elsewhere: true })
  }
  // a tab that was suspended or in the back-forward cache got no message: it compares the stamp when it is shown again
  window.addEventListener('pageshow', compareStamp)
  document.addEventListener('visibilitychange', compareStamp)
}

function unlisten() {
  channel?.close()
  channel = undefined
  window.removeEventListener('pageshow', compareStamp)
  document.removeEventListener('visibilitychange', compareStamp)
}

function compareStamp() {
  if (document.visibilityState === 'hidden') return
  const now = read()
  if (now === known) return
  known = now
  notify({ event: 'signed_in', elsewhere: true })
}

/** Storage may be unavailable; then only the channel works, which reaches all active tabs. */
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
