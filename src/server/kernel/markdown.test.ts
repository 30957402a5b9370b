import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block, Inline } from '#contract/text.ts'
import { excerptOf, parseBody } from './markdown.ts'

const p = (...c: Inline[]): Block => ({ t: 'p', c })
const MAX = 40_000

describe('the subset (R-16)', () => {
  const written: [string, string, Block[]][] = [
    ['a paragraph', 'One.\n\nTwo.', [p('One.'), p('Two.')]],
    ['a line end is a line end', 'One,\ntwo.', [p('One,', { t: 'br' }, 'two.')]],
    [
      'bold and italic',
      '**b** *i* __b__ _i_',
      [p({ t: 'b', c: ['b'] }, ' ', { t: 'i', c: ['i'] }, ' ', { t: 'b', c: ['b'] }, ' ', { t: 'i', c: ['i'] })],
    ],
    ['a quote', '> said\n> he', [{ t: 'quote', c: [p('said', { t: 'br' }, 'he')] }]],
    ['a list', '- a\n- b', [{ t: 'ul', c: [[p('a')], [p('b')]] }]],
    ['a numbered list', '1. a\n2. b', [{ t: 'ol', c: [[p('a')], [p('b')]] }]],
    ['a numbered list from four', '4. a', [{ t: 'ol', c: [[p('a')]], start: 4 }]],
    ['code in a line', 'say `**no**`', [p('say ', { t: 'code', s: '**no**' })]],
    ['code in a block', '```js\n<b>\n```', [{ t: 'pre', s: '<b>' }]],
    [
      'a link',
      '[here](https://example.org/a?b=c#d)',
      [p({ t: 'a', href: 'https://example.org/a?b=c#d', c: ['here'] })],
    ],
    [
      'an address as it is',
      'see https://example.org.',
      [p('see ', { t: 'a', href: 'https://example.org/', c: ['https://example.org'] }, '.')],
    ],
    ['an e-mail address', '<a@example.org>', [p({ t: 'a', href: 'mailto:a@example.org', c: ['a@example.org'] })]],
  ]
  test.each(written)('knows %s', (_name, text, body) => expect(parseBody(text)).toEqual(body))

  const kept: [string, string, Block[]][] = [
    ['headings', '# No\n\nNo\n===', [p('# No'), p('No', { t: 'br' }, '===')]],
    ['rules', '---', [p('---')]],
    [
      'pictures',
      '![alt](https://example.org/x.png)',
      [p('!', { t: 'a', href: 'https://example.org/x.png', c: ['alt'] })],
    ],
    ['entities', '&lt;b&gt; &nbsp; &#106;', [p('&lt;b&gt; &nbsp; &#106;')]],
    ['HTML', '<b onclick="x">bold</b>', [p('<b onclick="x">bold</b>')]],
    ['a script', '<script>alert(1)</script>', [p('<script>alert(1)</script>')]],
    ['indented lines', '    four spaces', [p('four spaces')]],
    [
      'definitions',
      '[a]: https://example.org\n\n[a]',
      [p('[a]: ', { t: 'a', href: 'https://example.org/', c: ['https://example.org'] }), p('[a]')],
    ],
  ]
  test.each(kept)('leaves %s as the words that were typed', (_name, text, body) =>
    expect(parseBody(text)).toEqual(body),
  )
})

/** Everything in a tree that a browser could take for more than words. */
function hrefsIn(nodes: unknown): string[] {
  if (Array.isArray(nodes)) return nodes.flatMap(hrefsIn)
  if (typeof nodes !== 'object' || nodes === null) return []
  return Object.entries(nodes).flatMap(([key, value]) => (key === 'href' ? [value as string] : hrefsIn(value)))
}
const SHAPES = new Set(['p', 'ul', 'ol', 'quote', 'pre', 'b', 'i', 'code', 'a', 'br'])
function kindsIn(nodes: unknown): string[] {
  if (Array.isArray(nodes)) return nodes.flatMap(kindsIn)
  if (typeof nodes !== 'object' || nodes === null) return []
  const { t, ...rest } = nodes as { t: string }
  return [t, ...Object.values(rest).flatMap(kindsIn)]
}

describe('a link leads to http, https or mailto, and nowhere else', () => {
  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](<java\nscript:alert(1)>)',
    '[x](\u0001javascript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](javascript&colon;alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:msgbox)',
    '[x](file:///etc/passwd)',
    '[x](blob:https://example.org/1)',
    '[x](//evil.example)',
    '[x](/relative)',
    '[x](#fragment)',
    '[x]()',
    '<javascript:alert(1)>',
    '<data:text/html,x>',
    '[x](https://user:pass@example.org)',
    '[https://bank.example](javascript:alert(1))',
    '![x](javascript:alert(1))',
    '[x][y]\n\n[y]: javascript:alert(1)',
  ])('%j is words', (text) =>
    expect(hrefsIn(parseBody(text)).filter((href) => !/^https?:\/\/bank\.example/.test(href))).toEqual([]),
  )

  test('whatever is typed: the tree holds its ten shapes, clean addresses, and no word is lost to HTML', () => {
    const marks = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '*',
      '_',
      '`',
      '!',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '1. ',
      '\\',
      '&',
      ' ',
      'javascript:',
      'data:',
      'https://a.b',
      'www.a.b',
      'a@b.cd',
      'x',
      '"',
      '<img src=x onerror=alert(1)>',
      '\u0000',
      '\ud800',
      '\u202e',
    )
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 60 }), (parts) => {
        const body = parseBody(parts.join(''))
        for (const href of hrefsIn(body)) expect(href).toMatch(/^(https?:\/\/[^/@\s<>]+(\/|$)|mailto:)/)
        for (const kind of kindsIn(body)) expect(SHAPES).toContain(kind)
        expect(JSON.parse(JSON.stringify(body))).toEqual(body)
      }),
      { numRuns: 500, seed: 3 },
    )
  })
})

describe('a long text', () => {
  const section = (n: number) =>
    `Part ${n}, in *some* words.\n\n1. one\n2. two\n\n   more of two\n   - deeper\n\n> quoted\nand on\n\n\`\`\`sh\n* * * * * backup ${n}\n\n- no list\n\`\`\``

  test('is the sum of its parts, wherever it is cut', () => {
    const sections = Array.from({ length: 200 }, (_, n) => section(n))
    expect(parseBody(sections.join('\n\n'))).toEqual(sections.flatMap((one) => parseBody(one)))
  })

  test('keeps a block of code whole and to the letter, however long', () => {
    const code = Array.from({ length: 2_000 }, (_, n) => (n % 7 ? `* * * * * "${n}" <b>` : '')).join('\n')
    expect(parseBody(`So:\n\n~~~\n${code}\n~~~\n\nDone.`)).toEqual([p('So:'), { t: 'pre', s: code }, p('Done.')])
    expect(parseBody(`\`\`\`\n${code}`)).toEqual([{ t: 'pre', s: code }])
  })

  test('keeps every item of a list, in order and with its number', () => {
    const items = Array.from({ length: 3_000 }, (_, n) => `${n + 1}. item`)
    const lists = parseBody(items.join('\n'))
    let next = 1
    for (const list of lists) {
      if (list.t !== 'ol') throw new Error(`a ${list.t} in a list`)
      expect(list.start ?? 1).toBe(next)
      next += list.c.length
    }
    expect(next).toBe(3_001)
  })
})

describe('a text that somebody made to hurt', () => {
  const whole = (text: string) => text.repeat(Math.ceil(MAX / text.length)).slice(0, MAX)
  const time = (text: string) => {
    const from = performance.now()
    const body = parseBody(text)
    return { ms: performance.now() - from, body }
  }
  const plain = whole('word and another word. ')
  const bound = Math.max(1_500, 40 * Math.min(time(plain).ms, time(plain).ms))

  test.each(
    Object.entries({
      stars: whole('*'),
      'stars and words': whole('*a '),
      underscores: whole('_a_ '),
      'open strong': whole('**a '),
      'stars over many lines': whole(`${'*a_b'.repeat(90)}\n`),
      'escaped stars': whole('\\*a '),
      'open brackets': whole('['),
      'brackets and parens': whole('[a]('),
      'nested links': whole('[a](b'),
      'nested links over many lines': whole(`${'[a](b'.repeat(90)}\n`),
      'closed brackets': whole(']('),
      'quotes in quotes': whole('>'),
      'quotes with spaces': whole('> '),
      'a quote per line': whole('>a\n'),
      'four quotes per line': whole('> > > > a\n'),
      'a quote that goes on and on': `> > > > a\n${whole('a\n')}`.slice(0, MAX),
      'lists in lists': whole('- '),
      'lists of every kind': whole('1. - + * '),
      'four lists per line': whole('- - - - a\n'),
      'four lists per line, indented': whole(' - - - - a\n'),
      'four lists per line, of an old computer': whole('- - - - a\r'),
      'a list that goes on and on': `- - - - a\n${whole('a\n')}`.slice(0, MAX),
      'two kinds of list in turn': whole('1) a\n2. b\n'),
      'deeper and deeper lists': Array.from({ length: 280 }, (_, n) => `${' '.repeat(n)}- a`)
        .join('\n')
        .slice(0, MAX),
      'lists below a code block that is none': `- a\n  \`\`\`\nx\n\n${whole('- - - - a\n')}`.slice(0, MAX),
      'quotes below a code block that is none': `- a\n  \`\`\`\nx\n\n${whole(`${'> '.repeat(149)}\n`)}`.slice(0, MAX),
      'empty items': whole('- \n\n'),
      backticks: whole('`'),
      'backticks of every length': whole(Array.from({ length: 280 }, (_, n) => '`'.repeat(n)).join(' ')),
      fences: whole('```\n'),
      'fences in quotes': whole('> ```\n'),
      angles: whole('<'),
      'angles and words': whole('<a'),
      comments: whole('<!--'),
      'addresses with brackets': whole('https://a.b/('),
      'addresses in a row': whole('www.a.bc '),
      'one long address': whole(`https://a.b/${'a'.repeat(MAX)}`),
      'one address of brackets': whole(`https://a.b/${'(a)'.repeat(MAX)}`),
      'at signs': whole('a@'),
      'mail addresses': whole('a@b.cd '),
      'half a mail address': whole('a.b-c_d'),
      dots: whole('a.'),
      backslashes: whole('\\'),
      entities: whole('&amp;'),
      'line ends': whole('\n'),
      spaces: whole(' '),
      tabs: whole('\t- '),
      'combining signs': whole('\u0301'),
      'bold in italic': whole('***a** b*'),
      'a mix': whole('> - **[`a`](b) _c_ <d>\n'),
    }),
  )('is drawn, not suffered: %s', (_name, text) => {
    expect(text.length).toBeLessThanOrEqual(MAX)
    // plain words of the same length take some 40 ms; a parser gone square takes seconds, or minutes
    const { ms, body } = time(text)
    // what the machine does beside is not the parser's fault: a slow time is taken again
    expect(ms > bound ? Math.min(time(text).ms, time(text).ms) : ms).toBeLessThan(bound)
    expect(depthOf(body)).toBeLessThan(200)
  })

  const depthOf = (nodes: unknown): number => {
    if (Array.isArray(nodes)) return Math.max(0, ...nodes.map(depthOf))
    if (typeof nodes !== 'object' || nodes === null) return 0
    return 1 + Math.max(0, ...Object.values(nodes).map(depthOf))
  }
})

describe('the first words', () => {
  test.each([
    ['One **two** `three`\nfour', 'One two three four'],
    ['> quoted\n\n- a\n- b\n\n```\ncode\n```', 'quoted a b code'],
    ['[label](https://example.org)', 'label'],
    ['  a \n\n  b ', 'a b'],
    ['[](https://example.org)', ''],
  ])('of %j are %j', (text, words) => expect(excerptOf(parseBody(text))).toBe(words))

  test('are at most 280 code points, cut with an ellipsis, never through a sign', () => {
    const exact = '👶'.repeat(280)
    expect(excerptOf(parseBody(exact))).toBe(exact)
    expect(excerptOf(parseBody(`${exact}x`))).toBe(`${'👶'.repeat(279)}…`)
  })
})
