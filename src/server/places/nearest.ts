/** Finds the town that a person at this position would name. */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { cellAt, cellRangesAround, centreOf, milesBetween, type Position } from '../kernel/geo/geo.ts'
import { labelOf, type PlaceRow, placesIn } from './finding.ts'

/** In miles. The second radius is used only if there is no town within the first. */
const RADII_MILES = [15, 60]
/** The number of towns around the position that are compared, the largest first. */
const MAX_CANDIDATES = 200

/** Returns null if there is none. Only the cell of the position is sent to the database. */
export async function townAt(ctx: Ctx, position: Position): Promise<string | null> {
  const centre = centreOf(cellAt(position))
  for (const miles of RADII_MILES) {
    const towns = await townsAround(ctx, centre, miles)
    const [nearest] = towns.toSorted((one, other) => one.far - other.far)
    if (nearest) return labelOf(nearest.town)
  }
  return null
}

async function townsAround(ctx: Ctx, centre: Position, miles: number) {
  const { rows } = await sql<PlaceRow>`
    select p.name, p.country, p.region, p.postal_code, p.latitude, p.longitude, p.weight
    from ${placesIn(cellRangesAround(centre, miles))} p where p.kind = 'town'
    order by p.weight desc limit ${sql.lit(MAX_CANDIDATES)}`.execute(ctx.db)
  return rows
    .map((town) => ({ town, miles: milesBetween(centre, town) }))
    .filter((found) => found.miles <= miles)
    .map(({ town, miles }) => ({ town, far: farOf(miles, town.weight) }))
}

/** A thousand times the population counts as an eighth of the distance. A hamlet gives the town beside it, a suburb itself. */
const farOf = (miles: number, people: number) => (miles + 2) / Math.max(people, 100) ** 0.3
