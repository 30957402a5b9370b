/** The one place that asks the browser for its zone, and that no formatter throws on a zone from elsewhere. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetZone } from '#test/unknown-zone.ts'
import { knownZone, ownZone } from './zone.ts'

afterEach(() => vi.unstubAllGlobals())

test.each(['Etc/Unknown', 'etc/unknown', 'undefined', '', undefined, 'Mars/Olympus', 'Factory', 'A'.repeat(61)])(
  'a browser that reports the zone %j has none, and uses UTC',
  (reported) => {
    const remember = forgetZone(reported)
    try {
      expect([knownZone(), ownZone()]).toEqual([null, 'UTC'])
    } finally {
      remember()
    }
  },
)

test('a browser whose Intl throws has no zone, and uses UTC', () => {
  const DateTimeFormat = () => {
    throw new RangeError('Unsupported time zone specified undefined')
  }
  vi.stubGlobal('Intl', { DateTimeFormat })
  expect([knownZone(), ownZone()]).toEqual([null, 'UTC'])
})

test.each(['Europe/Berlin', 'UTC', 'Asia/Calcutta', 'CET', '+05:30', 'Etc/GMT-2'])(
  'a browser that reports the zone %s has it',
  (reported) => {
    const remember = forgetZone(reported)
    try {
      expect(ownZone()).toBe(reported)
    } finally {
      remember()
    }
  },
)

const root = fileURLToPath(new URL('../../..', import.meta.url))
const sources = globSync('src/{web,server,contract}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')] as const)

test('no other place asks the browser for its zone', () => {
  const asking = sources.filter(([, text]) => text.includes('resolvedOptions')).map(([path]) => path)
  expect(asking.sort()).toEqual(['src/contract/zone-words.ts', 'src/web/kernel/zone.ts'])
})

/** These try the zone themselves. */
const TRYING = [
  ...['src/contract/zone-words.ts', 'src/contract/care.ts', 'src/contract/lines-words.ts'],
  ...['src/server/events/zones.ts', 'src/web/care/open-state.tsx'],
]

test('every formatter with a zone that is not UTC takes one that this program knows', () => {
  const found = sources.flatMap(([path, text]) =>
    [...text.matchAll(/(?<!')\btimeZone\b(?!Name)(?!: (?:'UTC'|formattable\())/g)].map(() => path),
  )
  expect([...new Set(found)].filter((path) => path !== 'src/web/kernel/zone.ts').sort()).toEqual(TRYING.sort())
})
