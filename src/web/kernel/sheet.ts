/**
 * Where a page's style sheet stands. A page from the visitors' cache brings it along: most who get one come for the first
 * time, and on a slow line the way to a second file and back is a third of the time until they see anything. Everybody
 * else's page names the file, which his browser keeps for a year.
 */
const MARK = 'data-sheet'
const LINK = /<link rel="stylesheet"[^>]*>/

/** `html` with the sheet itself in the place of the first link to it. */
export function withSheetInside(html: string, sheet: string): string {
  if (!LINK.test(html) || sheet.includes('</')) throw new Error('The style sheet cannot be put into the page')
  return html.replace(LINK, () => `<style ${MARK}>${sheet}</style>`)
}

/** In the browser: the sheet came with this page, and React, which knows nothing of it, must not ask for the file. */
export const isSheetInside = () => typeof document !== 'undefined' && document.querySelector(`style[${MARK}]`) !== null
