import { describe, expect, test } from 'vitest'
import { folded } from './folding.ts'
import { codeIn, readingsOf, withoutStreet } from './question.ts'
import { regionName } from './regions.ts'

test.each([
  ['Köln', 'koln'],
  ['Zürich', 'zurich'],
  ['Łódź', 'lodz'],
  ['İzmir', 'izmir'],
  ['Xi’an', 'xian'],
  ["O'Fallon", 'ofallon'],
  ['Washington, D.C.', 'washington dc'],
  ['St. Louis', 'saint louis'],
  ['Fort St. John', 'fort saint john'],
  ['St', 'st'],
  ['Stratford-upon-Avon', 'stratford upon avon'],
  ['  New\u00a0 York ', 'new york'],
  ['👶 …', ''],
])('%s is looked for as "%s", and that as itself', (name, sought) => {
  expect(folded(name)).toBe(sought)
  expect(folded(sought)).toBe(sought)
})

test.each([
  ['US', 'OR', 'OR'],
  ['CA', 'ON', 'Ontario'],
  ['GB', 'ENG', 'England'],
  ['DE', null, 'Germany'],
  ['US', null, 'United States'],
  ['ZZ', null, 'Unknown Region'],
])('%s %s is called %s', (country, region, name) => {
  expect(regionName(country, region)).toBe(name)
})

describe('readings', () => {
  const read = (words: string) => readingsOf(words).map(({ name, areas }) => [name, areas])

  test('a name alone may lie anywhere', () => {
    expect(read('Köln')).toEqual([['koln', null]])
    expect(read('new york')).toEqual([['new york', null]])
  })

  test('as many parts behind commas as possible say where', () => {
    expect(read('Portland, Oregon, USA')[0]).toEqual(['portland', ['US-OR']])
    expect(read('Main Street 5, Portland, OR')[0]).toEqual(['main street 5 portland', ['US-OR']])
    expect(read('Washington, D.C.')[0]).toEqual(['washington', ['US-DC']])
    expect(read('Leeds, England, UK')[0]).toEqual(['leeds', ['GB-ENG']])
    // the first part is never one of them
    expect(read('Georgia, VT')[0]).toEqual(['georgia', ['US-VT']])
    // Germany and Oregon have nothing in common
    expect(read('Portland, Germany, OR')[0]).toEqual(['portland germany', ['US-OR']])
  })

  test('two letters may mean several, and what begins so, but what is called so comes first', () => {
    const [portland] = readingsOf('Portland, CA')
    expect(portland!.exact).toEqual(['US-CA', 'CA'])
    const [springfield] = readingsOf('Springfield, mi')
    expect(springfield!.areas).toEqual(expect.arrayContaining(['US-MI', 'US-MN', 'US-MO', 'FM']))
    expect(springfield!.exact).toEqual(['US-MI'])
  })

  test('without commas the last words may say where', () => {
    expect(read('portland oregon')).toEqual([
      ['portland oregon', null],
      ['portland', ['US-OR']],
    ])
    expect(read('portland or usa')).toEqual([
      ['portland or usa', null],
      ['portland or', ['US']],
      ['portland', ['US-OR']],
    ])
    expect(read('paris united states of america')).toContainEqual(['paris', ['US']])
    // half a word is not taken for one before it has three letters
    expect(read('portland o')).toHaveLength(1)
    expect(read('portland ore')[1]).toEqual(['portland', ['US-OR']])
  })

  test('what is no name is none, and there are never many ways to read it', () => {
    for (const words of ['', ' ', ',,,', '…', 'x'.repeat(101)]) expect(read(words)).toEqual([])
    expect(read('in de ca la pa co al ar mo in de ca la pa').length).toBeLessThanOrEqual(5)
    expect(read(Array(50).fill('us').join()).length).toBeLessThanOrEqual(5)
  })
})

test.each([
  ['94110', '94110', ''],
  ['94110-1234', '94110', ''],
  ['94110, San Francisco, CA', '94110', ', San Francisco, CA'],
  ['12345 Main St, Portland, OR 97201', '97201', '12345 Main St, Portland, OR'],
  ['M5V 2T6', 'm5v', ''],
  ['m5v', 'm5v', ''],
  ['M5V2', 'm5v', ''],
  ['Toronto M5V 2', 'm5v', 'Toronto'],
])('in "%s" there is the code %s', (words, code, rest) => {
  expect(codeIn(words)).toEqual({ code, rest })
})

test.each(['', '9411', '941100', 'x94110', 'M55', 'am5v', '٩٤١١٠'])('in "%s" there is no code', (words) => {
  expect(codeIn(words)).toBeNull()
})

test('an address is tried without its street, but a country alone is no town', () => {
  expect(withoutStreet('Long Street 5, Sellwood, Portland, OR')).toEqual(['Sellwood, Portland, OR', 'Portland, OR'])
  expect(withoutStreet('Lange Straße 5, Köln')).toEqual(['Köln'])
  expect(withoutStreet('Portland')).toEqual([])
  expect(withoutStreet(',1,2,3,4,5,6,7,8')).toHaveLength(4)
})
