/** Members' pages and a member's own profile, as the server stores them, for tests of screens. */
import type { Viewer } from '#contract/account.ts'
import type { MemberComment } from '#contract/comments.ts'
import type { OwnProfile, Profile } from '#contract/members.ts'
import type { PostCard } from '#contract/posts.ts'
import { PROFILE_FIELDS, type PublicField } from '#contract/profile-words.ts'
import { aCard, anId, asAuthor, minutesAgo, NOTHING_ENTERED } from './makers.ts'
import { aStanding } from './member-makers.ts'
import type { Answers } from './standin.ts'

export function aMemberComment(comment: Partial<MemberComment> = {}): MemberComment {
  const { id, title, category, group } = aCard()
  return {
    ...{ id: anId(), excerpt: 'Hide glue, and patience.', upvotes: 0, downvotes: 0 },
    ...{ created_at: minutesAgo(5), updated_at: minutesAgo(5), post: { id, title }, category, group },
    ...comment,
  }
}

/** The public row of this member. */
export const profileOf = (viewer: Viewer): Profile => {
  const { post_count, comment_count, kin_count, community_karma, created_at } = viewer
  return {
    ...publicOf(viewer),
    ...asAuthor(viewer),
    ...{ post_count, comment_count, kin_count, community_karma, created_at },
  }
}

const publicOf = (viewer: Viewer) =>
  Object.fromEntries(PROFILE_FIELDS.public.map((field) => [field, viewer[field]])) as Pick<Viewer, PublicField>

interface Written {
  posts?: PostCard[]
  comments?: MemberComment[]
}

/** Pages of twenty, from this offset. */
const paged =
  <Item>(items: Item[], size = 20) =>
  ({ after = '0' }: { after?: string | undefined }) => {
    const end = Number(after) + size
    return { items: items.slice(Number(after), end), next: items.length > end ? String(end) : null }
  }

/** What the page of this member requests. */
export const answersOfMember = (member: Viewer, { posts = [], comments = [] }: Written = {}): Answers => ({
  members: { getMember: profileOf(member) },
  feed: { listMemberPosts: paged(posts) },
  comments: { listMemberComments: paged(comments) },
  connections: { getConnection: aStanding(asAuthor(member)) },
})

/** The answers that this member has given, updated when he saves them. */
export function answersOfEditing(viewer: Viewer, own: Partial<OwnProfile> = {}): Answers {
  let profile: OwnProfile = { ...NOTHING_ENTERED, ...publicOf(viewer), ...own }
  return {
    // on a busy machine the pause of a member who types is long enough for the question
    places: { searchPlaces: { items: [] } },
    members: {
      getOwnProfile: () => profile,
      updateProfile(change) {
        profile = { ...profile, ...change }
        return profile
      },
    },
  }
}
