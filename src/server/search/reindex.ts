/** The stored words of posts, after the dictionary has changed that reduces words to their ground form. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/**
 * Stores the words of all posts again. A new major version of PostgreSQL may have another English stemmer: 15 stores "added"
 * as "ad", 18 as "add", and a post is found only by the form that the question has.
 */
export async function storeWordsAgain(db: Kysely<DB>): Promise<void> {
  await sql`update post_search s set words = search_vector(p.title, p.content, p.created_at) from posts p
    where p.id = s.post_id and s.words <> search_vector(p.title, p.content, p.created_at)`.execute(db)
}
