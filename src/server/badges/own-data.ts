/** This room's part of the copy of a member's data: when he last looked at each place. */
import { sql } from 'kysely'
import type { OwnTable } from '#db/owners.ts'
import { type OwnDataPart, onePage } from '../kernel/own-data.ts'
import type { OwnRows } from '../kernel/own-rows.ts'

export const badgeParts: OwnDataPart[] = [
  {
    name: 'last_seen',
    tables: ['member_seen'],
    page: onePage(
      (member) => sql`select s.feed_at, s.groups_at, s.local_at, s.profile_at, s.karma from member_seen s
      where s.member_id = ${member}::uuid`,
    ),
  },
]

/** Deleted with the account. */
export const ownVisits: OwnRows<OwnTable<'badges'>>[] = [['member_seen', 'member_id']]
