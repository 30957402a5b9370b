/**
 * Care: help lines for a father who writes about self-harm, violence or a child in danger. The operator edits the lines.
 */
import * as z from 'zod'
import { administratorOnly, fault, Id, Line, open, refuses, Sought } from './kernel.ts'

export const careFaults = {
  notFound: fault('HELP_LINE_NOT_FOUND', 404, 'Help line not found'),
  twice: fault('HELP_LINE_EXISTS', 409, 'There is a help line of this name for this country'),
}

const Country = z
  .string()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'A country is two letters, such as GB')
const Web = z.url({ protocol: /^https$/, error: 'This must be an address that begins with https://' }).max(300)

const fields = {
  /** null: valid for every country */
  country: Country.nullable(),
  name: Line({ name: 'The name', max: 80, blank: 'Please enter a name' }),
  about: Line({ name: 'The description', max: 200, blank: 'Please say what it is for' }),
  phone: Line({ name: 'The number', max: 40, blank: 'Please enter a number' }).nullable(),
  url: Web.nullable(),
  /** the page where the line was looked up, and the day ("2026-11-25") */
  source: Web,
  checked_on: z.iso.date('This is not a day'),
}

export const HelpLine = z.object({ id: Id, ...fields })
export type HelpLine = z.infer<typeof HelpLine>
const NewHelpLine = z.strictObject({ id: Id, ...fields }).refine(({ phone, url }) => phone !== null || url !== null, {
  message: 'Please enter a number or an address',
  path: ['phone'],
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
