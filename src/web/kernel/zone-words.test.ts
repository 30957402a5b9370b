import { expect, test, vi } from 'vitest'
import { formattable, isKnownZone, readZone, zoneName, zoneTime } from '#contract/zone-words.ts'

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['UTC', 'UTC'],
  ['utc', 'UTC'],
  ['GMT', 'UTC'],
  ['GMT+0', 'UTC'],
  ['Etc/UTC', 'UTC'],
  ['Etc/GMT-0', 'UTC'],
  ['Zulu', 'UTC'],
  ['CET', 'Europe/Brussels'],
  ['met', 'Europe/Brussels'],
  ['EET', 'Europe/Athens'],
  ['WET', 'Europe/Lisbon'],
  ['EST', 'America/Panama'],
  ['MST', 'America/Phoenix'],
  ['HST', 'Pacific/Honolulu'],
  ['EST5EDT', 'America/New_York'],
  ['CST6CDT', 'America/Chicago'],
  ['MST7MDT', 'America/Denver'],
  ['PST8PDT', 'America/Los_Angeles'],
  ['BST', 'Europe/London'],
  ['IST', 'Asia/Kolkata'],
  ['US/Eastern', 'America/New_York'],
  ['US/East-Indiana', 'America/Indiana/Indianapolis'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['Europe/Uzhgorod', 'Europe/Kyiv'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Coyhaique', 'America/Coyhaique'],
  ['GB', 'Europe/London'],
  ['Etc/GMT-2', 'Etc/GMT-2'],
  ['Etc/GMT-14', 'Etc/GMT-14'],
  ['+02:00', 'Etc/GMT-2'],
  ['-0500', 'Etc/GMT+5'],
  ['+05', 'Etc/GMT-5'],
  ['+14:00', 'Etc/GMT-14'],
  ['-12:00', 'Etc/GMT+12'],
  ['-00:00', 'UTC'],
  ['+05:30', 'Asia/Kolkata'],
  ['+0530', 'Asia/Kolkata'],
  ['-09:30', 'Pacific/Marquesas'],
  // with the minus sign of typography
  ['−05:00', 'Etc/GMT+5'],
  // no place has these all year
  ['-03:30', '-03:30'],
  ['-13:00', '-13:00'],
  ['+2345', '+23:45'],
])('the zone %s has the name %s', (asked, name) => expect(readZone(asked)).toBe(name))

test.each([
  ...[
    '',
    ' ',
    'Etc/Unknown',
    'etc/unknown',
    'Factory',
    'localtime',
    'posixrules',
    'Etc/GMT+14',
    'Etc/GMT+13',
    'undefined',
  ],
  ...['+5', '5:30', '+24:00', '+05:60', '+05:30:00', 'UTC+1', 'PST8PDT8', 'ABC-3', 'posix/Europe/London'],
  ...[
    "UTC'; drop table",
    'Europe/Berlin\0',
    'Europe/Berlin\n',
    '../../etc/passwd',
    'Mars/Olympus',
    'A'.repeat(100_000),
  ],
  ...['__proto__', 'constructor', 'toString', 'Europe/Berlin '],
])('there is no zone %j', (asked) => {
  expect(readZone(asked)).toBeNull()
  expect(formattable(asked)).toBe('UTC')
})

test('every zone of Intl has a name that Intl knows, and that is the name of itself', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const name = readZone(zone)!
    expect(isKnownZone(name), zone).toBe(true)
    expect(readZone(name), zone).toBe(name)
  }
})

test.each([
  ['Europe/Berlin', 'Europe/Berlin', 'Berlin time'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos Aires', 'Buenos Aires time'],
  ['UTC', 'UTC', 'UTC time'],
  ['CET', 'Europe/Brussels', 'Brussels time'],
  ['Asia/Calcutta', 'Asia/Kolkata', 'Kolkata time'],
  ['Etc/GMT+5', 'UTC-5', 'UTC-5 time'],
  ['Etc/GMT-14', 'UTC+14', 'UTC+14 time'],
  ['-03:30', 'UTC-3:30', 'UTC-3:30 time'],
])('a reader knows %s as %s', (zone, name, time) => {
  expect([zoneName(zone), zoneTime(zone)]).toEqual([name, time])
})

test('a program that knows a zone by another name only formats in that one', async () => {
  const { DateTimeFormat } = Intl
  const olderBrowser = new Proxy(DateTimeFormat, {
    construct(_, [locale, options]: [string, { timeZone: string }]) {
      if (['Europe/Kyiv', 'CET', 'America/Coyhaique'].includes(options.timeZone))
        throw new RangeError(`Invalid time zone specified: ${options.timeZone}`)
      return new DateTimeFormat(locale, options)
    },
  })
  vi.resetModules()
  vi.stubGlobal('Intl', { DateTimeFormat: olderBrowser })
  try {
    const older = await import('#contract/zone-words.ts')
    expect(['Europe/Kyiv', 'CET', 'America/Coyhaique'].map(older.formattable)).toEqual([
      'Europe/Kiev',
      'Europe/Brussels',
      'UTC',
    ])
  } finally {
    vi.unstubAllGlobals()
  }
})
