/**
 * A clock of the database that this run sets: in this session `now()` is another function, also in the defaults of columns. So a
 * year of rounds takes minutes, and everything happens at the program's own hours.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** Prepares the database and this session of it; other sessions keep the real time. Only for a database that is deleted after the run. */
export async function installClock(session: Kysely<DB>): Promise<(moment: Date) => Promise<void>> {
  await sql`create function public.now() returns timestamptz language sql stable as
    $$ select coalesce(nullif(current_setting('test.now', true), '')::timestamptz, pg_catalog.now()) $$`.execute(
    session,
  )
  // a default names the function that it found when it was made
  const { rows } = await sql<{ statement: string }>`
    select format('alter table %s alter column %I set default %s', a.attrelid::regclass, a.attname,
      replace(pg_get_expr(d.adbin, d.adrelid), 'now()', 'public.now()')) as statement
    from pg_attrdef d join pg_attribute a on (a.attrelid, a.attnum) = (d.adrelid, d.adnum)
    where pg_get_expr(d.adbin, d.adrelid) like '%now()%' and a.attgenerated = ''
      and (select relnamespace from pg_class c where c.oid = d.adrelid) = 'public'::regnamespace`.execute(session)
  for (const { statement } of rows) await sql.raw(statement).execute(session)
  // found before the function of the catalogue
  await sql`set search_path = public, pg_catalog`.execute(session)
  return async (moment) =>
    void (await sql`select set_config('test.now', ${moment.toISOString()}, false)`.execute(session))
}
