/**
 * A member's day: what is new in each of his places, the next event that he attends, and questions that he could answer.
 */
import * as z from 'zod'
import { BADGE } from './badge-words.ts'
import { ViewerZone } from './event-fields.ts'
import { EventCard } from './events.ts'
import { Id, memberOnly, When } from './kernel.ts'
import { PostCard } from './posts.ts'

/** The maximum number of rooms, of questions, and of pods with check-ins or a season's question. */
export const DAY = { rooms: 5, questions: 5, check_ins: 5 } as const

/** Exact up to 99; 100 means more than 99. */
const Count = z
  .int()
  .min(0)
  .max(BADGE.most + 1)

/** A pod or a network of the viewer that has messages he has not read. */
export const WaitingRoom = z.object({
  room: z.enum(['pod', 'group']),
  id: Id,
  name: z.string(),
  slug: z.string(),
  /** unread messages of other members, counted among the last hundred of the room */
  unread: Count,
})
export type WaitingRoom = z.infer<typeof WaitingRoom>

/** A pod of the viewer whose round waits for his check-in, or opens next. */
export const DayCheckIn = z.object({
  pod: z.object({ id: Id, name: z.string(), slug: z.string() }),
  /** until then he can check in; null if no round waits for him */
  open_until: When.nullable(),
  /** when the next round opens; null if the pod has stopped its rounds */
  next_at: When.nullable(),
})
export type DayCheckIn = z.infer<typeof DayCheckIn>

/** A pod of the viewer whose season is over, or in its last round: he has not said how it goes on. */
export const DaySeason = z.object({
  pod: z.object({ id: Id, name: z.string(), slug: z.string() }),
  /** when the pod decides */
  until: When,
})
export type DaySeason = z.infer<typeof DaySeason>

export const Day = z.object({
  /** new items, as in the viewer's badges */
  feed: Count,
  local: Count,
  profile: Count,
  /** latest first */
  rooms: z.array(WaitingRoom),
  /** the viewer has more rooms with unread messages */
  has_more_rooms: z.boolean(),
  /** open rounds that he has not checked in to, then the next rounds; without pods in which he is on a pause or wants no reminders */
  check_ins: z.array(DayCheckIn),
  /** the first to be decided first; also pods of which he wants no mails, without those in which he is on a pause */
  seasons: z.array(DaySeason),
  /** of the events that he attends, the one that ends next */
  next_event: EventCard.nullable(),
  /** questions of other members from the last weeks that he may read, newest first */
  questions: z.array(PostCard),
  /** whether he is in a pod, and in a network; used to suggest what to do next */
  in_pod: z.boolean(),
  in_group: z.boolean(),
})
export type Day = z.infer<typeof Day>

export const day = {
  getDay: memberOnly('session', 'Please sign in to see your day', undefined)
    .route({
      method: 'GET',
      path: '/me/day',
      operationId: 'getDay',
      tags: ['day'],
      summary:
        'Your day: what is unread in your places, your check-ins, your next event, and questions that nobody has answered',
    })
    .input(z.strictObject({ zone: ViewerZone }))
    .output(Day),
}
