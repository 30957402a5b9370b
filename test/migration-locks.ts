/**
 * Does a migration work on the rows of a table while others wait for its locks? The work is counted by PostgreSQL and not
 * timed, so that the answer does not depend on the machine: a migration that reads no table from end to end, builds no index
 * and changes few rows takes as long at a million rows as at a hundred.
 */
import type pg from 'pg'
import { RELEASED, SMALL_TABLES } from '#db/released.ts'

/** Rows that a migration may reach through an index, or change, in one table. */
const FEW_ROWS = 20

interface Relation {
  oid: number
  /** the table; for an index, the table it belongs to */
  table: string
  isIndex: boolean
  file: string
}

interface Work {
  table: string
  what: string
  advice: string
}

/** The migrations of `names` (without `.sql`) that no version has been released with. */
export const unreleased = (names: string[]): string[] => {
  const last = RELEASED.at(-1)!.migration
  return names.filter((name) => name > last)
}

/**
 * Runs the text of a migration in the open transaction of `client`, and returns a sentence for each piece of work that others
 * would wait for. The client must be the owner of the tables.
 */
export async function longLocks(client: pg.ClientBase, text: string): Promise<string[]> {
  const before = await relations(client)
  const constraints = await validConstraints(client)
  const counted = await counts(client)
  await client.query(text)
  const after = await relations(client)
  const done = await countsSince(client, counted)
  const isLarge = ({ table }: { table: string }) =>
    before.some((relation) => relation.table === table) && !(SMALL_TABLES as readonly string[]).includes(table)
  const work = [
    ...readRows(done),
    ...builtIndexes(before, after),
    ...rewritten(before, after),
    ...(await validated(client, constraints)),
  ].filter(isLarge)
  const locks = await blockingLocks(client, before)
  const changes = done.filter((one) => one.changed > FEW_ROWS && isLarge(one))
  return [
    ...(locks.length > 0 ? work.map((one) => sentenceOf(one, locks)) : []),
    ...changes.map(
      ({ table, changed }) =>
        `It changes ${changed} rows of ${table} in one transaction, and a member who writes to one of them waits until it ends. ` +
        'Let a job change them in batches, and let the program work with both states until it has.',
    ),
  ]
}

const sentenceOf = ({ table, what, advice }: Work, locks: string[]) =>
  `It ${what} ${table} while others wait for ${locks.join(', ')}. ${advice}`

const SPLIT = 'Read in one migration and lock in another one.'

interface Count {
  table: string
  scans: number
  fetched: number
  changed: number
}

/** The counters of the connection. They may still hold what earlier transactions did, so only differences count. */
async function counts(client: pg.ClientBase): Promise<Map<string, Count>> {
  const { rows } = await client.query<Count>(
    `select relname as table, seq_scan::int as scans, coalesce(idx_tup_fetch, 0)::int as fetched,
       (n_tup_upd + n_tup_del + n_tup_ins)::int as changed
     from pg_stat_xact_user_tables where schemaname = 'public'`,
  )
  return new Map(rows.map((row) => [row.table, row]))
}

async function countsSince(client: pg.ClientBase, before: Map<string, Count>): Promise<Count[]> {
  return [...(await counts(client)).values()].map(({ table, scans, fetched, changed }) => {
    const old = before.get(table)
    return {
      table,
      scans: scans - (old?.scans ?? 0),
      fetched: fetched - (old?.fetched ?? 0),
      changed: changed - (old?.changed ?? 0),
    }
  })
}

const readRows = (counted: Count[]): Work[] =>
  counted
    .filter(({ scans, fetched }) => scans > 0 || fetched > FEW_ROWS)
    .map(({ table, scans, fetched }) => ({
      table,
      what: scans > 0 ? 'reads all rows of' : `reads ${fetched} rows of`,
      advice: `A new check, reference or "not null" is added as "not valid", and validated in a later migration that begins with "-- no transaction". A new column may have a constant as its default. ${SPLIT}`,
    }))

async function relations(client: pg.ClientBase): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(
    `select c.oid::int, coalesce(t.relname, c.relname) as table, i.indexrelid is not null as "isIndex",
       coalesce(pg_relation_filenode(c.oid), 0)::text as file
     from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_class t on t.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'i', 'I', 'm')`,
  )
  return rows
}

function builtIndexes(before: Relation[], after: Relation[]): Work[] {
  const old = new Set(before.map(({ oid }) => oid))
  const built = after.filter(({ oid, isIndex }) => isIndex && !old.has(oid))
  return built.map(({ table }) => ({
    table,
    what: 'builds an index of',
    advice:
      'Write "create index concurrently" in a migration that begins with "-- no transaction". A key is then added "using index".',
  }))
}

function rewritten(before: Relation[], after: Relation[]): Work[] {
  const files = new Map(before.map(({ oid, file }) => [oid, file]))
  const changed = after.filter(({ oid, file }) => files.has(oid) && files.get(oid) !== file)
  return [...new Set(changed.map(({ table }) => table))].map((table) => ({
    table,
    what: 'rewrites',
    advice: 'Add a new column, let a job fill it in batches, and drop the old one in a later version.',
  }))
}

async function validConstraints(client: pg.ClientBase): Promise<Set<number>> {
  const { rows } = await client.query<{ oid: number }>(
    'select oid::int from pg_constraint where contype = $1 and convalidated',
    ['f'],
  )
  return new Set(rows.map(({ oid }) => oid))
}

/** The check of a reference is a query: if a table is empty, it may read nothing. So the constraints are compared. */
async function validated(client: pg.ClientBase, before: Set<number>): Promise<Work[]> {
  const { rows } = await client.query<{ oid: number; table: string; isNewColumn: boolean }>(
    `select k.oid::int, c.relname as table,
       (select bool_and(a.xmin::text = pg_current_xact_id()::xid::text) from pg_attribute a
        where a.attrelid = k.conrelid and a.attnum = any (k.conkey)) as "isNewColumn"
     from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' and k.convalidated`,
  )
  return rows
    .filter(({ oid, isNewColumn }) => !before.has(oid) && !isNewColumn)
    .map(({ table }) => ({
      table,
      what: 'checks a reference for all rows of',
      advice:
        'Add the reference as "not valid", and validate it in a later migration that begins with "-- no transaction".',
    }))
}

async function blockingLocks(client: pg.ClientBase, before: Relation[]): Promise<string[]> {
  const { rows } = await client.query<{ oid: number; mode: string }>(
    `select l.relation::int as oid, max(l.mode) as mode from pg_locks l
     where l.pid = pg_backend_pid() and l.locktype = 'relation'
       and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
     group by l.relation`,
  )
  // by the names from before: the migration may have dropped or renamed what it has locked
  const tables = new Map(before.filter(({ isIndex }) => !isIndex).map(({ oid, table }) => [oid, table]))
  return rows.flatMap(({ oid, mode }) => (tables.has(oid) ? [`${tables.get(oid)} (${mode})`] : []))
}
