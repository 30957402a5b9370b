/**
 * Stores a sentence, then checks its source once more, and only then shows it. The order matters: this check sees any
 * earlier change of the source, and a later change finds the stored sentence and strikes it.
 */
import { sql } from 'kysely'
import { assistantFaults, type Sentence, type Source } from '#contract/assistant.ts'
import { SAY_ASSISTANT } from '#contract/assistant-words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { AUTHOR, type AuthorRow, authorOf } from '../members/members.ts'
import { byNobodyApart, countedPost, visiblePost } from '../posts/posts.ts'
import type { Passage } from '../retrieval/retrieval.ts'
import type { Span } from './choosing.ts'
import { isQuotable } from './rules.ts'

export type ReadySentence =
  | { kind: 'own'; text: string }
  /** `lead`: connecting words before it, stored as a sentence of the assistant */
  | { kind: 'quotation'; passage: Passage; span: Span; lead: string | null }

export interface ShownSentence {
  sentence: Sentence
  /** of a quotation; its thread may be a source already */
  source: Source | null
}

/** The sentences of one answer, numbered, and the threads that they are based on. */
export function makeAnswerWriter(ctx: Ctx, question_id: string) {
  const sentences: Sentence[] = []
  const sources: Source[] = []
  const say = async (text: string): Promise<ShownSentence> => {
    const nth = sentences.length + 1
    await store(ctx, { question_id, nth, ready: { kind: 'own', text } })
    const sentence: Sentence = { nth, kind: 'own', text, quotation: null, struck: null }
    sentences.push(sentence)
    return { sentence, source: null }
  }
  /**
   * Returns what to show in order; nothing if the source is no longer open to the asker, and nothing is stored then.
   * Throws if the assistant was switched off.
   */
  const show = async (ready: ReadySentence): Promise<ShownSentence[]> => {
    if (ready.kind === 'own') return [await say(ready.text)]
    const { passage, span, lead } = ready
    const nth = sentences.length + (lead ? 2 : 1)
    await store(ctx, { question_id, nth, ready })
    const found = await lookAgain(ctx, passage)
    if (!found) {
      await sql`delete from assistant_sentences where question_id = ${question_id}::uuid and nth = ${nth}`.execute(
        ctx.db,
      )
      await mustBeOn(ctx)
      return []
    }
    // stored after its quotation, so that it never stands alone
    const led = lead ? [await say(lead)] : []
    const known = sources.find(({ post_id }) => post_id === passage.post_id)
    const source = known ?? { n: sources.length + 1, ...found.source }
    const { post_id, comment_id, created_at } = passage
    const { text } = span
    const quotation = { n: source.n, text, post_id, comment_id, author: found.author, created_at }
    const sentence: Sentence = { nth, kind: 'quotation', text, quotation, struck: null }
    if (!known) sources.push(source)
    sentences.push(sentence)
    return [...led, { sentence, source: known ? null : source }]
  }
  return {
    show,
    sentences,
    sources,
    /** true if a sentence of knowledge was shown: then the question is charged */
    hasKnowledge: () => sentences.some(({ kind }) => kind !== 'own'),
  }
}
export type AnswerWriter = ReturnType<typeof makeAnswerWriter>

async function mustBeOn({ db }: Ctx): Promise<void> {
  const { is_on } = await db.selectFrom('assistant_settings').select('is_on').executeTakeFirstOrThrow()
  if (!is_on) refuse(assistantFaults.off)
}

interface Stored {
  question_id: string
  nth: number
  ready: ReadySentence
}

async function store(ctx: Ctx, stored: Stored): Promise<void> {
  try {
    await ctx.db.insertInto('assistant_sentences').values(rowOf(ctx, stored)).execute()
  } catch (error) {
    // the question, or its member's account, was deleted in the meantime
    if (isBreach(error, 'gone')) refuse(assistantFaults.failed)
    throw error
  }
}

function rowOf(ctx: Ctx, { question_id, nth, ready }: Stored) {
  const asker_id = mustBeMember(ctx, SAY_ASSISTANT.signIn).id
  if (ready.kind === 'own') return { question_id, nth, kind: ready.kind, text: ready.text, asker_id }
  const { post_id, comment_id, author_id, group_id, revision } = ready.passage
  const { from, to, text } = ready.span
  return {
    ...{ question_id, nth, kind: ready.kind, text, asker_id, quote: text },
    ...{ post_id, comment_id, author_id, group_id, revision },
    // position in the plain text of the source
    ...{ span_from: from, span_to: to },
  }
}

type SourceWithAuthor = { source: Omit<Source, 'n'>; author: Source['author'] }

/**
 * Returns the current source if it still has the quoted text, is open to everyone, and its authors may be quoted to
 * this asker.
 */
async function lookAgain(ctx: Ctx, { post_id, comment_id, revision }: Passage): Promise<SourceWithAuthor | null> {
  const found = await ctx.db
    .selectFrom('posts as p')
    .innerJoin('categories as c', 'c.id', 'p.category_id')
    .leftJoin('groups as g', 'g.id', 'p.group_id')
    .leftJoin('comments as k', (join) => join.onRef('k.post_id', '=', 'p.id').on('k.id', '=', comment_id))
    .select(['p.title', 'p.created_at', 'p.author_id as post_author', 'k.author_id as comment_author'])
    .select(['c.name as category_name', 'c.slug as category_slug', 'g.name as group_name', 'g.slug as group_slug'])
    .where('p.id', '=', post_id)
    .where(visiblePost(ctx.viewer))
    .where(countedPost)
    .where(sql<boolean>`(g.id is null or (g.is_public and g.status = 'approved' and g.is_quotable))`)
    .where(sql<boolean>`case when ${comment_id}::uuid is null then p.updated_at = ${revision}
      else k.updated_at = ${revision} and k.removed_at is null and ${byNobodyApart(ctx.viewer, sql`k.author_id`)} end`)
    .where(sql<boolean>`${isQuotable(sql`p.author_id`)}`)
    .where(sql<boolean>`(select is_on from assistant_settings)`)
    .where(sql<boolean>`(${comment_id}::uuid is null or ${isQuotable(sql`k.author_id`)})`)
    .executeTakeFirst()
  if (!found) return null
  const { post_author, comment_author, title, created_at } = found
  const authors = await authorsOf(ctx, [post_author, comment_author])
  const place =
    found.group_name === null
      ? { kind: 'category' as const, name: found.category_name, slug: found.category_slug }
      : { kind: 'group' as const, name: found.group_name, slug: found.group_slug! }
  const author = authors.get(post_author)
  return {
    source: { post_id, title, author, place, created_at },
    author: comment_id === null ? author : authors.get(comment_author),
  }
}

async function authorsOf({ db }: Ctx, ids: (string | null)[]) {
  const sought = ids.filter((id) => id !== null)
  const rows: AuthorRow[] =
    sought.length === 0 ? [] : await db.selectFrom('profiles as a').select(AUTHOR).where('a.id', 'in', sought).execute()
  const byId = new Map(rows.map((row) => [row.author_id, authorOf(row)]))
  return { get: (id: string | null) => byId.get(id) ?? null }
}
