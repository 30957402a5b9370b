/** Search: selects posts and their order. The posts room builds the cards. */
import { sql } from 'kysely'
import type { PageOf } from '#contract/kernel.ts'
import type { PostCard } from '#contract/posts.ts'
import type { SearchOrder, SearchPage } from '#contract/search.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { type Key, keyOf, pageOf } from '../kernel/page.ts'
import { loadCards, newestPosts, readableNetworks } from '../posts/posts.ts'
import { placeOf, rankBestFirst } from './best-match.ts'
import { cursorFor, readCorrectedCursor } from './corrected-cursor.ts'
import { withPassages } from './passages.ts'
import { asStorable, type Interpretation, interpret } from './question.ts'
import { correctionOf } from './spelling.ts'
import { NOW, newestByWords } from './words.ts'

export { countWords, searchJobs } from './known-words.ts'
export { storeWordsAgain } from './reindex.ts'

interface Question {
  q: string
  in: 'all' | 'text'
  order: SearchOrder
  spelling?: 'mended' | 'as_typed'
  after?: string
}

/**
 * Returns a page of 20. A question without words, however hostile, has no matches; an invalid cursor is refused. If the
 * question finds nothing, the results of its probable correction are returned, and the cursors of further pages contain
 * the correction.
 */
export async function searchPosts(ctx: Ctx, question: Question): Promise<SearchPage> {
  const { q, spelling } = question
  const asTyped = spelling === 'as_typed'
  const { corrected, after } = asTyped
    ? { corrected: null, after: question.after }
    : readCorrectedCursor(q, question.after)
  const page = await searched(ctx, { ...question, q: corrected ?? q, after })
  if (corrected !== null) return correctedPage(q, corrected, page)
  if (page.items.length > 0 || after !== undefined || asTyped) return page
  const meant = await correctionOf(ctx, asStorable(q))
  return meant === null ? page : correctedPage(q, meant, await searched(ctx, { ...question, q: meant }))
}

const correctedPage = (q: string, corrected: string, { items, next }: PageOf<PostCard>): SearchPage => ({
  items,
  next: next && cursorFor(q, corrected, next),
  corrected,
})

async function searched(ctx: Ctx, question: Omit<Question, 'spelling'>): Promise<PageOf<PostCard>> {
  const { order, after } = question
  const read = order === 'best' ? bestPage(ctx, placeOf(after)) : newestPage(ctx, keyOf(after))
  const asked = await interpret(ctx, question.q, question.in)
  if (!asked) return { items: [], next: null }
  const { items, next } = await read(asked)
  const ids = items.map(({ id }) => id)
  return { items: await withPassages(ctx, asked.marks, await loadCards(ctx, ids)), next }
}

/** Reads the newest page of each source; the newest of all of them are the page. */
const newestPage = (ctx: Ctx, after: Key | null) => async (asked: Interpretation) => {
  const [before, size] = [after ?? NOW, PAGE_SIZE + 1]
  const sources = [
    await newestByWords(ctx, asked.text, before, size),
    await newestOf(ctx, 'author_id', asked.authors, before, size),
    await newestOf(ctx, 'category_id', asked.categories, before, size),
  ]
  const found = new Map(sources.flat().map((key) => [key.id, key]))
  return pageOf([...found.values()].sort(newerFirst), PAGE_SIZE)
}

/** Ranks a bounded number of matches: the newest of each kind. */
const bestPage = (ctx: Ctx, place: ReturnType<typeof placeOf>) => async (asked: Interpretation) => {
  const before = place?.asOf ?? NOW
  return rankBestFirst(place, [
    await newestByWords(ctx, asked.title, before, MAX_RANKED.title),
    await newestOf(ctx, 'author_id', asked.authors, before, MAX_RANKED.named),
    await newestByWords(ctx, asked.text, before, MAX_RANKED.text),
    await newestOf(ctx, 'category_id', asked.categories, before, MAX_RANKED.named),
  ])
}

/** How many of the newest matches of each kind are ranked by "best match". */
const MAX_RANKED = { title: 500, text: 2000, named: 500 } as const

export const newerFirst = (a: Key, b: Key) => b.created_at.getTime() - a.created_at.getTime() || (b.id > a.id ? 1 : -1)

async function newestOf(ctx: Ctx, column: 'author_id' | 'category_id', ids: string[], before: Key, size: number) {
  if (ids.length === 0) return []
  const ofOne = newestPosts({
    viewer: ctx.viewer,
    which: sql`p.${sql.raw(column)} = named.id`,
    older: sql`(p.created_at, p.id) < (${before.created_at}, ${before.id}::uuid)`,
    rows: sql.lit(size),
  })
  const { rows } = await sql<Key>`
    with ${readableNetworks(ctx.viewer)}
    select q.id, q.created_at from unnest(${ids}::uuid[]) as named (id) cross join lateral (${ofOne}) q
    order by q.created_at desc, q.id desc limit ${sql.lit(size)}`.execute(ctx.db)
  return rows
}
