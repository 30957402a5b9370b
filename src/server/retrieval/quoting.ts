/** Selects the passages of the best threads that may answer the question, with their current words. */
import { sql } from 'kysely'
import type { Block } from '#contract/text.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { plainOf } from '../kernel/text/text.ts'
import type { Passage } from './results.ts'
import { shownComment, shownPost } from './rules.ts'
import { NOBODY_ID } from './stale-sources.ts'
import type { QuestionTerms } from './terms.ts'
import type { Thread } from './threads.ts'

/** Number of passages of each thread that are compared, the earliest first. */
const MAX_PASSAGES_PER_THREAD = 2000
/** Share of the question's words in the score of a passage; its thread makes the rest. */
const WORDS_WEIGHT = 0.6
/** A passage without any of these words is used only if its thread scores nearly as high as the best. */
const WORDLESS = 0.7
/** A thread far behind the best contributes only passages that contain this share of the question. */
const MIN_SHARE_IF_FAR = 0.5
const STILL_HELD = 0.35
/** A passage this close in meaning does not need any of the words. A cosine. */
const MIN_COSINE = 0.4
/** In UTF-16 units; a shorter passage says little. */
const SHORT = 60

/** A thread and the values that order it among the others. */
export interface Ranked {
  thread: Thread
  rank: number
}

interface Row {
  id: number
  post_id: string
  comment_id: string | null
  author_id: string | null
  group_id: string | null
  start: number
  length: number
  revision: Date
  created_at: Date
  post_type: Passage['post_type']
  score: number
  body: Block[]
}

/**
 * Passages of different authors come first, the best one of each. The text of a post that is a question is left out,
 * and comments by its author come last. A passage whose source was edited since it was indexed is left out, so that a
 * quotation is always in its source.
 */
export async function passagesFor(
  { db, viewer }: Ctx,
  { terms }: QuestionTerms,
  ranked: Ranked[],
  most: number,
  nearness: Map<number, number> = new Map(),
): Promise<Passage[]> {
  const words = terms.flatMap(({ ids, idf }, nth) => ids.map((id) => ({ id, idf, nth })))
  const best = ranked[0]?.rank
  if (!best) return []
  const near = [...nearness]
  const all = terms.reduce((sum, { idf }) => sum + idf, 0)
  const { rows } = await sql<Row>`
    with thread as materialized (
      select * from unnest(${ranked.map(({ thread }) => thread.document)}::int[], ${ranked.map(({ thread }) => thread.post_id)}::uuid[],
        ${ranked.map(({ rank }) => rank / best)}::float8[]) as t (document, post_id, score)),
    term as materialized (
      select array_agg(w.lexeme) as lexemes, w.share from unnest(${words.map(({ id }) => id)}::int[],
        ${words.map(({ idf }) => idf / all)}::float8[], ${words.map(({ nth }) => nth)}::int[]) as w (lexeme, share, nth)
      group by w.nth, w.share),
    near as materialized (
      select * from unnest(${near.map(([id]) => id)}::bigint[], ${near.map(([, cosine]) => cosine)}::float8[]) as n (id, cosine)),
    passage as materialized (
      select r.id, r.comment_id, r.start, r.length, r.revision, t.post_id, t.score,
        coalesce((select sum(w.share) from term w where w.lexemes && r.lexemes), 0) as words
      from thread t cross join lateral (
        select * from retrieval_passages r where r.document = t.document and r.start is not null
        order by r.id limit ${sql.lit(MAX_PASSAGES_PER_THREAD)}) r),
    told as (
      select r.id, r.start, r.length, r.revision, p.id as post_id, k.id as comment_id, p.group_id, p.type as post_type,
        case when k.id is null then p.author_id else k.author_id end as author_id,
        coalesce(k.created_at, p.created_at) as created_at, case when k.id is null then p.body else k.body end as body,
        coalesce(p.type = 'question' and k.author_id = p.author_id, false) as asks,
        r.score * (${sql.lit(1 - WORDS_WEIGHT)} + ${sql.lit(WORDS_WEIGHT)} * (r.words + greatest(coalesce(n.cosine, 0), 0)))
          * case when r.length < ${sql.lit(SHORT)} then 0.5 else 1 end
          * (1 + 0.1 * greatest(coalesce(k.upvotes - k.downvotes, p.upvotes - p.downvotes), 0)
            / (5 + greatest(coalesce(k.upvotes - k.downvotes, p.upvotes - p.downvotes), 0))) as score
      from passage r join posts p on p.id = r.post_id left join comments k on k.id = r.comment_id and k.post_id = p.id
        left join near n on n.id = r.id
      where (r.words > 0 or n.cosine >= ${sql.lit(MIN_COSINE)} or (r.score >= ${sql.lit(WORDLESS)} and r.length >= ${sql.lit(SHORT)}))
        and (r.score >= ${sql.lit(MIN_SHARE_IF_FAR)} or r.words >= ${sql.lit(STILL_HELD)}) and (k.id is not null or p.type <> 'question')
        and r.revision = case when r.comment_id = ${sql.lit(NOBODY_ID)} then p.updated_at else k.updated_at end
        and ${shownPost(viewer)}
        and (k.id is null or (${shownComment(viewer)}))),
    ordered as (
      select *, row_number() over (partition by asks, author_id, case when author_id is null then id end
        order by score desc, id) as nth from told)
    select * from ordered order by asks, nth, score desc, id limit ${most}::int`.execute(db)
  return rows.map(
    ({
      start,
      length,
      body,
      id,
      post_id,
      comment_id,
      author_id,
      group_id,
      revision,
      created_at,
      post_type,
      score,
    }) => ({
      ...{ id, post_id, comment_id, author_id, group_id, revision, created_at, post_type, score },
      text: plainOf(body).slice(start, start + length),
      from: start,
    }),
  )
}
