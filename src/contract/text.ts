/** The small safe tree that posts and comments are drawn from. The server parses Markdown into it; nobody parses it back. */
import * as z from 'zod'

export type Inline =
  | string
  | { t: 'b' | 'i'; c: Inline[] }
  | { t: 'code'; s: string }
  | { t: 'a'; href: string; c: Inline[] }
  | { t: 'br' }

export type Block =
  | { t: 'p'; c: Inline[] }
  | { t: 'ul'; c: Block[][] }
  | { t: 'ol'; c: Block[][]; start?: number }
  | { t: 'quote'; c: Block[] }
  | { t: 'pre'; s: string }

/** Trusted by construction (only the server writes it), so the shape is not walked again on every read. */
export const Body = z.custom<Block[]>((value) => Array.isArray(value))
