/** What all contracts use: who may call, faults, ids, pages and text fields. */
import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { Scope } from './scope-words.ts'
import { asLine, codePoints, isBlank, LONG_CURSOR_MAX, tooLong } from './words.ts'

/** One line of a room's table of faults: a code for programs, an HTTP status, and the message that a member reads. */
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

/** Faults that any procedure can return. */
export const faults = {
  invalid: fault('INVALID', 400, 'Please check what you entered'),
  crossSite: fault('CROSS_SITE', 403, 'This request came from another site and was refused'),
  notAllowed: fault('NOT_ALLOWED', 403, 'This access token does not allow that'),
  tooFast: fault('TOO_MANY_REQUESTS', 429, 'That was a little fast'),
  /** It does not say that nothing was changed: a connection may be lost after the commit was sent. */
  unavailable: fault('UNAVAILABLE', 503, 'We cannot reach our records right now. Try again shortly.'),
  unexpected: fault('INTERNAL_SERVER_ERROR', 500, 'Something went wrong. Please try again.'),
} as const

/**
 * The data of a fault: a message per field, the seconds until a retry, the current value in a conflict, or the number of
 * questions to the assistant that are used up.
 */
export const FaultData = z.object({
  fields: z.record(z.string(), z.string()).optional(),
  retry_after: z.number().int().optional(),
  newer: z.object({ title: z.string().optional(), content: z.string(), updated_at: z.date() }).optional(),
  /** part of the assistant's error reply, as the API describes it */
  error: z.string().optional(),
  message: z.string().optional(),
  queriesUsed: z.number().int().optional(),
})
export type FaultData = z.infer<typeof FaultData>

type ErrorMap = Record<string, { status: number; message: string; data: z.ZodOptional<typeof FaultData> }>

/** The faults that a procedure declares, from lines of fault tables. */
export function refuses(...lines: Fault[]): ErrorMap {
  return Object.fromEntries(
    lines.map(({ code, status, message }) => [code, { status, message, data: FaultData.optional() }]),
  )
}

/**
 * `signIn` is the message for a caller without a session. `limit` names the rate limit that a call counts against: the
 * member's, or, if visitors may call, the limit of their address.
 */
export interface Meta {
  /** the scope that an access token needs; `session`: access tokens may not call it */
  scope: Scope | 'session'
  signIn?: string
  limit?: 'write' | 'vote' | 'account' | 'search' | 'look' | 'address' | 'chat' | 'report' | 'rhythm' | 'ask'
  /** a caller who is not an administrator gets `NOT_FOUND` */
  administrators?: true
}

const common = (meta: Meta) =>
  oc.$meta<Meta>(meta).errors(refuses(faults.invalid, faults.notAllowed, faults.tooFast, faults.unavailable))

/** Anyone may call it. */
export const open = (scope: Meta['scope'], limit?: Meta['limit']) => common({ scope, limit })

/** Only members may call it; `signIn` is the message for a visitor. */
export const memberOnly = (scope: Meta['scope'], signIn: string, limit: Meta['limit']) =>
  common({ scope, signIn, limit }).errors(refuses(fault('UNAUTHENTICATED', 401, signIn)))

/** The answer to anyone who is not an administrator; the same as for an unknown address. */
export const noSuchCall = fault('NOT_FOUND', 404, 'Not found')

/** Only administrators may call it. */
export const administratorOnly = (scope: Meta['scope'], limit?: Meta['limit']) =>
  common({ scope, administrators: true, limit }).errors(refuses(noSuchCall))

/** Lower case, because ids are compared as text and are parts of topic names. */
export const Id = z.uuid('This is not an id').toLowerCase()
/** A part of an address: an id, a name or a slug. A text that cannot be one is not a fault; it is just not found. */
export const Sought = z.string().max(20_000)
export const When = z.date()
/** Marks the author as an administrator of the instance. Left out for anyone else. */
export const Mark = z.literal(true).optional()
/** The days that the product can need. PostgreSQL has no year 0, and other programs have no year of five digits. */
const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2199-12-31'
interface DayBounds {
  first?: string
  /** the message for a day before the first or after the last */
  outside?: string
}
/** A calendar day, "2026-11-28". A day that does not exist is refused, and one that is far from today. */
export const calendarDay = (sentence: string, { first = FIRST_DAY, outside = sentence }: DayBounds = {}) =>
  z.iso.date(sentence).refine((day) => day >= first && day <= LAST_DAY, outside)
const NO_TIME = 'This is not a time'
/** A moment in UTC, as in JSON; `outside` is the message for one that is far from today. */
export const moment = (outside = NO_TIME) =>
  z.iso
    .datetime(NO_TIME)
    .refine((time) => time >= FIRST_DAY && time.slice(0, LAST_DAY.length) <= LAST_DAY, outside)
    .transform((time) => new Date(time))
/** A time that the server sent, and that the client sends back. */
export const SentTime = moment()

/** A page of a list, ordered by a key; `next` is the cursor of the next page, or null on the last one. */
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
/** A cursor that contains words. */
export const LongCursor = z
  .string()
  .max(LONG_CURSOR_MAX)
  .regex(/^[\w-]+$/, 'This is not a place in the list')

export { codePoints, isBlank }

interface TextRules {
  /** the name of the field in messages, such as "The title" */
  name: string
  max: number
  /** the message for a blank text */
  blank: string
}

/** A string on one line: line breaks and bidirectional controls are removed before it is validated. */
export const lineOf = (blank?: string) => z.string(blank).overwrite(asLine)

/** A text that a person wrote: trimmed, not blank, at most `max` code points after trimming, storable in the database. */
export const Text = (rules: TextRules) => text(z.string(rules.blank), rules)
/** The same, on one line. */
export const Line = (rules: TextRules) => text(lineOf(rules.blank), rules)

const text = (string: z.ZodString, { name, max, blank }: TextRules) =>
  string
    .max(max * 4 + 1000, tooLong({ name, max }))
    .trim()
    .refine((text) => !isBlank(text), { message: blank, abort: true })
    .refine((text) => codePoints(text) <= max, tooLong({ name, max }))
    .refine((text) => text.isWellFormed() && !text.includes('\0'), `${name} holds a character that cannot be kept`)
