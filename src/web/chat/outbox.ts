/**
 * What he has said and the server has not confirmed. Kept on this device until it has, so that neither a tunnel nor a reload
 * loses it, and sent in order. The id is made once: however often it is sent, it is one message.
 */
import type { Message } from '#contract/chat.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { api } from '../kernel/api.ts'
import { asMember } from '../kernel/as-member.ts'
import { readFault } from '../kernel/fault.ts'
import { newId } from '../kernel/id.ts'
import { inTime } from '../kernel/in-time.ts'
import { lineState, onLineState } from '../kernel/live.ts'
import { askToSignIn } from '../kernel/sign-in.tsx'
import { type Place, topicOfRoom } from './chat.ts'

export interface Pending {
  id: string
  content: string
  /** ms; the order in which it was said */
  at: number
  /** why it did not arrive; it waits for him then */
  failed?: string | undefined
  signIn?: boolean | undefined
  /** goes out by itself as soon as there is a connection again: nobody has refused it */
  unheard?: boolean | undefined
}

export interface Outbox {
  readonly pending: readonly Pending[]
  /** one of them is on its way at this moment */
  readonly isSending: boolean
  onChange(listener: () => void): () => void
  add(content: string): void
  retry(id: string): void
  drop(id: string): void
  /** It is there: heard, or answered. */
  arrived(id: string): void
  /** Nothing goes out by itself any more. */
  stop(): void
}

const PREFIX = 'fatherkin.outbox.'
/** in ms; whoever comes back later is asked whether he still wants to say it */
const STALE = 24 * 60 * 60_000
/** in ms, after a try that nobody answered although there is a connection */
const AGAIN = 3000
/** in ms, after one that a server in trouble did not take; he has been told by then */
const REPEATS = [10_000, 20_000, 40_000, 60_000]

const boxes = new Map<string, Outbox>()

/** One for each member and room in this tab; it goes on sending when the page is left. */
export function outboxOf(member: string, place: Place, onSent: (message: Message) => void): Outbox {
  const key = `${member}.${topicOfRoom(place)}`
  let box = boxes.get(key)
  if (!box) {
    box = makeOutbox(`${PREFIX}${key}.`, place, onSent)
    boxes.set(key, box)
  }
  return box
}

/** He is not in the room any more: what he has not sent stays on this device, and is sent only if he says so. */
export const stopOutbox = (member: string, place: Place) => boxes.get(`${member}.${topicOfRoom(place)}`)?.stop()

function makeOutbox(prefix: string, place: Place, onSent: (message: Message) => void): Outbox {
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
    // behind one that nobody has answered, the others wait in their order
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

  /** Whether the next one may go: behind one that nobody answered, they wait in their order. */
  async function sendOne({ id, content }: Pending): Promise<boolean> {
    try {
      const message = await asMember(SAY_ROOMS.signInToChat, () =>
        api.chat.sendMessage({ ...place, id, content }, inTime()),
      )
      repeats = 0
      onSent(message)
      take(id)
      return true
    } catch (error) {
      return failed(id, error)
    }
  }

  function failed(id: string, error: unknown): boolean {
    const one = find(id)
    if (!one) return true // heard meanwhile, or thrown away
    const { code, status, sentence, fields, signIn, retryAfter } = readFault(error, SAY_ROOMS.messageFailed)
    // it had arrived, and was taken back elsewhere
    if (code === 'MESSAGE_DELETED') {
      take(id)
      return true
    }
    if (status === 429) {
      again = setTimeout(() => void send(), (retryAfter ?? 5) * 1000)
      return false
    }
    const isUnheard = status === 0 || status >= 500
    if (isUnheard && (!navigator.onLine || lineState() !== 'open')) {
      again = setTimeout(() => void send(), AGAIN)
      return false
    }
    if (code === 'ID_TAKEN') {
      // other words stand there by now: these are another message
      take(id)
      put({ ...one, id: newId(), failed: SAY_ROOMS.messageFailed })
      return true
    }
    if (signIn) askToSignIn(sentence)
    const why = signIn ? sentence : (fields.content ?? SAY_ROOMS.messageFailed)
    put({ ...one, failed: why, signIn, unheard: isUnheard })
    if (!isUnheard) return true
    const pause = REPEATS[Math.min(repeats++, REPEATS.length - 1)]!
    again = setTimeout(sendUnheard, Math.max(pause, (retryAfter ?? 0) * 1000))
    return false
  }

  /** Nobody refused these: there is a connection again, and so they go. */
  const sendUnheard = () => {
    const isHeard = pending.every(({ failed, unheard }) => failed === undefined || !unheard)
    if (!isHeard) change(pending.map((one) => (one.unheard ? { ...one, failed: undefined, unheard: undefined } : one)))
    void send()
  }
  let before = lineState()
  onLineState(() => {
    const now = lineState()
    if (now === 'open' && before !== 'open') sendUnheard()
    before = now
  })
  window.addEventListener('online', sendUnheard)
  // what another tab of his adds is shown there; what it has brought to its end is taken off here
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
      .map(anew)
      .sort((a, b) => a.at - b.at)
  } catch {
    return [] // storage is forbidden
  }
}

/** Whoever has signed in again since then need not say it again. */
function anew(one: Pending): Pending {
  const { id, content, at } = one
  if (Date.now() - at > STALE) return { id, content, at, failed: SAY_ROOMS.messageFailed }
  return one.signIn ? { id, content, at } : one
}

function parse(text: string | null): Pending[] {
  try {
    const one: unknown = JSON.parse(text ?? '')
    return typeof one === 'object' && one !== null && 'id' in one && 'content' in one && 'at' in one
      ? [one as Pending]
      : []
  } catch {
    return [] // not ours
  }
}

/** Whether it is kept; where storage is forbidden or full it lives at least as long as the tab. */
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
  } catch {} // nothing was kept
}
