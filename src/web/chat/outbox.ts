/**
 * Messages that the member has sent and the server has not confirmed. They are kept on this device until then, over lost
 * connections and reloads, and are sent in order. The id of a message is its idempotency key, made once.
 */
import type { Message } from '#contract/chat.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { api } from '../kernel/api.ts'
import { asMember } from '../kernel/as-member.ts'
import { readFault } from '../kernel/fault.ts'
import { newId } from '../kernel/id.ts'
import { connectionState, onConnectionState, readSoon } from '../kernel/live.ts'
import { isReached } from '../kernel/live-connection.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { askToSignIn } from '../kernel/sign-in.tsx'
import { type MessageRoom, topicOfRoom } from './chat.ts'

export interface Pending {
  id: string
  content: string
  /** in ms since 1970; the order of sending */
  at: number
  /** why it failed; then it waits for the member */
  failed?: string | undefined
  signIn?: boolean | undefined
  /** no server refused it: it is retried automatically when the connection is back */
  unheard?: boolean | undefined
}

export interface Outbox {
  readonly pending: readonly Pending[]
  /** true while a message is being sent */
  readonly isSending: boolean
  onChange(listener: () => void): () => void
  add(content: string): void
  retry(id: string): void
  drop(id: string): void
  /** The message is confirmed, by a live event or an answer. */
  arrived(id: string): void
  /** Stops sending automatically. */
  stop(): void
}

const PREFIX = 'fatherkin.outbox.'
/** in ms; an older message is sent only if the member confirms it */
const STALE_MS = 24 * 60 * 60_000
/** in ms; the pause after an attempt without an answer, although the browser is online */
const RETRY_MS = 3000
/** in ms; the pauses after a server error, which the member has seen by then */
const RETRY_PAUSES_MS = [10_000, 20_000, 40_000, 60_000]

const boxes = new Map<string, Outbox>()

/** Returns the outbox of a member and room in this tab. It keeps sending after the page is left. */
export function outboxOf(member: string, place: MessageRoom, onSent: (message: Message) => void): Outbox {
  const key = `${member}.${topicOfRoom(place)}`
  let box = boxes.get(key)
  if (!box) {
    box = makeOutbox(`${PREFIX}${key}.`, place, onSent)
    boxes.set(key, box)
  }
  return box
}

/** For a member who is not in the room any more: unsent messages stay on this device, and only the member can send them. */
export const stopOutbox = (member: string, place: MessageRoom) => boxes.get(`${member}.${topicOfRoom(place)}`)?.stop()

function makeOutbox(prefix: string, place: MessageRoom, onSent: (message: Message) => void): Outbox {
  const listeners = new Set<() => void>()
  const hidden = new Map<string, Pending>()
  let pending: readonly Pending[] = read(prefix)
  let sending: string | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  let repeats = 0

  const change = (next: readonly Pending[]) => {
    pending = next
    for (const listener of [...listeners]) listener()
  }
  const put = (one: Pending) => {
    if (!keep(prefix + one.id, one)) hidden.set(one.id, one)
    const others = pending.filter(({ id }) => id !== one.id)
    change([...others, one].sort((a, b) => a.at - b.at))
  }
  const take = (id: string) => {
    hidden.delete(id)
    forget(prefix + id)
    if (pending.some((one) => one.id === id)) change(pending.filter((one) => one.id !== id))
  }
  const find = (id: string) => pending.find((one) => one.id === id)

  async function send(): Promise<void> {
    if (sending !== null) return
    // messages after an unanswered one wait, to keep their order
    const next = pending.find(({ failed, unheard }) => failed === undefined || unheard)
    if (!next || next.failed !== undefined || !navigator.onLine) return
    clearTimeout(again)
    sending = next.id
    change(pending)
    const goOn = await sendOne(next)
    sending = null
    change(pending)
    if (goOn) void send()
  }

  /** Returns true if the next message may be sent; after an unanswered one the others wait, to keep their order. */
  async function sendOne({ id, content }: Pending): Promise<boolean> {
    try {
      const message = await asMember(SAY_ROOMS.signInToChat, () =>
        api.chat.sendMessage({ ...place, id, content }, withTimeout()),
      )
      repeats = 0
      onSent(message)
      take(id)
      // the answer of another member may be there already
      readSoon()
      return true
    } catch (error) {
      return failed(id, error)
    }
  }

  function failed(id: string, error: unknown): boolean {
    const one = find(id)
    if (!one) return true // confirmed meanwhile, or discarded
    const { code, status, sentence, fields, signIn, retryAfter } = readFault(error, SAY_ROOMS.messageFailed)
    // it had arrived and was then deleted on another device
    if (code === 'MESSAGE_DELETED') {
      take(id)
      return true
    }
    if (status === 429) {
      again = setTimeout(() => void send(), (retryAfter ?? 5) * 1000)
      return false
    }
    const isUnheard = status === 0 || status >= 500
    if (isUnheard && (!navigator.onLine || !isReached(connectionState()))) {
      again = setTimeout(() => void send(), RETRY_MS)
      return false
    }
    if (code === 'ID_TAKEN') {
      // the id belongs to another text, so this one is a new message
      take(id)
      put({ ...one, id: newId(), failed: SAY_ROOMS.messageFailed })
      return true
    }
    if (signIn) askToSignIn(sentence)
    const why = signIn ? sentence : (fields.content ?? SAY_ROOMS.messageFailed)
    put({ ...one, failed: why, signIn, unheard: isUnheard })
    if (!isUnheard) return true
    const pause = RETRY_PAUSES_MS[Math.min(repeats++, RETRY_PAUSES_MS.length - 1)]!
    again = setTimeout(sendUnheard, Math.max(pause, (retryAfter ?? 0) * 1000))
    return false
  }

  /** Retries messages that no server refused, when the connection is back. */
  const sendUnheard = () => {
    const isHeard = pending.every(({ failed, unheard }) => failed === undefined || !unheard)
    if (!isHeard) change(pending.map((one) => (one.unheard ? { ...one, failed: undefined, unheard: undefined } : one)))
    void send()
  }
  let wasReached = isReached(connectionState())
  onConnectionState(() => {
    const before = wasReached
    wasReached = isReached(connectionState())
    if (wasReached && !before) sendUnheard()
  })
  window.addEventListener('online', sendUnheard)
  // shows what another tab adds, and removes what it has sent
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(prefix))
      change([...read(prefix), ...hidden.values()].sort((a, b) => a.at - b.at))
  })
  if (pending.length > 0) setTimeout(() => void send())

  return {
    get pending() {
      return pending
    },
    get isSending() {
      return sending !== null
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(content) {
      put({ id: newId(), content, at: Math.max(Date.now(), (pending.at(-1)?.at ?? 0) + 1) })
      sendUnheard()
    },
    retry(id) {
      const one = find(id)
      if (!one) return
      put({ id, content: one.content, at: one.at })
      sendUnheard()
    },
    drop(id) {
      take(id)
      void send()
    },
    arrived: take,
    stop() {
      clearTimeout(again)
      for (const one of pending) put({ ...one, failed: SAY_ROOMS.messageFailed, unheard: undefined })
    },
  }
}

function read(prefix: string): Pending[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => parse(localStorage.getItem(key)))
      .map(afterReload)
      .sort((a, b) => a.at - b.at)
  } catch {
    return [] // storage is not available
  }
}

/** A message that failed for lack of a session is tried again after signing in. */
function afterReload(one: Pending): Pending {
  const { id, content, at } = one
  if (Date.now() - at > STALE_MS) return { id, content, at, failed: SAY_ROOMS.messageFailed }
  return one.signIn ? { id, content, at } : one
}

function parse(text: string | null): Pending[] {
  try {
    const one: unknown = JSON.parse(text ?? '')
    return typeof one === 'object' && one !== null && 'id' in one && 'content' in one && 'at' in one
      ? [one as Pending]
      : []
  } catch {
    return [] // not written by this program
  }
}

/** Returns whether it was stored. If storage is unavailable or full, the message lives as long as the tab. */
function keep(key: string, one: Pending): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(one))
    return true
  } catch {
    return false
  }
}

function forget(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {} // nothing was stored
}
