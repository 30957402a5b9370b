/**
 * Time zones. Intl, PostgreSQL and the library of calendar files know different names, so one name of each zone is stored:
 * the one that IANA uses today. No zod here, because browsers load this file.
 */
export const ZONE_MAX = 60

/** Names that are older than the one in use, by which Chrome still reports zones. Old programs know only these. */
const RENAMED: readonly (readonly [old: string, name: string])[] = [
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]

/**
 * Abbreviations, and a place whose clocks they mean. Some programs read them without summer time. The places are those of
 * the file "backward" of IANA since 2024b.
 */
const ABBREVIATIONS: Record<string, string> = {
  ...{ CET: 'Europe/Brussels', MET: 'Europe/Brussels', EET: 'Europe/Athens', WET: 'Europe/Lisbon' },
  ...{ EST: 'America/Panama', MST: 'America/Phoenix', HST: 'Pacific/Honolulu' },
  ...{ EST5EDT: 'America/New_York', CST6CDT: 'America/Chicago' },
  ...{ MST7MDT: 'America/Denver', PST8PDT: 'America/Los_Angeles' },
  // Intl reads it as the time of Bangladesh. Of names with several meanings, such as IST, the meaning of Intl stays.
  BST: 'Europe/London',
}

/**
 * Zones without summer time, for offsets that are no whole hours. Tehran had it until 2022. Those dates do not matter, because
 * the name is stored only for what is still to come, and browsers format times in the offset itself.
 */
const PLACES_BY_OFFSET: Record<string, string> = {
  ...{ '-09:30': 'Pacific/Marquesas', '+03:30': 'Asia/Tehran', '+04:30': 'Asia/Kabul', '+05:30': 'Asia/Kolkata' },
  ...{ '+05:45': 'Asia/Kathmandu', '+06:30': 'Asia/Yangon', '+08:45': 'Australia/Eucla', '+09:30': 'Australia/Darwin' },
}

const NAMES = new Map(RENAMED)
/** The older name of a zone, by the one in use. */
export const OLD_NAMES: ReadonlyMap<string, string> = new Map(RENAMED.map(([old, name]) => [name, old] as const))
const OFFSET = /^([+-])(\d\d)(?::?([0-5]\d))?$/

/** The name in use for an old one or an abbreviation; others stay as they are. */
export const placeOf = (zone: string): string => ABBREVIATIONS[zone.toUpperCase()] ?? NAMES.get(zone) ?? zone

/** True if the zone is only an abbreviation or an offset, which names no country. */
export const isPlaceless = (zone: string) => OFFSET.test(zone) || zone.toUpperCase() in ABBREVIATIONS

/** Names that were tried before: to make a formatter takes 0.04 ms. */
const tried = new Map<string, string | null>()
const MAX_TRIED = 1000

/** Returns the name that Intl uses for this zone; null if it does not know the zone. */
function namedByIntl(zone: string): string | null {
  // browsers whose system names no zone; some of them can format it, and the server cannot
  if (zone === '' || zone.length > ZONE_MAX || /^etc\/unknown$/i.test(zone)) return null
  const before = tried.get(zone)
  if (before !== undefined) return before
  const name = askIntl(zone)
  if (tried.size >= MAX_TRIED) tried.clear()
  tried.set(zone, name)
  return name
}

function askIntl(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** True if this program can format times in the zone. */
export const isKnownZone = (zone: string) => namedByIntl(zone) !== null

/** For a formatter: the zone, or its other name, whichever this program knows; otherwise UTC. */
export const formattable = (zone: string): string =>
  [placeOf(zone), zone, OLD_NAMES.get(zone)].find((name) => name !== undefined && isKnownZone(name)) ?? 'UTC'

/**
 * Returns the one name of a zone, or null if Intl does not know it. Whole hours from UTC become names such as "Etc/GMT-2",
 * whose sign is the opposite one. An offset without such a name and without a place stays as it is, "-03:30".
 */
export function readZone(asked: string): string | null {
  const named = namedByIntl(asked)
  if (named === null) return null
  const [, sign, hours, minutes = '00'] = OFFSET.exec(named) ?? []
  if (!hours) return placeOf(ABBREVIATIONS[asked.toUpperCase()] ?? named)
  const offset = `${sign}${hours}:${minutes}`
  if (minutes !== '00') return PLACES_BY_OFFSET[offset] ?? offset
  if (hours === '00') return 'UTC'
  const name = `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`
  return isKnownZone(name) ? name : offset
}

/** As a reader knows it: "America/New York"; "UTC+2" for "Etc/GMT-2", and "UTC-3:30" for "-03:30". */
export function zoneName(zone: string): string {
  const [, sign, hours, minutes = '00'] = OFFSET.exec(zone) ?? []
  if (hours) return `UTC${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
  const [, etc, count] = /^Etc\/GMT([+-])(\d+)$/.exec(zone) ?? []
  if (count) return `UTC${etc === '+' ? '-' : '+'}${count}`
  return placeOf(zone).replaceAll('_', ' ')
}

/** "Berlin time" for "Europe/Berlin" */
export const zoneTime = (zone: string) => `${zoneName(zone).split('/').at(-1)} time`
