/**
 * Who may change an image.
 *
 * - the picture of a profile: the member himself.
 * - `runsGroup`: the picture and the banner of a network: its admins. For everyone else the network does not exist.
 * - who sees an image: everyone who has its address, which cannot be guessed.
 */
import { sql } from 'kysely'

/** In a query of groups: the member is an admin of this network. */
export const runsGroup = (member: string) =>
  sql<boolean>`groups.status = 'approved' and is_group_admin(groups, ${member}::uuid)`
