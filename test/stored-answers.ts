/** Stored answers, inserted by SQL, for tests of what happens to them later. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { doubtReader, strikeBatch } from '#server/assistant/assistant.ts'
import { readAllFacts } from '#server/kernel/stream/readers.ts'
import type { Made, Person, World } from './world.ts'

export interface Quoted {
  post: Made
  /** the quotation is from this comment of the post; otherwise from the post itself */
  comment?: Made
  quote: string
  /** written by the model; otherwise only the quotation */
  text?: string
  /** the source as it was when it was read; otherwise as it is now */
  read?: { revision: Date; author_id: string | null; group_id: string | null }
}

/** A question of this member, answered with these quotations; a string is a sentence that the assistant wrote itself. */
export async function storeAnswer(
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
      const { revision, ...read } = sentence.read ?? (await readNow(tx, sentence))
      const place = { post_id: post.id, comment_id: comment?.id ?? null, span_from: 0, span_to: quote.length }
      await tx
        .insertInto('assistant_sentences')
        .values({ ...key, kind, text, quote, ...place, ...read, revision })
        .execute()
    }
  })
  return id
}

/** Returns the present source of a quotation, which must exist. */
async function readNow(db: World['db'], { post, comment }: Pick<Quoted, 'post' | 'comment'>) {
  const found = await db
    .selectFrom('posts as p')
    .leftJoin('comments as k', (join) => join.onRef('k.post_id', '=', 'p.id').on('k.id', '=', comment?.id ?? null))
    .select(['p.group_id', 'p.author_id as post_author', 'p.updated_at as post_updated'])
    .select(['k.author_id as comment_author', 'k.updated_at as comment_updated'])
    .where('p.id', '=', post.id)
    .executeTakeFirstOrThrow()
  return {
    group_id: found.group_id,
    author_id: comment ? found.comment_author : found.post_author,
    revision: (comment ? found.comment_updated : found.post_updated)!,
  }
}

/** Waits until all facts are read and their consequences are done, by this process or by a program that runs beside it. */
export async function takeBack({ db }: Pick<World, 'db'>): Promise<void> {
  await readAllFacts(db, [doubtReader])
  for (;;) {
    while ((await strikeBatch(db)) > 0);
    const left = await db.selectFrom('assistant_doubts').select('id').limit(1).execute()
    if (left.length === 0) return
  }
}
