/** Checks all stored sentences of an instance against their sources, for `npm run verify-answers`. */
import { type Kysely, sql } from 'kysely'
import type { Struck } from '#contract/assistant-words.ts'
import type { DB } from '#db/types.ts'
import { readBatch } from '../kernel/stream/stream.ts'
import { checkSentences } from './sentence-validity.ts'
import { doubtReader, strikeBatch } from './struck-sentences.ts'

interface Refuted {
  question_id: string
  nth: number
  why: Struck
}

export interface Verified {
  /** with a quotation that its source contains */
  standing: number
  /** the assistant's own words, without knowledge */
  own: number
  struck: Record<string, number>
  /** standing although the source does not contain them */
  refuted: Refuted[]
}

const BATCH_SIZE = 500

/** First strikes everything that is waiting to be struck. Reads in pages by key. */
export async function verifyAnswers(db: Kysely<DB>): Promise<Verified> {
  while ((await readBatch(db, doubtReader)) > 0);
  while ((await strikeBatch(db)) > 0);
  const found: Verified = { standing: 0, own: 0, struck: {}, refuted: [] }
  let after = { question_id: '00000000-0000-0000-0000-000000000000', nth: 0 }
  for (;;) {
    const rows = await checkSentences<{ struck: Struck | null }>(
      db,
      sql`select * from assistant_sentences x
        where (x.question_id, x.nth) > (${after.question_id}::uuid, ${after.nth}::smallint)
        order by x.question_id, x.nth limit ${sql.lit(BATCH_SIZE)}`,
      { more: sql`, s.struck`, isThorough: true },
    )
    for (const { question_id, nth, struck, why, post_id } of rows) {
      if (struck) found.struck[struck] = (found.struck[struck] ?? 0) + 1
      else if (why) found.refuted.push({ question_id, nth, why })
      else if (post_id) found.standing++
      else found.own++
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return found
    after = last
  }
}
