/**
 * The functions, views and triggers of the database. `db/functions` holds the current ones. A start applies them in one
 * transaction if their hash is new (docs/decisions/046-functions-in-force.md).
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Log } from '../log.ts'
import { SCHEMA_LOCK } from './migrations.ts'
import { inSavepoint } from './savepoint.ts'

const FOLDER = new URL('../../../../db/functions/', import.meta.url)
const LOCK = sql.raw(SCHEMA_LOCK)

type Kind = 'function' | 'view' | 'trigger'

interface SqlObject {
  kind: Kind
  /** "function tell", "trigger take_name on pods" */
  name: string
  file: string
  text: string
  hash: string
}

export interface FunctionSet {
  hash: string
  objects: SqlObject[]
}

/** Parses `files` (texts by name). Throws if a statement creates any other kind of object, or an object twice. */
export function parseFunctions(files: Record<string, string>): FunctionSet {
  const objects = Object.entries(files)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([file, text]) =>
      text
        .replace(/^--.*$/gm, '')
        .split(/^(?=create )/m)
        .filter((statement) => statement.trim() !== '')
        .map((statement) => parseObject(file, statement.trim())),
    )
  const names = objects.map(({ name }) => name)
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice) throw new Error(`db/functions creates "${twice}" twice.`)
  return { hash: hashOf(objects.map(({ name, hash }) => `${name} ${hash}`).join('\n')), objects }
}

const STATEMENT =
  /^create (?:or replace (?<kind>function|view|trigger)|constraint (?<constraint>trigger)) (?<name>\w+)(?<rest>[\s\S]*);$/

function parseObject(file: string, text: string): SqlObject {
  const { kind: plain, constraint, name, rest } = STATEMENT.exec(text)?.groups ?? {}
  const kind = (plain ?? constraint) as Kind | undefined
  if (!kind || !name)
    throw new Error(`db/functions/${file}: this is no function, view or trigger: ${text.slice(0, 80)}`)
  const table = kind === 'trigger' ? ` on ${/\son\s+"?(\w+)"?/.exec(rest!)![1]}` : ''
  return { kind, name: `${kind} ${name}${table}`, file, text, hash: hashOf(text.replace(/\s+/g, ' ')) }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

let ours: Promise<FunctionSet> | undefined

/** Returns the set of this program. The files are read once. */
export function readFunctions(): Promise<FunctionSet> {
  ours ??= readdir(FOLDER).then(async (names) => {
    const texts = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER), 'utf8')))
    return parseFunctions(Object.fromEntries(names.map((name, place) => [name, texts[place]!])))
  })
  return ours
}

/**
 * Returns whether this program's functions were ever applied: the database has them now, or those of a newer version.
 */
export async function hasFunctions(db: Kysely<DB>): Promise<boolean> {
  return (await standingOf(db, await readFunctions())) !== 'missing'
}

type Standing = 'in force' | 'replaced' | 'missing'

async function standingOf(db: Kysely<DB>, { hash }: FunctionSet): Promise<Standing> {
  const { rows } = await sql<{ standing: Standing }>`
    select case when nth = (select max(nth) from function_sets) then 'in force' else 'replaced' end as standing
    from function_sets where hash = ${hash}`.execute(db)
  return rows[0]?.standing ?? 'missing'
}

/**
 * Applies the set unless it was applied before: an older version that starts beside a newer one must not bring its
 * functions back. With `force`, applies it unless it is the current one. Returns whether anything was changed.
 */
export async function applyFunctions(db: Kysely<DB>, set: FunctionSet, log: Log, force = false): Promise<boolean> {
  const isDone = (standing: Standing) => standing === 'in force' || (standing === 'replaced' && !force)
  const before = await standingOf(db, set)
  if (before === 'replaced' && !force)
    log.warn({}, 'another version of the program has replaced the functions of the database; they stay')
  if (isDone(before)) return false
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    if (isDone(await standingOf(tx, set))) return false
    await replaceObjects(tx, set)
    return true
  })
}

async function replaceObjects(tx: Transaction<DB>, set: FunctionSet): Promise<void> {
  const { rows } = await sql<{ objects: Record<string, string> }>`
    select objects from function_sets order by nth desc limit 1`.execute(tx)
  const applied = rows[0]?.objects ?? {}
  const changed = set.objects.filter(({ name, hash }) => applied[name] !== hash)
  const names = set.objects.flatMap(({ kind, name }) => (kind === 'function' ? [name.split(' ')[1]!] : []))
  const stored = await storedUses(tx, names)

  // functions may call each other in any order
  await sql`set local check_function_bodies = off`.execute(tx)
  for (const kind of ['function', 'view', 'trigger'])
    for (const object of changed) if (object.kind === kind) await create(tx, object, object.name in applied)
  const left = Object.keys(applied).filter((name) => !set.objects.some((object) => object.name === name))
  for (const kind of ['trigger', 'view', 'function'])
    for (const name of left) if (name.startsWith(`${kind} `)) await drop(tx, name)

  await mustBeSame(tx, stored)
  await mustBeValid(tx, names)
  const objects = Object.fromEntries(set.objects.map(({ name, hash }) => [name, hash]))
  await sql`delete from function_sets where hash = ${set.hash}`.execute(tx)
  await sql`insert into function_sets (hash, objects) values (${set.hash}, ${JSON.stringify(objects)}::jsonb)`.execute(
    tx,
  )
}

/**
 * "cannot change return type of existing function", "cannot drop columns from view": only a new object can have these.
 */
const NEEDS_DROP = ['42P13', '42P16']

async function create(tx: Transaction<DB>, object: SqlObject, wasApplied: boolean): Promise<void> {
  const run = async () => void (await sql.raw(object.text).execute(tx))
  try {
    // a constraint trigger cannot be replaced
    if (object.text.startsWith('create constraint')) await drop(tx, object.name)
    const before = wasApplied && object.kind === 'function' ? await oidsOf(tx, object.name) : []
    const failure = await inSavepoint(tx, run)
    if (failure) {
      if (!wasApplied || !NEEDS_DROP.includes(codeOf(failure.error))) throw failure.error
      await drop(tx, object.name)
      await run()
    }
    // other arguments make another function beside the old one
    const after = before.length > 0 ? await oidsOf(tx, object.name) : []
    if (after.length > before.length)
      for (const { signature } of before) await sql.raw(`drop function ${signature}`).execute(tx)
  } catch (error) {
    throw new Error(`db/functions/${object.file}: the ${object.name} could not be created. ${adviceFor(error)}`, {
      cause: error,
    })
  }
}

async function drop(tx: Transaction<DB>, name: string): Promise<void> {
  const [kind, called, , table] = name.split(' ')
  try {
    await sql.raw(`drop ${kind} if exists ${called}${table ? ` on "${table}"` : ''}`).execute(tx)
  } catch (error) {
    throw new Error(`The ${name} could not be dropped. ${adviceFor(error)}`, { cause: error })
  }
}

const DEPENDENT_OBJECTS = '2BP01'

function adviceFor(error: unknown): string {
  if (codeOf(error) !== DEPENDENT_OBJECTS) return String(error)
  return `${(error as { detail?: string }).detail} Write a migration that changes both.`
}

const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? ''

async function oidsOf(tx: Transaction<DB>, name: string): Promise<{ signature: string }[]> {
  const { rows } = await sql<{ signature: string }>`
    select oid::regprocedure::text as signature from pg_proc
    where pronamespace = current_schema()::regnamespace and proname = ${name.split(' ')[1]}`.execute(tx)
  return rows
}

interface StoredUse {
  name: string
  /** "index profiles_username_looks" */
  what: string
  /** without comments and blanks */
  definition: string
}

/**
 * Finds functions whose results are stored in an index, a generated column or a checked row, also through other
 * functions.
 */
async function storedUses(tx: Transaction<DB>, names: string[]): Promise<StoredUse[]> {
  const { rows } = await sql<StoredUse>`
    with recursive ours as materialized (
      select p.oid, p.proname, pg_get_functiondef(p.oid) as text from pg_proc p
      where p.pronamespace = current_schema()::regnamespace and p.proname = any (${names}) and p.prokind = 'f'),
    used as (
      select o.oid, o.proname, o.text, pg_describe_object(d.classid, d.objid, d.objsubid) as what
        from pg_depend d join ours o on o.oid = d.refobjid
        where d.refclassid = 'pg_proc'::regclass
          and d.classid in ('pg_class'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass)
      union
      select o.oid, o.proname, o.text, u.what from used u join ours o on u.text ~ ('\\m' || o.proname || '\\('))
    select proname as name, min(what) as what,
      regexp_replace(regexp_replace(text, '--[^\n]*', '', 'g'), '\\s+', ' ', 'g') as definition
    from used group by proname, text`.execute(tx)
  return rows
}

/** Throws if a function whose results are stored was changed: the stored values would not be updated. */
async function mustBeSame(tx: Transaction<DB>, before: StoredUse[]): Promise<void> {
  const names = before.map(({ name }) => name)
  const after = new Map((await storedUses(tx, names)).map(({ name, definition }) => [name, definition]))
  const changed = before.find(({ name, definition }) => after.get(name) !== definition)
  if (!changed) return
  throw new Error(
    `db/functions changes the function ${changed.name}, whose results are stored: ${changed.what}. ` +
      'Write a migration that replaces the function and rebuilds what is stored.',
  )
}

const VALIDATORS = { sql: 'fmgr_sql_validator', plpgsql: 'plpgsql_validator' } as const

/** Checks the bodies of all functions: a migration may have changed a table that an unchanged function reads. */
async function mustBeValid(tx: Transaction<DB>, names: string[]): Promise<void> {
  await sql`set local check_function_bodies = on`.execute(tx)
  const { rows } = await sql<{ signature: string; language: keyof typeof VALIDATORS }>`
    select p.oid::regprocedure::text as signature, l.lanname as language
    from pg_proc p join pg_language l on l.oid = p.prolang
    where l.lanname in ('sql', 'plpgsql') and p.pronamespace = current_schema()::regnamespace
      and p.proname = any (${names})`.execute(tx)
  for (const { signature, language } of rows) {
    try {
      await sql`select ${sql.raw(VALIDATORS[language])}(${signature}::regprocedure)`.execute(tx)
    } catch (error) {
      throw new Error(`db/functions: the function ${signature} has an error. ${String(error)}`, { cause: error })
    }
  }
}
