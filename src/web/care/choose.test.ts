import { expect, test } from 'vitest'
import type { HelpLine } from '#contract/care.ts'
import type { Care } from '#contract/care-words.ts'
import { chooseLines } from './choose.ts'

const TUESDAY_NIGHT = Date.parse('2026-11-24T23:00:00Z')
const DAYTIME: HelpLine['hours'] = {
  zone: 'Europe/London',
  spans: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
}
const aLine = (name: string, line: Partial<HelpLine> = {}): HelpLine => ({
  ...{ id: name, name, country: 'GB', about: 'Somebody listens.', phone: '1', url: null, kind: 'crisis' },
  ...{ text_to: null, text_word: null, chat_url: null, hours: 'always', languages: ['en'] },
  ...{ source: 'https://line.example', checked_on: '2026-11-27' },
  ...line,
})
const LINES = [
  aLine('listening', { kind: 'listening' }),
  aLine('crisis text', { phone: null, text_to: '85258' }),
  aLine('men', { kind: 'abuse', hours: DAYTIME }),
  aLine('women', { kind: 'abuse' }),
  aLine('children', { kind: 'child' }),
  aLine('doctor', { kind: 'health' }),
  aLine('seelsorge', { kind: 'listening', country: 'DE', languages: ['de'], chat_url: 'https://chat.example' }),
  aLine('gift', { kind: 'poison', country: 'DE', languages: ['de'] }),
  aLine('finder', { country: null, phone: null, url: 'https://find.example', languages: [] }),
]
const careFor = (care: Partial<Care>): Care => ({
  level: 'panel',
  now: false,
  swallowed: false,
  kind: 'self',
  language: 'en',
  ...care,
})
const choose = (care: Partial<Care>, here: string | null = 'GB', now = TUESDAY_NIGHT) => {
  const chosen = chooseLines(LINES, { care: careFor(care), here, now })
  return { ...chosen, first: chosen.first.map(({ name }) => name), poison: chosen.poison?.name }
}

test('one line to call and one to write to stand first, and the rest of the country follows', () => {
  const { first, rest, others } = choose({})
  expect(first).toEqual(['listening', 'crisis text'])
  expect(rest.map(({ name }) => name)).toEqual(['men', 'women', 'children', 'doctor'])
  expect(others.map(({ name }) => name)).toEqual(['seelsorge', 'gift', 'finder'])
})

test.each([
  ['partner', 'women'],
  ['child', 'children'],
  ['health', 'doctor'],
] as const)('for the need "%s" the line to call is %s', (kind, name) => {
  expect(choose({ kind }).first[0]).toBe(name)
})

test('a line that is open stands before one that is shut, and by day the first of the operator is called', () => {
  expect(choose({ kind: 'partner' }, 'GB', Date.parse('2026-11-24T12:00:00Z')).first[0]).toBe('men')
  expect(choose({ kind: 'partner' }).first[0]).toBe('women')
})

test('one line is shown if it can be called and written to', () => {
  expect(choose({}, 'DE').first).toEqual(['seelsorge'])
})

test('for poison it names the poison centre, and where there is none the line for health', () => {
  expect(choose({ kind: 'health' }, 'DE').poison).toBe('gift')
  expect(choose({ kind: 'health' }).poison).toBe('doctor')
})

test('who writes German from an unknown country sees lines that speak German', () => {
  expect(choose({ language: 'de' }, null)).toMatchObject({ first: ['seelsorge'], lacksLanguage: false })
})

test('who writes German in Britain sees British lines, and reads that none speaks German', () => {
  expect(choose({ language: 'de' })).toMatchObject({ first: ['listening', 'crisis text'], lacksLanguage: true })
  expect(choose({ language: 'de' }, 'DE').lacksLanguage).toBe(false)
})

test('in a country without lines, or an unknown one, the lines for every country stand first', () => {
  for (const here of ['JP', null]) expect(choose({}, here).first).toEqual(['finder'])
})
