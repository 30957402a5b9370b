/**
 * Whether a page contains its style sheet. A page from the visitors' cache does: most of its visitors come for the first
 * time, and on a slow connection the round trip for a second file is a third of the time until they see anything. Every
 * other page links to the file, which the browser caches for a year.
 */
const MARK = 'data-sheet'
const LINK = /<link rel="stylesheet"[^>]*>/

/** Returns `html` with the style sheet itself in place of the first link to it. */
export function inlineStyles(html: string, sheet: string): string {
  if (!LINK.test(html) || sheet.includes('</')) throw new Error('The style sheet cannot be put into the page')
  return html.replace(LINK, () => `<style ${MARK}>${sheet}</style>`)
}

/** In the browser: the style sheet came with this page, so React must not request the file. */
export const areStylesInlined = () =>
  typeof document !== 'undefined' && document.querySelector(`style[${MARK}]`) !== null
