/** Queries of networks, and the functions that write the result of an action into the query cache. */
import { type InfiniteData, type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import type { Group, GroupMember, MembershipEvent } from '#contract/groups.ts'
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'
import { grouped } from '../ui/number.ts'

const paged = {
  gcTime: LIST_LIFE,
  getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
}

export const groupPath = (slug: string) => `/group/${encodeURIComponent(slug)}`

export const groupQuery = (slug: string) =>
  queries.groups.getGroup.queryOptions({ input: { slug }, structuralSharing: keepNewerMembership })

/**
 * A live event is newer than an answer that the server made before it, even if the answer arrives later. In that case the
 * number of members stays as the event reported it. Direct writes to the cache (`putMembershipEvent`, `putGroup`) pass
 * through here too.
 */
function keepNewerMembership(known: unknown, answer: unknown): unknown {
  const [before, after] = [known as Group | undefined, answer as Group | undefined]
  if (!before || !after || before.id !== after.id) return replaceEqualDeep(known, answer)
  const isOlder = before.seq !== null && after.seq !== null && after.seq < before.seq
  const fromEvent = isOlder ? { seq: before.seq, member_count: before.member_count } : {}
  return replaceEqualDeep(before, { ...after, ...fromEvent })
}

export const overviewQuery = () => queries.groups.getGroupsOverview.queryOptions()

/** `after`: the cursor of the page, for readers without JavaScript. */
export const groupsQuery = (q?: string, after?: string) =>
  queries.groups.listGroups.infiniteOptions({
    ...paged,
    input: (cursor: string | undefined) => ({ q, after: cursor }),
    initialPageParam: after,
  })

export const groupMembersQuery = (slug: string, after?: string) =>
  queries.groups.listGroupMembers.infiniteOptions({
    ...paged,
    input: (cursor: string | undefined) => ({ slug, after: cursor }),
    initialPageParam: after,
  })

export const groupAdminsQuery = (slug: string) =>
  queries.groups.listGroupMembers.queryOptions({ input: { slug, only: 'admin' } })

/** Requests to join the network, for its admins. */
export const groupRequestsQuery = (id: string) =>
  queries.groups.listGroupRequests.infiniteOptions({
    ...paged,
    input: (cursor: string | undefined) => ({ id, after: cursor }),
    initialPageParam: undefined as string | undefined,
  })

export const suggestionsQuery = () =>
  queries.groups.listSuggestions.infiniteOptions({
    ...paged,
    input: (cursor: string | undefined) => ({ after: cursor }),
    initialPageParam: undefined as string | undefined,
  })

/**
 * Writes the server's answer to an action into the cache. Lists that contain the network are refetched when they are next
 * shown.
 */
export function putGroup(client: QueryClient, group: Group) {
  client.setQueryData(groupQuery(group.slug).queryKey, group)
  for (const room of [queries.groups.listGroups, queries.groups.getGroupsOverview, queries.groups.listGroupMembers])
    void client.invalidateQueries({ queryKey: room.key() })
}

type MemberPages = InfiniteData<{ items: GroupMember[]; next: string | null }, string | undefined>

/**
 * Returns the list after a member joined, left or changed role. A new member is added at the end, if all pages are
 * loaded.
 */
export function withMembershipChange(pages: MemberPages, who: string, member: GroupMember | null): MemberPages {
  const isThere = pages.pages.some(({ items }) => items.some(({ user }) => user.id === who))
  const isLast = (at: number) => at === pages.pages.length - 1 && pages.pages[at]!.next === null
  return {
    ...pages,
    pages: pages.pages.map((page, at) => {
      if (isThere) return { ...page, items: page.items.flatMap((one) => (one.user.id === who ? (member ?? []) : one)) }
      return member && isLast(at) ? { ...page, items: [...page.items, member] } : page
    }),
  }
}

/**
 * Writes a membership event into the network's head and its list of members; nothing is refetched. `seq`: its sequence
 * number.
 */
export function putMembershipEvent(
  client: QueryClient,
  slug: string,
  who: string,
  event: MembershipEvent,
  seq: number,
) {
  const member = event.member && { ...event.member, joined_at: new Date(event.member.joined_at) }
  client.setQueryData<Group>(
    groupQuery(slug).queryKey,
    (group) => group && { ...group, member_count: event.member_count, seq },
  )
  client.setQueriesData<MemberPages>({ queryKey: groupMembersQuery(slug).queryKey }, (pages) =>
    pages && 'pages' in pages ? withMembershipChange(pages, who, member) : pages,
  )
}

/** The change also affects which posts the viewer may see: drops the cached lists of the feed and of this network. */
export function forgetPosts(client: QueryClient) {
  client.removeQueries({ queryKey: queries.feed.key(), type: 'inactive' })
}

/** "1 member", "1,204 members" */
export const memberCountText = (count: number) => `${grouped(count)} ${count === 1 ? 'member' : 'members'}`
