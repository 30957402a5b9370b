/** The draft of an event: its values, its validation, and the request made from it. */
import type { Event } from '#contract/events.ts'
import { isBlank } from '#contract/words.ts'
import { placeOf } from '#contract/zone-words.ts'

export interface EventDraft {
  /** an idempotency key, made with the first attempt, so that a retry creates no second event */
  id: string
  title: string
  location: string
  event_date: string
  event_time: string
  end_time: string
  /** of the times; empty: the member's own */
  time_zone: string
  description: string
  address: string
  /** a town or a postal code, as typed or selected */
  place: string
  /** set if the place was selected */
  latitude: number | null
  longitude: number | null
  /** the event loses its position */
  placeless: boolean
  group_id: string
  /** `updated_at` of the event when editing began; empty if there is no draft */
  seen: string
}

export const EMPTY: EventDraft = {
  ...{ id: '', title: '', location: '', event_date: '', event_time: '', end_time: '', time_zone: '' },
  ...{ description: '', address: '' },
  ...{ place: '', latitude: null, longitude: null, placeless: false, group_id: '', seen: '' },
}

export const draftOf = (event: Event): EventDraft => ({
  ...EMPTY,
  title: event.title,
  location: event.location,
  event_date: event.event_date,
  event_time: event.event_time,
  end_time: event.end_time ?? '',
  time_zone: placeOf(event.time_zone),
  description: event.description ?? '',
  address: event.address ?? '',
})

export const IDS = {
  title: 'event-title',
  location: 'event-location',
  event_date: 'event-date',
  event_time: 'event-time',
  end_time: 'event-end',
  time_zone: 'event-time-zone',
  description: 'event-description',
  address: 'event-address',
  group_id: 'event-community',
} as const
export type EventField = keyof typeof IDS | 'place'
export type FieldErrors = Partial<Record<string, string>>

const MISSING: Partial<Record<EventField, string>> = {
  title: 'Give it a title',
  location: 'Say where it is',
  event_date: 'Choose a day',
  event_time: 'Choose a time',
}

/** The required fields that are blank. */
export const missingIn = (draft: EventDraft): FieldErrors =>
  Object.fromEntries(Object.entries(MISSING).filter(([field]) => isBlank(draft[field as keyof EventDraft] as string)))

/** Returns true if there was an invalid field to focus. The field of the place has a generated id. */
export function focusFirst(wrong: FieldErrors): boolean {
  const first = (Object.keys(IDS) as (keyof typeof IDS)[]).find((field) => wrong[field])
  if (first) document.getElementById(IDS[first])?.focus()
  return first !== undefined
}

type Position = { latitude: number; longitude: number } | null

/** `position`: of the place that the member named. */
export function newOf(draft: EventDraft, position: Position, group_id: string | undefined) {
  const { id, title, location, event_date, event_time, end_time, time_zone, description, address } = draft
  return {
    ...{ id, title: title.trim(), location: location.trim(), event_date, event_time, time_zone },
    ...(end_time ? { end_time } : {}),
    ...(isBlank(description) ? {} : { description: description.trim() }),
    ...(isBlank(address) ? {} : { address: address.trim() }),
    ...(position ?? {}),
    ...(group_id ? { group_id } : {}),
  }
}

const orNull = (text: string) => (isBlank(text) ? null : text.trim())

/** Returns the changed fields for the request, or null if there are none. */
export function changeOf(draft: EventDraft, event: Event, position: Position) {
  const typed = {
    title: draft.title.trim(),
    location: draft.location.trim(),
    event_date: draft.event_date,
    event_time: draft.event_time,
    end_time: draft.end_time || null,
    // another name of the event's zone is no change
    time_zone: draft.time_zone === placeOf(event.time_zone) ? event.time_zone : draft.time_zone,
    description: orNull(draft.description),
    address: orNull(draft.address),
  }
  const changed = Object.fromEntries(
    Object.entries(typed).filter(([field, value]) => value !== event[field as keyof typeof typed]),
  ) as Partial<typeof typed>
  const moved = position ?? (draft.placeless && event.has_position ? { latitude: null, longitude: null } : {})
  const change = { ...changed, ...moved }
  return Object.keys(change).length > 0 ? change : null
}
