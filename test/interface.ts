/**
 * What a process of the previous version needs of the database while a new version has already changed it: its tables, columns
 * and functions, as they were, and no new rule for what it writes. Decision 059 calls changing this in two releases "expand
 * and contract".
 */
import type pg from 'pg'

export interface Interface {
  /** "posts.title" → what a statement of the old program depends on */
  columns: Map<string, Column>
  /** "cast_post_vote(member uuid, post uuid, way text)" → its result */
  functions: Map<string, string>
  /** "posts: CHECK (…)" → the columns that it concerns */
  rules: Map<string, string[]>
}

interface Column {
  type: string
  isRequired: boolean
  hasDefault: boolean
}

export async function interfaceOf(client: pg.ClientBase): Promise<Interface> {
  const { rows: columns } = await client.query<Column & { name: string }>(`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "isRequired",
      a.atthasdef or a.attidentity <> '' as "hasDefault"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
      and c.relname not like 'kysely_%'`)
  const { rows: functions } = await client.query<{ name: string; result: string }>(`
    select proname || '(' || pg_get_function_arguments(p.oid) || ')' as name, pg_get_function_result(p.oid) as result
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
  const { rows: rules } = await client.query<{ rule: string; columns: string[] }>(`
    select c.relname || ': ' || pg_get_constraintdef(k.oid) as rule,
      array(select c.relname || '.' || a.attname from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'x')
    union all
    select c.relname || ': ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING', 'UNIQUE'),
      array(select c.relname || '.' || a.attname from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any (i.indkey::smallint[]))
    from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace and i.indisunique`)
  return {
    columns: new Map(columns.map(({ name, ...column }) => [name, column])),
    functions: new Map(functions.map(({ name, result }) => [name, result])),
    rules: new Map(rules.map(({ rule, columns: of }) => [rule.replace(/ NOT VALID$/, ''), of])),
  }
}

export interface Breach {
  /** as a line of `CONTRACTED` names it: "column posts.title", "function f(…)", "rule posts: CHECK (…)" */
  what: string
  sentence: string
}

/** Everything that a process of the old version would miss, or be refused, on the new schema. */
export function breachesOf(old: Interface, now: Interface): Breach[] {
  return [...goneColumns(old, now), ...changedColumns(old, now), ...functionsOf(old, now), ...newRules(old, now)]
}

function goneColumns(old: Interface, now: Interface): Breach[] {
  const gone = [...old.columns.keys()].filter((name) => !now.columns.has(name))
  return gone.map((name) => ({
    what: `column ${name}`,
    sentence: `The released program uses ${name}, which is dropped or renamed. Stop using it in one release, and drop it in the next.`,
  }))
}

function* changedColumns(old: Interface, now: Interface): Generator<Breach> {
  const tables = new Set([...old.columns.keys()].map((name) => name.split('.')[0]))
  for (const [name, column] of now.columns) {
    const before = old.columns.get(name)
    const what = `column ${name}`
    if (before && before.type !== column.type)
      yield { what, sentence: `${name} is ${column.type} and was ${before.type}. Add a column beside it.` }
    if (before?.hasDefault && !column.hasDefault)
      yield { what, sentence: `${name} has lost its default, which the released program relies on.` }
    const isNewlyRequired = column.isRequired && !column.hasDefault && !before?.isRequired
    if (isNewlyRequired && tables.has(name.split('.')[0]))
      yield { what, sentence: `${name} must be given, and the released program does not give it. Add a default.` }
  }
}

function* functionsOf(old: Interface, now: Interface): Generator<Breach> {
  for (const [name, result] of old.functions) {
    const what = `function ${name}`
    const present = now.functions.get(name)
    if (present === undefined)
      yield {
        what,
        sentence: `The released program may call ${name}, which is gone or has other arguments. Keep it beside the new one.`,
      }
    else if (present !== result)
      yield { what, sentence: `${name} returns ${present} and returned ${result}. Give the new one another name.` }
  }
}

/** A rule about new columns alone concerns nothing that the old program writes. */
function newRules(old: Interface, now: Interface): Breach[] {
  const fresh = [...now.rules].filter(([rule, of]) => !old.rules.has(rule) && of.some((name) => old.columns.has(name)))
  return fresh.map(([rule]) => ({
    what: `rule ${rule}`,
    sentence: `The rule "${rule}" is new for columns that the released program writes. Let the program keep it in one release, and add it in the next.`,
  }))
}
