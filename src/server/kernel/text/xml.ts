/** Escapes text for XML. Characters that XML cannot contain (control characters, lone surrogates) are left out. */
import { escapeHtml } from './html.ts'

const FORBIDDEN_CHARACTERS = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Safe between tags and in quoted attributes. */
export const escapeXml = (text: string) => escapeHtml(text.replace(FORBIDDEN_CHARACTERS, ''))
