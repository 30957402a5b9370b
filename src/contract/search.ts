/** Search in all posts that the viewer may see, newest first or best match first. */
import * as z from 'zod'
import { LongCursor, open, Page } from './kernel.ts'
import { PostCard } from './posts.ts'
import { searchable } from './words.ts'

/** `all`: the text, the author's names (also misspelt) and the category of a post. `text`: only title and content. */
export const SearchIn = z.enum(['all', 'text'])
export const SearchOrder = z.enum(['new', 'best'])
export type SearchOrder = z.infer<typeof SearchOrder>
/** `mended`: if a query finds nothing, a corrected spelling is searched. `as_typed`: no correction. */
export const Spelling = z.enum(['mended', 'as_typed'])

/** Any text is a valid query, without operators; a longer one is cut. A query of punctuation alone finds nothing. */
export const SearchWords = z
  .string()
  .max(20_000)
  .transform((words) => searchable(words).trim())

/** A page of results. The cursor is valid only for the same query and the same corrected spelling. */
export const SearchPage = Page(PostCard).extend({
  /** the words that were searched instead, if the query itself finds nothing */
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
