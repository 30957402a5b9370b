/** This room's parts of the copy of a member's data: plans that he is interested in. */
import { sql } from 'kysely'
import { type OwnDataPart, onePage } from '../kernel/own-data.ts'

export const planParts: OwnDataPart[] = [
  {
    name: 'interest_in_plans',
    tables: ['subscription_interest'],
    page: onePage(
      (member) => sql`select i.selected_tier, i.email, i.created_at from subscription_interest i
      where i.user_id = ${member}::uuid order by i.created_at`,
    ),
  },
]
