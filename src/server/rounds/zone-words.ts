/**
 * The zone of a time in a mail. No zone of a member is stored, so a mail has the pod's zone and its distance from UTC, with which
 * a man in another zone can work out his own hour. The page shows it to him.
 */

import { zoneName } from '#contract/zone-words.ts'

/** "America/New York, UTC-5"; "Asia/Kolkata, UTC+5:30"; only "UTC" for UTC itself, and "UTC+2" for "Etc/GMT-2". `offset` is in minutes. */
export function zoneAndOffset(zone: string, offset: number): string {
  const name = zoneName(zone)
  return name.startsWith('UTC') ? name : `${name}, ${offsetWords(offset)}`
}

function offsetWords(offset: number): string {
  if (offset === 0) return 'UTC'
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const rest = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`
  return `UTC${offset < 0 ? '-' : '+'}${hours}${rest}`
}
