/** The subscriptions of a tab to topics, each with the number of the last event that it has received. */
import { noteEvent } from './last-event.ts'

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

/** A subscription to a topic after a sequence number; without it, from now on. */
export interface TopicPosition {
  topic: string
  after?: number
}

export type Frame = { t: string; topic?: string; in?: number } & LiveEvent

export interface Subscription {
  seq: number | null
  handler: TopicHandler
}

interface Hooks {
  /** The server was too busy for this topic: ask again in a while. */
  onLater(topic: string): void
  /** The viewer may not follow a topic, and its subscriptions have ended. */
  onGone(): void
}

export type Subscriptions = ReturnType<typeof makeSubscriptions>

export function makeSubscriptions({ onLater, onGone }: Hooks) {
  const topics = new Map<string, Set<Subscription>>()

  /** The lowest number that a subscriber has reached; subscribers that are further on ignore events they know. */
  function positionOf(topic: string): TopicPosition {
    const known = [...(topics.get(topic) ?? [])].flatMap(({ seq }) => (seq === null ? [] : [seq]))
    return { topic, ...(known.length ? { after: Math.min(...known) } : {}) }
  }

  /**
   * Handles a frame of the connection or of a turn. What came both ways is known by its number. A turn is not for
   * subscriptions that began after it was asked for: they may need earlier events.
   */
  function deliver(frame: Frame, asked?: ReadonlySet<Subscription>) {
    const name = frame.topic ?? ''
    const subscriptions = topics.get(name)
    if (!subscriptions) return
    if (frame.t !== 'no' && frame.t !== 'later') noteEvent()
    if (frame.t === 'later') onLater(name)
    if (frame.t === 'no' || frame.t === 'gone') {
      topics.delete(name)
      for (const { handler } of subscriptions) handler.onGone()
      return onGone()
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

  return {
    get count() {
      return topics.size
    },
    has: (topic: string) => topics.has(topic),
    names: () => [...topics.keys()],
    all: () => new Set([...topics.values()].flatMap((some) => [...some])),
    positionOf,
    deliver,
    /** Returns the function that removes it, which returns whether nobody follows the topic any more. */
    add(topic: string, subscription: Subscription) {
      const subscriptions = topics.get(topic) ?? new Set<Subscription>()
      topics.set(topic, subscriptions.add(subscription))
      return () => {
        if (!subscriptions.delete(subscription) || subscriptions.size > 0 || topics.get(topic) !== subscriptions)
          return false
        return topics.delete(topic)
      }
    },
  }
}
