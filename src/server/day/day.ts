/** A member's day on the front page: combines what the other rooms know, in concurrent queries. */
import { DAY, type Day } from '#contract/day.ts'
import { getBadges } from '../badges/badges.ts'
import { unreadRooms } from '../chat/chat.ts'
import { nextEvent } from '../events/events.ts'
import { listUnanswered } from '../feed/feed.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { ownCheckInsDue } from '../rounds/rounds.ts'
import { ownSeasonsAsked } from '../seasons/seasons.ts'

export async function getDay(ctx: Ctx, { zone }: { zone: string }): Promise<Day> {
  const [{ feed, local, profile }, { rooms, in_pod, in_group }, check_ins, seasons, next_event, questions] =
    await Promise.all([
      getBadges(ctx, { zone }),
      unreadRooms(ctx, DAY.rooms + 1),
      ownCheckInsDue(ctx, DAY.check_ins),
      ownSeasonsAsked(ctx, DAY.check_ins),
      nextEvent(ctx),
      listUnanswered(ctx, DAY.questions),
    ])
  return {
    ...{ feed, local, profile },
    rooms: rooms.slice(0, DAY.rooms),
    has_more_rooms: rooms.length > DAY.rooms,
    ...{ check_ins, seasons, next_event, questions, in_pod, in_group },
  }
}
