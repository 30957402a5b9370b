/** Writes a member's changed profile into all cached answers of this tab: cards, comments, lists and his pages. */
import type { QueryClient } from '@tanstack/react-query'
import type { OwnProfile } from '#contract/members.ts'
import type { PublicField } from '#contract/profile-words.ts'

type Change = Partial<Pick<OwnProfile, PublicField> & { avatar_url: string | null }>

export function updateProfileCaches(client: QueryClient, id: string, change: Change): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const after = withProfileChange(state.data, id, change)
    // keeps the age of the answer
    if (after !== state.data) client.setQueryData(queryKey, after, { updatedAt: state.dataUpdatedAt })
  }
}

/**
 * Returns `value` with the change. Returns the same object if it does not contain the member, so that nothing is rendered
 * again.
 */
export function withProfileChange(value: unknown, id: string, change: Change): unknown {
  if (Array.isArray(value)) {
    const after = value.map((one) => withProfileChange(one, id, change))
    return after.some((one, at) => one !== value[at]) ? after : value
  }
  if (!isPlain(value)) return value
  if (value.id === id && 'username' in value && 'display_name' in value) {
    const known = Object.entries(change).filter(([field]) => field in value)
    return { ...value, ...Object.fromEntries(known) }
  }
  const before = Object.entries(value)
  const after = before.map(([name, one]) => [name, withProfileChange(one, id, change)] as const)
  return after.some(([, one], at) => one !== before[at]![1]) ? Object.fromEntries(after) : value
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
