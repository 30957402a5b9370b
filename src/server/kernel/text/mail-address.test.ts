import { expect, test } from 'vitest'
import { isLinkLike, unlinked } from '#contract/link-like.ts'
import { linksIn } from '#contract/link-words.ts'
import { mailAddressFault, mailAddressOf } from '#contract/mail-words.ts'
import { withoutAddresses } from '../log.ts'

test('every sign of the HTML standard is accepted before the @, and no other', () => {
  for (let code = 0; code < 0x250; code++) {
    const sign = String.fromCodePoint(code)
    const address = `a${sign}b@example.org`
    const expected = /[\w.!#$%&'*+/=?^`{|}~-]/.test(sign) ? address.toLowerCase() : null
    expect(mailAddressOf(address), JSON.stringify(address)).toBe(expected)
  }
})

test.each([
  [' Sam@Example.ORG ', 'sam@example.org'],
  ['sam@BÜCHER.example', 'sam@xn--bcher-kva.example'],
  ['sam@bu\u0308cher.example', 'sam@xn--bcher-kva.example'],
  ['sam@faß.example', 'sam@xn--fa-hia.example'],
  ['sam@例え。テスト', 'sam@xn--r8jz45g.xn--zckzah'],
  ['sam@localhost', 'sam@localhost'],
  ['sam@bücher.example#x', null],
  ['sam@bücher.example\\x', null],
  ['x@y@bücher.example', null],
  ['@example.org', null],
  ['sam', null],
  ['', null],
])('%j is kept as %j', (typed, kept) => expect(mailAddressOf(typed)).toBe(kept))

test.each([
  ['sam@example.org', null],
  ['sam@xn--bcher-kva.xn--p1ai', null],
  ['sam@gmail', 'Mail would not reach you at gmail. Is its ending missing, like .org?'],
  ['sam', 'Enter an email address, like name@example.org'],
  [`${'x'.repeat(64)}@example.org`, null],
  [`${'x'.repeat(65)}@example.org`, 'This address is too long'],
])('%j: %j', (typed, fault) => expect(mailAddressFault(typed)).toBe(fault))

test.each(['first&last@example.org', "o'brien@example.org", '!#$%*/=?^_`{|}~@example.org', 'x@xn--bcher-kva.example'])(
  'a log holds nothing of %s',
  (address) => expect(withoutAddresses(`550 <${address}> is unknown`)).toBe('550 <…> is unknown'),
)

const LINK_LIKE = [
  ...['evil.com', 'evil.example.com', 'www.evil.com', 'https://evil.com', 'a@evil.com', 'evil．com', 'evil。com'],
  ...[
    'evil｡com',
    'evil․com',
    'evil⸱com',
    'evil˙com',
    'evil⸳com',
    'evil·com',
    'evil•com',
    'evil.com/x',
    'evil/x',
    'evil\\x',
    'mailto:x',
    'tel:1',
    'x＠evil',
  ],
  ...[
    'win £500 at evil.com!',
    '1.2.3.4',
    '0800 555 0100',
    '०८०० ५५५ ०१००',
    '٠٨٠٠٥٥٥٠١٠٠',
    '+44 (0)20 7946 0000',
    '8005550100',
  ],
  ...[
    'evil.\u200bcom',
    'evil\u2060.com',
    'ｅｖｉｌ．ｃｏｍ',
    'evil⁄x',
    'evil∕x',
    'EVIL.COM',
    'müller.example',
    '例え.テスト',
  ],
]
test.each(LINK_LIKE)('%j is like a link', (name) => expect(isLinkLike(name)).toBe(true))

test.each([
  'sam',
  'Sam Smith',
  'Sam S.',
  'J. Smith',
  'Sam_1987',
  'O’Brien',
  'Sam (London)',
  'Anne-Marie',
  'सैम',
  'Dad of 3',
  '',
])('%j is not like a link', (name) => expect(isLinkLike(name)).toBe(false))

test('a name in a mail holds no link, and looks as it was chosen', () => {
  const shape = (text: string) => text.replaceAll('\u200c', '')
  for (const name of [
    'evil.com',
    'www.evil.com',
    'https://evil.com/x',
    'a@evil.com',
    'evil。com',
    'evil⸱com',
    'evil˙com',
    'www.evil.example.com.',
  ]) {
    const written = unlinked(name)
    expect(shape(written)).toBe(name)
    expect(written).not.toMatch(/[a-z][.。@⸱˙][a-z]|:\/\/|[./]\w/i)
    expect(linksIn(written)).toEqual([])
  }
  for (const name of ['St. Anne’s', 'Sam', 'Dads 1.', '👨‍👩‍👧']) expect(unlinked(name)).toBe(name)
})
