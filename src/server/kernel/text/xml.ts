/** Text for XML: what XML cannot hold at all (control characters, halves of characters) is left out, the rest is escaped. */
import { escapeHtml } from './html.ts'

const UNSPEAKABLE = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Safe between tags and in quoted attributes. */
export const escapeXml = (text: string) => escapeHtml(text.replace(UNSPEAKABLE, ''))
