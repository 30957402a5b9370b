/** Replies of /api/auth: a status, a body without tokens, and cookies. */
import type * as z from 'zod'
import { REFUSAL_MESSAGES } from './refusal-messages.ts'

export interface Reply {
  status: number
  body: Record<string, unknown>
  cookies: string[]
  /** instead of a body: JSON as a stream, to be saved under this name */
  file?: { name: string; text: ReadableStream<Uint8Array> }
}

/** A refusal of our own, before the library is called. */
export class Refused extends Error {
  reply: Reply
  constructor(status: number, code: string, message: string, fields?: Record<string, string>) {
    super(message)
    this.reply = { status, body: { code, message, ...(fields ? { fields } : {}) }, cookies: [] }
  }
}

/** The maximum number of unknown fields that an error lists, so that the answer is never larger than the request. */
const MAX_LISTED_FIELDS = 20

/** Returns one sentence per field; unknown fields are named. */
export function fieldsOf(error: z.ZodError): Record<string, string> {
  // a Map, because a field may be called "constructor"
  const fields = new Map<string, string>()
  const say = (field: string, sentence: string) => {
    if (!fields.has(field) && fields.size < MAX_LISTED_FIELDS) fields.set(field, sentence)
  }
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) say(key.slice(0, 100), 'This field is not known here')
    else say(issue.path.join('.') || 'body', issue.message)
  }
  return Object.fromEntries(fields)
}

export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  const { token: _token, ...body } = (text ? JSON.parse(text) : {}) as Record<string, unknown>
  const cookies = response.headers.getSetCookie()
  if (response.ok) return { status: response.status, body, cookies }
  const { code = 'REFUSED', message = 'An unexpected error occurred' } = body as { code?: string; message?: string }
  return { ...replyWith(response.status, code, message), cookies }
}

/** Builds a refusal of the library, in our words where we have some. */
export function replyWith(status: number, code: string, message: string): Reply {
  const known = Object.hasOwn(REFUSAL_MESSAGES, code) ? REFUSAL_MESSAGES[code] : undefined
  const text = known?.message ?? message
  const fields = known?.field ? { fields: { [known.field]: text } } : {}
  const retry = known?.retry_after ? { retry_after: known.retry_after } : {}
  return { status, body: { code, message: text, ...fields, ...retry }, cookies: [] }
}
