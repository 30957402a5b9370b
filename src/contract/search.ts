/** Search: over everything that the viewer may see, newest first as the feed is, or the best match first. */
import * as z from 'zod'
import { Cursor, open, Page } from './kernel.ts'
import { PostCard } from './posts.ts'
import { searchable } from './words.ts'

/** `all`: the words of a post, its author's names (also misspelt) and its category; `text`: title and content alone. */
export const SearchIn = z.enum(['all', 'text'])
export const SearchOrder = z.enum(['new', 'best'])
export type SearchOrder = z.infer<typeof SearchOrder>

/** Any words at all are a question, with no operators; longer ones are cut. Nothing but signs finds nothing. */
export const SearchWords = z
  .string()
  .max(20_000)
  .transform((words) => searchable(words).trim())

export const search = {
  searchPosts: open
    .meta({ limit: 'search' })
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
        after: Cursor.optional(),
      }),
    )
    .output(Page(PostCard)),
}
