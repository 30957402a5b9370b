/** Answers that are made once and compressed once, for documents that are the same for everyone until the next start. */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { bestMethod, type Method } from './compress.ts'

/** A document in every form in which it is sent. Made by a worker thread, so that making it stops nobody. */
export type Forms = Record<Method | 'identity', Uint8Array>

export interface StoredAnswer {
  forms: Forms
  tag: string
}

export const storedAnswer = (forms: Forms): StoredAnswer => ({ forms, tag: tagOf(forms.identity) })

/** A weak ETag: the same for plain and compressed bodies. */
export const tagOf = (body: string | Uint8Array) =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** Sends 304 if the client has the document already. A cache may store it, but must ask each time. */
export function sendStored(context: Context, { forms, tag }: StoredAnswer, type: string): Response {
  context.header('ETag', tag)
  context.header('Cache-Control', 'public, no-cache')
  const known = context.req.header('if-none-match')
  if (known !== undefined && namesTag(known, tag)) return context.body(null, 304)
  const method = bestMethod(context)
  if (method) context.header('Content-Encoding', method)
  const bytes = forms[method ?? 'identity'] as Uint8Array<ArrayBuffer>
  return context.body(bytes, 200, { 'Content-Type': type, 'Content-Length': String(bytes.byteLength) })
}

/** True if the value of If-None-Match names this ETag. */
export function namesTag(value: string, tag: string): boolean {
  const opaque = (one: string) => one.trim().replace(/^W\//, '')
  return value.trim() === '*' || value.split(',').some((one) => opaque(one) === opaque(tag))
}
