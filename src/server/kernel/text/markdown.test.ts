import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block, Inline } from '#contract/text.ts'
import { excerptOf, parseBody } from './markdown.ts'

const p = (...c: Inline[]): Block => ({ t: 'p', c })

describe('the subset of Markdown', () => {
  const written: [string, string, Block[]][] = [
    ['a paragraph', 'One.\n\nTwo.', [p('One.'), p('Two.')]],
    ['a line end stays a line end', 'One,\ntwo.', [p('One,', { t: 'br' }, 'two.')]],
    [
      'bold and italic',
      '**b** *i* __b__ _i_',
      [p({ t: 'b', c: ['b'] }, ' ', { t: 'i', c: ['i'] }, ' ', { t: 'b', c: ['b'] }, ' ', { t: 'i', c: ['i'] })],
    ],
    ['a quote', '> said\n> he', [{ t: 'quote', c: [p('said', { t: 'br' }, 'he')] }]],
    ['a list', '- a\n- b', [{ t: 'ul', c: [[p('a')], [p('b')]] }]],
    ['a numbered list', '1. a\n2. b', [{ t: 'ol', c: [[p('a')], [p('b')]] }]],
    ['a numbered list from four', '4. a', [{ t: 'ol', c: [[p('a')]], start: 4 }]],
    ['a numbered list from zero', '0. a\n1. b', [{ t: 'ol', c: [[p('a')], [p('b')]], start: 0 }]],
    ['a numbered list from zero with other signs', '00) a', [{ t: 'ol', c: [[p('a')]], start: 0 }]],
    ['a numbered list from the largest number', '999999999. a', [{ t: 'ol', c: [[p('a')]], start: 999_999_999 }]],
    [
      'a numbered list from zero in a list and in a quote',
      '- 0. a\n\n> 0. b',
      [
        { t: 'ul', c: [[{ t: 'ol', c: [[p('a')]], start: 0 }]] },
        { t: 'quote', c: [{ t: 'ol', c: [[p('b')]], start: 0 }] },
      ],
    ],
    ['code in a line', 'say `**no**`', [p('say ', { t: 'code', s: '**no**' })]],
    ['code in a block', '```js\n<b>\n```', [{ t: 'pre', s: '<b>' }]],
    [
      'a link',
      '[here](https://example.org/a?b=c#d)',
      [p({ t: 'a', href: 'https://example.org/a?b=c#d', c: ['here'] })],
    ],
    [
      'a bare address',
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

/** Two hundred texts with the trees that the previous parser made of them (docs/decisions/005). */
const EXPECTED_TREES = readFileSync(new URL('../../../../test/fixtures/trees.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as [text: string, body: Block[]])

describe('existing texts are parsed as by the previous parser', () => {
  test.each(EXPECTED_TREES)('%j', (text, body) => expect(parseBody(text)).toEqual(body))
})

/** Returns everything in a tree that a browser could treat as more than text. */
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
  ])('%j is plain text', (text) =>
    expect(hrefsIn(parseBody(text)).filter((href) => !/^https?:\/\/bank\.example/.test(href))).toEqual([]),
  )

  test('for any input, the tree contains only its ten shapes and safe addresses, and no text is lost as HTML', () => {
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

describe('a block', () => {
  const written: [string, string, Block[]][] = [
    ['a line without the marker continues a quote', '> a\nb', [{ t: 'quote', c: [p('a', { t: 'br' }, 'b')] }]],
    ['an empty line does not continue a quote', '>>\na', [{ t: 'quote', c: [{ t: 'quote', c: [] }] }, p('a')]],
    [
      'a quote that ends in code is not continued',
      '> ```\n> a\nb',
      [{ t: 'quote', c: [{ t: 'pre', s: 'a' }] }, p('b')],
    ],
    ['code ends with its list item', '- ```\n  a\nb', [{ t: 'ul', c: [[{ t: 'pre', s: 'a' }]] }, p('b')]],
    [
      'the rest of a tab counts as spaces',
      '- a\n\n  ```\n\tb\n  ```',
      [{ t: 'ul', c: [[p('a'), { t: 'pre', s: '  b' }]] }],
    ],
    [
      'a number in the middle of a paragraph begins no list',
      'born in\n1984. It rained',
      [p('born in', { t: 'br' }, '1984. It rained')],
    ],
    ['an item may be empty', '-\n- a', [{ t: 'ul', c: [[], [p('a')]] }]],
  ]
  test.each(written)('%s', (_name, text, body) => expect(parseBody(text)).toEqual(body))
})

describe('a long text', () => {
  const section = (n: number) =>
    `Part ${n}, in *some* words.\n\n1. one\n2. two\n\n   more of two\n   - deeper\n\n> quoted\nand on\n\n\`\`\`sh\n* * * * * backup ${n}\n\n- no list\n\`\`\``

  test('has the same tree as its parts together, wherever it is divided', () => {
    const sections = Array.from({ length: 200 }, (_, n) => section(n))
    expect(parseBody(sections.join('\n\n'))).toEqual(sections.flatMap((one) => parseBody(one)))
  })

  test('keeps a long block of code complete and unchanged', () => {
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

describe('text that is nested too deeply is plain text', () => {
  const depthOf = (nodes: unknown): number => {
    if (Array.isArray(nodes)) return Math.max(0, ...nodes.map(depthOf))
    if (typeof nodes !== 'object' || nodes === null) return 0
    return 1 + Math.max(0, ...Object.values(nodes).map(depthOf))
  }

  test.each(['> ', '- ', '1. ', '2) > '])('ten times %j can be nested, and not one more', (mark) => {
    const body = parseBody(`${mark.repeat(30)}end`)
    expect(depthOf(body)).toBe(11)
    const rest = mark.repeat(30).split(' ').filter(Boolean).slice(10).join(' ')
    expect(excerptOf(body)).toBe(`${rest} end`)
  })

  test('an item that is indented less ends the deeper lists', () =>
    expect(parseBody(`${'- '.repeat(12)}a\n\n- b`)).toMatchObject([{ t: 'ul', c: [[{ t: 'ul' }], [p('b')]] }]))

  test('bold and italic can be nested six times, and no word is lost', () => {
    const body = parseBody(`${'*a **b '.repeat(8)}${'x** y* '.repeat(8)}`)
    expect(depthOf(body)).toBe(7)
    expect(excerptOf(body).replaceAll(/[ab *]/g, '')).toBe('xy'.repeat(8))
  })

  test('a long row of stars is a horizontal rule, not emphasis', () =>
    expect(parseBody('*'.repeat(40))).toEqual([p('*'.repeat(40))]))
})

describe('the excerpt', () => {
  test.each([
    ['One **two** `three`\nfour', 'One two three four'],
    ['> quoted\n\n- a\n- b\n\n```\ncode\n```', 'quoted a b code'],
    ['[label](https://example.org)', 'label'],
    ['  a \n\n  b ', 'a b'],
    ['[](https://example.org)', ''],
  ])('of %j is %j', (text, words) => expect(excerptOf(parseBody(text))).toBe(words))

  test('has at most 280 code points, is cut with an ellipsis, and never inside a character', () => {
    const exact = '👶'.repeat(280)
    expect(excerptOf(parseBody(exact))).toBe(exact)
    expect(excerptOf(parseBody(`${exact}x`))).toBe(`${'👶'.repeat(279)}…`)
  })
})
