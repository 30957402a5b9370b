/** The parts of a member's data export that this room provides: his choices in the first steps. */
import { sql } from 'kysely'
import type { OwnTable } from '#db/owners.ts'
import { type OwnDataPart, onePage } from '../kernel/own-data.ts'
import type { OwnRows } from '../kernel/own-rows.ts'

export const onboardingParts: OwnDataPart[] = [
  {
    name: 'interests',
    tables: ['user_interests'],
    page: onePage(
      (member) => sql`select i.interest_name from user_interests i where i.user_id = ${member}::uuid order by 1`,
    ),
  },
  {
    name: 'goals',
    tables: ['user_goals'],
    page: onePage((member) => sql`select g.goal_name from user_goals g where g.user_id = ${member}::uuid order by 1`),
  },
]

/** Deleted with the account. */
export const ownChoices: OwnRows<OwnTable<'onboarding'>>[] = [
  ['user_interests', 'user_id'],
  ['user_goals', 'user_id'],
]
