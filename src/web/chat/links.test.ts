import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf } from './links.tsx'

const links = (text: string) => partsOf(text).flatMap(({ text, href }) => (href ? [[text, href]] : []))

test.each([
  ['See https://example.org.', 'https://example.org', 'https://example.org/'],
  ['(https://example.org/a_(b))', 'https://example.org/a_(b)', 'https://example.org/a_(b)'],
  ['https://example.org/?a=1&b=2#c, and', 'https://example.org/?a=1&b=2#c', 'https://example.org/?a=1&b=2#c'],
  ['HTTP://EXAMPLE.ORG/x', 'HTTP://EXAMPLE.ORG/x', 'http://example.org/x'],
  ['<https://example.org>', 'https://example.org', 'https://example.org/'],
  ['Look at www.example.org!', 'www.example.org', 'http://www.example.org/'],
  ['Ask me@example.org.', 'me@example.org', 'mailto:me@example.org'],
  ['https://пример.рф/путь!', 'https://пример.рф/путь', 'https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C'],
])('%s', (text, shown, href) => expect(links(text)).toEqual([[shown, href]]))

test.each([
  'javascript:alert(1)',
  'data:text/html,https',
  'ftp://example.org',
  '//example.org',
  'https://',
  'xhttps://example.org',
  'https:// example.org',
])('%s is no link', (text) => expect(links(text)).toEqual([]))

test('any text is shown completely, and links lead only to web addresses', () => {
  const bits = [
    'https://',
    'http://',
    'a.org',
    ')',
    '(',
    '.',
    ' ',
    '\n',
    '"',
    "'",
    '<',
    '>',
    'javascript:',
    '\u202e',
    '%',
    '@',
  ]
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...bits), fc.string())), (words) => {
      const text = words.join('')
      const parts = partsOf(text)
      expect(parts.map(({ text }) => text).join('')).toBe(text)
      for (const { href } of parts) if (href !== undefined) expect(new URL(href).protocol).toMatch(/^(https?|mailto):$/)
    }),
  )
})

// scanning the text again for each bracket would take half an hour
test('an address that ends in 400,000 brackets is parsed in linear time', () => {
  expect(links(`http://a${')'.repeat(400_000)}`)).toEqual([['http://a', 'http://a/']])
})
