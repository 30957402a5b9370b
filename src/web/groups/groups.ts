/** Networks in data: how they are asked for, and how a deed is written into whatever shows them. */
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
  queries.groups.getGroup.queryOptions({ input: { slug }, structuralSharing: withHeard })

/**
 * What has been heard of a network is newer than an answer that was made before it, also when the answer arrives later: the
 * number of members stays as it was heard. What is written by hand comes through here, too (`putComing`, `putGroup`).
 */
function withHeard(known: unknown, answer: unknown): unknown {
  const [before, after] = [known as Group | undefined, answer as Group | undefined]
  if (!before || !after || before.id !== after.id) return replaceEqualDeep(known, answer)
  const isOlder = before.seq !== null && after.seq !== null && after.seq < before.seq
  const heard = isOlder ? { seq: before.seq, member_count: before.member_count } : {}
  return replaceEqualDeep(before, { ...after, ...heard })
}

export const overviewQuery = () => queries.groups.getGroupsOverview.queryOptions()

/** `after`: where a reader without JavaScript has turned the page to. */
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

/** Who asks to come in, for the admins. */
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

/** What the server says of a network after a deed. The lists in which it stands are asked anew when they are next seen. */
export function putGroup(client: QueryClient, group: Group) {
  client.setQueryData(groupQuery(group.slug).queryKey, group)
  for (const room of [queries.groups.listGroups, queries.groups.getGroupsOverview, queries.groups.listGroupMembers])
    void client.invalidateQueries({ queryKey: room.key() })
}

type MemberPages = InfiniteData<{ items: GroupMember[]; next: string | null }, string | undefined>

/** The list as it is after somebody came, went or got another part: whoever comes is the last, once all are loaded. */
export function withComing(pages: MemberPages, who: string, member: GroupMember | null): MemberPages {
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

/** What was heard of a network's members is written into its head and its list; nothing is asked for. `seq`: its number. */
export function putComing(client: QueryClient, slug: string, who: string, told: MembershipEvent, seq: number) {
  const member = told.member && { ...told.member, joined_at: new Date(told.member.joined_at) }
  client.setQueryData<Group>(
    groupQuery(slug).queryKey,
    (group) => group && { ...group, member_count: told.member_count, seq },
  )
  client.setQueriesData<MemberPages>({ queryKey: groupMembersQuery(slug).queryKey }, (pages) =>
    pages && 'pages' in pages ? withComing(pages, who, member) : pages,
  )
}

/** Whose posts he sees has changed with it: the feed, and what is in this network. */
export function forgetPosts(client: QueryClient) {
  client.removeQueries({ queryKey: queries.feed.key(), type: 'inactive' })
}

/** "1 member", "1,204 members" */
export const membersOf = (count: number) => `${grouped(count)} ${count === 1 ? 'member' : 'members'}`
