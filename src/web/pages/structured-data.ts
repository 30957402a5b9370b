/**
 * Structured data (schema.org), as the search engines' guides describe it. Pure functions: all of the data is also
 * visible on the page.
 */
import type {
  Answer,
  BreadcrumbList,
  Comment as CommentData,
  DiscussionForumPosting,
  InteractionCounter,
  Person,
  ProfilePage,
  QAPage,
  WebSite,
  WithContext,
} from 'schema-dts'
import type { Comment } from '#contract/comments.ts'
import type { Author, Profile } from '#contract/members.ts'
import type { Post } from '#contract/posts.ts'
import type { CommunityInfo } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { plainOf } from '../text/text.ts'

/** The maximum number of characters of a post and of a comment; longer texts would only make the page larger. */
const MAX_CHARS = { post: 5000, comment: 1000 } as const

export const CONTEXT = 'https://schema.org'

/** A question with comments is a QAPage. Everything else, also a question without comments, is a DiscussionForumPosting. */
export function postData(post: Post, all: readonly Comment[], place: CommunityInfo) {
  const comments = all.filter(({ removed }) => !removed)
  const crumbs = breadcrumbs([FEED, [post.category.name, categoryPath(post.category.slug)], [post.title]], place)
  const isAnswered = post.type === 'question' && comments.length > 0
  return [isAnswered ? questionOf(post, comments, place) : discussionOf(post, comments, place), crumbs]
}

function discussionOf(
  post: Post,
  comments: readonly Comment[],
  place: CommunityInfo,
): WithContext<DiscussionForumPosting> {
  const url = urlOf(post, place)
  return {
    '@context': CONTEXT,
    '@type': 'DiscussionForumPosting',
    '@id': url,
    url,
    headline: post.title,
    text: textOf(post),
    ...written(post, place),
    image: `${place.publicUrl}${previewPath(post)}`,
    articleSection: post.category.name,
    commentCount: post.comment_count,
    interactionStatistic: [counted('LikeAction', post.upvotes), counted('CommentAction', post.comment_count)],
    ...(comments.length ? { comment: comments.map((comment) => commentOf(comment, place)) } : {}),
  }
}

const commentOf = (comment: Comment, place: CommunityInfo): CommentData => ({
  '@type': 'Comment',
  text: wordsOf(comment),
  ...written(comment, place),
  interactionStatistic: counted('LikeAction', comment.upvotes),
})

const questionOf = (post: Post, comments: readonly Comment[], place: CommunityInfo): WithContext<QAPage> => ({
  '@context': CONTEXT,
  '@type': 'QAPage',
  mainEntity: {
    '@type': 'Question',
    '@id': urlOf(post, place),
    url: urlOf(post, place),
    name: post.title,
    text: textOf(post),
    ...written(post, place),
    answerCount: Math.max(post.comment_count, comments.length),
    upvoteCount: post.upvotes,
    downvoteCount: post.downvotes,
    suggestedAnswer: comments.map(
      (comment): Answer => ({
        '@type': 'Answer',
        text: wordsOf(comment),
        url: urlOf(post, place),
        ...written(comment, place),
        upvoteCount: comment.upvotes,
        downvoteCount: comment.downvotes,
      }),
    ),
  },
})

export const categoryData = ({ name, slug }: { name: string; slug: string }, place: CommunityInfo) => [
  breadcrumbs([FEED, [name, categoryPath(slug)]], place),
]

export const memberData = (member: Profile, place: CommunityInfo): WithContext<ProfilePage>[] => [
  {
    '@context': CONTEXT,
    '@type': 'ProfilePage',
    dateCreated: member.created_at.toISOString(),
    mainEntity: {
      ...personOf(member, place),
      alternateName: `@${member.username}`,
      identifier: member.id,
      ...(member.bio ? { description: member.bio } : {}),
      agentInteractionStatistic: [
        counted('WriteAction', member.post_count),
        counted('CommentAction', member.comment_count),
      ],
    },
  },
]

export const placeData = ({ brand, publicUrl }: CommunityInfo): WithContext<WebSite>[] => [
  { '@context': CONTEXT, '@type': 'WebSite', name: brand.name, url: `${publicUrl}/` },
]

/** Contains the time of the last change, so that a cached image is never outdated. */
export const previewPath = ({ id, updated_at }: Pick<Post, 'id' | 'updated_at'>) =>
  `/post/${id}/preview.png?v=${updated_at.getTime().toString(36)}`
export const categoryPath = (slug: string) => `/category/${encodeURIComponent(slug)}`
export const memberPath = (username: string) => `/user/${encodeURIComponent(username)}`

const FEED = ['Feed', '/categories'] as const
const urlOf = ({ id }: Pick<Post, 'id'>, { publicUrl }: CommunityInfo) => `${publicUrl}/post/${id}`
/** If the post contains only markup, its title is used. */
const textOf = (post: Post) => plainOf(post.body, MAX_CHARS.post) || post.title
const wordsOf = (comment: Comment) =>
  plainOf(comment.body, MAX_CHARS.comment) || comment.content.slice(0, MAX_CHARS.comment)

const written = (
  { author, created_at, updated_at }: Pick<Post, 'author' | 'created_at' | 'updated_at'>,
  place: CommunityInfo,
) => ({
  author: personOf(author, place),
  datePublished: created_at.toISOString(),
  ...(updated_at > created_at ? { dateModified: updated_at.toISOString() } : {}),
})

export const personOf = (author: Author | null, { publicUrl }: CommunityInfo) =>
  ({
    '@type': 'Person',
    name: nameOf(author),
    ...(author ? { url: publicUrl + memberPath(author.username) } : {}),
  }) as const satisfies Person

const counted = (action: 'LikeAction' | 'CommentAction' | 'WriteAction', count: number): InteractionCounter => ({
  '@type': 'InteractionCounter',
  interactionType: { '@type': action },
  userInteractionCount: count,
})

/** From the feed to this page. The page itself is last and needs no address. */
const breadcrumbs = (
  steps: readonly (readonly [name: string, path?: string])[],
  { publicUrl }: CommunityInfo,
): WithContext<BreadcrumbList> => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    ...(path ? { item: publicUrl + path } : {}),
  })),
})
