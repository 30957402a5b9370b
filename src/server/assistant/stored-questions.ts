/** A member's stored questions with their answers. Each time they are read, their sources are checked again. */
import { sql } from 'kysely'
import { type Answer, assistantFaults, type Quotation, type Sentence, type Source } from '#contract/assistant.ts'
import { QUESTIONS_PAGE, SAY_ASSISTANT } from '#contract/assistant-words.ts'
import type { PageOf } from '#contract/kernel.ts'
import type { Author } from '#contract/members.ts'
import { type Ctx, inTransaction, mustBeMember, retried } from '../kernel/ctx.ts'
import { isId, type Key, keyOf, pageOf } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'
import { AUTHOR_COLUMNS, type AuthorRow, authorOf } from '../members/members.ts'
import { AUTHOR_ID } from './rules.ts'
import { type CheckedSentence, checkSentences, WRITTEN_AT } from './sentence-validity.ts'

/** Finished questions. A failed one is not shown, because nothing of its answer was shown. */
const IS_FINISHED = sql`q.state in ('answered', 'refused')`

export async function listQuestions(ctx: Ctx, { after }: { after?: string | undefined }): Promise<PageOf<Answer>> {
  const { id: me } = mustBeMember(ctx, SAY_ASSISTANT.signIn)
  const key = keyOf(after)
  const { rows } = await sql<Key>`
    select q.id, q.created_at from assistant_questions q where q.member_id = ${me}::uuid and ${IS_FINISHED}
      ${key ? sql`and (q.created_at, q.id) < (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql``}
    order by q.created_at desc, q.id desc limit ${sql.lit(QUESTIONS_PAGE + 1)}`.execute(ctx.db)
  const { items, next } = pageOf(rows, QUESTIONS_PAGE)
  const ids = items.map(({ id }) => id)
  const answers = await loadAnswers(ctx, ids)
  return { items: ids.flatMap((id) => answers.get(id) ?? []), next }
}

export async function getQuestion(ctx: Ctx, { id }: { id: string }): Promise<Answer> {
  mustBeMember(ctx, SAY_ASSISTANT.signIn)
  const answers = isId(id) ? await loadAnswers(ctx, [id]) : null
  return answers?.get(id.toLowerCase()) ?? refuse(assistantFaults.notFound)
}

export async function deleteQuestion(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  const { id: me } = mustBeMember(ctx, SAY_ASSISTANT.signIn)
  if (!isId(id)) refuse(assistantFaults.notFound)
  const { rows } = await retried(ctx, () =>
    sql<{ id: string }>`
      delete from assistant_questions q where q.id = ${id}::uuid and q.member_id = ${me}::uuid and ${IS_FINISHED}
      returning q.id`.execute(ctx.db),
  )
  return rows[0] ?? refuse(assistantFaults.notFound)
}

/** Maximum number of questions in one statement. */
const DELETE_BATCH_SIZE = 1000

/** Deletes failed questions, too, but not one that is being answered at the moment. */
export async function deleteQuestions(ctx: Ctx): Promise<{ deleted: number }> {
  const { id: me } = mustBeMember(ctx, SAY_ASSISTANT.signIn)
  return inTransaction(ctx, async ({ db }) => {
    for (let deleted = 0; ; ) {
      const { numAffectedRows = 0n } = await sql`
        delete from assistant_questions q where q.id = any (array(
          select x.id from assistant_questions x where x.member_id = ${me}::uuid and x.state <> 'asked'
          limit ${sql.lit(DELETE_BATCH_SIZE)}))`.execute(db)
      deleted += Number(numAffectedRows)
      if (numAffectedRows < DELETE_BATCH_SIZE) return { deleted }
    }
  })
}

const LEAVING_BATCH_SIZE = 500

/** Deletes questions of an account that is being deleted, in batches. Returns true if there may be more. */
export async function forgetQuestions(ctx: Ctx, member: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await retried(ctx, () =>
    sql`delete from assistant_questions q where q.id = any (array(
      select x.id from assistant_questions x where x.member_id = ${member}::uuid limit ${sql.lit(LEAVING_BATCH_SIZE)}))`.execute(
      ctx.db,
    ),
  )
  return numAffectedRows > 0n
}

interface QuestionRow {
  id: string
  question: string
  state: 'answered' | 'refused'
  with_model: boolean
  care: boolean
  created_at: Date
}

interface SentenceRow extends CheckedSentence {
  author: string | null
  written_at: Date
  title: string
  post_author: string | null
  posted_at: Date
  place: Source['place']
}

/** Returns these questions of the viewer with their answers, as they may be shown now. Three queries for any number. */
async function loadAnswers(ctx: Ctx, ids: string[]): Promise<Map<string, Answer>> {
  const { rows: questions } = await sql<QuestionRow>`
    select q.id, q.question, q.state, q.with_model, q.care, q.created_at from assistant_questions q
    where q.id = any(${ids}::uuid[]) and q.member_id = ${ctx.viewer?.id ?? null}::uuid and ${IS_FINISHED}`.execute(
    ctx.db,
  )
  const asked = questions.map(({ id }) => id)
  const sentences = await checkSentences<SentenceRow>(
    ctx.db,
    sql`select * from assistant_sentences x where x.question_id = any(${asked}::uuid[])`,
    {
      more: sql`, ${AUTHOR_ID} as author, ${WRITTEN_AT} as written_at, p.title, p.author_id as post_author,
      p.created_at as posted_at, coalesce(
        (select json_build_object('kind', 'group', 'name', g.name, 'slug', g.slug) from groups g where g.id = p.group_id),
        (select json_build_object('kind', 'category', 'name', c.name, 'slug', c.slug) from categories c
          where c.id = p.category_id)) as place`,
    },
  )
  const authors = await loadAuthors(ctx, sentences)
  const byQuestion = Map.groupBy(sentences, ({ question_id }) => question_id)
  return new Map(questions.map((asked) => [asked.id, answerOf(asked, byQuestion.get(asked.id) ?? [], authors)]))
}

async function loadAuthors({ db }: Ctx, sentences: SentenceRow[]): Promise<Map<string | null, Author | null>> {
  const ids = [...new Set(sentences.flatMap(({ author, post_author }) => [author, post_author]))]
  const { rows } = await sql<AuthorRow>`
    select ${AUTHOR_COLUMNS} from profiles a where a.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.author_id, authorOf(row)]))
}

/** A struck sentence leaves no source in the answer. */
function answerOf(asked: QuestionRow, stored: SentenceRow[], authors: Map<string | null, Author | null>): Answer {
  const sources = new Map<string, Source>()
  const authorBy = (id: string | null) => authors.get(id) ?? null
  const sourceOf = ({ post_id, title, post_author, place, posted_at }: SentenceRow): Source => {
    const id = post_id!
    const source = sources.get(id) ?? {
      ...{ n: sources.size + 1, post_id: id, title, author: authorBy(post_author), place, created_at: posted_at },
    }
    sources.set(id, source)
    return source
  }
  const quotationOf = (row: SentenceRow): Quotation => ({
    n: sourceOf(row).n,
    text: row.quote!,
    post_id: row.post_id!,
    comment_id: row.comment_id,
    author: authorBy(row.author),
    created_at: row.written_at,
  })
  const sentences = stored.map((row): Sentence => {
    const { nth, kind, why, text } = row
    if (why) return { nth, kind, text: null, quotation: null, struck: why }
    return { nth, kind, text, quotation: kind === 'own' ? null : quotationOf(row), struck: null }
  })
  return {
    ...asked,
    response: sentences.flatMap(({ text }) => text ?? []).join(' '),
    sentences,
    sources: [...sources.values()],
    sourcesFound: sources.size,
  }
}
