/** Everything that is stored, as one mark: two that are equal mean that nothing was written in between. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { beginEvents } from '#server/events/events.ts'
import { foldAll } from '#server/karma/karma.ts'
import { readAll } from '#server/kernel/stream/readers.ts'
import { readers } from '#server/reactions.ts'
import { indexAll } from '#server/retrieval/retrieval.ts'
import { countWords } from '#server/search/search.ts'
import { takeBack } from './answers.ts'

const prepared = new WeakMap<Kysely<DB>, Promise<unknown>>()

export async function snapshot(db: Kysely<DB>): Promise<string> {
  const preparing = prepared.get(db) ?? prepare(db)
  prepared.set(db, preparing)
  await preparing
  // what earlier deeds brought is added up by now, and not by chance in between
  await beginEvents(db)
  await foldAll(db)
  await countWords(db)
  await letFollow(db)
  const { rows } = await sql<{ mark: string }>`select counting.mark()`.execute(db)
  return rows[0]!.mark
}

/** What follows from facts has followed. Mostly there is nothing, and one question says so. */
async function letFollow(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ is_left: boolean }>`
    select exists (select from readers r join facts f on (f.xid, f.id) > (r.xid, r.fact_id))
      or exists (select from retrieval_stale where tries < 5) or exists (select from retrieval_sweeps)
      or exists (select from assistant_doubts) as is_left`.execute(db)
  if (!rows[0]!.is_left) return
  await readAll(db, readers)
  await indexAll(db)
  await takeBack({ db })
}

/**
 * Makes the function that looks at each table that there is by now. A row that is written bears the number of its
 * transaction, which is greater than any before: with as many rows as before, the sum is then a greater one. So a write of
 * what stands there already is seen, too.
 *
 * Not what readers of the facts write meanwhile, each in its own time: it follows from what is looked at.
 *
 * Of the jobs only how many there ever were: workers work them off meanwhile. What the clock enqueues is nobody's deed.
 */
async function prepare(db: Kysely<DB>): Promise<void> {
  // from now on each has its place
  await readAll(db, readers)
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'
      and tablename !~ '^(readers$|assistant_doubts$|retrieval_)' order by 1`.execute(db)
  const marks = tables.map(
    ({ name }) => `(select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from ${name})`,
  )
  const jobs = `(select case when is_called then last_value else 0 end::text from counting.jobs)`
  await sql`
    create schema counting;
    create sequence counting.jobs;
    create function counting.count_job() returns trigger language plpgsql security definer as $$
    begin
      perform nextval('counting.jobs');
      return null;
    end $$;
    create trigger count_job after insert on graphile_worker._private_jobs
      for each row when (not coalesce(new.payload::jsonb ? '_cron', false)) execute function counting.count_job();
    create function counting.mark() returns text language plpgsql as $$
    begin
      return ${sql.raw([...marks, jobs].join(" || ' ' || "))};
    end $$`.execute(db)
}
