/** Stores the words of posts again, after the rule for words has changed. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Log } from '../kernel/log.ts'
import { OPEN_TO_EVERYONE } from '../posts/posts.ts'

/**
 * Stores the words of all posts at once. A new major version of PostgreSQL may have another English stemmer: 15 stores "added"
 * as "ad", 18 as "add", and a post is found only by the form that the question has.
 */
export async function storeWordsAgain(db: Kysely<DB>): Promise<void> {
  await sql`update post_search s set words = search_vector(p.title, p.content, p.created_at) from posts p
    where p.id = s.post_id and s.words <> search_vector(p.title, p.content, p.created_at)`.execute(db)
  await sql`update known_words set stem = coalesce((search_words(word))[1], word)
    where stem <> coalesce((search_words(word))[1], word)`.execute(db)
}

/**
 * Limits of one short transaction. Nobody can vote on its posts meanwhile, and the statement timeout is a few seconds. After a
 * timeout the rest of the run has smaller limits.
 */
const MAX_POSTS = 50
const CHARACTERS_PER_POST = 600
const MAX_WORDS = 2000
const MAX_RUN_MS = 40_000
/** Before a batch with a post that another transaction is changing is tried again. */
const PAUSE_MS = 50
const TIMED_OUT = '57014'

type Outcome = 'done' | 'in use' | 'more'

/** Continues what a migration began, for at most 40 seconds. A row of `search_reindexing` says what is left. */
export async function reindex(db: Kysely<DB>, log: Pick<Log, 'warn'>): Promise<void> {
  const until = Date.now() + MAX_RUN_MS
  for (let most = MAX_POSTS; Date.now() < until; ) {
    try {
      const outcome = await db.transaction().execute((trx) => reindexBatch(trx, most))
      if (outcome === 'done') return
      if (outcome === 'in use') await pause(PAUSE_MS)
    } catch (error) {
      if ((error as { code?: unknown }).code !== TIMED_OUT) throw error
      if (most === 1) await db.transaction().execute((trx) => skipPost(trx, log))
      else most = Math.floor(most / 2)
    }
  }
}

interface Place {
  created_at: string
  post_id: string
  word: string | null
}

/** Another process may be at it: then there is none. */
async function lockedPlace(db: Kysely<DB>): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select created_at::text, post_id, word from search_reindexing limit 1 for update skip locked`.execute(db)
  return rows[0]
}

async function reindexBatch(db: Kysely<DB>, most: number): Promise<Outcome> {
  const place = await lockedPlace(db)
  if (!place) return 'done'
  return place.word === null ? reindexPosts(db, place, most) : checkWords(db, place.word, most)
}

interface Post {
  id: string
  created_at: Date
}

/** The next older posts. */
async function postsAfter(db: Kysely<DB>, place: Place, most: number): Promise<Post[]> {
  const { rows } = await sql<Post>`
    select n.id, n.created_at from (
      select p.id, p.created_at, sum(char_length(p.content)) over (order by p.created_at desc, p.id desc)
        - char_length(p.content) as before
      from (select s.post_id, s.created_at from post_search s
        where (s.created_at, s.post_id) < (${place.created_at}::timestamptz, ${place.post_id}::uuid)
        order by s.created_at desc, s.post_id desc limit ${sql.lit(most)}) s join posts p on p.id = s.post_id) n
    where n.before < ${sql.lit(most * CHARACTERS_PER_POST)} order by n.created_at desc, n.id desc`.execute(db)
  return rows
}

const moveTo = (db: Kysely<DB>, { id, created_at }: Post) =>
  sql`update search_reindexing set created_at = ${created_at}, post_id = ${id}::uuid`.execute(db)

async function reindexPosts(db: Kysely<DB>, place: Place, most: number): Promise<Outcome> {
  const posts = await postsAfter(db, place, most)
  const last = posts.at(-1)
  if (!last) return beginWords(db)
  const stored = await storeWordsOf(
    db,
    posts.map(({ id }) => id),
  )
  if (stored < posts.length) return 'in use'
  await moveTo(db, last)
  return 'more'
}

/** A single post that takes longer than a statement may keeps its old words. The next edit of it stores the new ones. */
async function skipPost(db: Kysely<DB>, log: Pick<Log, 'warn'>): Promise<void> {
  const place = await lockedPlace(db)
  const [post] = place?.word === null ? await postsAfter(db, place, 1) : []
  if (!post) return
  await moveTo(db, post)
  log.warn({ post: post.id }, 'the words of a post took too long to be stored again; it is found by its old words')
}

/** What posts have noted by the old rule is counted first: otherwise it would come after the check. */
async function beginWords(db: Kysely<DB>): Promise<Outcome> {
  const { rows } = await sql<{ taken: number }>`select count_words(${sql.lit(MAX_POSTS)}) as taken`.execute(db)
  if (rows[0]!.taken > 0) return 'more'
  const left = await sql`select from known_word_changes limit 1`.execute(db)
  if (left.rows.length > 0) return 'in use'
  await sql`update search_reindexing set word = ''`.execute(db)
  return 'more'
}

/**
 * Known words that the new rule does not produce go, since the posts that had them cannot take them back any more. A word
 * that an old process stored before the database knew `stem_known_word` gets its stem.
 */
async function checkWords(db: Kysely<DB>, after: string, most: number): Promise<Outcome> {
  const { rows } = await sql<{ last: string | null }>`
    with checked as materialized (
      select k.word, k.stem from known_words k where k.word > ${after} order by k.word
      limit ${sql.lit(Math.ceil((MAX_WORDS * most) / MAX_POSTS))}),
    gone as (
      delete from known_words k using checked s
      where k.word = s.word and s.word !~ '^[a-z]+$' and s.word <> all (known_words_of(s.word))),
    named as (
      update known_words k set stem = coalesce((search_words(s.word))[1], s.word) from checked s
      where k.word = s.word and s.stem = '' and (s.word ~ '^[a-z]+$' or s.word = any (known_words_of(s.word))))
    select max(word) as last from checked`.execute(db)
  const last = rows[0]!.last
  if (last === null) await sql`delete from search_reindexing`.execute(db)
  else await sql`update search_reindexing set word = ${last}`.execute(db)
  return last === null ? 'done' : 'more'
}

/**
 * Returns how many of the posts were free. They are locked, so that an edit comes either before or after this. Words that
 * the old rule did not know become known words; those that a post had before an edit since the upgrade stay uncounted, so they
 * are not proposed as corrections for it.
 */
async function storeWordsOf(db: Kysely<DB>, ids: string[]): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    with free as materialized (
      select p.id, p.title, p.content, p.created_at, p.open_to from posts p where p.id = any (${ids}::uuid[])
      for share skip locked),
    made as materialized (select f.*, search_vector(f.title, f.content, f.created_at) as words from free f),
    stale as materialized (
      select m.*, s.words as before from made m join post_search s on s.post_id = m.id where s.words <> m.words),
    stored as (update post_search s set words = t.words from stale t where s.post_id = t.id),
    noted as (
      insert into known_word_changes (words, way) select n.come, 1 from (
        select array(select w from unnest(known_words_of(t.title || ' ' || t.content)) as w
          where not search_words(w) <@ tsvector_to_array(t.before)) as come
        from stale t where t.open_to = ${OPEN_TO_EVERYONE}) n where n.come <> '{}')
    select count(*)::int as free from free`.execute(db)
  return rows[0]!.free
}
