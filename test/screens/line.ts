/**
 * The other end of a tab's live line, for one screen: it tells what the test says, each with its number, and whoever comes
 * back is told what he has missed since his own, or to read anew.
 */

interface Told {
  kind: string
  subject?: string | null
  data?: unknown
}

/** Lines that are open; a screen has one. */
const open = new Set<StandinSocket>()
const numbers = new Map<string, number>()
/** What was told of each topic, for those who have missed it. */
const history = new Map<string, LineEvent[]>()
/** Whoever has missed more reads anew, as on the server. */
const MOST_MISSED = 300

interface LineEvent extends Required<Told> {
  t: 'ev'
  topic: string
  seq: number
}

/** In the place of WebSocket, for /live alone. */
export class StandinSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  readonly topics = new Set<string>()
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    queueMicrotask(() => {
      this.readyState = 1
      open.add(this)
      this.onopen?.()
    })
  }
  send(text: string) {
    const { t, topic, after } = JSON.parse(text) as { t: string; topic: string; after?: number }
    if (t === 'unsub') return void this.topics.delete(topic)
    // what a tab sends to see whether the other end is there is no topic
    if (!topic.includes(':')) return this.hear({ t: 'no', topic })
    this.topics.add(topic)
    // of what nobody has told yet the number is that with which the screen begins
    if (!history.has(topic)) numbers.set(topic, Math.max(after ?? 0, numbers.get(topic) ?? 0))
    const seq = numbers.get(topic) ?? 0
    for (const frame of missedSince(topic, after ?? seq, seq)) this.hear(frame)
    this.hear({ t: 'on', topic, seq })
  }
  hear(frame: object) {
    queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(frame) }))
  }
  close(code = 1000) {
    if (this.readyState === 3) return
    this.readyState = 3
    open.delete(this)
    queueMicrotask(() => this.onclose?.({ code }))
  }
}

/** Tells the screen an event of this topic, with the next number. False: it does not listen to the topic. */
export function tell(topic: string, { kind, subject = null, data = null }: Told): boolean {
  const seq = numberOf(topic) + 1
  const event: LineEvent = { t: 'ev', topic, seq, kind, subject, data }
  numbers.set(topic, seq)
  const told = history.get(topic) ?? []
  told.push(event)
  history.set(topic, told)
  return eachListener(topic, event)
}

/** The number to which this topic has come. */
export const numberOf = (topic: string) => numbers.get(topic) ?? 0

/** So much was told of this topic before, which nobody keeps any more. */
export function beginAt(topic: string, seq: number) {
  numbers.set(topic, seq)
  history.delete(topic)
}

/** What a tab that knows the topic up to `after` is told first. What was deleted since has no words any more. */
function missedSince(topic: string, after: number, seq: number): object[] {
  const missed = (history.get(topic) ?? []).filter((event) => event.seq > after)
  if (missed.length !== seq - after || missed.length > MOST_MISSED) return [{ t: 'reset', topic, seq }]
  const gone = new Set(missed.filter(({ kind }) => kind.endsWith('.deleted')).map(({ subject }) => subject))
  return missed.map((event) => (gone.has(event.subject) ? { ...event, data: null } : event))
}

/** Tells the screen what is told once, without a number. */
export const pulse = (topic: string, data: unknown): boolean => eachListener(topic, { t: 'pulse', topic, data })

/** The screen may no longer hear this topic. */
export const takeAway = (topic: string): boolean => eachListener(topic, { t: 'gone', topic })

/** Is it listening to the topic? */
export const isHeard = (topic: string) => [...open].some(({ topics }) => topics.has(topic))

/** The line is cut, with the number that says why; 1006: no reason. */
export function cutLine(code = 1006) {
  for (const socket of [...open]) socket.close(code)
}

function eachListener(topic: string, frame: object): boolean {
  const listeners = [...open].filter(({ topics }) => topics.has(topic))
  for (const listener of listeners) listener.hear(frame)
  return listeners.length > 0
}
