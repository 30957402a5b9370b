/**
 * The data of a page as text: JSON, because it is written and read in a fraction of the time that the framework's own
 * format takes (docs/decisions/051). Dates, and undefined in a list, are not JSON: they are objects with a name that no
 * field of the API has.
 */

/** Throws for values that would arrive as something else. */
export const pack = (data: unknown): string => JSON.stringify(data, packed)

// `this` holds the value as it was before its own toJSON
function packed(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const before = this[key]
  if (before instanceof Date) return { $date: before.toISOString() }
  if (before === undefined && Array.isArray(this)) return { $undefined: true }
  const isOther = typeof before === 'object' && before !== null && !isPlain(before)
  if (isOther || typeof before === 'function' || (typeof before === 'number' && !Number.isFinite(before)))
    throw new TypeError(`The data of a page has a value that is not JSON, in "${key}"`)
  return value
}

const isPlain = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || Array.isArray(value) || prototype === null
}

export const unpack = (text: string): unknown => unpacked(JSON.parse(text))

function unpacked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const mark = value as { $date?: string; $undefined?: true }
  if (mark.$date !== undefined) return new Date(mark.$date)
  if (mark.$undefined) return undefined
  const holder = value as Record<string, unknown>
  for (const key in holder) holder[key] = unpacked(holder[key])
  return value
}
