/**
 * Stands in for the server's end of a tab's live connection. It sends the events of the test, each with its sequence
 * number. A tab that reconnects gets the events that it missed, or is told to read everything again. If the network blocks
 * WebSockets, the tab gets the same by HTTP.
 */
import { onTestFinished } from 'vitest'

interface Told {
  kind: string
  subject?: string | null
  data?: unknown
}

/** Open connections; a screen has one. */
const open = new Set<StandinSocket>()
const numbers = new Map<string, number>()
/** The events of each topic, for tabs that missed them. */
const history = new Map<string, LiveEvent[]>()
/** A tab that missed more events has to read everything again, as on the server. */
const MAX_MISSED = 300

interface LiveEvent extends Required<Told> {
  t: 'ev'
  topic: string
  seq: number
}

/** Replaces WebSocket, for /live alone. */
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
      if (isBlocked) return this.close(1006)
      this.readyState = 1
      open.add(this)
      this.onopen?.()
    })
  }
  send(text: string) {
    const { t, topic, after } = JSON.parse(text) as { t: string; topic: string; after?: number }
    if (t === 'unsub') return void this.topics.delete(topic)
    // a tab checks whether the other end is there with a text that is no topic
    if (!topic.includes(':')) return this.hear({ t: 'no', topic })
    this.topics.add(topic)
    for (const frame of framesSince(topic, after)) this.hear(frame)
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

/**
 * Sends the screen an event of this topic, with the next number. Returns false if the screen has not subscribed to it.
 */
export function publish(topic: string, { kind, subject = null, data = null }: Told): boolean {
  const seq = sequenceOf(topic) + 1
  const event: LiveEvent = { t: 'ev', topic, seq, kind, subject, data }
  numbers.set(topic, seq)
  const past = history.get(topic) ?? []
  past.push(event)
  history.set(topic, past)
  return eachSubscriber(topic, event)
}

/** The number of the newest event of this topic. */
export const sequenceOf = (topic: string) => numbers.get(topic) ?? 0

/** Sets the number of a topic whose earlier events are not kept any more. */
export function startSequenceAt(topic: string, seq: number) {
  numbers.set(topic, seq)
  history.delete(topic)
}

/** What a tab that knows the topic up to `after` gets first. An item that was deleted since is sent without data. */
function missedSince(topic: string, after: number, seq: number): object[] {
  const missed = (history.get(topic) ?? []).filter((event) => event.seq > after)
  if (missed.length !== seq - after || missed.length > MAX_MISSED) return [{ t: 'reset', topic, seq }]
  const gone = new Set(missed.filter(({ kind }) => kind.endsWith('.deleted')).map(({ subject }) => subject))
  return missed.map((event) => (gone.has(event.subject) ? { ...event, data: null } : event))
}

function framesSince(topic: string, after: number | undefined): object[] {
  // a topic without events starts at the screen's own number
  if (!history.has(topic)) numbers.set(topic, Math.max(after ?? 0, numbers.get(topic) ?? 0))
  const seq = numbers.get(topic) ?? 0
  return [...missedSince(topic, after ?? seq, seq), { t: 'on', topic, seq }]
}

let isBlocked = false
/** The network refuses WebSockets until the returned function is called, or to the end of the test. */
export function blockSockets(): () => void {
  isBlocked = true
  closeConnections()
  const unblock = () => {
    isBlocked = false
  }
  onTestFinished(unblock)
  return unblock
}

let turnsRefused = false
/** Turns fail from now on, until the returned function is called or to the end of the test. */
export function cutOffTurns(): () => void {
  turnsRefused = true
  const mend = () => {
    turnsRefused = false
  }
  onTestFinished(mend)
  return mend
}

/** Answers a tab that reads its topics by HTTP. */
export async function answerTurn(request: Request): Promise<Response> {
  if (turnsRefused) throw new TypeError('Failed to fetch')
  const { topics } = (await request.json()) as { topics: { topic: string; after?: number }[] }
  return Response.json({ frames: topics.flatMap(({ topic, after }) => framesSince(topic, after)) })
}

/** Sends the screen an event without a number. */
export const pulse = (topic: string, data: unknown): boolean => eachSubscriber(topic, { t: 'pulse', topic, data })

/** Tells the screen that it may no longer subscribe to this topic. */
export const revokeTopic = (topic: string): boolean => eachSubscriber(topic, { t: 'gone', topic })

/** Returns whether the screen has subscribed to the topic. */
export const isSubscribed = (topic: string) => [...open].some(({ topics }) => topics.has(topic))

/** Closes the connection with this code; 1006 means no reason. */
export function closeConnections(code = 1006) {
  for (const socket of [...open]) socket.close(code)
}

function eachSubscriber(topic: string, frame: object): boolean {
  const listeners = [...open].filter(({ topics }) => topics.has(topic))
  for (const listener of listeners) listener.hear(frame)
  return listeners.length > 0
}
