/** Countries and their regions: their names on a label, and the areas that a text may name. */
import { folded } from './folding.ts'

/** States of the United States, and the other areas with their postal codes. */
const STATES: Record<string, string> = {
  ...{ AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado' },
  ...{ CT: 'Connecticut', DE: 'Delaware', DC: 'District of Columbia', FL: 'Florida', GA: 'Georgia', HI: 'Hawaii' },
  ...{ ID: 'Idaho', IL: 'Illinois', IN: 'Indiana', IA: 'Iowa', KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana' },
  ...{ ME: 'Maine', MD: 'Maryland', MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota', MS: 'Mississippi' },
  ...{ MO: 'Missouri', MT: 'Montana', NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey' },
  ...{ NM: 'New Mexico', NY: 'New York', NC: 'North Carolina', ND: 'North Dakota', OH: 'Ohio', OK: 'Oklahoma' },
  ...{ OR: 'Oregon', PA: 'Pennsylvania', RI: 'Rhode Island', SC: 'South Carolina', SD: 'South Dakota' },
  ...{ TN: 'Tennessee', TX: 'Texas', UT: 'Utah', VT: 'Vermont', VA: 'Virginia', WA: 'Washington' },
  ...{ WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming' },
  ...{ PR: 'Puerto Rico', VI: 'Virgin Islands', GU: 'Guam', AS: 'American Samoa', MP: 'Northern Mariana Islands' },
  ...{ PW: 'Palau', FM: 'Micronesia', MH: 'Marshall Islands' },
}
const PROVINCES: Record<string, string> = {
  ...{ AB: 'Alberta', BC: 'British Columbia', MB: 'Manitoba', NB: 'New Brunswick' },
  ...{ NL: 'Newfoundland and Labrador', NS: 'Nova Scotia', ON: 'Ontario', PE: 'Prince Edward Island' },
  ...{ QC: 'Quebec', SK: 'Saskatchewan', YT: 'Yukon', NT: 'Northwest Territories', NU: 'Nunavut' },
}
const NATIONS: Record<string, string> = { ENG: 'England', SCT: 'Scotland', WLS: 'Wales', NIR: 'Northern Ireland' }

/** Regions that stand on a label in place of the country. */
const PARTS: Record<string, Record<string, string>> = { US: STATES, CA: PROVINCES, GB: NATIONS }

/** Other common names. */
const OTHER_NAMES: Record<string, string> = {
  ...{ usa: 'US', america: 'US', 'united states of america': 'US', uk: 'GB', 'great britain': 'GB', britain: 'GB' },
  ...{ holland: 'NL', 'czech republic': 'CZ', turkey: 'TR', uae: 'AE', burma: 'MM', 'ivory coast': 'CI' },
  ...{ 'south korea': 'KR', 'north korea': 'KP', swaziland: 'SZ', macedonia: 'MK', bosnia: 'BA', drc: 'CD' },
  ...{
    'washington dc': 'US-DC',
    newfoundland: 'CA-NL',
    labrador: 'CA-NL',
    'northwest territory': 'CA-NT',
    nwt: 'CA-NT',
  },
}

const inEnglish = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

export const isPart = (country: string, region: string): boolean => PARTS[country]?.[region] !== undefined

/** What follows the name of a town on a label: "OR", "Ontario", "England", "Germany". */
export function regionName(country: string, region: string | null): string {
  const name = region === null ? undefined : PARTS[country]?.[region]
  if (!name) return inEnglish.of(country) ?? country
  return country === 'US' ? region! : name
}

/** A country, "DE", or a region of one, "US-OR". */
export type Area = string

interface AreaName {
  name: string
  area: Area
}

let all: AreaName[] | undefined
function called(): AreaName[] {
  all ??= [
    ...Object.entries(PARTS).flatMap(([country, parts]) =>
      Object.entries(parts).flatMap(([code, name]) => [
        { name: code.toLowerCase(), area: `${country}-${code}` },
        { name: folded(name), area: `${country}-${code}` },
      ]),
    ),
    ...Object.entries(OTHER_NAMES).map(([name, area]) => ({ name, area })),
    ...countries(),
  ]
  return all
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** The countries that Intl has a name for: about 270. */
const countries = (): AreaName[] =>
  LETTERS.flatMap((one) => LETTERS.map((other) => one + other)).flatMap((code) => {
    const name = inEnglish.of(code)
    return name
      ? [
          { name: code.toLowerCase(), area: code },
          { name: folded(name), area: code },
        ]
      : []
  })

/** The areas with this name, and those whose name begins with it; CA is two of them. `words` are normalized by `folded`. */
export function areasCalled(words: string): { exact: Area[]; begun: Area[] } {
  const areas = (is: (name: string) => boolean) => [
    ...new Set(
      called()
        .filter(({ name }) => is(name))
        .map(({ area }) => area),
    ),
  ]
  if (words === '') return { exact: [], begun: [] }
  return { exact: areas((name) => name === words), begun: areas((name) => name.startsWith(words)) }
}

/** The areas that lie in one of `some` and in one of `others`. */
export function areasWithin(some: Area[], others: Area[]): Area[] {
  const inside = (one: Area, other: Area) => one === other || one.startsWith(`${other}-`)
  return [
    ...new Set([
      ...some.filter((one) => others.some((other) => inside(one, other))),
      ...others.filter((one) => some.some((other) => inside(one, other))),
    ]),
  ]
}
