/** A member's day, as the server returns it. */
import type { Day, DayCheckIn, WaitingRoom } from '#contract/day.ts'
import { anId, slugOf } from './makers.ts'

export const aDay = (day: Partial<Day> = {}): Day => ({
  ...{ feed: 0, local: 0, profile: 0, rooms: [], has_more_rooms: false },
  ...{ check_ins: [], seasons: [], next_event: null, questions: [], in_pod: false, in_group: false },
  ...day,
})

export const aRoom = (name: string, room: Partial<WaitingRoom> = {}): WaitingRoom => ({
  ...{ room: 'pod', id: anId(), name, slug: slugOf(name), unread: 1 },
  ...room,
})

export const aDayCheckIn = (name: string, one: Partial<DayCheckIn> = {}): DayCheckIn => ({
  ...{ pod: { id: anId(), name, slug: slugOf(name) }, open_until: null, next_at: null },
  ...one,
})
