/** Badges: how much is new to a member in each of his places, and up to when he has seen it. His devices agree. */
import * as z from 'zod'
import { BADGE, PLACES } from './badge-words.ts'
import { Zone } from './event-fields.ts'
import { Id, memberOnly, When } from './kernel.ts'

/** Places that carry a count; that of the pods is always 0 (NOTIF-07). */
const Place = z.enum(PLACES)

/** Right up to 99; one more stands for all that are more. */
const Count = z
  .int()
  .min(0)
  .max(BADGE.most + 1)

export const Badges = z.object({
  feed: Count,
  groups: Count,
  local: Count,
  profile: Count,
  /** ids of what is counted, as far as it came within two minutes: a tab that hears of one of them does not count it again */
  recent: z.array(Id).max(4 * (BADGE.most + 1)),
  /** up to when he has seen each place, on whichever device, and the karma that he has seen */
  seen: z.object({ feed: When, groups: When, local: When, profile: When, karma: z.int() }),
  /** the server's clock, by which those times are to be read */
  now: When,
})
export type Badges = z.infer<typeof Badges>

/** Where he is, for what is on in the next seven days of his. */
const zone = Zone.default('UTC')
const signIn = 'Please sign in to see what is new'

export const badges = {
  getBadges: memberOnly('profile:read', signIn, undefined)
    .route({
      method: 'GET',
      path: '/me/badges',
      operationId: 'getBadges',
      tags: ['badges'],
      summary: 'How much is new to you in the feed, your networks, local and your profile; 100 stands for more than 99',
    })
    .input(z.strictObject({ zone }))
    .output(Badges),
  markSeen: memberOnly('profile:write', signIn, 'look')
    .route({
      method: 'PUT',
      path: '/me/seen/{place}',
      operationId: 'markSeen',
      tags: ['badges'],
      summary: 'Say that you have seen a place, now or so many milliseconds ago; it never goes back',
    })
    .input(
      z.strictObject({
        place: Place,
        zone,
        /** a length of time and no time of day: clocks of devices are wrong by days */
        ago: z.int().min(0).max(BADGE.longestAgo).default(0),
      }),
    )
    .output(Badges),
}
