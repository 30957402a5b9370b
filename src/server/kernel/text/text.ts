/** Text: Markdown to a tree, escaping for HTML and XML, and the distance between two spellings. */
export { APOSTROPHES, folded, HYPHENS, isUnspaced, lettersOf, UNSPACED, WORD, WORD_SIGNS } from './folding.ts'
export { escapeHtml } from './html.ts'
export { excerptOf, parseBody, plainOf } from './markdown.ts'
export { distance, maxMistakes } from './spelling.ts'
export { escapeXml } from './xml.ts'
