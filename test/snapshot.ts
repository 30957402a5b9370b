/** Everything that is stored, as one value: if two are equal, nothing was written in between. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { beginEvents } from '#server/events/events.ts'
import { foldAll } from '#server/karma/karma.ts'
import { readAllFacts } from '#server/kernel/stream/readers.ts'
import { readers } from '#server/reactions.ts'
import { indexAll } from '#server/retrieval/retrieval.ts'
import { countWords } from '#server/search/search.ts'
import { takeBack } from './stored-answers.ts'

const prepared = new WeakMap<Kysely<DB>, Promise<unknown>>()

export async function snapshot(db: Kysely<DB>): Promise<string> {
  const preparing = prepared.get(db) ?? prepare(db)
  prepared.set(db, preparing)
  await preparing
  // the consequences of earlier actions are added up first, and not by chance in between
  await beginEvents(db)
  await foldAll(db)
  await countWords(db)
  await letFollow(db)
  const { rows } = await sql<{ mark: string }>`select counting.mark()`.execute(db)
  return rows[0]!.mark
}

/** Waits until the consequences of the facts are stored. Mostly there are none, and one query says so. */
async function letFollow(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ is_left: boolean }>`
    select exists (select from readers r join facts f on (f.xid, f.id) > (r.xid, r.fact_id))
      or exists (select from retrieval_stale where tries < 5) or exists (select from retrieval_sweeps)
      or exists (select from assistant_doubts) as is_left`.execute(db)
  if (!rows[0]!.is_left) return
  await readAllFacts(db, readers)
  await indexAll(db)
  await takeBack({ db })
}

/**
 * Creates the function that reads each table that exists by now. A written row has the number of its transaction, which is
 * greater than any before: so with the same number of rows, the sum is greater. This also detects a write that changes no
 * value.
 *
 * Rows that readers of the facts write at any time are left out: they follow from the tables that are read.
 *
 * Of the jobs only the number that were ever created counts, because workers complete them meanwhile. Jobs of the schedule
 * belong to no operation.
 */
async function prepare(db: Kysely<DB>): Promise<void> {
  // the table exists from now on
  await readAllFacts(db, readers)
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
