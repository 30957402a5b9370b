/** Posts and chat find the same links, which end with the address. Grown from fault reports of other programs. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linksIn } from '#contract/link-words.ts'
import { parseBody } from './text.ts'

const inChat = (text: string) => linksIn(text).map(({ start, end }) => text.slice(start, end))

function linksOf(nodes: unknown): [text: string, href: string][] {
  if (Array.isArray(nodes)) return nodes.flatMap(linksOf)
  if (typeof nodes !== 'object' || nodes === null) return []
  const { t, c, href } = nodes as { t: string; c?: unknown[]; href?: string }
  return t === 'a' ? [[String(c), href!]] : linksOf(c)
}
const inPost = (text: string) => linksOf(parseBody(text)).map(([words]) => words)

const X = 'https://example.com/x'
const M = 'sam@example.org'

/** each text with its links */
const TEXTS: [text: string, ...links: string[]][] = [
  ['www.example.com’s page', 'www.example.com'],
  ["www.example.com's page", 'www.example.com'],
  [`“${X}”`, X],
  [`${X}’s page`, X],
  [`${X}'s page`, X],
  [`${X}ʼs page`, X],
  ['https://example.com/o’brien', 'https://example.com/o’brien'],
  ["https://example.com/o'brien", "https://example.com/o'brien"],
  ['https://example.com/Father’s_Day', 'https://example.com/Father’s_Day'],
  ["https://example.com/Father's_Day", "https://example.com/Father's_Day"],
  [`'${X}','${X}'`, X, X],
  [`${X},${X}`, X, X],
  ['https://en.wikipedia.org/wiki/Father_(film)', 'https://en.wikipedia.org/wiki/Father_(film)'],
  ['(https://en.wikipedia.org/wiki/Father_(film))', 'https://en.wikipedia.org/wiki/Father_(film)'],
  ['(https://en.wikipedia.org/wiki/Father_(film)).', 'https://en.wikipedia.org/wiki/Father_(film)'],
  [`${X})and`, X],
  [`${X}(see this)`, X],
  ['https://example.com/a[1]', 'https://example.com/a[1]'],
  ['https://zh.wikipedia.org/wiki/父亲_(电影)', 'https://zh.wikipedia.org/wiki/父亲_(电影)'],
  ['https://ja.wikipedia.org/wiki/父親', 'https://ja.wikipedia.org/wiki/父親'],
  ['https://fa.wikipedia.org/wiki/می‌خواهم', 'https://fa.wikipedia.org/wiki/می‌خواهم'],
  ['https://he.wikipedia.org/wiki/אבא', 'https://he.wikipedia.org/wiki/אבא'],
  ['https://en.wikipedia.org/wiki/A–B', 'https://en.wikipedia.org/wiki/A–B'],
  [`看${X}请看`, X],
  [`看${X}，请看`, X],
  ['看https://example.com请看', 'https://example.com'],
  ['https://example.com에서', 'https://example.com'],
  ['ดูhttps://example.comนะ', 'https://example.com'],
  ['看www.example.com。然后', 'www.example.com'],
  ['ב-www.example.com', 'www.example.com'],
  ['see...www.example.com', 'www.example.com'],
  ['https://tokyo東京.jp/x', 'https://tokyo東京.jp/x'],
  ['https://bücher.example/x', 'https://bücher.example/x'],
  ['https://xn--bcher-kva.example:8443/', 'https://xn--bcher-kva.example:8443/'],
  ['https://[2001:db8::1]:8080/x.', 'https://[2001:db8::1]:8080/x'],
  ['http://127.0.0.1:3000.', 'http://127.0.0.1:3000'],
  ['https://example.com:3pm', 'https://example.com'],
  ['https://example.com./x', 'https://example.com./x'],
  [`<${X}>`, X],
  [`**${X}**`, X],
  [`_${X}_`, X],
  [`${X}--and`, `${X}--and`],
  [`${X}--`, X],
  [`${X}...`, X],
  [`${X}😀`, X],
  [`👨‍👩‍👧${X}👨‍👩‍👧`, X],
  ['https://good.com@evil.com'],
  ['https://good.com:pw@evil.com/x'],
  ['https://good.com%2f@evil.com'],
  ['https://example．com/x'],
  ['https://exa%6dple.com'],
  ['http://exam\u00adple.com/x'],
  ['http://example\u200b.com'],
  ['www.exam\u2060ple.com/x'],
  ['http://example.co\ufeffm/x'],
  ['http://example\u200e.com/x'],
  ['http://example\u200b\u200b-x.com/x'],
  ['http://例\u200b子.com/x'],
  ['http://例\u200b子/x'],
  ['https://example.com\u200b', 'https://example.com'],
  ['https://example.com\u200b.', 'https://example.com'],
  ['https://example.com\u200b (see)', 'https://example.com'],
  ['https://example.com\u200bนะ', 'https://example.com'],
  ['xhttps://example.com'],
  ['ftp://example.com'],
  ['ssh://git@example.com'],
  ['awww.example.com'],
  ['no-www.example.com'],
  // mail addresses
  [M, M],
  [`Mail ${M}.`, M],
  [`mail:${M}`, M],
  [`${M}'s`, M],
  [`${M}’s`, M],
  [`„${M}“`, M],
  [`"${M}"`, M],
  [`'${M}'`, M],
  [`‘${M}’`, M],
  [`*${M}*`, M],
  [`**${M} is it**`, M],
  [`${M}联系我`, M],
  [`${M}。`, M],
  ['first.last+tag@example.org', 'first.last+tag@example.org'],
  ["o'brien@example.org", "o'brien@example.org"],
  ['a&b@example.org', 'a&b@example.org'],
  ['a/b@example.org', 'a/b@example.org'],
  ['x@xn--bcher-kva.xn--p1ai', 'x@xn--bcher-kva.xn--p1ai'],
  ['o’brien@example.org'],
  ['o‘brien@example.org'],
  ['oʼbrien@example.org'],
  ['o´brien@example.org'],
  ['o＇brien@example.org'],
  ['mary‑jane@example.org'],
  ['mary–jane@example.org'],
  ['first．last@example.org'],
  ['a＆b@example.org'],
  ['o\u00adbrien@example.org'],
  ['o\u200dbrien@example.org'],
  ...[...'՚\u200b\ufeff\u180e\u2063\u061c\u200e\u3164\ufe00\ufe0f″‴΄׳‵｀ʻʽʹꞋ᾽´'].map((sign): [string] => [
    `o${sign}brien@example.org`,
  ]),
  ...['&#39;', '&apos;', '&rsquo;', '&#x27;', '&#x00027;', '&#8217;'].map((sign): [string] => [
    `o${sign}brien@example.org`,
  ]),
  ['o’\u200bbrien@example.org'],
  ['o\u200b’brien@example.org'],
  [`o${'\u200b'.repeat(50)}brien@example.org`],
  ["'john smith'@example.org"],
  ['`john smith`@example.org'],
  ['sam@example\u200b.org'],
  ['sam@example.org\u200b.uk'],
  ['sam@example.o\u00adrg'],
  [`${M}\u200b และ`, M],
  ['{x}@example.org'],
  ['-x@example.org'],
  ['_x@example.org'],
  ["'x@example.org"],
  ['ü@example.org'],
  ['müller@example.org'],
  ['用户sam@example.org'],
  ['"john smith"@example.org'],
  ['"sam@example.org"@example.org'],
  ['"a\\"sam@example.org'],
  ['first\\_last@example.org'],
  ['first\\.last@example.org'],
  ['a@b.org@c.org'],
  ['sam@bücher.example'],
  ['sam@example.org.ü'],
  ['sam@example.com例え.jp'],
  ['sam@example.orgx\u0301'],
  ['sam@example.org_x'],
  [`${'x'.repeat(65)}@example.org`],
  [`sam@${'x'.repeat(64)}.org`],
  ['sam@localhost'],
  ['sam@[127.0.0.1]'],
  ['sam@-example.org'],
]

describe('the links of a text', () => {
  test.each(TEXTS)('in chat: %s', (text, ...links) => expect(inChat(text)).toEqual(links))
  test.each(TEXTS)('in a post: %s', (text, ...links) => expect(inPost(text)).toEqual(links))
})

const BEFORE = [
  ...['', ' ', '\n', '(', '[', '<', '"', '“', '„', '«', '»', '‹', '‘', '‚', '’', '¿', '¡', ':', ';', ','],
  ...['、', '。', '，', '：', '（', '「', '『', '【', '《', '〈', '｢', '［', '｛', '؟', '،', '؛', '۔', '।', '॥', '׃'],
  ...['—', '…', '•', '→', '·', '😀', '✉️', '©', '\u200b', '\u200e', '\u200f', '\u2067', '\u00a0', '\u3000', '\ufeff'],
]
/** They are letters of a mail address too: before one they stand only in pairs. */
const BEFORE_WEB = ['{', '!', '?', '.', '...', '-', '–', '|', '*', '**', '_', '~', "'", '=', '+', '看', 'を', 'ดู', '에']
const AFTER = [
  ...[
    '',
    ' ',
    '\n',
    ')',
    ']',
    '}',
    '>',
    '<',
    '"',
    '”',
    '“',
    '»',
    '«',
    '›',
    '’',
    '‘',
    '’s',
    "'s",
    "'",
    ')’s',
    ').',
    '),',
  ],
  ...[
    '!',
    '?',
    '.',
    ',',
    ';',
    ':',
    '…',
    '...',
    '–',
    '—',
    ' –',
    '--',
    '!!!',
    '?!',
    '!”',
    '.”',
    '.)',
    '*',
    '**',
    '_',
    '~~',
  ],
  ...[
    '|',
    '\\',
    '`',
    '、',
    '。',
    '，',
    '．',
    '：',
    '；',
    '！',
    '？',
    '）',
    '」',
    '』',
    '】',
    '》',
    '〉',
    '｣',
    '］',
    '｝',
  ],
  ...['・', '〜', '～', '؟', '،', '؛', '۔', '।', '॥', '׃', '׳', '־', '။', '។', '།', '።', '՞', '·', '•', '→', '™', '°'],
  ...[
    '請看',
    'です',
    '에서',
    'นะ',
    '（見）',
    '「見」',
    '😀',
    '👨‍👩‍👧',
    '🇩🇪',
    '\u200b',
    '\u200e',
    '\u2069',
    '\u00a0',
    '\u3000',
  ],
]

describe.each([
  ['https://example.com', [...BEFORE, ...BEFORE_WEB]],
  ['http://example.com:8080', [...BEFORE, ...BEFORE_WEB]],
  [X, [...BEFORE, ...BEFORE_WEB]],
  ['https://example.com/a?b=c#d', [...BEFORE, ...BEFORE_WEB]],
  ['https://en.wikipedia.org/wiki/Father_(film)', [...BEFORE, ...BEFORE_WEB]],
  ['www.example.com', [...BEFORE, ...BEFORE_WEB]],
  ['www.example.com/x', [...BEFORE, ...BEFORE_WEB]],
  [M, BEFORE],
])('%s', (address, before) => {
  test('is linked exactly, whatever signs stand before and after it', () => {
    const wrong: string[] = []
    for (const one of before)
      for (const other of AFTER) {
        const text = `${one}${address}${other}`
        if (String(inChat(text)) !== address) wrong.push(`chat ${JSON.stringify(text)}: ${inChat(text)}`)
        // Markdown reads [x](y), escapes and code first
        if (String(inPost(`a ${text} b`)) !== address) wrong.push(`post ${JSON.stringify(text)}: ${inPost(text)}`)
      }
    expect(wrong.slice(0, 20)).toEqual([])
  })
})

test('of a mail address, the whole or nothing is linked, whatever sign of an address it holds', () => {
  const wrong: string[] = []
  const letters = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code))
  const signs = letters.filter((sign) => /[\w.!#$%&'*+/=?^`{|}~-]|\p{L}/u.test(sign))
  for (const sign of [...signs, 'п', '父', '’', '‘', 'ʼ', '´', '＇', '‐', '‑', '–', '．', '＆', '\u00ad', '\u0301'])
    for (const address of [`o${sign}brien@example.org`, `o.${sign}brien@example.org`, `o${sign}'brien@example.org`])
      for (const text of [address, ` ${address} `, `Mail: ${address}.`])
        if (!['', address].includes(String(inChat(text)))) wrong.push(`${text}: ${inChat(text)}`)
  expect(wrong).toEqual([])
})

test('a link ends between two characters as a reader sees them', () => {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const wrong: string[] = []
  const signs = [
    '\u0301',
    '\u200d',
    '\u200c',
    '\ufe0f',
    '\u20e3',
    '🏽',
    '\u0e33',
    '\u0e31',
    '\uff9e',
    '\u093e',
    '\u{e0067}',
    '\ud83d',
    '\udc00',
  ]
  for (const address of ['https://example.com', X, 'http://a.b:80', 'https://e.com/(x)', M])
    for (const sign of [...signs, ...signs.map((one) => `.${one}`), ...signs.map((one) => `😀${one}`)])
      for (const end of linksIn(`${address}${sign}x`).map((link) => link.end)) {
        const text = `${address}${sign}x`
        const ends = [...graphemes.segment(text)].map(({ index }) => index)
        if (!ends.includes(end) && end !== text.length) wrong.push(JSON.stringify(text))
      }
  expect(wrong).toEqual([])
})

test('posts and chat find the same links in any text without marks of Markdown', () => {
  const bits = [
    X,
    M,
    'https://',
    'http://a.b',
    'www.',
    'mailto:',
    '@',
    'a',
    'é',
    '父',
    '.',
    '-',
    '/',
    '?',
    '#',
    ':',
    "'",
    '’',
    '"',
  ]
  const bit = fc.constantFrom(
    ...bits,
    '(',
    ')',
    '。',
    '，',
    '😀',
    '\u0301',
    '\u200d',
    '&',
    '{',
    '}',
    ',',
    ';',
    '%',
    '…',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(bit, { maxLength: 12 }), (parts) => {
      const text = parts.join('').replace(/\s+/g, ' ').trim()
      // a list, a number or a quote at the beginning is a mark
      expect(inPost(`a ${text}`)).toEqual(inChat(`a ${text}`))
    }),
    { numRuns: 2000, seed: 46 },
  )
})

test('the address that a mail program gets is escaped', () => {
  expect(linksIn('a&b?c=%25#d{e}@example.org')[0]?.href).toBe('mailto:a%26b%3Fc%3D%2525%23d%7Be%7D@example.org')
  expect(linksOf(parseBody('<a?cc=evil@example.org>'))).toEqual([
    ['a?cc=evil@example.org', 'mailto:a%3Fcc%3Devil@example.org'],
  ])
})

test.each([
  ['brackets at the end', `http://a${')'.repeat(400_000)}`],
  ['opening brackets', 'http://a/('.repeat(40_000)],
  ['addresses without spaces', 'https://a.b:99999/'.repeat(20_000)],
  ['addresses with commas', 'www.a.b,'.repeat(50_000)],
  ['marks before mail addresses', '*a@b.cd '.repeat(50_000)],
  ['mail signs', '*@'.repeat(200_000)],
  ['underscores', '_'.repeat(400_000)],
  ['apostrophes', `http://a/${"'s".repeat(200_000)}`],
  ['entities', `http://a/${'&amp;'.repeat(80_000)}`],
  ['letters after a semicolon', `http://a/${'a'.repeat(200_000)};`.repeat(2)],
])('%s take linear time', (_name, text) => {
  const before = process.threadCpuUsage()
  linksIn(text)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(3000)
})
