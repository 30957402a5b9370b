/** Members as others see them, the relation to another member, and the figures of karma. */
import type { ConnectionStatus, StandingConnection } from '#contract/connections.ts'
import type { Achievement, Karma } from '#contract/karma.ts'
import type { Author, Profile } from '#contract/members.ts'
import type { LocalProfile } from '#contract/nearby.ts'
import { anAuthor, anId, aPage, minutesAgo, NOTHING_PUBLIC } from './makers.ts'
import type { Answers } from './standin.ts'

export const aProfile = (author: Author = anAuthor(), profile: Partial<Profile> = {}): Profile => ({
  ...NOTHING_PUBLIC,
  ...author,
  post_count: 0,
  comment_count: 0,
  kin_count: 0,
  community_karma: 0,
  created_at: minutesAgo(60 * 24 * 30),
  ...profile,
})

export const aStanding = ({ id }: Author, status: ConnectionStatus = 'none'): StandingConnection => ({
  user_id: id,
  status,
  again_at: null,
  ...rightsIn(status),
  seq: 0,
})

/** What the viewer may do with a connection of this status. */
export const rightsIn = (status: ConnectionStatus) => ({
  can_request: status === 'none',
  can_accept: status === 'incoming' || status === 'crossed',
  can_decline: status === 'incoming',
  can_cancel: status === 'requested' || status === 'crossed',
  can_remove: status === 'connected',
})

/** What the page of this member requests, if he wrote nothing. */
export const answersOfMemberPage = (author: Author): Answers => ({
  members: { getMember: aProfile(author) },
  feed: { listMemberPosts: aPage() },
  connections: { getConnection: aStanding(author) },
})

/** For a member without a place. */
const noLocalProfile: LocalProfile = {
  local_mode_enabled: false,
  location: null,
  latitude: null,
  longitude: null,
}

/** What a member's own profile requests, if no request is pending. */
export const answersOfOwnProfile = (): Answers => ({
  pods: { listPodRequests: aPage() },
  nearby: { getLocalProfile: noLocalProfile },
  connections: { countConnections: { kin: 0, incoming: 0, sent: 0 } },
})

export const anAchievement = (name: string, achievement: Partial<Achievement> = {}): Achievement => ({
  id: anId(),
  name,
  description: `What ${name} is for.`,
  badge_emoji: '🔧',
  category: 'content',
  points: 10,
  earned_at: null,
  amount: 1,
  threshold: 5,
  ...achievement,
})

/** For a member who has done nothing yet. */
export const aKarma = (karma: Partial<Karma> = {}): Karma => ({
  ...{ content_score: 0, social_score: 0, community_score: 0, total_gamification_score: 0, community_karma: 0 },
  ...{ posts: 0, comments: 0, kin: 0, groups: 0, pods: 0, events: 0, votes: 0 },
  questions_answered: 0,
  appreciated: null,
  steady_weeks: null,
  achievements: [],
  ...karma,
})
