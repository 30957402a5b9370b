/**
 * The replies that an answer may quote: of the best thread, and of two further ones that are nearly as good
 * (docs/decisions/063). An answer is never filled up with other threads.
 */
import { sql } from 'kysely'
import type { Block } from '#contract/text.ts'
import type { Ctx } from '../kernel/ctx.ts'
import type { Passage, SearchResults } from '../retrieval/retrieval.ts'
import { hasContact } from './contacts.ts'
import { isBy } from './named-author.ts'
import { MAX_UNIT, type SourceSentence, sentencesOf } from './sentences.ts'

const MAX_THREADS = 3
/** The score of a further thread, as a share of the best score. */
const MIN_NEARNESS = 0.85
/** Number of replies: of the best thread, and of each further one. */
const MAX_REPLIES = { best: 3, further: 2 }
/** The score of a further reply of the same thread, as a share of the best reply's score. */
const MIN_REPLY_SHARE = 0.35

/** A reply, or a post that itself tells how it went. */
export interface Reply {
  /** the best one in it; its source is the reply */
  passage: Passage
  title: string
  /** all sentences of the source, in order */
  sentences: SourceSentence[]
  /** the places of those that answer the question */
  offered: number[]
}

interface Row {
  nth: number
  title: string
  body: Block[]
  /** votes for it minus votes against it */
  votes: number
  /** a question's author in his own thread */
  asks: boolean
  username: string | null
  display_name: string | null
}

type Source = Row & { passages: Passage[] }

/** Returns the replies in the order of the answer. `by`: only those of the author with this name. */
export async function repliesFor(ctx: Ctx, found: SearchResults, by: string | null): Promise<Reply[]> {
  const sources = await loadSources(ctx, found.passages)
  const scored = sources
    .filter((source) => by === null || isBy(source, by))
    .flatMap((source) => {
      const reply = replyOf(source)
      return reply ? [{ reply, score: scoreOf(source, reply) }] : []
    })
  const byThread = Map.groupBy(scored, ({ reply }) => reply.passage.post_id)
  const best = found.threads[0]?.score ?? 0
  return found.threads
    .filter(({ post_id, score }) => byThread.has(post_id) && score >= best * MIN_NEARNESS)
    .slice(0, MAX_THREADS)
    .flatMap(({ post_id }, nth) => {
      const replies = byThread.get(post_id)!.sort((a, b) => b.score - a.score)
      return replies
        .filter(({ score }) => score >= replies[0]!.score * MIN_REPLY_SHARE)
        .slice(0, nth === 0 ? MAX_REPLIES.best : MAX_REPLIES.further)
        .map(({ reply }) => reply)
    })
}

/** The sources of the passages, each once, if they are unchanged. */
async function loadSources({ db }: Ctx, passages: Passage[]): Promise<Source[]> {
  const grouped = [...Map.groupBy(passages, ({ post_id, comment_id }) => comment_id ?? post_id).values()]
  const column = <Name extends keyof Passage>(name: Name) => grouped.map(([first]) => first![name])
  const { rows } = await sql<Row>`
    select x.nth::int as nth, p.title, case when k.id is null then p.body else k.body end as body,
      case when k.id is null then p.upvotes - p.downvotes else k.upvotes - k.downvotes end as votes,
      coalesce(k.author_id = p.author_id, false) as asks, a.username, a.display_name
    from unnest(${column('post_id')}::uuid[], ${column('comment_id')}::uuid[], ${column('revision')}::timestamptz[])
        with ordinality as x (post_id, comment_id, revision, nth)
      join posts p on p.id = x.post_id
      left join comments k on k.id = x.comment_id and k.post_id = p.id
      left join profiles a on a.id = case when k.id is null then p.author_id else k.author_id end
    where (x.comment_id is null or k.id is not null)
      and x.revision = case when k.id is null then p.updated_at else k.updated_at end`.execute(db)
  return rows.map((row) => ({ ...row, passages: grouped[row.nth - 1]! }))
}

/** Returns null if nothing of the source may be quoted as an answer. */
function replyOf({ title, body, passages }: Source): Reply | null {
  const sentences = sentencesOf(body)
  const [best] = passages
  if (best!.comment_id === null && !tells(best!, title, sentences)) return null
  const quotable = bestOf(passages.filter(({ text }) => !hasContact(text)))
  const offered = sentences.flatMap(({ from, to, isForeign }, place) => {
    const isIn = quotable.some((passage) => from < passage.from + passage.text.length && to > passage.from)
    return isIn && !isForeign ? [place] : []
  })
  return quotable.length > 0 && offered.length > 0 ? { passage: quotable[0]!, title, sentences, offered } : null
}

/** The best passages, as many as fit in what an answer shows of one reply. */
function bestOf(passages: Passage[]): Passage[] {
  let length = 0
  return passages
    .toSorted((a, b) => b.score - a.score)
    .filter(({ text }, nth) => {
      length += text.length
      return nth === 0 || length <= MAX_UNIT
    })
}

/** True if the post reports something. A question, also one that was not marked as such, answers nothing. */
const tells = ({ post_type }: Passage, title: string, sentences: SourceSentence[]) =>
  post_type === 'text' && !/\?\s*$/.test(title) && !/\?["'”’)]*$/.test(sentences.at(-1)?.text ?? '?')

/** Number of words below which a reply is a one-liner, and below which it explains little. */
const ONE_LINER = 8
const SHORT = 15

/** The search's score of the best passage, by what the reply explains and by its votes. */
function scoreOf({ votes, asks, passages }: Source, { sentences, offered }: Reply): number {
  const words = offered.reduce((sum, place) => sum + sentences[place]!.text.split(/\s+/).length, 0)
  const explains = words < ONE_LINER ? 0.3 : words < SHORT ? 0.7 : 1
  const voted = votes >= 0 ? 1 + votes / (votes + 3) : 1 / (1 - votes / 2)
  const best = Math.max(...passages.map(({ score }) => score))
  return best * explains * voted * (asks ? 0.5 : 1)
}
