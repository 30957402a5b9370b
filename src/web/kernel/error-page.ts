/** The page for an error during rendering. It does not use React, which has just failed. */
import type { Brand } from './page.ts'

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100dvh;display:grid;place-content:center;padding:24px;
background:light-dark(#EAE6DC,#15120F);color:light-dark(#211C16,#E9E0D2);font:17px/1.58 "Public Sans Variable",system-ui,sans-serif}
main{max-width:34rem}h1{font:600 1.625rem/1.25 "Zilla Slab",Georgia,serif;margin:0 0 .5em}p{margin:0 0 .8em}
a{color:light-dark(#1B5546,#95CBB4);display:inline-block;padding:10px 0}`

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

export function errorPage(brand: Brand): Response {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Something went wrong - ${escaped(brand.name)}</title><style>${STYLE}</style></head><body><main>
<h1>Something went wrong</h1>
<p>This page could not be drawn. That is our fault, and nothing you wrote is lost.</p>
<p><a href="">Try again</a> &nbsp; <a href="/">Return to Home</a></p></main></body></html>`
  return new Response(html, {
    status: 500,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/**
 * Whether a component threw while React rendered the page on the server. React then writes `<!--$!-->` and the page would
 * arrive with status 200 and a gap. The search looks for the end of the marker, which is rarer: "<" is everywhere, and
 * stopping at each one takes a twentieth of the page's rendering time. Members' texts may contain the end of the marker,
 * but never all of it.
 */
export function hasRenderError(html: string): boolean {
  for (let at = html.indexOf(END); at >= 0; at = html.indexOf(END, at + 1))
    if (html.startsWith('<!--', at - 4)) return true
  return false
}
const END = '$!-->'
