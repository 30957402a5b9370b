/** Search: over everything that the viewer may see, newest first as the feed is, or the best match first. */
import * as z from 'zod'
import { LongCursor, open, Page } from './kernel.ts'
import { PostCard } from './posts.ts'
import { searchable } from './words.ts'

/** `all`: the words of a post, its author's names (also misspelt) and its category; `text`: title and content alone. */
export const SearchIn = z.enum(['all', 'text'])
export const SearchOrder = z.enum(['new', 'best'])
export type SearchOrder = z.infer<typeof SearchOrder>
/** `mended`: words that find nothing are searched as they were probably meant; `as_typed`: as they stand. */
export const Spelling = z.enum(['mended', 'as_typed'])

/** Any words at all are a question, with no operators; longer ones are cut. Nothing but signs finds nothing. */
export const SearchWords = z
  .string()
  .max(20_000)
  .transform((words) => searchable(words).trim())

/** A page of what was found. Its cursor belongs to this question, and to what was searched for it. */
export const SearchPage = Page(PostCard).extend({
  /** the words that were searched, where those that were asked find nothing */
  corrected: z.string().optional(),
})
export type SearchPage = z.infer<typeof SearchPage>

export const search = {
  searchPosts: open('posts:read', 'search')
    .route({
      method: 'GET',
      path: '/search',
      operationId: 'searchPosts',
      tags: ['search'],
      summary: 'Posts by their words, authors and categories',
    })
    .input(
      z.strictObject({
        q: SearchWords,
        in: SearchIn.default('all'),
        order: SearchOrder.default('new'),
        spelling: Spelling.default('mended'),
        after: LongCursor.optional(),
      }),
    )
    .output(SearchPage),
}
