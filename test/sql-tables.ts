/**
 * Which tables a piece of SQL reads and writes. PostgreSQL's own parser reads it. A piece may be a statement or a part of
 * one, and may have holes (`${…}` in a template), which are filled so that the whole can be parsed.
 */
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'

await loadModule()

export type Access = 'reads' | 'writes'

export interface Mention {
  table: string
  access: Access
}

export interface SqlTables {
  mentions: Mention[]
  /** Names of `with` queries. A part of a statement in the same file may select from them. */
  queries: string[]
  /** True if a placeholder is in the position of a table. */
  hasHole: boolean
}

/** Schemas that are not the product's. */
const FOREIGN_SCHEMAS = ['pg_catalog', 'information_schema', 'graphile_worker']
const WRITING_LOCKS = ['LCS_FORUPDATE', 'LCS_FORNOKEYUPDATE']

/** Ways to complete a part of a statement. The order matters: `a as (b)` is a `with` query before it is a table with an alias. */
const FRAMES: [string, string][] = [
  ['', ''],
  ['', ' select 1'],
  ['select ', ''],
  ['select 1 ', ''],
  ['with ', ' select 1'],
  ['with frame_0 as (select 1) ', ' select 1'],
  ['select 1 from frame_0 ', ''],
  ['select 1 from frame_0 where true ', ''],
  ['select * from ', ''],
  ['select 1 from frame_0 order by ', ''],
  ['select 1 = ', ''],
  ['update frame_0 set ', ''],
  ['insert into frame_0 select 1 ', ''],
  ['insert into frame_0 ', ''],
  ['insert into frame_0 values ', ''],
  ['select case ', ' end'],
  ['select frame_0(', ')'],
]
/** In these a bare name of a table would be read as a column. */
const COLUMNS = ['select ', 'select 1 ']
/** The values for a placeholder, the most frequent first. */
const FILLINGS = [
  'hole_0',
  '',
  '(hole_0)',
  'hole_0 = 1',
  'hole_0 as (select 1)',
  'hole_0 where true',
  'select 1',
  '=',
  'null',
  'for update',
  'when true then 1',
]
const HOLE = 'hole_0'
const FRAME = 'frame_0'
/** Attempts for each frame before the text counts as unreadable. */
const MAX_TRIES = 200

/** `parts` are the texts between the placeholders. Throws if PostgreSQL's parser cannot read them in any frame. */
export function tablesInSql(parts: readonly string[], isTable: (name: string) => boolean): SqlTables {
  if (!parts.join('').trim()) return { mentions: [], queries: [], hasHole: false }
  for (const frame of FRAMES) {
    const tree = parseFilled(parts, frame)
    if (!tree) continue
    const found = tablesIn(tree)
    if (COLUMNS.includes(frame[0])) found.mentions.push(...bareNames(tree).filter(({ table }) => isTable(table)))
    return found
  }
  throw new Error(`cannot be read as SQL: ${parts.join('…').trim().replace(/\s+/g, ' ').slice(0, 200)}`)
}

/** Fills the placeholders. If the parser stops at a position, the last placeholder before it gets its next value. */
function parseFilled(parts: readonly string[], [before, after]: [string, string]): unknown {
  const chosen: number[] = parts.slice(1).map(() => 0)
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    let text = before + parts[0]
    const starts = chosen.map((filling, index) => {
      const start = text.length
      text += FILLINGS[filling]! + parts[index + 1]
      return start
    })
    const stop = parsedOrStop(text + after)
    if (typeof stop !== 'number') return stop
    let hole = starts.findLastIndex((start) => start <= stop)
    while (hole >= 0 && chosen[hole] === FILLINGS.length - 1) hole--
    if (hole < 0) return null
    chosen[hole]!++
    chosen.fill(0, hole + 1)
  }
  return null
}

function parsedOrStop(text: string): unknown | number {
  try {
    return parseSync(text)
  } catch (error) {
    const { cursorPosition } = (error as { sqlDetails?: { cursorPosition: number } }).sqlDetails ?? {}
    if (cursorPosition === undefined) throw error
    // at the end of the text the parser reports no position
    return cursorPosition >= 0 ? cursorPosition : text.length
  }
}

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

interface RangeVar extends Node {
  relname: string
  schemaname?: string
  alias?: { aliasname: string }
}

const isRangeVar = (value: unknown): value is RangeVar => isNode(value) && typeof value.relname === 'string'

export function tablesIn(tree: unknown): SqlTables {
  const found: SqlTables = { mentions: [], queries: [], hasHole: false }
  walk(tree, new Set(), found)
  return found
}

function walk(value: unknown, hidden: ReadonlySet<string>, found: SqlTables): void {
  if (Array.isArray(value)) for (const one of value) walk(one, hidden, found)
  if (Array.isArray(value) || !isNode(value)) return
  const names = isNode(value.withClause) ? walkQueries(value.withClause, hidden, found) : hidden
  if (value.lockingClause) for (const table of lockedTables(value)) mention(table, 'writes', names, found)
  for (const [key, child] of Object.entries(value)) {
    if (key === 'withClause' || key === 'lockingClause') continue
    if (key === 'RangeVar' && isRangeVar(child)) mention(child, 'reads', names, found)
    else if (key === 'CreateTrigStmt' && isNode(child) && isRangeVar(child.relation))
      mention(child.relation, 'reads', names, found)
    else if (key === 'relation' && isRangeVar(child)) mention(child, 'writes', names, found)
    else if (key === 'TruncateStmt' && isNode(child))
      for (const { RangeVar } of listOf(child.relations)) mention(RangeVar as RangeVar, 'writes', names, found)
    else walk(child, names, found)
  }
}

/** The names of the `with` queries hide tables of the same name, in the queries after them too. */
function walkQueries(clause: Node, hidden: ReadonlySet<string>, found: SqlTables): Set<string> {
  const names = new Set(hidden)
  const queries = listOf(clause.ctes).map((one) => one.CommonTableExpr as { ctename: string; ctequery: unknown })
  if (clause.recursive) for (const { ctename } of queries) names.add(ctename)
  for (const { ctename, ctequery } of queries) {
    walk(ctequery, names, found)
    names.add(ctename)
    found.queries.push(ctename)
  }
  return names
}

function mention(
  { relname, schemaname }: RangeVar,
  access: Access,
  hidden: ReadonlySet<string>,
  found: SqlTables,
): void {
  if (schemaname && FOREIGN_SCHEMAS.includes(schemaname)) return
  if (relname === HOLE) found.hasHole = true
  if (relname === HOLE || relname === FRAME || /^(?:pg|kysely)_/.test(relname) || (!schemaname && hidden.has(relname)))
    return
  found.mentions.push({ table: relname, access })
}

/** `for update` and `for no key update` count as writing: `of` names aliases, without it every table of `from` is meant. */
function lockedTables(select: Node): RangeVar[] {
  const tables = listOf(select.fromClause).flatMap(fromItems)
  const clauses = listOf(select.lockingClause).map(({ LockingClause }) => LockingClause as Node)
  return clauses
    .filter(({ strength }) => WRITING_LOCKS.includes(strength as string))
    .flatMap(({ lockedRels }) => {
      if (!lockedRels) return tables
      const names = listOf(lockedRels).map(({ RangeVar }) => (RangeVar as RangeVar).relname)
      return tables.filter((table) => names.includes(table.alias?.aliasname ?? table.relname))
    })
}

function fromItems({ RangeVar, JoinExpr }: Node): RangeVar[] {
  if (isRangeVar(RangeVar)) return [RangeVar]
  if (!isNode(JoinExpr)) return []
  return [JoinExpr.larg, JoinExpr.rarg].filter(isNode).flatMap(fromItems)
}

/** `posts p, profiles a` reads as two columns with aliases: a bare name of a table in a part is taken for the table. */
function bareNames(tree: unknown): Mention[] {
  const [first] = listOf((tree as Node).stmts)
  const select = (first?.stmt as { SelectStmt?: Node })?.SelectStmt
  if (select?.fromClause) return []
  return listOf(select?.targetList).flatMap(({ ResTarget }) => {
    const { ColumnRef } = ((ResTarget as Node).val ?? {}) as { ColumnRef?: { fields: { String?: { sval: string } }[] } }
    const [field, ...more] = ColumnRef?.fields ?? []
    return field?.String && more.length === 0 ? [{ table: field.String.sval, access: 'reads' as const }] : []
  })
}

export interface FunctionTables {
  mentions: (Mention & { line: number })[]
  /** Names of `with` queries, and of the transition tables of triggers. */
  queries: string[]
  statements: number
}

/** The functions and triggers of a file of `db/functions`. The line is that of the whole function. */
export function tablesInFunctions(text: string): FunctionTables {
  const found: FunctionTables = { mentions: [], queries: [], statements: 0 }
  const bytes = Buffer.from(text)
  for (const { stmt, stmt_location = 0, stmt_len } of parseSync(text).stmts ?? []) {
    const own = bytes.subarray(stmt_location, stmt_len ? stmt_location + stmt_len : undefined).toString()
    const line =
      bytes.subarray(0, stmt_location).toString().split('\n').length + /^\s*/.exec(own)![0].split('\n').length - 1
    const { CreateFunctionStmt: made, CreateTrigStmt: trigger } = stmt as unknown as Record<string, Node | undefined>
    const bodies = made ? bodyOf(made, own).map((query) => tablesInSql([query], () => false)) : []
    for (const { mentions, queries } of [tablesIn(stmt), ...bodies]) {
      found.mentions.push(...mentions.map((one) => ({ ...one, line })))
      found.queries.push(...queries)
      found.statements++
    }
    for (const { TriggerTransition } of listOf(trigger?.transitionRels))
      found.queries.push((TriggerTransition as { name: string }).name)
  }
  return found
}

/** The statements in the body of a function, as texts. */
function bodyOf(made: Node, text: string): string[] {
  const options = new Map(listOf(made.options).map(({ DefElem }) => [(DefElem as Node).defname, (DefElem as Node).arg]))
  const language = (options.get('language') as { String: { sval: string } } | undefined)?.String.sval
  if (language === 'plpgsql') return expressionsIn(parsePlPgSQLSync(text))
  if (made.sql_body) return []
  const [body] = (options.get('as') as { List: { items: { String: { sval: string } }[] } }).List.items
  return [body!.String.sval]
}

function expressionsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(expressionsIn)
  if (!isNode(value)) return []
  const { PLpgSQL_expr: expression, ...rest } = value as { PLpgSQL_expr?: { query: string } }
  // an assignment is `name := expression`
  const own = expression ? [expression.query.replace(/^[\w.[\]]+\s*:?=(?!=)\s*/, '')] : []
  return [...own, ...Object.values(rest).flatMap(expressionsIn)]
}
