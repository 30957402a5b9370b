/** The metadata of /categories and /feed. The canonical address is /categories. */
import { headOf } from '../kernel/head.ts'
import type { CommunityInfo } from '../kernel/viewer.ts'
import type { FeedSearch } from './feed-search.ts'

export const feedHead = (place: CommunityInfo | undefined, { q, after }: FeedSearch) =>
  headOf(place, {
    title: place && (q === undefined ? `${place.brand.name} - Connect, Share, Grow` : `Search: ${q}`),
    description: 'What fathers ask and tell each other, newest first. Reading needs no account.',
    ...(q === undefined ? { canonical: '/categories' } : {}),
    // results are not indexed, and neither are later pages, whose content changes; each post has its own page
    hidden: q !== undefined || after !== undefined,
  })
