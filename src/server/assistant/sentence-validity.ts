/**
 * Decides which sentences of an answer still stand. A quoting sentence stands under four conditions: its source still
 * contains the quotation (and, after an edit, still says what the sentence says), the source is open to everyone, asker
 * and authors are not apart, and no author or network concerned has asked not to be quoted. The rule is checked when an
 * answer is read, when something changes (struck-sentences.ts), and by `npm run verify-answers`.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Struck } from '#contract/assistant-words.ts'
import type { Block } from '#contract/text.ts'
import type { DB } from '#db/types.ts'
import { plainOf } from '../kernel/text/text.ts'
import { isStillHeld } from './checking.ts'
import { strikeReason } from './rules.ts'

export interface CheckedSentence {
  question_id: string
  nth: number
  kind: 'quoted' | 'quotation' | 'own'
  /** null: it is struck */
  text: string | null
  quote: string | null
  post_id: string | null
  comment_id: string | null
  /** null: it stands */
  why: Struck | null
  /** position in a source that was edited since it was quoted; null: not looked for, or not found letter by letter */
  now_at: { revision: Date; from: number } | null
}
interface Row extends CheckedSentence {
  /** `updated_at` of the source; null: there is none */
  revision: Date | null
  is_newer: boolean
}

export const WRITTEN_AT = sql`case when s.comment_id is null then p.created_at else k.created_at end`

const SOURCES = sql`left join posts p on p.id = s.post_id
  left join comments k on k.id = s.comment_id and k.post_id = s.post_id`
const CHANGED_AT = sql`case when s.comment_id is null then p.updated_at else k.updated_at end`
const IS_NEWER = sql`coalesce(${CHANGED_AT} <> s.revision, false)`

/**
 * The sentences of a question for the member's copy of his data, as JSON. If the source was edited since the quotation,
 * text and quotation are null, because only code outside the database can check whether the source still contains the
 * quotation.
 */
export const sentencesOf = (question: RawBuilder<unknown>) => sql`(
  select json_agg(json_build_object(
      'text', case when z.stands then z.text end, 'quotation', case when z.stands then z.quote end,
      'post_id', z.post_id, 'comment_id', z.comment_id, 'taken_back', z.why) order by z.nth)
  from (select s.nth, s.text, s.quote, s.post_id, s.comment_id, coalesce(s.struck, ${strikeReason}) as why,
      coalesce(s.struck, ${strikeReason}) is null and not ${IS_NEWER} as stands
    from assistant_sentences s ${SOURCES} where s.question_id = ${question}) z)`

interface Asking {
  /** further columns, of the sentences (`s`), of the post (`p`) and of the comment (`k`) */
  more?: RawBuilder<unknown>
  /** look for each quotation, also if the source was not edited since */
  isThorough?: boolean
}

/** The sentences that `which` selects, in the order of their key, each with the reason why it does not stand. */
export async function checkSentences<More>(
  db: Kysely<DB>,
  which: RawBuilder<unknown>,
  { more = sql``, isThorough = false }: Asking = {},
): Promise<(CheckedSentence & More)[]> {
  const { rows } = await sql<Row & More>`
    select s.question_id, s.nth, s.kind, s.text, s.quote, s.post_id, s.comment_id, coalesce(s.struck, ${strikeReason}) as why, null as now_at,
      ${CHANGED_AT} as revision, ${IS_NEWER} as is_newer ${more}
    from (${which}) s ${SOURCES}
    order by s.question_id, s.nth`.execute(db)
  await seek(
    db,
    rows.filter(({ why, is_newer, quote }) => why === null && quote !== null && (is_newer || isThorough)),
  )
  return rows
}

/** Maximum number of sources in memory at once. */
const BATCH_SIZE = 50

async function seek(db: Kysely<DB>, rows: Row[]): Promise<void> {
  for (const [table, idOf] of PLACES) {
    const bySource = Map.groupBy(rows, idOf)
    bySource.delete(null)
    const ids = [...bySource.keys()]
    for (let from = 0; from < ids.length; from += BATCH_SIZE) {
      const some = ids.slice(from, from + BATCH_SIZE)
      const { rows: found } = await sql<{ id: string | null; body: Block[] }>`
        select t.id, t.body from ${sql.table(table)} t where t.id = any(${some}::uuid[])`.execute(db)
      const texts = new Map(found.map(({ id, body }) => [id, plainOf(body)]))
      for (const id of some) for (const row of bySource.get(id)!) seekIn(texts.get(id), row)
    }
  }
}

const PLACES = [
  ['posts', ({ post_id, comment_id }: Row) => (comment_id === null ? post_id : null)],
  ['comments', ({ comment_id }: Row) => comment_id],
] as const

function seekIn(text: string | undefined, row: Row): void {
  const quote = row.quote!
  if (text === undefined) row.why = 'deleted'
  else if (!folded(text).includes(folded(quote))) row.why = 'edited'
  // an edit of the words around a quotation can change its meaning
  else if (row.is_newer && row.kind === 'quoted' && !isStillHeld(row.text!, quote, text)) row.why = 'edited'
  else if (row.is_newer && text.includes(quote)) row.now_at = { revision: row.revision!, from: text.indexOf(quote) }
}

/** Ignores differences in spaces and case. */
const folded = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
