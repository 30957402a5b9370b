/** What /api/auth answers: a status, a body without tokens, and cookies. */
import type * as z from 'zod'
import { SENTENCES } from './calls.ts'

export interface Reply {
  status: number
  body: Record<string, unknown>
  cookies: string[]
}

/** A refusal of our own, before the library is asked. */
export class Refused extends Error {
  reply: Reply
  constructor(status: number, code: string, message: string, fields?: Record<string, string>) {
    super(message)
    this.reply = { status, body: { code, message, ...(fields ? { fields } : {}) }, cookies: [] }
  }
}

/** One sentence per field; an unknown field is named. */
export function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) fields[key] = 'This field is not known here'
    else fields[issue.path.join('.') || 'body'] ??= issue.message
  }
  return fields
}

export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  const { token: _token, ...body } = (text ? JSON.parse(text) : {}) as Record<string, unknown>
  const cookies = response.headers.getSetCookie()
  if (response.ok) return { status: response.status, body, cookies }
  const { code = 'REFUSED', message = 'An unexpected error occurred' } = body as { code?: string; message?: string }
  return { ...replyWith(response.status, code, message), cookies }
}

/** A refusal of the library, in our words where we have some. */
export function replyWith(status: number, code: string, message: string): Reply {
  const known = SENTENCES[code]
  const text = known?.message ?? message
  return { status, body: { code, message: text, ...(known?.field ? { fields: { [known.field]: text } } : {}) }, cookies: [] }
}
