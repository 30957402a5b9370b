/**
 * The frames that are sent for an event: serialized once, and the same for all listeners except those it is hidden
 * from.
 */
import type { Listener, TopicEvent } from './topic.ts'

export const NOTHING_HIDDEN: ReadonlyMap<number, Set<string>> = new Map()

export type FrameFor = (listener: Listener) => string

export const forAll = (frame: object): FrameFor => {
  const text = JSON.stringify(frame)
  return () => text
}

/**
 * Serialized once for all. A member who is blocked from the actor gets only the number, so his numbering has no gap.
 */
export function framesOf(
  topic: string,
  { seq, kind, subject }: TopicEvent,
  shown: Map<number, unknown>,
  hidden: ReadonlyMap<number, Set<string>>,
): FrameFor {
  const whole = forAll({ t: 'ev', topic, seq, kind, subject, data: shown.get(seq) ?? null })
  const from = hidden.get(seq)
  if (!from) return whole
  const bare = forAll({ t: 'ev', topic, seq, kind, subject: null, data: null })
  return (listener) => (from.has(listener.member) ? bare(listener) : whole(listener))
}
