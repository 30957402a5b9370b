/** Networks, as the server returns them. */
import type { Group, GroupMember, GroupRequest, Suggestion } from '#contract/groups.ts'
import type { Author } from '#contract/members.ts'
import { aCard, anAuthor, anId, aPage, minutesAgo, slugOf } from './makers.ts'
import type { Answers } from './standin.ts'

/**
 * A network whose head the viewer sees. He is not a member unless `group` says so. What he may do is computed from the other
 * fields, so a network can be passed again with a change.
 */
export const aGroup = ({ name = 'Night Shift Dads', ...group }: Partial<Group> = {}): Group =>
  withRights({
    ...{ id: anId(), name, slug: slugOf(name), description: null, location: null, is_public: true, member_count: 12 },
    ...{ avatar_url: null, banner_url: null, created_at: minutesAgo(60 * 24 * 90), is_member: false, is_admin: false },
    ...{ is_creator: false, request_pending: false, seq: group.is_member ? 1 : null, taken_out: null },
    ...group,
  })

type Rights = 'can_see_inside' | 'can_join' | 'can_request' | 'can_leave'

/** The network with what the viewer may do in it. */
export const withRights = (group: Omit<Group, Rights>): Group => ({
  ...group,
  can_see_inside: group.is_public || group.is_member,
  can_join: group.is_public && !group.is_member && !group.taken_out,
  can_request: !group.is_public && !group.is_member && !group.taken_out && !group.request_pending,
  can_leave: group.is_member && !group.is_creator,
})

export const aGroupMember = (user: Author = anAuthor(), role: GroupMember['role'] = 'member'): GroupMember => ({
  user,
  role,
  joined_at: minutesAgo(60 * 24 * 40),
})

export const aGroupRequest = (requester: Author = anAuthor(), message: string | null = null): GroupRequest => ({
  id: anId(),
  requester,
  message,
  created_at: minutesAgo(20),
})

export const aSuggestion = (group_name: string, user: Author | null = anAuthor()): Suggestion => ({
  id: anId(),
  group_name,
  description: 'Two at once.',
  location: null,
  created_at: minutesAgo(20),
  user,
})

/** A post in this network. */
export const aCardIn = ({ id, name, slug, location }: Group, title: string) =>
  aCard({ title, group: { id, name, slug, location } })

/** What the parts of a network's page request: three posts, its admin, no requests, no messages. */
export const answersOfGroup = (group: Group, admin: Author = anAuthor('marcus_o')): Answers => ({
  groups: {
    getGroup: group,
    listGroupMembers: aPage(aGroupMember(admin, 'admin')),
    listGroupRequests: aPage(),
  },
  feed: {
    listGroupPosts: aPage(...['Nights again', 'Blackout blinds', 'Who is up?'].map((title) => aCardIn(group, title))),
  },
  blocks: { listBlockedIds: { ids: [] } },
  chat: { listMessages: { items: [], next: null, later: null, seq: 1, read: 0 } },
})
