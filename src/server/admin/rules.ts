/**
 * What an administrator of the place may do. Who is one: `isAdministratorColumn` in members/rules.ts. It is asked before each
 * procedure that the contract marks `administratorOnly`; everyone else gets the answer of a procedure that does not exist.
 *
 * - he removes every kind of thing that `isRemovable` names (contract/thing-words.ts), of any author, and restores every
 *   kind that `isRestorable` names.
 * - `whyNotSuspend`: he suspends every member except himself, also another administrator, unless he has been suspended
 *   meanwhile. So there is always one administrator left.
 */
import { adminFaults } from '#contract/admin.ts'
import { type Fault, noSuchCall } from '#contract/kernel.ts'

interface Account {
  id: string
  is_suspended: boolean
}

/**
 * Returns null if the administrator may suspend the member. The decision reads both accounts from their locked rows, so that
 * if two administrators suspend each other, one stays.
 */
export function whyNotSuspend(administrator: Account | undefined, member: Account | undefined): Fault | null {
  if (!administrator || administrator.is_suspended) return noSuchCall
  if (!member) return adminFaults.noMember
  if (administrator.id === member.id) return adminFaults.oneself
  return member.is_suspended ? adminFaults.suspended : null
}

/** `whyNotSuspend` for the rows that an administrator reads. A caller who can read them is not suspended himself. */
export const maySuspend = (administrator: { id: string } | null, member: Account): boolean =>
  administrator !== null && whyNotSuspend({ id: administrator.id, is_suspended: false }, member) === null
