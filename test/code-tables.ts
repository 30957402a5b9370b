/**
 * Which tables a TypeScript file reads and writes: in calls of Kysely, in `sql` templates, and in strings that begin like a
 * statement.
 */
import { parseSync } from 'vite'
import { type Access, type Mention, tablesInSql } from './sql-tables.ts'

interface Place {
  line: number
  text: string
}

export interface CodeTables {
  mentions: (Mention & { line: number })[]
  /** Names of `with` queries. */
  queries: string[]
  /** Where the name of a table is computed while the program runs. */
  computed: Place[]
  /** SQL that cannot be parsed. */
  unreadable: Place[]
  /** How many calls, templates and strings were read. */
  statements: number
}

const READING = /^(?:selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?)$/
const WRITING = /^(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)$/
/** Method names that other libraries use too: they count only if the argument names a table. */
const PERHAPS = /^(?:from|using)$/
const LOCKING = /^(?:forUpdate|forNoKeyUpdate)$/
const QUERY = /^(?:with|withRecursive)$/
const STATEMENT =
  /^\s*(?:select|with|insert into|update|delete from|merge into|copy|truncate|vacuum|alter table|lock table)\s+[\w"'(*$]/
/** Words that occur only in SQL, anywhere in a string. */
const INSIDE = /\b(?:select\b.*?\bfrom|join|insert into|delete from)\s+"?(\w+)/s
const WRAPPER = /^(?:TSAsExpression|TSNonNullExpression|TSSatisfiesExpression|ParenthesizedExpression)$/

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}
interface Template extends Node {
  quasis: { value: { cooked: string } }[]
  expressions: Node[]
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const isTemplate = (node: Node): node is Template => node.type === 'TemplateLiteral'
const isText = (node: unknown): node is Node & { value: string } =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string'

export function tablesInCode(path: string, source: string, isTable: (name: string) => boolean): CodeTables {
  const { program, errors } = parseSync(path, source)
  if (errors.length) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const reader = new Reader(source, isTable)
  reader.visit(program)
  return reader.found
}

class Reader {
  readonly found: CodeTables = { mentions: [], queries: [], computed: [], unreadable: [], statements: 0 }
  readonly #source: string
  readonly #isTable: (name: string) => boolean

  constructor(source: string, isTable: (name: string) => boolean) {
    this.#source = source
    this.#isTable = isTable
  }

  visit(value: unknown): void {
    if (Array.isArray(value)) for (const one of value) this.visit(one)
    if (Array.isArray(value) || !isNode(value)) return
    if (value.type === 'CallExpression') this.#readCall(value)
    if (value.type === 'TaggedTemplateExpression' && (value.tag as Node).name === 'sql') {
      this.#readTemplate(value.quasi as Template)
      return
    }
    if (isText(value) && this.#isSql([value.value])) this.#readSql(value, [value.value])
    if (isTemplate(value) && this.#isSql(partsOf(value))) this.#readSql(value, partsOf(value))
    for (const child of Object.values(value)) if (typeof child === 'object') this.visit(child)
  }

  #readTemplate(template: Template): void {
    const parts = partsOf(template)
    this.#readSql(template, parts, false)
    template.expressions.forEach((hole, index) => {
      const isColumn = parts[index]!.endsWith('.') && this.#textOf(hole).startsWith('sql.raw(')
      if (!isColumn) this.visit(hole)
    })
  }

  #readCall(call: Node): void {
    const { object, property, type } = call.callee as Node
    const [first] = call.arguments as Node[]
    if (type !== 'MemberExpression' || !isNode(object)) return
    const name = (property as { name?: string }).name ?? ''
    if (LOCKING.test(name)) this.#readLock(call, object, first)
    if (!first) return
    const isOfSql = object.type === 'Identifier' && object.name === 'sql'
    // how the SQL continues after `sql.table` is not known here: the table may be written to
    if (isOfSql && name === 'table') this.#readNames(call, first, 'writes')
    else if (isOfSql && name === 'raw') this.#readRaw(call, first)
    else if (accessOf(name)) this.#readNames(call, first, accessOf(name)!)
    else if (PERHAPS.test(name) && isText(first) && this.#isTable(nameIn(first.value))) this.#add(call, first.value)
    else if (QUERY.test(name) && isText(first)) this.found.queries.push(first.value.split('(')[0]!)
  }

  /** Names of tables, or an expression that is read separately: a subquery, a template. */
  #readNames(call: Node, argument: Node, access: Access): void {
    this.found.statements++
    const bare = unwrapped(argument)
    const names = bare.type === 'ArrayExpression' ? (bare.elements as Node[]).map(unwrapped) : [bare]
    for (const name of names) {
      if (isText(name)) this.#add(call, name.value, access)
      else if (name.type !== 'ArrowFunctionExpression' && !isAliased(name)) this.#addComputed(name)
    }
  }

  #readRaw(call: Node, argument: Node): void {
    const bare = unwrapped(argument)
    const branches = bare.type === 'ConditionalExpression' ? [bare.consequent, bare.alternate] : [bare]
    for (const branch of branches) {
      const text = isNode(branch) && (isText(branch) ? [branch.value] : isTemplate(branch) ? partsOf(branch) : null)
      if (!text) this.#addComputed(call)
      else if (/[a-z]/i.test(text.join(''))) this.#readSql(call, text)
    }
  }

  /** A lock in a chain of calls applies to the tables of this chain; its argument names their aliases. */
  #readLock(call: Node, object: Node, argument: Node | undefined): void {
    const only = argument ? this.#textOf(argument).match(/\w+/g) : null
    const tables = chainOf(object).flatMap(({ name, first }) => (accessOf(name) && isText(first) ? [first.value] : []))
    const locked = tables.filter((table) => !only || only.includes(table.split(/\s+as\s+/i).at(-1)!))
    for (const table of locked) this.#add(call, table, 'writes')
    if (locked.length === 0) this.#addComputed(call)
  }

  /** In a plain string a placeholder contains a string, too: if it is in the position of a table, the name is computed. */
  #readSql(node: Node, parts: string[], isPlain = true): void {
    this.found.statements++
    try {
      const { mentions, queries, hasHole } = tablesInSql(parts, this.#isTable)
      if (hasHole && isPlain) this.#addComputed(node)
      this.found.mentions.push(...mentions.map((one) => ({ ...one, line: this.#lineOf(node) })))
      this.found.queries.push(...queries)
    } catch (error) {
      this.found.unreadable.push({ line: this.#lineOf(node), text: (error as Error).message })
    }
  }

  #isSql(parts: string[]): boolean {
    const text = parts.join('x')
    return STATEMENT.test(text) || this.#isTable(INSIDE.exec(text)?.[1] ?? '')
  }

  #add(node: Node, name: string, access: Access = 'reads'): void {
    this.found.mentions.push({ table: nameIn(name), access, line: this.#lineOf(node) })
  }

  #addComputed(node: Node): void {
    this.found.computed.push({ line: this.#lineOf(node), text: this.#textOf(node).replace(/\s+/g, ' ') })
  }

  #lineOf = (node: Node) => this.#source.slice(0, node.start).split('\n').length
  #textOf = (node: Node) => this.#source.slice(node.start, node.end)
}

const accessOf = (call: string): Access | null => (READING.test(call) ? 'reads' : WRITING.test(call) ? 'writes' : null)

/** `posts` of `posts as p`. */
const nameIn = (text: string) => text.trim().split(/\s/)[0]!

const partsOf = (template: Template) => template.quasis.map(({ value }) => value.cooked)

const unwrapped = (node: Node): Node => (WRAPPER.test(node.type) ? unwrapped(node.expression as Node) : node)

/** `query.as('name')`: the tables that it selects from are read where the query is written. */
function isAliased({ type, callee }: Node): boolean {
  return type === 'CallExpression' && ((callee as Node).property as { name?: string } | undefined)?.name === 'as'
}

/** The calls of a chain, from the last to the first, with their first arguments. */
function chainOf({ type, callee, arguments: given }: Node): { name: string; first: Node | undefined }[] {
  const { object, property } = (type === 'CallExpression' ? callee : {}) as Node
  if (!isNode(object)) return []
  return [{ name: (property as { name?: string }).name ?? '', first: (given as Node[])[0] }, ...chainOf(object)]
}
