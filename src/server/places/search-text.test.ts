import { describe, expect, test } from 'vitest'
import { folded } from './folding.ts'
import { regionName } from './regions.ts'
import { codeIn, readingsOf, withoutStreet } from './search-text.ts'

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
])('%s is normalized to "%s", which does not change again', (name, sought) => {
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

  test('a name alone can lie anywhere', () => {
    expect(read('Köln')).toEqual([['koln', null]])
    expect(read('new york')).toEqual([['new york', null]])
  })

  test('as many parts after commas as possible name the area', () => {
    expect(read('Portland, Oregon, USA')[0]).toEqual(['portland', ['US-OR']])
    expect(read('Main Street 5, Portland, OR')[0]).toEqual(['main street 5 portland', ['US-OR']])
    expect(read('Washington, D.C.')[0]).toEqual(['washington', ['US-DC']])
    expect(read('Leeds, England, UK')[0]).toEqual(['leeds', ['GB-ENG']])
    // the first part never names the area
    expect(read('Georgia, VT')[0]).toEqual(['georgia', ['US-VT']])
    // no place is both in Germany and in Oregon
    expect(read('Portland, Germany, OR')[0]).toEqual(['portland germany', ['US-OR']])
  })

  test('two letters can mean several areas and the beginning of others; the exact name comes first', () => {
    const [portland] = readingsOf('Portland, CA')
    expect(portland!.exact).toEqual(['US-CA', 'CA'])
    const [springfield] = readingsOf('Springfield, mi')
    expect(springfield!.areas).toEqual(expect.arrayContaining(['US-MI', 'US-MN', 'US-MO', 'FM']))
    expect(springfield!.exact).toEqual(['US-MI'])
  })

  test('without commas the last words can name the area', () => {
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
    // the beginning of an area counts only from three letters on
    expect(read('portland o')).toHaveLength(1)
    expect(read('portland ore')[1]).toEqual(['portland', ['US-OR']])
  })

  test('text without a name has no reading, and the number of readings is limited', () => {
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
])('"%s" contains the postal code %s', (words, code, rest) => {
  expect(codeIn(words)).toEqual({ code, rest })
})

test.each(['', '9411', '941100', 'x94110', 'M55', 'am5v', '٩٤١١٠'])('"%s" contains no postal code', (words) => {
  expect(codeIn(words)).toBeNull()
})

test('an address is searched without its street, but not by its country alone', () => {
  expect(withoutStreet('Long Street 5, Sellwood, Portland, OR')).toEqual(['Sellwood, Portland, OR', 'Portland, OR'])
  expect(withoutStreet('Lange Straße 5, Köln')).toEqual(['Köln'])
  expect(withoutStreet('Portland')).toEqual([])
  expect(withoutStreet(',1,2,3,4,5,6,7,8')).toHaveLength(4)
})
