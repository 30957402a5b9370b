/**
 * Strikes sentences in all stored answers when their source was taken back (docs/decisions/039). A reader of the facts
 * notes what must be checked, in the transaction that moves its cursor. Then the sentences concerned are checked in
 * small batches, in rotation, so that an author with a hundred thousand sentences does not delay others.
 * A struck sentence stays struck, also if its source is restored, because its words are deleted.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { type Ctx, retried } from '../kernel/ctx.ts'
import type { Log } from '../kernel/log.ts'
import { type Fact, type Reader, runRepeatedly } from '../kernel/stream/stream.ts'
import { type CheckedSentence, checkSentences } from './sentence-validity.ts'

/** Each with the column of the sentences that holds the id. */
const COLUMNS = {
  question: 'question_id',
  post: 'post_id',
  comment: 'comment_id',
  author: 'author_id',
  post_author: 'post_author_id',
  group: 'group_id',
  asker: 'asker_id',
} as const
type DoubtSubject = keyof typeof COLUMNS
type Doubt = [about: DoubtSubject, id: string | null]

const id = (fact: Fact, field: string) => fact.data[field] as string
const ofPost = (fact: Fact): Doubt[] => [['post', id(fact, 'post_id')]]
const ofComment = (fact: Fact): Doubt[] => [['comment', id(fact, 'comment_id')]]

/** What each fact may have taken back. */
const DOUBTS = {
  'post.edited': ofPost,
  'post.deleted': ofPost,
  'post.removed': ofPost,
  'comment.edited': ofComment,
  'comment.deleted': ofComment,
  'comment.removed': ofComment,
  'group.edited': (fact) =>
    (fact.data.fields as string[]).includes('is_public') ? [['group', id(fact, 'group_id')]] : [],
  'group.quotable_set': (fact) => (fact.data.is_quotable ? [] : [['group', id(fact, 'group_id')]]),
  'member.quotable_set': (fact) =>
    fact.data.is_quotable
      ? []
      : [
          ['author', fact.actor_id],
          ['post_author', fact.actor_id],
        ],
  // both members read answers
  'member.blocked': (fact) => [
    ['asker', fact.actor_id],
    ['asker', id(fact, 'blocked_id')],
  ],
} satisfies Record<string, (fact: Fact) => Doubt[]>

export const doubtReader: Reader<keyof typeof DOUBTS> = {
  name: 'answers',
  kinds: Object.keys(DOUBTS) as (keyof typeof DOUBTS)[],
  react: (db, facts) =>
    note(
      db,
      facts.flatMap((fact) => DOUBTS[fact.kind](fact)),
    ),
}

/**
 * Skips sources without a quotation, because most edited texts were never quoted. An existing note starts again from
 * the beginning.
 */
async function note(db: Kysely<DB>, doubts: Doubt[]): Promise<void> {
  for (const [about, some] of Map.groupBy(doubts, ([about]) => about)) {
    const ids = some.map(([, subject]) => subject)
    await sql`
      insert into assistant_doubts (about, subject_id)
      select ${about}, d.id from (select distinct id from unnest(${ids}::uuid[]) as x (id)) d
      where (select true from assistant_sentences s where s.${sql.ref(COLUMNS[about])} = d.id and s.struck is null limit 1)
      order by d.id
      on conflict (about, subject_id) do update set question_id = default, nth = default`.execute(db)
  }
}

/** Number of sentences in one batch. */
const BATCH_SIZE = 500

interface Noted {
  id: number
  about: DoubtSubject
  subject_id: string
  question_id: string
  nth: number
}

/** Checks one batch of the note that has waited longest. Returns the number of notes processed: 0 or 1. */
export async function strikeBatch(db: Kysely<DB>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Noted>`
      select d.id, d.about, d.subject_id, d.question_id, d.nth from assistant_doubts d
      order by d.turned_at, d.id limit 1 for update skip locked`.execute(tx)
    const [doubt] = rows
    if (!doubt) return 0
    const sentences = await checkSentences(tx, standing(doubt))
    await strike(
      tx,
      sentences.filter(({ why }) => why !== null),
    )
    await confirm(
      tx,
      sentences.filter(({ now_at }) => now_at !== null),
    )
    await turn(tx, doubt, sentences)
    return 1
  })
}

/** The next standing sentences, in the order of an index. */
const standing = ({ about, subject_id, question_id, nth }: Noted) => sql`
  select * from assistant_sentences x
  where x.${sql.ref(COLUMNS[about])} = ${subject_id}::uuid and x.struck is null and x.post_id is not null
    and (x.question_id, x.nth) > (${question_id}::uuid, ${nth}::smallint)
  order by x.question_id, x.nth limit ${sql.lit(BATCH_SIZE)}`

async function turn(db: Kysely<DB>, { id }: Noted, sentences: CheckedSentence[]): Promise<void> {
  const last = sentences.at(-1)
  if (!last || sentences.length < BATCH_SIZE) {
    await sql`delete from assistant_doubts where id = ${id}`.execute(db)
    return
  }
  await sql`update assistant_doubts set question_id = ${last.question_id}::uuid, nth = ${last.nth}::smallint,
    turned_at = clock_timestamp() where id = ${id}`.execute(db)
}

async function strike(db: Kysely<DB>, sentences: CheckedSentence[]): Promise<void> {
  if (sentences.length === 0) return
  const column = <Name extends keyof CheckedSentence>(name: Name) => sentences.map((sentence) => sentence[name])
  await sql`
    update assistant_sentences s set struck = x.why, struck_at = now(), text = null, quote = null,
      author_id = null, post_author_id = null
    from unnest(${column('question_id')}::uuid[], ${column('nth')}::smallint[], ${column('why')}::text[])
      as x (question_id, nth, why)
    where s.question_id = x.question_id and s.nth = x.nth and s.struck is null`.execute(db)
}

/**
 * The sentence stands in a later revision: that revision is stored, so that readers of the answer need not check it
 * again.
 */
async function confirm(db: Kysely<DB>, sentences: CheckedSentence[]): Promise<void> {
  if (sentences.length === 0) return
  const column = <Name extends keyof CheckedSentence>(name: Name) => sentences.map((sentence) => sentence[name])
  const places = sentences.map(({ now_at }) => now_at!)
  await sql`
    update assistant_sentences s set revision = x.revision, span_from = x.from_,
      span_to = x.from_ + x.length_
    from unnest(${column('question_id')}::uuid[], ${column('nth')}::smallint[],
        ${places.map(({ revision }) => revision)}::timestamptz[], ${places.map(({ from }) => from)}::int[],
        ${sentences.map(({ quote }) => quote!.length)}::int[]) as x (question_id, nth, revision, from_, length_)
    where s.question_id = x.question_id and s.nth = x.nth and s.struck is null`.execute(db)
}

/** Runs until stopped. */
export function runStriking({ db, log }: { db: Kysely<DB>; log: Log }): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const done = runRepeatedly('taking answers back', log, stopping.signal, () => strikeBatch(db))
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}

/**
 * Strikes the sentences that quote an account that is being deleted, because the account can no longer be asked for
 * consent. Removes its ids from other members’ answers. Returns true if there may be more.
 */
export async function forgetQuoted(ctx: Ctx, member: string): Promise<boolean> {
  let isMore = false
  for (const column of ['author_id', 'post_author_id']) {
    const write = sql`
      update assistant_sentences s set struck = 'unwilling', struck_at = now(), text = null, quote = null,
        author_id = null, post_author_id = null
      from (select x.question_id, x.nth from assistant_sentences x
        where x.${sql.ref(column)} = ${member}::uuid and x.struck is null
        order by x.question_id, x.nth limit ${sql.lit(BATCH_SIZE)} for update) x
      where s.question_id = x.question_id and s.nth = x.nth`
    const { numAffectedRows = 0n } = await retried(ctx, () => write.execute(ctx.db))
    if (numAffectedRows > 0n) isMore = true
  }
  return isMore
}
