/** Finds the fields of every input of the contract, by what their schemas accept. */
import { contract } from '#contract/index.ts'

/** As much of a schema of zod as the walk needs. */
export interface Schema {
  safeParse(value: unknown): { success: boolean }
  _zod: { def: Record<string, unknown> & { type: string } }
}

export interface InputField {
  /** such as "care.saveHelpLine: checked_on" */
  name: string
  schema: Schema
}

interface Procedure {
  '~orpc': { inputSchema?: Schema }
}

const isProcedure = (part: object): part is Procedure => '~orpc' in part

/** Every field that `isOne` accepts, from the outermost schema: what is inside of it is not looked at. */
export const inputFields = (isOne: (schema: Schema) => boolean): InputField[] =>
  Object.entries(contract).flatMap(([room, calls]) =>
    Object.entries(calls as Record<string, object>).flatMap(([call, procedure]) => {
      const schema = isProcedure(procedure) ? procedure['~orpc'].inputSchema : undefined
      return schema ? [...within(`${room}.${call}:`, schema, isOne)] : []
    }),
  )

function* within(name: string, schema: Schema, isOne: (schema: Schema) => boolean): Generator<InputField> {
  if (isOne(schema)) {
    yield { name, schema }
    return
  }
  for (const [key, part] of partsOf(schema)) yield* within(key ? `${name} ${key}` : name, part, isOne)
}

const LEAVES = new Set([
  'string',
  'number',
  'boolean',
  'literal',
  'enum',
  'date',
  'null',
  'file',
  'custom',
  'unknown',
  'any',
  'never',
])

/** The schemas inside of this one, with the names of fields. */
function partsOf({ _zod: { def } }: Schema): [string, Schema][] {
  if (LEAVES.has(def.type)) return []
  if (def.type === 'object') return Object.entries(def.shape as Record<string, Schema>)
  if (def.type === 'union') return (def.options as Schema[]).map((option) => ['', option])
  if (def.type === 'array') return [['', def.element as Schema]]
  if (def.type === 'record') return [['', def.valueType as Schema]]
  // a transform is no schema of its own: it takes what stands before it
  if (def.type === 'pipe')
    return [def.in as Schema, def.out as Schema]
      .filter((end) => end._zod.def.type !== 'transform')
      .map((end) => ['', end])
  if (def.innerType) return [['', def.innerType as Schema]]
  throw new Error(`The walk does not know a schema of this kind: ${def.type}`)
}
