/** Badges: how many items are new in each of a member's places, and when he last saw each place, on any of his devices. */
import * as z from 'zod'
import { BADGE, PLACES } from './badge-words.ts'
import { ViewerZone } from './event-fields.ts'
import { Id, memberOnly, When } from './kernel.ts'

/** Places that have a count. The count of the pods is always 0. */
const Place = z.enum(PLACES)

/** Exact up to 99; 100 means more than 99. */
const Count = z
  .int()
  .min(0)
  .max(BADGE.most + 1)

export const Badges = z.object({
  feed: Count,
  groups: Count,
  local: Count,
  profile: Count,
  /** ids of counted items of the last two minutes: a tab that got one of them live does not count it again */
  recent: z.array(Id).max(4 * (BADGE.most + 1)),
  /** when the member last saw each place, on any device, and the karma that he last saw */
  seen: z.object({ feed: When, groups: When, local: When, profile: When, karma: z.int() }),
  /** the server's clock; the times above are relative to it */
  now: When,
})
export type Badges = z.infer<typeof Badges>

/** The viewer's time zone, which decides what the next seven days are. */
const zone = ViewerZone
const signIn = 'Please sign in to see what is new'

export const badges = {
  getBadges: memberOnly('profile:read', signIn, undefined)
    .route({
      method: 'GET',
      path: '/me/badges',
      operationId: 'getBadges',
      tags: ['badges'],
      summary: 'How many items are new in the feed, your networks, local and your profile; 100 means more than 99',
    })
    .input(z.strictObject({ zone }))
    .output(Badges),
  markSeen: memberOnly('profile:write', signIn, 'look')
    .route({
      method: 'PUT',
      path: '/me/seen/{place}',
      operationId: 'markSeen',
      tags: ['badges'],
      summary: 'Mark a place as seen, now or a number of milliseconds ago; the mark never moves back',
    })
    .input(
      z.strictObject({
        place: Place,
        zone,
        /** a duration instead of a time, because clocks of devices are wrong by up to days */
        ago: z.int().min(0).max(BADGE.longestAgo).default(0),
      }),
    )
    .output(Badges),
}
