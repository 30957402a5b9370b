/** This room's parts of the copy of a member's data: figures and achievements. */
import { sql } from 'kysely'
import { type OwnDataPart, onePage } from '../kernel/own-data.ts'

export const karmaParts: OwnDataPart[] = [
  {
    name: 'karma',
    tables: ['karma_counts'],
    page: onePage(
      (
        member,
      ) => sql`select k.posts, k.comments, k.kin, k.groups as networks, k.pods, k.events, k.votes, k.liked, k.weeks
      from karma_counts k where k.member_id = ${member}::uuid`,
    ),
  },
  {
    name: 'achievements',
    tables: ['user_achievements'],
    page: onePage(
      (member) => sql`select a.name, u.earned_at from user_achievements u join achievements a on a.id = u.achievement_id
      where u.user_id = ${member}::uuid order by u.earned_at, a.name`,
    ),
  },
]
