/** What a member changed about himself, written into everything that this tab has loaded: cards, comments, lists, his pages. */
import type { QueryClient } from '@tanstack/react-query'
import type { OwnProfile } from '#contract/members.ts'

type Change = Partial<Pick<OwnProfile, 'display_name' | 'bio' | 'location'> & { avatar_url: string | null }>

export function showEverywhere(client: QueryClient, id: string, change: Change): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const after = rewritten(state.data, id, change)
    // as fresh, or as old, as it was
    if (after !== state.data) client.setQueryData(queryKey, after, { updatedAt: state.dataUpdatedAt })
  }
}

/** The same thing where nothing in it is about him, so that nothing is drawn anew. */
export function rewritten(value: unknown, id: string, change: Change): unknown {
  if (Array.isArray(value)) {
    const after = value.map((one) => rewritten(one, id, change))
    return after.some((one, at) => one !== value[at]) ? after : value
  }
  if (!isPlain(value)) return value
  if (value.id === id && 'username' in value && 'display_name' in value) {
    const known = Object.entries(change).filter(([field]) => field in value)
    return { ...value, ...Object.fromEntries(known) }
  }
  const before = Object.entries(value)
  const after = before.map(([name, one]) => [name, rewritten(one, id, change)] as const)
  return after.some(([, one], at) => one !== before[at]![1]) ? Object.fromEntries(after) : value
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
