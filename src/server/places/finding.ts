/** Finds places by name, the likeliest first: by quality of the match, population and distance to the viewer. */
import { sql } from 'kysely'
import type { Place } from '#contract/places.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { type CellRange, cellRangesAround, milesBetween, type Position } from '../kernel/geo/geo.ts'
import { distance, maxMistakes } from '../kernel/text/text.ts'
import { folded } from './folding.ts'
import { type Area, areasCalled, regionName } from './regions.ts'
import { codeIn, type PostalCodeQuery, type Reading, readingsOf } from './search-text.ts'

export const MAX_RESULTS = 8
/** The number of candidates of each kind that are ranked. */
const MAX_CANDIDATES = 40
/** In miles. With a query of two letters, places within this distance are candidates too. */
const AROUND_MILES = 25

export interface PlaceRow {
  name: string
  folded: string
  kind: string
  country: string
  region: string | null
  postal_code: string | null
  latitude: number
  longitude: number
  weight: number
}

/** The whole name or whole words match; or they match with mistakes; or only the beginning of the name is typed. */
type MatchKind = 'exact' | 'near' | 'begun'

export interface FoundPlace extends Place {
  score: number
  match: MatchKind
}

export function labelOf({ name, country, region, postal_code }: Omit<PlaceRow, 'folded' | 'kind' | 'weight'>): string {
  const place = `${name}, ${regionName(country, region)}`
  return postal_code === null ? place : `${postal_code}, ${place}`
}

/** Returns at most eight places with different labels. `near` is the centre of the viewer's cell. */
export async function findPlaces(ctx: Ctx, words: string, near: Position | null): Promise<FoundPlace[]> {
  const coded = codeIn(words)
  const place = coded && (await placeOf(ctx, coded))
  if (place) return [place]
  const found = await byName(ctx, readingsOf(words), near)
  // the text looks like a postal code of a country whose codes are not in the data
  return coded && found.length === 0 ? byName(ctx, readingsOf(coded.rest), near) : found
}

async function byName(ctx: Ctx, readings: Reading[], near: Position | null): Promise<FoundPlace[]> {
  const [whole, ...others] = readings
  if (!whole) return []
  const found = await begun(ctx, whole, near)
  for (const reading of found.length > 0 ? [] : others) found.push(...(await begun(ctx, reading, near)))
  if (found.length < MAX_RESULTS && whole.name.length >= 3) found.push(...(await inside(ctx, whole, near)))
  if (found.length > 0) return best(found)
  return best(await misspelt(ctx, readings, near))
}

function best(found: FoundPlace[]): FoundPlace[] {
  const labels = new Set<string>()
  const positions = new Set<string>()
  const isNew = ({ label, latitude, longitude }: FoundPlace) => {
    const looks = folded(label)
    const position = `${latitude} ${longitude}`
    if (labels.has(looks) || positions.has(position)) return false
    labels.add(looks)
    // two names of one town are one place
    positions.add(position)
    return true
  }
  return found
    .sort((one, other) => other.score - one.score || (one.label < other.label ? -1 : 1))
    .filter(isNew)
    .slice(0, MAX_RESULTS)
}

const COLUMNS = sql.raw(
  'p.name, p.folded, p.kind, p.country, p.region, p.postal_code, p.latitude, p.longitude, p.weight',
)
/** Sorts after every name with this beginning: the last code point. */
const LAST = '\u{10ffff}'

/** Makes PostgreSQL read the index of cells, one range after the other. */
export const placesIn = (ranges: CellRange[]) => sql`(
  select ${COLUMNS} from
    unnest(${ranges.map(({ from }) => from)}::int[], ${ranges.map(({ to }) => to)}::int[]) as s (first, last)
    cross join lateral (select ${COLUMNS} from places p where p.cell between s.first and s.last offset 0) p)`

/** Places whose name begins like this: exact names, the largest, and the largest around the viewer. */
async function begun(ctx: Ctx, { name, areas, exact }: Reading, near: Position | null): Promise<FoundPlace[]> {
  const lies = liesIn(areas)
  const size = [...name].length
  const begins =
    size <= 3 ? sql`left(p.folded, ${sql.lit(size)}) = ${name}` : sql`p.folded >= ${name} and p.folded < ${name + LAST}`
  const { rows } = await sql<PlaceRow>`
    (select ${COLUMNS} from places p where p.folded = ${name} and ${lies}
      order by p.weight desc limit ${sql.lit(MAX_CANDIDATES)})
    union all
    (select ${COLUMNS} from places p where ${begins} and ${lies}
      order by p.weight desc limit ${sql.lit(MAX_CANDIDATES)})
    union all
    (select ${COLUMNS} from ${placesIn(near ? cellRangesAround(near, AROUND_MILES) : [])} p
      where starts_with(p.folded, ${name}) and ${lies} order by p.weight desc limit ${sql.lit(MAX_CANDIDATES)})`.execute(
    ctx.db,
  )
  return rows.map((row) => scored(row, { name, exact, near, off: 0, match: matchOf(row.folded, name) }))
}

/** Places with a later word that begins like this: "Angeles". */
async function inside(ctx: Ctx, { name, areas, exact }: Reading, near: Position | null): Promise<FoundPlace[]> {
  const { rows } = await sql<PlaceRow>`
    select ${COLUMNS} from places p where p.folded like ${`% ${name}%`} and p.kind <> 'postal' and ${liesIn(areas)}
      order by p.weight desc limit ${sql.lit(MAX_RESULTS)}`.execute(ctx.db)
  return rows.map((row) => scored(row, { name, exact, near, off: 1, match: 'begun' }))
}

/** Places with a similar name: first the likelier reading, and few mistakes before many. */
async function misspelt(ctx: Ctx, readings: Reading[], near: Position | null): Promise<FoundPlace[]> {
  for (const likeness of MIN_TRIGRAM_SHARES)
    for (const reading of readings.slice(0, 2)) {
      const found = await alike(ctx, reading, likeness, near)
      if (found.length > 0) return found
    }
  return []
}

/** The minimum share of trigrams that a name has in common with the query. */
const MIN_TRIGRAM_SHARES = [0.5, 0.3]
/** With two mistakes, a word of this many letters keeps half of its trigrams. */
const MIN_LENGTH_FOR_LOW_SHARE = 10
/** Only this many letters of a query select the candidates. */
const MAX_TRIGRAM_LETTERS = 16

/** The database selects candidates by their trigrams; the edit distance decides. */
async function alike(ctx: Ctx, reading: Reading, likeness: number, near: Position | null): Promise<FoundPlace[]> {
  const { name, areas, exact } = reading
  const mistakes = maxMistakes(name)
  if (mistakes === 0 || (name.length >= MIN_LENGTH_FOR_LOW_SHARE && likeness < 0.5)) return []
  const { countries, regions } = split(areas)
  const { rows } = await sql<PlaceRow>`
    select ${COLUMNS} from
      places_alike(${name.slice(0, MAX_TRIGRAM_LETTERS)}, ${likeness}::real, ${countries}::text[], ${regions}::text[]) p`.execute(
    ctx.db,
  )
  return rows.flatMap((row) => {
    const whole = distance(name, row.folded)
    const off = Math.min(whole, distanceToBeginning(name, row.folded) + 0.5)
    return off > mistakes ? [] : [scored(row, { name, exact, near, off, match: matchOf(row.folded, name) })]
  })
}

/** The edit distance to the beginning of the name, of the same length or one letter longer or shorter. */
const distanceToBeginning = (typed: string, name: string) =>
  Math.min(...[-1, 0, 1].map((more) => distance(typed, name.slice(0, Math.max(1, typed.length + more)))))

/** Returns the place of a postal code, if the other words do not name a different place. */
async function placeOf(ctx: Ctx, { code, rest }: PostalCodeQuery): Promise<FoundPlace | null> {
  const { rows } = await sql<PlaceRow>`
    select ${COLUMNS} from places p where p.folded = ${code} and p.kind = 'postal' limit 1`.execute(ctx.db)
  const row = rows[0]
  if (!row || !agrees(row, rest)) return null
  return scored(row, { name: code, exact: [], near: null, off: 0, match: 'exact' })
}

function agrees(row: PlaceRow, rest: string): boolean {
  const readings = readingsOf(rest)
  const town = new Set(folded(row.name).split(' '))
  const said = areasCalled(folded(rest)).exact
  if (readings.length === 0 || lies(row, said)) return true
  return readings.some(
    ({ name, areas }) => (areas === null || lies(row, areas)) && name.split(' ').some((word) => town.has(word)),
  )
}

const lies = ({ country, region }: PlaceRow, areas: Area[]) =>
  areas.includes(country) || areas.includes(`${country}-${region}`)

function matchOf(name: string, typed: string): MatchKind {
  if (name === typed || name.startsWith(`${typed} `)) return 'exact'
  return distance(typed, name) <= maxMistakes(typed) ? 'near' : 'begun'
}

const split = (areas: Area[] | null) => ({
  countries: areas?.filter((area) => !area.includes('-')) ?? null,
  regions: areas?.filter((area) => area.includes('-')) ?? null,
})

function liesIn(areas: Area[] | null) {
  const { countries, regions } = split(areas)
  if (countries === null) return sql`true`
  return sql`(p.country = any(${countries}::text[]) or p.country || '-' || p.region = any(${regions}::text[]))`
}

interface MatchedQuery {
  name: string
  exact: Area[]
  near: Position | null
  /** number of mistakes (edit distance) */
  off: number
  match: MatchKind
}

/**
 * The score. Ten times the population is worth one point, an exact name two, a position in the named area three, a position
 * next to the viewer three. A mistake costs one and a half points, and so does another name that is typed only in part.
 */
function scored(row: PlaceRow, { name, exact, near, off, match }: MatchedQuery): FoundPlace {
  const score =
    Math.log10(row.weight + 100) +
    (row.folded === name ? 2 : 0) +
    (lies(row, exact) ? 3 : 0) -
    (row.kind === 'alias' && match === 'begun' ? 1.5 : 0) +
    (near ? nearness(milesBetween(near, row)) : 0) -
    off * 1.5
  return { label: labelOf(row), latitude: row.latitude, longitude: row.longitude, score, match }
}

/** 3 at no distance, 2.6 at 10 miles, 1.7 at 100, 0 at 3000. */
const nearness = (miles: number) => Math.max(0, 3 - 1.2 * Math.log10(1 + miles / 10))
