/** Places for words, the likeliest first: by how well they match, how large they are and how near to the one who asks. */
import { sql } from 'kysely'
import type { Place } from '#contract/places.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { milesBetween, type Position, type Stretch, stretchesAround } from '../kernel/geo/geo.ts'
import { distance, mistakesIn } from '../kernel/text/text.ts'
import { folded } from './folding.ts'
import { type Coded, codeIn, type Reading, readingsOf } from './question.ts'
import { type Area, areasCalled, regionName } from './regions.ts'

export const SHOWN = 8
/** So many of a kind are looked at; what is shown is the best of them. */
const LOOKED_AT = 40
/** In miles: whoever types two letters may mean what is around him. */
const AROUND = 25

export interface Row {
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

/** It is called so, in whole words; or but for a mistake; or the rest of its name may just not be typed yet. */
type Match = 'exact' | 'near' | 'begun'

export interface Found extends Place {
  score: number
  match: Match
}

export function labelOf({ name, country, region, postal_code }: Omit<Row, 'folded' | 'kind' | 'weight'>): string {
  const place = `${name}, ${regionName(country, region)}`
  return postal_code === null ? place : `${postal_code}, ${place}`
}

/** At most eight, none of which looks like another. `near`: the centre of the cell of the one who asks. */
export async function findPlaces(ctx: Ctx, words: string, near: Position | null): Promise<Found[]> {
  const coded = codeIn(words)
  const place = coded && (await placeOf(ctx, coded))
  if (place) return [place]
  const found = await byName(ctx, readingsOf(words), near)
  // the code of another country, which is not known here
  return coded && found.length === 0 ? byName(ctx, readingsOf(coded.rest), near) : found
}

async function byName(ctx: Ctx, readings: Reading[], near: Position | null): Promise<Found[]> {
  const [whole, ...others] = readings
  if (!whole) return []
  const found = await begun(ctx, whole, near)
  for (const reading of found.length > 0 ? [] : others) found.push(...(await begun(ctx, reading, near)))
  if (found.length < SHOWN && whole.name.length >= 3) found.push(...(await inside(ctx, whole, near)))
  if (found.length > 0) return best(found)
  return best(await misspelt(ctx, readings, near))
}

function best(found: Found[]): Found[] {
  const labels = new Set<string>()
  const positions = new Set<string>()
  const isNew = ({ label, latitude, longitude }: Found) => {
    const looks = folded(label)
    const position = `${latitude} ${longitude}`
    if (labels.has(looks) || positions.has(position)) return false
    labels.add(looks)
    // a town by two of its names is one town
    positions.add(position)
    return true
  }
  return found
    .sort((one, other) => other.score - one.score || (one.label < other.label ? -1 : 1))
    .filter(isNew)
    .slice(0, SHOWN)
}

const COLUMNS = sql.raw(
  'p.name, p.folded, p.kind, p.country, p.region, p.postal_code, p.latitude, p.longitude, p.weight',
)
/** After every name that begins so: the last sign that there is. */
const LAST = '\u{10ffff}'

/** By the index of cells, stretch by stretch, and never another way round. */
export const placesIn = (stretches: Stretch[]) => sql`(
  select ${COLUMNS} from
    unnest(${stretches.map(({ from }) => from)}::int[], ${stretches.map(({ to }) => to)}::int[]) as s (first, last)
    cross join lateral (select ${COLUMNS} from places p where p.cell between s.first and s.last offset 0) p)`

/** Whatever begins so: what is called exactly so, the largest, and the largest around him. */
async function begun(ctx: Ctx, { name, areas, exact }: Reading, near: Position | null): Promise<Found[]> {
  const lies = liesIn(areas)
  const size = [...name].length
  const begins =
    size <= 3 ? sql`left(p.folded, ${sql.lit(size)}) = ${name}` : sql`p.folded >= ${name} and p.folded < ${name + LAST}`
  const { rows } = await sql<Row>`
    (select ${COLUMNS} from places p where p.folded = ${name} and ${lies}
      order by p.weight desc limit ${sql.lit(LOOKED_AT)})
    union all
    (select ${COLUMNS} from places p where ${begins} and ${lies}
      order by p.weight desc limit ${sql.lit(LOOKED_AT)})
    union all
    (select ${COLUMNS} from ${placesIn(near ? stretchesAround(near, AROUND) : [])} p
      where starts_with(p.folded, ${name}) and ${lies} order by p.weight desc limit ${sql.lit(LOOKED_AT)})`.execute(
    ctx.db,
  )
  return rows.map((row) => seen(row, { name, exact, near, off: 0, match: matchOf(row.folded, name) }))
}

/** Whatever has a later word that begins so: "Angeles". */
async function inside(ctx: Ctx, { name, areas, exact }: Reading, near: Position | null): Promise<Found[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from places p where p.folded like ${`% ${name}%`} and p.kind <> 'postal' and ${liesIn(areas)}
      order by p.weight desc limit ${sql.lit(SHOWN)}`.execute(ctx.db)
  return rows.map((row) => seen(row, { name, exact, near, off: 1, match: 'begun' }))
}

/** Whatever is called nearly so: in the likelier of the ways to read it, with few mistakes if that will do. */
async function misspelt(ctx: Ctx, readings: Reading[], near: Position | null): Promise<Found[]> {
  for (const likeness of LIKENESS)
    for (const reading of readings.slice(0, 2)) {
      const found = await alike(ctx, reading, likeness, near)
      if (found.length > 0) return found
    }
  return []
}

/** The share of its trigrams that a name must have. */
const LIKENESS = [0.5, 0.3]
/** Two mistakes leave half of the trigrams of so many letters. */
const LONG = 10
/** More letters than these propose nothing else. */
const SPELT = 16

/** The database proposes whose trigrams are alike, letters decide. */
async function alike(ctx: Ctx, reading: Reading, likeness: number, near: Position | null): Promise<Found[]> {
  const { name, areas, exact } = reading
  const mistakes = mistakesIn(name)
  if (mistakes === 0 || (name.length >= LONG && likeness < 0.5)) return []
  const { countries, regions } = split(areas)
  const { rows } = await sql<Row>`
    select ${COLUMNS} from
      places_alike(${name.slice(0, SPELT)}, ${likeness}::real, ${countries}::text[], ${regions}::text[]) p`.execute(
    ctx.db,
  )
  return rows.flatMap((row) => {
    const whole = distance(name, row.folded)
    const off = Math.min(whole, distanceToBeginning(name, row.folded) + 0.5)
    return off > mistakes ? [] : [seen(row, { name, exact, near, off, match: matchOf(row.folded, name) })]
  })
}

/** From the beginning of the name that is as long, or one letter longer or shorter. */
const distanceToBeginning = (typed: string, name: string) =>
  Math.min(...[-1, 0, 1].map((more) => distance(typed, name.slice(0, Math.max(1, typed.length + more)))))

/** The place of a code, if what else is written does not speak of another one. */
async function placeOf(ctx: Ctx, { code, rest }: Coded): Promise<Found | null> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from places p where p.folded = ${code} and p.kind = 'postal' limit 1`.execute(ctx.db)
  const row = rows[0]
  if (!row || !agrees(row, rest)) return null
  return seen(row, { name: code, exact: [], near: null, off: 0, match: 'exact' })
}

function agrees(row: Row, rest: string): boolean {
  const readings = readingsOf(rest)
  const town = new Set(folded(row.name).split(' '))
  const said = areasCalled(folded(rest)).exact
  if (readings.length === 0 || lies(row, said)) return true
  return readings.some(
    ({ name, areas }) => (areas === null || lies(row, areas)) && name.split(' ').some((word) => town.has(word)),
  )
}

const lies = ({ country, region }: Row, areas: Area[]) =>
  areas.includes(country) || areas.includes(`${country}-${region}`)

function matchOf(name: string, typed: string): Match {
  if (name === typed || name.startsWith(`${typed} `)) return 'exact'
  return distance(typed, name) <= mistakesIn(typed) ? 'near' : 'begun'
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

interface Sought {
  name: string
  exact: Area[]
  near: Position | null
  /** letters that are wrong, or the like */
  off: number
  match: Match
}

/**
 * Ten times as many people are one point. To be called exactly so is worth two, to lie where was said three, to be just
 * around the corner three. A wrong letter costs one and a half, and so does another name of which only the beginning is typed.
 */
function seen(row: Row, { name, exact, near, off, match }: Sought): Found {
  const score =
    Math.log10(row.weight + 100) +
    (row.folded === name ? 2 : 0) +
    (lies(row, exact) ? 3 : 0) -
    (row.kind === 'alias' && match === 'begun' ? 1.5 : 0) +
    (near ? nearness(milesBetween(near, row)) : 0) -
    off * 1.5
  return { label: labelOf(row), latitude: row.latitude, longitude: row.longitude, score, match }
}

/** From 3 at no distance by way of 2.6 at 10 miles and 1.7 at 100 to nothing at 3000. */
const nearness = (miles: number) => Math.max(0, 3 - 1.2 * Math.log10(1 + miles / 10))
