/** What contracts are made of: who may call, how a refusal reads, ids, pages and text fields. */
import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { Scope } from './scope-words.ts'
import { asLine, codePoints, isBlank, LONG_CURSOR_MAX, tooLong } from './words.ts'

/** One line of a room's fault table: a code for programs, a status for HTTP, the sentence that a member reads. */
export interface Fault<Code extends string = string> {
  code: Code
  status: number
  message: string
}

export const fault = <Code extends string>(code: Code, status: number, message: string): Fault<Code> => ({
  code,
  status,
  message,
})

/** Faults that any procedure can answer with. */
export const faults = {
  invalid: fault('INVALID', 400, 'Please check what you entered'),
  crossSite: fault('CROSS_SITE', 403, 'This request came from another site and was refused'),
  notAllowed: fault('NOT_ALLOWED', 403, 'This access token does not allow that'),
  tooFast: fault('TOO_MANY_REQUESTS', 429, 'That was a little fast'),
  unavailable: fault(
    'UNAVAILABLE',
    503,
    'We cannot reach our records right now. Nothing was changed. Try again shortly.',
  ),
  unexpected: fault('INTERNAL_SERVER_ERROR', 500, 'Something went wrong. Please try again.'),
} as const

/**
 * What a fault may carry: a sentence per field, the seconds after which to come back, what stands there by now, or how many
 * questions to the assistant are used up.
 */
export const FaultData = z.object({
  fields: z.record(z.string(), z.string()).optional(),
  retry_after: z.number().int().optional(),
  newer: z.object({ title: z.string().optional(), content: z.string(), updated_at: z.date() }).optional(),
  /** the described names of the assistant's error reply */
  error: z.string().optional(),
  message: z.string().optional(),
  queriesUsed: z.number().int().optional(),
})
export type FaultData = z.infer<typeof FaultData>

type ErrorMap = Record<string, { status: number; message: string; data: z.ZodOptional<typeof FaultData> }>

/** The declared refusals of a procedure, from lines of fault tables. */
export function refuses(...lines: Fault[]): ErrorMap {
  return Object.fromEntries(
    lines.map(({ code, status, message }) => [code, { status, message, data: FaultData.optional() }]),
  )
}

/**
 * `signIn` is the sentence for a caller without a session; `limit` names the allowance that a call draws on: the member's,
 * or, where visitors may call, that of their address.
 */
export interface Meta {
  /** what an access token needs; `session`: no token may call it */
  scope: Scope | 'session'
  signIn?: string
  limit?: 'write' | 'vote' | 'account' | 'search' | 'look' | 'address' | 'chat' | 'report' | 'ask'
  /** for whoever is no administrator there is no such call */
  administrators?: true
}

const common = (meta: Meta) =>
  oc.$meta<Meta>(meta).errors(refuses(faults.invalid, faults.notAllowed, faults.tooFast, faults.unavailable))

/** Anyone may call it. */
export const open = (scope: Meta['scope'], limit?: Meta['limit']) => common({ scope, limit })

/** Members only; `signIn` is what a visitor reads instead. */
export const memberOnly = (scope: Meta['scope'], signIn: string, limit: Meta['limit']) =>
  common({ scope, signIn, limit }).errors(refuses(fault('UNAUTHENTICATED', 401, signIn)))

/** What everybody else is told, in the words of an address that does not exist. */
export const noSuchCall = fault('NOT_FOUND', 404, 'Not found')

/** Administrators only. */
export const administratorOnly = (scope: Meta['scope'], limit?: Meta['limit']) =>
  common({ scope, administrators: true, limit }).errors(refuses(noSuchCall))

/** One writing of each: ids are compared, and become names of topics. */
export const Id = z.uuid('This is not an id').toLowerCase()
/** What an address names: an id, a name, a slug. Words that can be none are no fault; they are just not found. */
export const Sought = z.string().max(20_000)
export const When = z.date()
/** Beside the name of an administrator of the place. Only the server says so; of everybody else it says nothing. */
export const Mark = z.literal(true).optional()
/** A moment that the caller was told, given back as he got it: a time as in JSON. */
export const Told = z.iso.datetime('This is not a time').transform((time) => new Date(time))

/** A page of a list, newest or oldest first by key; `next` is the cursor of the page after it, or null at the end. */
export const Page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().nullable() })
export interface PageOf<Item> {
  items: Item[]
  next: string | null
}
export const Cursor = z
  .string()
  .max(120)
  .regex(/^[\w-]+$/, 'This is not a place in the list')
/** One that holds words. */
export const LongCursor = z
  .string()
  .max(LONG_CURSOR_MAX)
  .regex(/^[\w-]+$/, 'This is not a place in the list')

export { codePoints, isBlank }

interface TextRules {
  /** the field's name in the sentences, e.g. "The title" */
  name: string
  max: number
  /** the sentence for a blank text */
  blank: string
}

/** A string on one line: what breaks the line or turns it around is taken out before anything is checked. */
export const lineOf = (blank?: string) => z.string(blank).overwrite(asLine)

/** A text that a person wrote: trimmed, not blank, at most `max` code points, storable. Counted as in R-17 after trimming. */
export const Text = (rules: TextRules) => text(z.string(rules.blank), rules)
/** The same on one line. */
export const Line = (rules: TextRules) => text(lineOf(rules.blank), rules)

const text = (string: z.ZodString, { name, max, blank }: TextRules) =>
  string
    .max(max * 4 + 1000, tooLong({ name, max }))
    .trim()
    .refine((text) => !isBlank(text), { message: blank, abort: true })
    .refine((text) => codePoints(text) <= max, tooLong({ name, max }))
    .refine((text) => text.isWellFormed() && !text.includes('\0'), `${name} holds a character that cannot be kept`)
