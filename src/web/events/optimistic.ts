/** The optimistic state of an event while an attendance update is pending. */
import type { EventCard } from '#contract/events.ts'

export type Going = 'going' | 'not'

export function optimisticEvent<Card extends Pick<EventCard, 'is_attending' | 'attendees_count'>>(
  event: Card,
  wished: Going | undefined,
): Card {
  if (wished === undefined) return event
  const is_attending = wished === 'going'
  const attendees_count = event.attendees_count + Number(is_attending) - Number(event.is_attending)
  return { ...event, is_attending, attendees_count }
}
