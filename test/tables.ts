/**
 * Which room may touch which table: db/owners.ts, checked over the TypeScript of the server and over db/functions. A pure
 * function of the sources, so that the check can be tested.
 */
import { tablesInCode } from './code-tables.ts'
import { type Access, tablesInFunctions } from './sql-tables.ts'
import type { Sources } from './walls.ts'

export interface Grant {
  room: string
  reads?: readonly string[]
  writes?: readonly string[]
  /** One sentence. */
  why: string
}

/**
 * Tables whose names a file computes while it runs. The check cannot see the names, so they are listed here; this is their
 * grant as well.
 */
export interface Computed extends Omit<Grant, 'room'> {
  file: string
}

export interface TableRules {
  /** Every table of the database. */
  tables: ReadonlySet<string>
  owners: Readonly<Record<string, string>>
  grants: readonly Grant[]
  computed: readonly Computed[]
}

interface Touch {
  file: string
  line: number
  room: string
  table: string
  access: Access
}

export interface Report {
  /** Every breach as one sentence. */
  breaches: string[]
  /** How many calls, templates, texts and functions were read. */
  statements: number
  touches: Touch[]
  /** `room table` for each table that a room touches and does not own. */
  pairs: Set<string>
}

/** Files of the kernel that are in no folder. */
const KERNEL_FILES = ['idempotency']

const isRead = (path: string) =>
  /^(?:src\/(?:server|town)\/.*|src\/[\w-]+)\.ts$/.test(path) && !path.endsWith('.test.ts')
const isFunctions = (path: string) => /^db\/functions\/[\w-]+\.sql$/.test(path)

/**
 * The room of a file: a folder of the server, a folder of the kernel, or `kernel` for the files beside its folders. A file
 * of `db/functions` is named after its room; `kernel-text-confusables.sql` belongs to `kernel/text`.
 */
function roomOfFile(path: string): string {
  const [, floor = '', folder = '', inner = ''] = path.split('/')
  if (isFunctions(path)) {
    const name = folder.replace(/\.sql$/, '')
    const part = /^kernel-(\w+)/.exec(name)?.[1]
    return part ? (KERNEL_FILES.includes(part) ? 'kernel' : `kernel/${part}`) : name
  }
  if (floor === 'town') return 'town'
  if (!folder) return 'programs'
  if (folder.endsWith('.ts')) return 'server'
  return folder === 'kernel' && inner && !inner.endsWith('.ts') ? `kernel/${inner}` : folder
}

export function checkTables(sources: Sources, { tables, owners, grants, computed }: TableRules): Report {
  const { touches, queries, wrong, statements, computedFiles } = readAll(sources, tables)
  const rooms = new Set([...sources.keys()].filter((path) => isRead(path)).map(roomOfFile))
  const foreign = touches.filter(({ table, room }) => owners[table] && owners[table] !== room)
  const granted = new Map<string, Access>()
  for (const { room, reads = [], writes = [] } of grants) {
    for (const table of reads) granted.set(`${room} ${table}`, 'reads')
    for (const table of writes) granted.set(`${room} ${table}`, 'writes')
  }
  const stated = computed.flatMap(({ file, reads = [], writes = [] }) =>
    [...reads, ...writes].map((table) => ({ room: roomOfFile(file), table })),
  )
  const used = new Map<string, Access>()
  for (const { room, table, access } of foreign)
    if (used.get(`${room} ${table}`) !== 'writes') used.set(`${room} ${table}`, access)

  const unknown = [...touches, ...stated.map((one) => ({ ...one, file: 'db/owners.ts', line: 0 }))].filter(
    ({ table }) => !tables.has(table) && !queries.has(table),
  )
  const breaches = [
    ...wrong,
    ...unknown.map(({ file, line, table }) => `${file}:${line}: ${table} is neither a table nor a query`),
    ...foreign
      .filter(({ room, table, access }) => !covers(granted.get(`${room} ${table}`), access))
      .map(
        ({ file, line, access, table }) =>
          `${file}:${line} ${access} ${table}, which belongs to ${owners[table]}: use its public module, or add the reason to db/owners.ts`,
      ),
    ...[...tables].filter((table) => !owners[table]).map((table) => `the table ${table} has no owner`),
    ...Object.entries(owners).flatMap(([table, room]) => [
      ...(tables.has(table) ? [] : [`${room} owns ${table}, and there is no such table`]),
      ...(rooms.has(room) ? [] : [`${table} belongs to ${room}, and there is no such room`]),
    ]),
    ...[...granted]
      .filter(([pair, access]) => used.get(pair) !== access)
      .map(([pair, access]) => `this grant is not used any more: ${pair.replace(' ', ` ${access} `)}`),
    ...[...sources.keys()]
      .filter((path) => isFunctions(path) && !rooms.has(roomOfFile(path)))
      .map((path) => `${path}: there is no room ${roomOfFile(path)}`),
    ...doubled(grants).map((pair) => `granted twice: ${pair}`),
    ...computed
      .filter(({ file }) => !computedFiles.has(file))
      .map(({ file }) => `${file} does not compute the name of a table any more`),
    ...[...computedFiles]
      .filter(([file]) => !computed.some((one) => one.file === file))
      .map(([file, text]) => `${file}:${text}: the name of a table is computed, and db/owners.ts does not say which`),
  ]
  const pairs = [...foreign, ...stated.filter(({ room, table }) => owners[table] !== room)]
  return {
    breaches: [...new Set(breaches)],
    statements,
    touches,
    pairs: new Set(pairs.map(({ room, table }) => `${room} ${table}`)),
  }
}

const covers = (granted: Access | undefined, access: Access) => granted === 'writes' || granted === access

function doubled(grants: readonly Grant[]): string[] {
  const all = grants.flatMap(({ room, reads = [], writes = [] }) =>
    [...reads, ...writes].map((table) => `${room} ${table}`),
  )
  return all.filter((pair, index) => all.indexOf(pair) !== index)
}

function readAll(sources: Sources, tables: ReadonlySet<string>) {
  const touches: Touch[] = []
  const queries = new Set<string>()
  const wrong: string[] = []
  const computedFiles = new Map<string, string>()
  let statements = 0
  for (const [file, text] of sources) {
    const at = { file, room: roomOfFile(file) }
    if (isFunctions(file)) {
      const found = tablesInFunctions(text)
      statements += found.statements
      for (const name of found.queries) queries.add(name)
      for (const one of found.mentions) touches.push({ ...at, ...one })
    } else if (isRead(file)) {
      const found = tablesInCode(file, text, (name) => tables.has(name))
      statements += found.statements
      for (const name of found.queries) queries.add(name)
      for (const one of found.mentions) touches.push({ ...at, ...one })
      for (const { line, text } of found.unreadable) wrong.push(`${file}:${line} ${text}`)
      for (const { line, text } of found.computed) computedFiles.set(file, `${line} ${text.replace(/\s+/g, ' ')}`)
    }
  }
  return { touches, queries, wrong, statements, computedFiles }
}

/** The names of the tables, as kysely-codegen read them from a migrated database. */
export function tablesOfTypes(types: string): Set<string> {
  const [, all = ''] = types.split('export interface DB {')
  return new Set([...all.matchAll(/^ {2}"?(\w+)"?: \w+;$/gm)].map(([, name]) => name!))
}
