/** The plain page for an outage. It needs no script, file or database. */
import { type Fault, faults } from '#contract/kernel.ts'
import { escapeHtml } from '../text/text.ts'

const EMERGENCY =
  '<p>If somebody is in danger right now, call the emergency number of your country. From a mobile phone, <a class="num" href="tel:112">112</a> works in most countries; in North America it is <a class="num" href="tel:911">911</a>.</p>'

/** These are served to an address that has used up its budget. */
const HELP = '<p><a class="num" href="/help-lines">Help lines</a></p>'
/** The page has no script, and one style. */
export const OUTAGE_CSP = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

/** `asksForHelp`: the page that was asked for is the one with the help lines. */
export function outagePage(
  brand: string,
  { code, message }: Pick<Fault, 'code' | 'message'>,
  { asksForHelp = false } = {},
): string {
  const [title, text] = wordsFor(code, message)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} - ${escapeHtml(brand)}</title><style>:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;text-align:center;font:17px/1.55 system-ui,sans-serif;background:light-dark(#EAE6DC,#181512);color:light-dark(#211C16,#E9E0D2)}h1{font-size:26px;margin:12px 0 8px}p{max-width:40ch;margin:0 auto 20px}a{display:inline-block;padding:12px 18px;border-radius:6px;background:light-dark(#1B5546,#6FAA90);color:light-dark(#FBFAF5,#0B1A14);font-weight:650;text-decoration:none}a.num{padding:10px 6px;background:none;color:inherit;text-decoration:underline}</style></head>
<body><main><svg viewBox="0 0 32 32" width="64" height="64" aria-hidden="true" style="color:light-dark(#1B5546,#95CBB4)"><path d="M10.4 28V9.4a6.45 6.45 0 0 1 12.9 0" fill="none" stroke="currentColor" stroke-width="3.7"/><path d="M4.6 17.9h10.6M5.8 28h9.6" fill="none" stroke="currentColor" stroke-width="3.3"/><path d="M16 15.6a7.3 7.3 0 0 1 14.6 0z" fill="currentColor"/></svg>
<h1>${title}</h1><p>${escapeHtml(text)}</p>${asksForHelp ? EMERGENCY : ''}<p><a href="">Try again</a></p>${asksForHelp ? '' : HELP}</main></body></html>`
}

function wordsFor(code: string, message: string): [title: string, text: string] {
  if (code === faults.tooFast.code) return ['One moment', message]
  if (code === faults.unavailable.code)
    return [
      'We will be right back',
      'Our records cannot be reached at the moment. Nothing that you wrote before is lost. Try again in a few seconds.',
    ]
  return [
    'Something went wrong',
    'This page could not be made. Nothing was changed. Try again, or go to the front page.',
  ]
}
