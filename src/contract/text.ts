/** The tree that posts and comments are rendered from. The server parses Markdown into it; nothing converts it back. */
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

/** Not validated on every read: only the server writes it. */
export const Body = z.custom<Block[]>((value) => Array.isArray(value))
