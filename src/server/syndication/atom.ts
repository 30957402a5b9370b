/** A list of posts as an Atom feed (RFC 4287). */
import type { PostCard } from '#contract/posts.ts'
import type { Block } from '#contract/text.ts'
import { UNKNOWN } from '#contract/words.ts'
import { escapeXml } from '../kernel/text/text.ts'
import { htmlOf } from './html.ts'

export interface FeedOf {
  title: string
  subtitle: string
  /** paths of the feed itself and of the page that shows the same, from "/" */
  path: string
  page: string
  posts: (PostCard & { body: Block[] })[]
}

/** The latest time at which one of the entries was written or changed. */
export const changedAt = ({ posts }: Pick<FeedOf, 'posts'>) =>
  new Date(Math.max(0, ...posts.map(({ updated_at }) => updated_at.getTime())))

export function atomOf(feed: FeedOf, baseUrl: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${escapeXml(baseUrl + feed.path)}</id>
<title>${escapeXml(feed.title)}</title>
<subtitle>${escapeXml(feed.subtitle)}</subtitle>
<updated>${changedAt(feed).toISOString()}</updated>
<link rel="self" type="application/atom+xml" href="${escapeXml(baseUrl + feed.path)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(baseUrl + feed.page)}"/>
${feed.posts.map((post) => entryOf(post, baseUrl)).join('')}</feed>
`
}

function entryOf(post: FeedOf['posts'][number], baseUrl: string): string {
  const url = `${baseUrl}/post/${post.id}`
  const { author, category } = post
  const name = author ? author.display_name?.trim() || author.username : UNKNOWN.display_name
  const uri = author ? `<uri>${escapeXml(`${baseUrl}/user/${encodeURIComponent(author.username)}`)}</uri>` : ''
  return `<entry>
<id>urn:uuid:${post.id}</id>
<title type="text">${escapeXml(post.title)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
<published>${post.created_at.toISOString()}</published>
<updated>${post.updated_at.toISOString()}</updated>
<author><name>${escapeXml(name) || UNKNOWN.display_name}</name>${uri}</author>
<category term="${escapeXml(category.slug)}" label="${escapeXml(category.name)}"/>
<summary type="text">${escapeXml(post.excerpt)}</summary>
<content type="html">${escapeXml(htmlOf(post.body, url))}</content>
</entry>
`
}
