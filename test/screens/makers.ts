/** The server's responses for tests of screens: believable, the same each time, and changed where a test says so. */
import type { Viewer } from '#contract/account.ts'
import type { Badges } from '#contract/badges.ts'
import type { Category } from '#contract/categories.ts'
import type { Comment, Thread } from '#contract/comments.ts'
import type { Author } from '#contract/members.ts'
import type { Post, PostCard } from '#contract/posts.ts'
import { PROFILE_FIELDS, type ProfileField, type PublicField } from '#contract/profile-words.ts'
import type { Block } from '#contract/text.ts'
import { CATEGORIES } from '#contract/words.ts'
import type { CommunityInfo } from '#web/kernel/viewer.ts'
import type { Answers } from './standin.ts'

/** The time of every screen: a Tuesday evening in November. */
export const NOW = new Date('2026-11-24T20:00:00Z')
export const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

let made = 0
/** A new id at each call. */
export const anId = () => `00000000-0000-4000-8000-${(++made).toString(16).padStart(12, '0')}`

const words = (text: string): Block[] => text.split('\n\n').map((paragraph) => ({ t: 'p', c: [paragraph] }))
export const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

export const aPlace = (place: Partial<CommunityInfo> = {}): CommunityInfo => ({
  brand: { name: 'Fatherkin', assistant: 'Pop' },
  publicUrl: window.location.origin,
  dev: false,
  now: NOW,
  ...place,
})

export const anAuthor = (username = 'hassan.amin', author: Partial<Author> = {}): Author => ({
  id: anId(),
  username,
  display_name: null,
  avatar_url: null,
  location: null,
  ...author,
})

const nothingIn = <Field extends string>(fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, null])) as Record<Field, null>
/** The fields that others see of a member who has entered nothing. */
export const NOTHING_PUBLIC: Record<PublicField, null> = nothingIn(PROFILE_FIELDS.public)
/** All fields of a profile that is still empty. */
export const NOTHING_ENTERED: Record<ProfileField, null> = { ...NOTHING_PUBLIC, ...nothingIn(PROFILE_FIELDS.private) }

/** A member who has completed the first steps. */
export const aViewer = (viewer: Partial<Viewer> = {}): Viewer => ({
  ...NOTHING_PUBLIC,
  ...anAuthor('ben'),
  post_count: 0,
  comment_count: 0,
  kin_count: 0,
  community_karma: 0,
  created_at: minutesAgo(60 * 24 * 30),
  email: 'ben@example.org',
  dark_mode_enabled: false,
  local_mode_enabled: false,
  two_factor_enabled: false,
  is_admin: false,
  onboarding_completed: true,
  shows_welcome: false,
  ...viewer,
})

/** The author as whom other members see this member. */
export const asAuthor = ({ id, username, display_name, avatar_url, location, is_administrator }: Author): Author => ({
  id,
  username,
  display_name,
  avatar_url,
  location,
  ...(is_administrator && { is_administrator }),
})

export const aCategory = (name = 'DIY & Tools', category: Partial<Category> = {}): Category => ({
  id: anId(),
  name,
  slug: slugOf(name),
  color: '#8B5E34',
  description: null,
  post_count: 3,
  ...category,
})

export const aCard = ({ category = aCategory(), ...card }: Partial<PostCard> = {}): PostCard => ({
  id: anId(),
  title: 'Which glue holds a chair leg?',
  excerpt: 'It has come off twice.',
  type: 'question',
  upvotes: 4,
  downvotes: 1,
  comment_count: 0,
  created_at: minutesAgo(90),
  updated_at: minutesAgo(90),
  author: anAuthor(),
  category: { id: category.id, name: category.name, slug: category.slug, color: category.color },
  group: null,
  my_vote: null,
  ...card,
})

export const aPost = ({ content = 'It has come off twice.', ...post }: Partial<Post> = {}): Post => ({
  ...aCard({ excerpt: content, ...post }),
  content,
  body: words(content),
  poll: null,
  can_edit: false,
  can_delete: false,
  ...post,
})

export const aComment = ({ content = 'Hide glue, and patience.', ...comment }: Partial<Comment> = {}): Comment => ({
  id: anId(),
  post_id: anId(),
  content,
  body: words(content),
  upvotes: 0,
  downvotes: 0,
  created_at: minutesAgo(30),
  updated_at: minutesAgo(30),
  author: anAuthor('marcus_o'),
  my_vote: null,
  can_edit: false,
  ...comment,
})

/** A post with all its comments. */
export const aThread = (post: Post = aPost(), comments: Comment[] = []): Thread => ({
  post: { ...post, comment_count: comments.length },
  comments: { items: comments, next: null },
})

/** The only page of a list. */
export const aPage = <Item = never>(...items: Item[]) => ({ items, next: null })

export const badgeCounts = (badges: Partial<Badges> = {}): Badges => ({
  feed: 0,
  groups: 0,
  local: 0,
  profile: 0,
  recent: [],
  seen: { feed: NOW, groups: NOW, local: NOW, profile: NOW, karma: 0 },
  now: NOW,
  ...badges,
})

/** The categories, as many as the product has. */
export const theCategories = CATEGORIES.map((name) => aCategory(name))

/** What every screen may request, whatever it shows. */
export const answersOfEveryScreen = (): Answers => ({ categories: { listCategories: theCategories } })

/** What the tab of every member requests by itself. */
export const answersOfEveryMember = (): Answers => ({
  badges: { getBadges: badgeCounts(), markSeen: badgeCounts() },
  karma: { tellAchievements: { items: [] }, awardAchievements: { items: [] } },
})
