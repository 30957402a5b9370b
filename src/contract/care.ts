/**
 * Care: help lines for a father who writes about self-harm, violence or a child in danger. The operator edits the lines.
 */
import * as z from 'zod'
import { administratorOnly, calendarDay, fault, Id, Line, open, refuses, Sought } from './kernel.ts'
import { KINDS_OF_LINES } from './lines-words.ts'

export const careFaults = {
  notFound: fault('HELP_LINE_NOT_FOUND', 404, 'Help line not found'),
  twice: fault('HELP_LINE_EXISTS', 409, 'There is a help line of this name for this country'),
}

const Country = z
  .string()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'A country is two letters, such as GB')
const Web = z.url({ protocol: /^https$/, error: 'This must be an address that begins with https://' }).max(300)

/** Zones that were found valid. Asking takes some 50 µs, and each answer with the help lines has a hundred zones. */
const knownZones = new Set<string>()
const isZone = (zone: string) => {
  if (knownZones.has(zone)) return true
  try {
    Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    return false
  }
  knownZones.add(zone)
  return true
}
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'A time is written as 08:30')
const Span = z.strictObject({
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  from: TimeOfDay,
  to: TimeOfDay,
})
const Hours = z.union([
  z.literal('always'),
  z.strictObject({
    zone: z.string().max(60).refine(isZone, 'A time zone is written as Europe/London'),
    spans: z.array(Span).min(1, 'Please say from when to when').max(14),
  }),
])
const Language = z.string().regex(/^[a-z]{2}$/, 'A language is two letters, such as en')

const fields = {
  /** null: valid for every country */
  country: Country.nullable(),
  name: Line({ name: 'The name', max: 80, blank: 'Please enter a name' }),
  about: Line({ name: 'The description', max: 200, blank: 'Please say what it is for' }),
  phone: Line({ name: 'The number', max: 40, blank: 'Please enter a number' }).nullable(),
  url: Web.nullable(),
  kind: z.enum(KINDS_OF_LINES),
  /** ways to write: a number for text messages, with the word to begin with, and the address of a chat */
  text_to: Line({ name: 'The number to text', max: 40, blank: 'Please enter a number' }).nullable(),
  text_word: Line({ name: 'The word to text', max: 40, blank: 'Please enter a word' }).nullable(),
  chat_url: Web.nullable(),
  /** in the zone of the line; null: not known. Days are from 1, Monday, to 7 */
  hours: Hours.nullable(),
  /** as in ISO 639, such as "en" */
  languages: z.array(Language).max(20),
  /** the page where the line was looked up, and the day ("2026-11-25") */
  source: Web,
  checked_on: calendarDay('This is not a day', { first: '2000-01-01' }),
}

/**
 * Shown as it is stored: it was checked when it was saved, and checking a hundred lines again would take half the time of the
 * answer. A stored day may be one that is not taken any more.
 */
const savedTexts = {
  name: z.string(),
  about: z.string(),
  phone: z.string().nullable(),
  url: z.string().nullable(),
  text_to: z.string().nullable(),
  text_word: z.string().nullable(),
  chat_url: z.string().nullable(),
  source: z.string(),
  checked_on: z.string(),
}
export const HelpLine = z.object({ id: Id, ...fields, ...savedTexts })
export type HelpLine = z.infer<typeof HelpLine>
/** Programs that know nothing of these fields leave them out: an existing line keeps them, a new one has none. */
const laterFields = {
  kind: fields.kind.optional(),
  text_to: fields.text_to.optional(),
  text_word: fields.text_word.optional(),
  chat_url: fields.chat_url.optional(),
  hours: fields.hours.optional(),
  languages: fields.languages.optional(),
}
const NewHelpLine = z
  .strictObject({ id: Id, ...fields, ...laterFields })
  .refine(({ phone, url }) => phone !== null || url !== null, {
    message: 'Please enter a number or an address',
    path: ['phone'],
  })
  .refine(({ text_to, text_word }) => text_word == null || text_to != null, {
    message: 'Please enter the number to which the word is sent',
    path: ['text_to'],
  })

export const care = {
  listHelpLines: open('posts:read')
    .route({
      method: 'GET',
      path: '/help-lines',
      operationId: 'listHelpLines',
      tags: ['care'],
      summary: 'List help lines by country; lines for all countries come last',
    })
    .output(z.object({ items: z.array(HelpLine) })),
  saveHelpLine: administratorOnly('admin:write', 'write')
    .route({
      method: 'PUT',
      path: '/admin/help-lines/{id}',
      operationId: 'saveHelpLine',
      tags: ['admin'],
      summary: 'Add a help line, or change one',
    })
    .errors(refuses(careFaults.twice))
    .input(NewHelpLine)
    .output(HelpLine),
  deleteHelpLine: administratorOnly('admin:write', 'write')
    .route({
      method: 'DELETE',
      path: '/admin/help-lines/{id}',
      operationId: 'deleteHelpLine',
      tags: ['admin'],
      summary: 'Delete a help line',
    })
    .errors(refuses(careFaults.notFound))
    .input(z.strictObject({ id: Sought }))
    .output(z.object({ id: Id })),
}
