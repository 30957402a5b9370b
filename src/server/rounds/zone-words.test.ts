import { expect, test } from 'vitest'
import { zoneAndOffset } from './zone-words.ts'

test.each([
  ['UTC', 0, 'UTC'],
  ['Europe/London', 0, 'Europe/London, UTC'],
  ['Europe/Berlin', 60, 'Europe/Berlin, UTC+1'],
  ['America/New_York', -300, 'America/New York, UTC-5'],
  ['Asia/Kolkata', 330, 'Asia/Kolkata, UTC+5:30'],
  ['Etc/GMT-2', 120, 'UTC+2'],
  ['Etc/GMT+5', -300, 'UTC-5'],
  ['America/St_Johns', -210, 'America/St Johns, UTC-3:30'],
])('%s at %s minutes', (zone, offset, words) => expect(zoneAndOffset(zone, offset)).toBe(words))
