/** The country of the reader, as far as the browser shows it. It is never sent to the server. */

/** The time zones of the countries that have help lines by default, by the beginning of their names. */
const ZONES: Record<string, readonly string[]> = {
  GB: ['Europe/London', 'Europe/Belfast', 'Europe/Jersey', 'Europe/Guernsey', 'Europe/Isle_of_Man', 'GB'],
  IE: ['Europe/Dublin', 'Eire'],
  DE: ['Europe/Berlin', 'Europe/Busingen'],
  AU: ['Australia/'],
  NZ: ['Pacific/Auckland', 'Pacific/Chatham', 'NZ'],
  CA: [
    ...['America/Toronto', 'America/Vancouver', 'America/Edmonton', 'America/Winnipeg', 'America/Halifax'],
    ...['America/Regina', 'America/St_Johns', 'America/Moncton', 'America/Whitehorse', 'America/Yellowknife'],
    ...['America/Iqaluit', 'America/Montreal', 'America/Glace_Bay', 'America/Goose_Bay', 'America/Dawson', 'Canada/'],
    ...['America/Dawson_Creek', 'America/Fort_Nelson', 'America/Creston', 'America/Inuvik', 'America/Cambridge_Bay'],
    ...['America/Swift_Current', 'America/Rankin_Inlet', 'America/Resolute', 'America/Pangnirtung', 'America/Nipigon'],
    ...['America/Thunder_Bay', 'America/Rainy_River', 'America/Atikokan', 'America/Blanc-Sablon'],
  ],
  US: [
    ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Phoenix'],
    ...['America/Anchorage', 'America/Detroit', 'America/Boise', 'America/Juneau', 'America/Indiana/'],
    ...['America/Indianapolis', 'America/Kentucky/', 'America/North_Dakota/', 'America/Menominee', 'America/Nome'],
    ...['America/Sitka', 'America/Adak', 'America/Yakutat', 'America/Metlakatla', 'America/Louisville', 'US/'],
    ...['Pacific/Honolulu', 'America/Puerto_Rico'],
  ],
}

/** The time zones of a computer on which none was set. */
const NOWHERE = /^(|UTC|GMT|Etc\/.*)$/

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
  const isElsewhere = country !== null && country in ZONES && !NOWHERE.test(zone)
  return isElsewhere ? null : country
}

function byLanguage(languages: readonly string[]): string | null {
  for (const language of languages) {
    const region = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(language)?.[1]
    if (region) return region.toUpperCase()
  }
  return null
}

export const countryHere = () => countryOf(Intl.DateTimeFormat().resolvedOptions().timeZone ?? '', navigator.languages)

const EMERGENCY: Record<string, string> = {
  ...{ US: '911', CA: '911', GB: '999', IE: '112', AU: '000', NZ: '111' },
  // 112 in all countries of the European Union
  ...Object.fromEntries(
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IT LT LU LV MT NL PL PT RO SE SI SK'
      .split(' ')
      .map((country) => [country, '112']),
  ),
}

export const emergencyOf = (country: string | null): string | null => (country ? (EMERGENCY[country] ?? null) : null)

const names = new Intl.DisplayNames(['en'], { type: 'region' })
export const nameOfCountry = (country: string) => names.of(country) ?? country
