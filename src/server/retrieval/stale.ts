/** Which sources have to be read again: marked by facts, worked off by indexing.ts. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Fact, Reader } from '../kernel/readers.ts'

/** The id of nobody: for the post itself, and for all networks. */
export const NOBODY_ID = '00000000-0000-0000-0000-000000000000'

export interface Stale {
  post_id: string
  comment_id: string
}

export const retrievalReader: Reader = {
  name: 'retrieval',
  kinds: [
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
  ],
  async react(db, facts) {
    await mark(db, facts.flatMap(sourceOf))
    await markAllOf(db, facts.filter(({ kind }) => kind === 'member.quotable_set').map(memberOf))
    for (const { kind, data } of facts) if (kind === 'group.quotable_set') await sweep(db, String(data.group_id))
  },
}

function sourceOf({ data }: Fact): Stale[] {
  const { post_id, comment_id } = data
  return post_id ? [{ post_id: String(post_id), comment_id: comment_id ? String(comment_id) : NOBODY_ID }] : []
}

const memberOf = ({ actor_id, data }: Fact): string | null => (data.member_id ? String(data.member_id) : actor_id)

async function mark(db: Kysely<DB>, stale: Stale[]): Promise<void> {
  if (stale.length === 0) return
  await sql`insert into retrieval_stale (post_id, comment_id)
    select distinct * from unnest(${stale.map(({ post_id }) => post_id)}::uuid[],
      ${stale.map(({ comment_id }) => comment_id)}::uuid[]) as s (post_id, comment_id)`.execute(db)
}

/** As much as these members have written. */
async function markAllOf(db: Kysely<DB>, members: (string | null)[]): Promise<void> {
  if (members.length === 0) return
  await sql`insert into retrieval_stale (post_id, comment_id)
    select p.id, ${NOBODY_ID}::uuid from posts p where p.author_id = any(${members}::uuid[])
    union all select k.post_id, k.id from comments k where k.author_id = any(${members}::uuid[])`.execute(db)
}

/** All posts of a network, or all that are for everyone, are looked at again, some at a time. */
export async function sweep(db: Kysely<DB>, group_id: string = NOBODY_ID): Promise<void> {
  await sql`insert into retrieval_sweeps (group_id) values (${group_id}::uuid)
    on conflict (group_id) do update set created_at = default, post_id = default`.execute(db)
}

/** Takes some, each once, in the transaction that brings the index to what they say now. */
export async function takeStale(db: Kysely<DB>, most: number): Promise<Stale[]> {
  const { rows } = await sql<Stale>`
    with taken as (delete from retrieval_stale where id in (
      select id from retrieval_stale order by id limit ${sql.lit(most)}) returning post_id, comment_id)
    select distinct post_id, comment_id from taken`.execute(db)
  return rows
}

/** The next posts of a sweep are marked; how many. */
export async function sweepSome(db: Kysely<DB>, most: number): Promise<number> {
  const { rows: sweeps } = await sql<{ group_id: string }>`
    select group_id from retrieval_sweeps order by group_id limit 1 for update`.execute(db)
  const [next] = sweeps
  if (!next) return 0
  const ofGroup = next.group_id === NOBODY_ID ? sql`p.open_to = ${sql.lit(NOBODY_ID)}` : sql`p.group_id = w.group_id`
  const { rows } = await sql<{ id: string }>`
    with page as materialized (
      select p.id, p.created_at from retrieval_sweeps w, lateral (
        select p.id, p.created_at from posts p where ${ofGroup} and (p.created_at, p.id) < (w.created_at, w.post_id)
        order by p.created_at desc, p.id desc limit ${sql.lit(most)}) p where w.group_id = ${next.group_id}::uuid),
    marked as (
      insert into retrieval_stale (post_id) select id from page)
    select id from page order by created_at, id limit 1`.execute(db)
  const [last] = rows
  if (!last) await sql`delete from retrieval_sweeps where group_id = ${next.group_id}::uuid`.execute(db)
  else
    await sql`update retrieval_sweeps w set created_at = p.created_at, post_id = p.id from posts p
      where w.group_id = ${next.group_id}::uuid and p.id = ${last.id}::uuid`.execute(db)
  return 1
}
