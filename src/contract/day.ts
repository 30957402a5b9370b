/** A member's day: what waits for him in each of his places, what he goes to next, and whom he could answer. */
import * as z from 'zod'
import { BADGE } from './badge-words.ts'
import { Zone } from './event-fields.ts'
import { EventCard } from './events.ts'
import { Id, memberOnly } from './kernel.ts'
import { PostCard } from './posts.ts'

/** So many of his rooms, and so many questions. */
export const DAY = { rooms: 5, questions: 5 } as const

/** Right up to 99; one more stands for all that are more. */
const Count = z
  .int()
  .min(0)
  .max(BADGE.most + 1)

/** A pod or a network of his in which somebody has said something that he has not read. */
export const WaitingRoom = z.object({
  room: z.enum(['pod', 'group']),
  id: Id,
  name: z.string(),
  slug: z.string(),
  /** messages of others, at most those among the last hundred */
  unread: Count,
})
export type WaitingRoom = z.infer<typeof WaitingRoom>

export const Day = z.object({
  /** what is new, as his badges have it */
  feed: Count,
  local: Count,
  profile: Count,
  /** the latest first */
  rooms: z.array(WaitingRoom),
  /** he has others in which something waits */
  has_more_rooms: z.boolean(),
  /** the one that he attends and that ends next */
  next_event: EventCard.nullable(),
  /** of the last weeks, by others, for him to read; the newest first */
  questions: z.array(PostCard),
  /** how he lives here, for what to do next: whether he is in a pod, and in a network */
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
      summary: 'Your day: what is unread in your places, your next event, and questions that nobody has answered',
    })
    .input(z.strictObject({ zone: Zone.default('UTC') }))
    .output(Day),
}
