/** Caches the loaded sections while the tab lives: a member who returns to a room continues from where he was. */
import type { Message, Messages } from '#contract/chat.ts'
import { type MessageRoom, topicOfRoom } from './chat.ts'
import { type Section, sectionOf, withOwnMessage } from './section.ts'

/** The maximum number of cached rooms; others start again from their first answer. */
const MAX_ROOMS = 6

interface CachedSection {
  /** the answer that the section grew from */
  first: Messages
  section: Section
}
const kept = new Map<string, CachedSection>()
const listeners = new Map<string, Set<() => void>>()

/** The section of this topic that grew from `first`; the same object until it changes. */
export function sectionAt(topic: string, first: Messages): Section {
  const known = kept.get(topic)
  if (known?.first === first) return known.section
  const section = sectionOf(first)
  // the server must not cache across requests
  if (typeof window === 'undefined') return section
  kept.delete(topic)
  kept.set(topic, { first, section })
  const oldest = [...kept.keys()].find((other) => !listeners.has(other))
  if (kept.size > MAX_ROOMS && oldest !== undefined) kept.delete(oldest)
  return section
}

export const cachedSection = (topic: string): Section | undefined => kept.get(topic)?.section

export function changeSection(topic: string, change: (section: Section) => Section) {
  const known = kept.get(topic)
  if (!known) return
  const section = change(known.section)
  if (section === known.section) return
  kept.set(topic, { ...known, section })
  for (const listener of listeners.get(topic) ?? []) listener()
}

export const addOwnMessage = (place: MessageRoom, message: Message) =>
  changeSection(topicOfRoom(place), (section) => withOwnMessage(section, message))

export const forgetSection = (topic: string) => kept.delete(topic)

/** Returns true if a component on the page shows the topic. */
export const isTopicShown = (topic: string) => listeners.has(topic)

export function onSectionChange(topic: string, listener: () => void): () => void {
  const own = listeners.get(topic) ?? new Set()
  listeners.set(topic, own.add(listener))
  return () => {
    own.delete(listener)
    if (own.size === 0 && listeners.get(topic) === own) listeners.delete(topic)
  }
}
