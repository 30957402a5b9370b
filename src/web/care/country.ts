/** The country of the reader, as far as the browser shows it. It is never sent to the server. */

import { isPlaceless } from '#contract/zone-words.ts'
import { knownZone } from '../kernel/zone.ts'
import { EMERGENCY, ZONES } from './country-table.ts'

/** The time zones of a computer on which none was set. */
const NOWHERE = /^(|UTC|GMT|Etc\/.*)$/
/** An abbreviation or an offset, "CET" or "+02:00", is no country either. */
const isNowhere = (zone: string) => NOWHERE.test(zone) || isPlaceless(zone)

/** The language of browsers on which none was chosen: without a time zone it does not show a country. */
const ANYWHERE = 'en-us'

/**
 * Uses the time zone first, because many browsers everywhere report "en-US" or "en-GB". If a time zone is set and is not
 * listed above, the reader is in none of these countries, whatever the language. Returns null if neither decides.
 */
export function countryOf(zone: string, languages: readonly string[]): string | null {
  const byZone = Object.entries(ZONES).find(([, names]) =>
    names.some((name) => (name.endsWith('/') ? zone.startsWith(name) : zone === name)),
  )
  if (byZone) return byZone[0]
  const country = byLanguage(languages)
  const isElsewhere = country !== null && country in ZONES && !isNowhere(zone)
  return isElsewhere ? null : country
}

function byLanguage(languages: readonly string[]): string | null {
  for (const language of languages) {
    if (language.toLowerCase() === ANYWHERE) continue
    const region = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(language)?.[1]
    if (region) return region.toUpperCase()
  }
  return null
}

/** The browser's time zone; null if it knows none, as "Etc/Unknown". */
export function zoneHere(): string | null {
  const zone = knownZone()
  return zone === null || isNowhere(zone) ? null : zone
}

export const countryHere = () => countryOf(zoneHere() ?? '', navigator.languages)

export const emergencyOf = (country: string | null): string | null => (country ? (EMERGENCY[country] ?? null) : null)

/** One for each language: making one costs more than asking it a hundred times. */
const namesIn = new Map<string, Intl.DisplayNames>()

export function nameOfCountry(country: string, language = 'en'): string {
  const names = namesIn.get(language) ?? new Intl.DisplayNames([language], { type: 'region' })
  namesIn.set(language, names)
  return names.of(country) ?? country
}
