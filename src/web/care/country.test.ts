import { expect, test } from 'vitest'
import { countryOf, emergencyOf, nameOfCountry } from './country.ts'

test.each([
  ['Europe/London', ['en-US'], 'GB', '999'],
  ['Europe/Dublin', ['en-GB'], 'IE', '112'],
  ['Australia/Perth', ['en-US', 'en'], 'AU', '000'],
  ['America/Toronto', ['fr-CA'], 'CA', '911'],
  ['America/Indiana/Knox', [], 'US', '911'],
  ['Pacific/Auckland', ['mi'], 'NZ', '111'],
  ['Europe/Berlin', ['de-AT'], 'DE', '112'],
  ['Europe/Paris', ['fr', 'fr-FR'], 'FR', '112'],
  // the language must not select a country that the time zone excludes
  ['Asia/Kolkata', ['en-US'], 'IN', '112'],
  ['Europe/Paris', ['en-US', 'en'], 'FR', '112'],
  ['Europe/Amsterdam', ['en-GB'], 'NL', '112'],
  ['Europe/Kiev', ['en-GB'], 'UA', '112'],
  ['Europe/Zurich', ['en-GB'], 'CH', '112'],
  ['Europe/Warsaw', ['en-US'], 'PL', '112'],
  ['America/Mexico_City', ['es'], 'MX', '911'],
  ['Asia/Tokyo', ['en-US'], null, null],
  ['Africa/Accra', ['en-GB'], null, null],
  // several numbers, or none that is sure
  ['Europe/Sarajevo', [], 'BA', null],
  // a clock without a time zone excludes no country
  ['UTC', ['en-GB'], 'GB', '999'],
  ['Etc/UTC', ['en-US', 'en'], null, null],
  ['', ['en-CA'], 'CA', '911'],
  ['America/Thunder_Bay', ['en-US'], 'CA', '911'],
  ['Etc/Unknown', ['en-IE'], 'IE', '112'],
  ['CET', ['de-DE'], 'DE', '112'],
  ['EST', ['en-CA'], 'CA', '911'],
  ['+05:30', ['en-IN'], 'IN', '112'],
  ['CET', ['en-US'], null, null],
  ['UTC', ['zh-Hant-TW'], 'TW', null],
  ['UTC', ['en'], null, null],
  ['', [], null, null],
])(
  'in the zone %s with the languages %j the country is %s, and its emergency number %s',
  (zone, languages, country, number) => {
    expect(countryOf(zone, languages)).toBe(country)
    expect(emergencyOf(country)).toBe(number)
  },
)

test('returns the English name of a country', () => {
  expect(nameOfCountry('GB')).toBe('United Kingdom')
})
