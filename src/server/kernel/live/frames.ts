/** What is sent of an event: written once, and the same to all but those to whom it is hidden. */
import type { Listener, TopicEvent } from './topic.ts'

export const NOTHING_HIDDEN: ReadonlyMap<number, Set<string>> = new Map()

export type FrameFor = (listener: Listener) => string

export const forAll = (frame: object): FrameFor => {
  const text = JSON.stringify(frame)
  return () => text
}

/** Written once for all; whoever is apart from whose deed it is gets the number alone, so that he misses none. */
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
