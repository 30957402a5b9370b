/** Kept answers, made by SQL: for tests of what becomes of them. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { strikeSome } from '#server/assistant/assistant.ts'
import { readAll } from '#server/kernel/readers.ts'
import { readers } from '#server/reactions.ts'
import type { Made, Person, World } from './world.ts'

export interface Quoted {
  post: Made
  /** the quotation stands in this comment of the post; otherwise in the post itself */
  comment?: Made
  quote: string
  /** of the model; otherwise the quotation alone */
  text?: string
}

/** A question of this member's, answered with these quotations; a string is a sentence of the assistant's own. */
export async function keepAnswer(
  { db }: Pick<World, 'db'>,
  by: Pick<Person, 'id'>,
  sentences: (Quoted | string)[],
  question = 'How do I get him to sleep?',
): Promise<string> {
  const id = randomUUID()
  const state = sentences.length > 0 ? 'answered' : 'refused'
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('assistant_questions')
      .values({ id, member_id: by.id, question, state, answered_at: sql`now()` })
      .execute()
    for (const [at, sentence] of sentences.entries()) {
      const key = { question_id: id, nth: at + 1, asker_id: by.id }
      if (typeof sentence === 'string') {
        await tx
          .insertInto('assistant_sentences')
          .values({ ...key, kind: 'own', text: sentence })
          .execute()
        continue
      }
      const { post, comment, quote, text = quote } = sentence
      const kind = text === quote ? 'quotation' : 'quoted'
      await sql`
        insert into assistant_sentences (question_id, nth, asker_id, kind, text, quote, post_id, comment_id, author_id,
          group_id, revision, span_from, span_to)
        select ${id}, ${at + 1}, ${by.id}, ${kind}, ${text}, ${quote}, ${post.id}, ${comment?.id ?? null}::uuid,
          case when k.id is null then p.author_id else k.author_id end, p.group_id, coalesce(k.updated_at, p.updated_at),
          0, ${quote.length}::int
        from posts p left join comments k on k.id = ${comment?.id ?? null}::uuid where p.id = ${post.id}`.execute(tx)
    }
  })
  return id
}

/** All that has happened is read, and all that follows from it is done. */
export async function takeBack({ db }: Pick<World, 'db'>): Promise<void> {
  await readAll(db, readers)
  while ((await strikeSome(db)) > 0);
}
