/** Everything that is stored, as one mark: two that are equal mean that nothing was written in between. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { foldAll } from '#server/karma/karma.ts'

export async function snapshot(db: Kysely<DB>): Promise<string> {
  await countJobs(db)
  // what earlier deeds brought is added up by now, and not by chance in between
  await foldAll(db)
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  const marks = tables.map(
    ({ name }) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${name} t)`,
  )
  const jobs = `(select case when is_called then last_value else 0 end::text from counting.jobs)`
  const { rows } = await sql<{ mark: string }>`select ${sql.raw([...marks, jobs].join(" || ' ' || "))} as mark`.execute(
    db,
  )
  return rows[0]!.mark
}

/** Of the jobs only how many there ever were: workers work them off meanwhile. What the clock enqueues is nobody's deed. */
async function countJobs(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('counting.jobs') is not null as found`.execute(db)
  if (rows[0]!.found) return
  await sql`
    create schema counting;
    create sequence counting.jobs;
    create function counting.count_job() returns trigger language plpgsql security definer as $$
    begin
      perform nextval('counting.jobs');
      return null;
    end $$;
    create trigger count_job after insert on graphile_worker._private_jobs
      for each row when (not coalesce(new.payload::jsonb ? '_cron', false)) execute function counting.count_job()`.execute(
    db,
  )
}
