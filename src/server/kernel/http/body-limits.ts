/** How large the body of a call may be, derived from the maxima of its input schema. */
import * as z from 'zod'
import type { JsonLimits } from './json-limits.ts'

export interface BodyLimits extends JsonLimits {
  bytes: number
}

/** No body is larger, in bytes, whatever the schema allows. */
export const MAX_BODY_BYTES = 1_000_000
/** In bytes. What is asked by GET must fit into an address, of which the server takes 16 KB. */
const MAX_BYTES_OF_READS = 16_384
/** The deepest nesting of lists and objects. Requests of the contract have five levels at most. */
const MAX_LEVELS = 32
/** What a program may add to the smallest form: white space, and fields that are refused by their names. */
const SPARE = { bytes: 4096, values: 64 }
/** A value may be named once more beside the data, with its path: dates, for example, in our own pages' calls. */
const FORMS_OF_A_VALUE = 4
/** Bytes of one UTF-16 unit that is written as \uXXXX. */
const BYTES_OF_A_UNIT = 6
/** Bytes of a number, a boolean, null, or a value of a kind that JSON does not name. */
const BYTES_OF_A_SCALAR = 40
/** Characters of a string without a maximum, such as a date; items of a list without one. */
const UNBOUNDED = { characters: 400, items: 20 }

interface Size {
  bytes: number
  values: number
}

interface JsonSchema {
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  type?: string
  maxLength?: number
  items?: JsonSchema
  maxItems?: number
  properties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
}

/** `schema` is the input of a call; undefined: it has none. A call that only reads can also be sent as a body. */
export function bodyLimitsOf(schema: z.ZodType | undefined, isRead = false): BodyLimits {
  const size = schema ? sizeOf(jsonSchemaOf(schema)) : { bytes: 0, values: 0 }
  return {
    bytes: Math.min(isRead ? MAX_BYTES_OF_READS : MAX_BODY_BYTES, SPARE.bytes + size.bytes),
    values: SPARE.values + FORMS_OF_A_VALUE * size.values,
    levels: MAX_LEVELS,
  }
}

const jsonSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema

function sizeOf(schema: JsonSchema): Size {
  if (schema.const !== undefined) return scalar(JSON.stringify(schema.const).length * BYTES_OF_A_UNIT)
  if (schema.enum) return largest(schema.enum.map((one) => scalar(JSON.stringify(one).length * BYTES_OF_A_UNIT)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return largest(choices.map(sizeOf))
  if (schema.allOf) return sum(schema.allOf.map(sizeOf))
  if (schema.type === 'string') return scalar((schema.maxLength ?? UNBOUNDED.characters) * BYTES_OF_A_UNIT + 2)
  if (schema.type === 'array') return sizeOfList(schema)
  if (schema.type === 'object') return sizeOfObject(schema)
  return scalar(BYTES_OF_A_SCALAR)
}

function sizeOfList({ items = {}, maxItems = UNBOUNDED.items }: JsonSchema): Size {
  const { bytes, values } = sizeOf(items)
  return { bytes: 2 + maxItems * (bytes + 1), values: 1 + maxItems * values }
}

function sizeOfObject({ properties = {}, additionalProperties }: JsonSchema): Size {
  const fields = Object.entries(properties).map(([name, field]) => {
    const { bytes, values } = sizeOf(field)
    return { bytes: bytes + name.length + 4, values }
  })
  // a record has names of any kind
  const others = typeof additionalProperties === 'object' ? [sizeOfList({ items: additionalProperties })] : []
  return sum([{ bytes: 2, values: 1 }, ...fields, ...others])
}

const scalar = (bytes: number): Size => ({ bytes, values: 1 })
const sum = (sizes: Size[]): Size => ({
  bytes: sizes.reduce((all, { bytes }) => all + bytes, 0),
  values: sizes.reduce((all, { values }) => all + values, 0),
})
const largest = (sizes: Size[]): Size => ({
  bytes: Math.max(0, ...sizes.map(({ bytes }) => bytes)),
  values: Math.max(0, ...sizes.map(({ values }) => values)),
})
