/** What stands in the form of an event, what is wrong with it, and what is sent of it. */
import type { Event } from '#contract/events.ts'
import { isBlank } from '#contract/words.ts'

export interface EventDraft {
  /** made with the first send, so that a repeated one is the same event */
  id: string
  title: string
  location: string
  event_date: string
  event_time: string
  end_time: string
  description: string
  address: string
  /** a town or a postal code, as typed or picked */
  place: string
  /** of a place that was picked */
  latitude: number | null
  longitude: number | null
  /** its distance is not told any more */
  placeless: boolean
  group_id: string
  /** when the event that he began to change was last changed; empty: nothing was begun */
  seen: string
}

export const EMPTY: EventDraft = {
  ...{ id: '', title: '', location: '', event_date: '', event_time: '', end_time: '', description: '', address: '' },
  ...{ place: '', latitude: null, longitude: null, placeless: false, group_id: '', seen: '' },
}

export const draftOf = (event: Event): EventDraft => ({
  ...EMPTY,
  title: event.title,
  location: event.location,
  event_date: event.event_date,
  event_time: event.event_time,
  end_time: event.end_time ?? '',
  description: event.description ?? '',
  address: event.address ?? '',
})

export const IDS = {
  title: 'event-title',
  location: 'event-location',
  event_date: 'event-date',
  event_time: 'event-time',
  end_time: 'event-end',
  description: 'event-description',
  address: 'event-address',
  group_id: 'event-community',
} as const
export type Named = keyof typeof IDS | 'place'
export type Wrong = Partial<Record<string, string>>

const MISSING: Partial<Record<Named, string>> = {
  title: 'Give it a title',
  location: 'Say where it is',
  event_date: 'Choose a day',
  event_time: 'Choose a time',
}

/** The required fields that are blank (EVT-07 to EVT-10). */
export const missingIn = (draft: EventDraft): Wrong =>
  Object.fromEntries(Object.entries(MISSING).filter(([field]) => isBlank(draft[field as keyof EventDraft] as string)))

/** True: there was one to go to. A place has an id of its own making. */
export function focusFirst(wrong: Wrong): boolean {
  const first = (Object.keys(IDS) as (keyof typeof IDS)[]).find((field) => wrong[field])
  if (first) document.getElementById(IDS[first])?.focus()
  return first !== undefined
}

type Position = { latitude: number; longitude: number } | null

/** `position`: of the place that he named. */
export function newOf(draft: EventDraft, time_zone: string, position: Position, group_id: string | undefined) {
  const { id, title, location, event_date, event_time, end_time, description, address } = draft
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

/** What differs, as it is sent; null where nothing does. Day and time stay those of the zone of the event. */
export function changeOf(draft: EventDraft, event: Event, position: Position) {
  const typed = {
    title: draft.title.trim(),
    location: draft.location.trim(),
    event_date: draft.event_date,
    event_time: draft.event_time,
    end_time: draft.end_time || null,
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
