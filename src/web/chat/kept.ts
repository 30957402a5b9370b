/** The stretches that are here, for as long as the tab lives: whoever comes back to a room hears on from where he was. */
import type { Message, Messages } from '#contract/chat.ts'
import { type Place, topicOfRoom } from './chat.ts'
import { type Stretch, saidHere, stretchOf } from './stretch.ts'

/** Of so many rooms; of others what was read first is still there. */
const ROOMS = 6

interface Kept {
  /** what it grew from */
  first: Messages
  stretch: Stretch
}
const kept = new Map<string, Kept>()
const lookers = new Map<string, Set<() => void>>()

/** Of this topic, since `first` was read; the same object until something changes. */
export function stretchAt(topic: string, first: Messages): Stretch {
  const known = kept.get(topic)
  if (known?.first === first) return known.stretch
  const stretch = stretchOf(first)
  // on the server nothing outlives its page
  if (typeof window === 'undefined') return stretch
  kept.delete(topic)
  kept.set(topic, { first, stretch })
  const oldest = [...kept.keys()].find((other) => !lookers.has(other))
  if (kept.size > ROOMS && oldest !== undefined) kept.delete(oldest)
  return stretch
}

export const keptAt = (topic: string): Stretch | undefined => kept.get(topic)?.stretch

export function changeStretch(topic: string, change: (stretch: Stretch) => Stretch) {
  const known = kept.get(topic)
  if (!known) return
  const stretch = change(known.stretch)
  if (stretch === known.stretch) return
  kept.set(topic, { ...known, stretch })
  for (const look of lookers.get(topic) ?? []) look()
}

export const sayHere = (place: Place, message: Message) =>
  changeStretch(topicOfRoom(place), (stretch) => saidHere(stretch, message))

export const forgetStretch = (topic: string) => kept.delete(topic)

/** Somebody on the page has it before his eyes. */
export const isLookedAt = (topic: string) => lookers.has(topic)

export function onStretch(topic: string, look: () => void): () => void {
  const own = lookers.get(topic) ?? new Set()
  lookers.set(topic, own.add(look))
  return () => {
    own.delete(look)
    if (own.size === 0 && lookers.get(topic) === own) lookers.delete(topic)
  }
}
