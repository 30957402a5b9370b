/** Sources that must be indexed again: facts mark them, and indexing.ts processes them. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Fact, Reader } from '../kernel/stream/stream.ts'
import { OPEN_TO_EVERYONE } from '../posts/posts.ts'

/** The all-zero id: stands for the post itself, and for a sweep of all posts. */
export const NOBODY_ID = '00000000-0000-0000-0000-000000000000'

/** Maximum number of characters in one step, plus one source that may be longer. */
const CHARACTERS = 200_000
/** After this many failures a source is left alone until it is marked again. */
export const MAX_TRIES = 5

/** A post without its comments, or one comment. */
export interface MarkedSource {
  post_id: string
  comment_id: string
}

export interface Stale extends MarkedSource {
  /** how many times it could not be indexed */
  tries: number
}

const KINDS = [
  'post.created',
  'post.edited',
  'post.deleted',
  'post.removed',
  'post.restored',
  'comment.created',
  'comment.edited',
  'comment.deleted',
  'comment.removed',
  'comment.restored',
  'member.quotable_set',
  'group.quotable_set',
] as const

export const retrievalReader: Reader<(typeof KINDS)[number]> = {
  name: 'retrieval',
  kinds: KINDS,
  async react(db, facts) {
    await mark(db, facts.flatMap(sourceOf))
    for (const fact of facts) {
      if (fact.kind === 'group.quotable_set') await sweep(db, 'posts of a network', String(fact.data.group_id))
      if (fact.kind === 'member.quotable_set') await sweepMember(db, String(fact.data.member_id ?? fact.actor_id))
    }
  },
}

function sourceOf({ data }: Fact): MarkedSource[] {
  const { post_id, comment_id } = data
  return post_id ? [{ post_id: String(post_id), comment_id: comment_id ? String(comment_id) : NOBODY_ID }] : []
}

export async function mark(db: Kysely<DB>, sources: MarkedSource[]): Promise<void> {
  if (sources.length === 0) return
  await sql`insert into retrieval_stale (post_id, comment_id)
    select distinct * from unnest(${sources.map(({ post_id }) => post_id)}::uuid[],
      ${sources.map(({ comment_id }) => comment_id)}::uuid[]) as s (post_id, comment_id)`.execute(db)
}

type Sweep = 'all posts' | 'posts of a network' | 'posts of a member' | 'comments of a member'

/**
 * Starts a sweep; the steps of the index mark its sources in batches. If the same sweep is running, it starts again.
 */
export async function sweep(db: Kysely<DB>, kind: Sweep = 'all posts', of: string = NOBODY_ID): Promise<void> {
  await sql`insert into retrieval_sweeps (kind, of_id) values (${kind}, ${of}::uuid)
    on conflict (kind, of_id) do update set created_at = default, last_id = default`.execute(db)
}

async function sweepMember(db: Kysely<DB>, member: string): Promise<void> {
  await sweep(db, 'posts of a member', member)
  await sweep(db, 'comments of a member', member)
}

export interface TakenSources {
  sources: Stale[]
  /** nothing else was waiting */
  isAll: boolean
}

/** Takes the next sources, each once, in the transaction that updates their index entries. */
export async function takeStale(db: Kysely<DB>, most: number): Promise<TakenSources> {
  const { rows } = await sql<Stale & { looked: number }>`
    with next as materialized (
      select s.id, char_length(coalesce(k.content, p.content, '')) as size
      from (select * from retrieval_stale where tries < ${sql.lit(MAX_TRIES)} order by id limit ${sql.lit(most)}) s
        left join posts p on p.id = s.post_id and s.comment_id = ${sql.lit(NOBODY_ID)}
        left join comments k on k.id = s.comment_id),
    sized as (select id, sum(size) over (order by id) - size as before from next),
    taken as (
      delete from retrieval_stale where id in (select id from sized where before < ${sql.lit(CHARACTERS)})
      returning post_id, comment_id, tries),
    marked_again as (
      delete from retrieval_stale s using taken t
      where s.tries = ${sql.lit(MAX_TRIES)} and s.post_id = t.post_id and s.comment_id = t.comment_id)
    select post_id, comment_id, max(tries) as tries, (select count(*) from next) as looked
    from taken group by post_id, comment_id`.execute(db)
  const { looked = 0 } = rows[0] ?? {}
  return { sources: rows.map(({ looked: _, ...stale }) => stale), isAll: looked < most }
}

/** Puts the source behind everything else that is marked now. */
export async function markAgain(db: Kysely<DB>, { post_id, comment_id, tries }: Stale): Promise<void> {
  await sql`insert into retrieval_stale (post_id, comment_id, tries)
    values (${post_id}::uuid, ${comment_id}::uuid, ${tries})`.execute(db)
}

/** Which rows each sweep marks. `w` is its row in `retrieval_sweeps`. */
const SWEPT: Record<Sweep, { table: 'posts' | 'comments'; where: RawBuilder<unknown> }> = {
  'all posts': { table: 'posts', where: sql`s.open_to = ${sql.lit(NOBODY_ID)}` },
  'posts of a network': { table: 'posts', where: sql`s.group_id = w.of_id` },
  'posts of a member': { table: 'posts', where: sql`s.author_id = w.of_id and s.open_to = ${OPEN_TO_EVERYONE}` },
  'comments of a member': { table: 'comments', where: sql`s.author_id = w.of_id and s.open_to = ${OPEN_TO_EVERYONE}` },
}

/**
 * Marks the next sources of a sweep; returns 0 if there is no sweep. Sweeps of one member or network come before the
 * sweep of all posts.
 */
export async function sweepBatch(db: Kysely<DB>, most: number): Promise<number> {
  const { rows: sweeps } = await sql<{ kind: Sweep; of_id: string }>`
    select kind, of_id from retrieval_sweeps order by kind = 'all posts', kind, of_id limit 1 for update`.execute(db)
  const [next] = sweeps
  if (!next) return 0
  const { table, where } = SWEPT[next.kind]
  const source =
    table === 'posts' ? sql`s.id as post_id, ${NOBODY_ID}::uuid as comment_id` : sql`s.post_id, s.id as comment_id`
  const isThis = sql`w.kind = ${next.kind} and w.of_id = ${next.of_id}::uuid`
  const { rows } = await sql<{ marked: number }>`
    with page as materialized (
      select s.* from retrieval_sweeps w, lateral (
        select s.created_at, s.id, ${source} from ${sql.table(table)} s
        where ${where} and (s.created_at, s.id) < (w.created_at, w.last_id)
        order by s.created_at desc, s.id desc limit ${sql.lit(most)}) s
      where ${isThis}),
    marked as (
      insert into retrieval_stale (post_id, comment_id) select post_id, comment_id from page),
    moved as (
      update retrieval_sweeps w set created_at = l.created_at, last_id = l.id
      from (select created_at, id from page order by created_at, id limit 1) l where ${isThis})
    select count(*)::int as marked from page`.execute(db)
  if (rows[0]!.marked < most) await sql`delete from retrieval_sweeps w where ${isThis}`.execute(db)
  return 1
}
