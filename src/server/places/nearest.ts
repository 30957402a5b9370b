/** The town that a man would name who is asked where he is. */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { cellAt, centreOf, milesBetween, type Position, stretchesAround } from '../kernel/geo/geo.ts'
import { labelOf, placesIn, type Row } from './finding.ts'

/** In miles; it is not looked further out than where something is. */
const STEPS = [15, 60]
/** So many towns around him, the largest first. */
const LOOKED_AT = 200

/** Null: there is none. Of the position no more goes to the database than its cell. */
export async function townAt(ctx: Ctx, position: Position): Promise<string | null> {
  const centre = centreOf(cellAt(position))
  for (const miles of STEPS) {
    const towns = await townsAround(ctx, centre, miles)
    const [nearest] = towns.toSorted((one, other) => one.far - other.far)
    if (nearest) return labelOf(nearest.town)
  }
  return null
}

async function townsAround(ctx: Ctx, centre: Position, miles: number) {
  const { rows } = await sql<Row>`
    select p.name, p.country, p.region, p.postal_code, p.latitude, p.longitude, p.weight
    from ${placesIn(stretchesAround(centre, miles))} p where p.kind = 'town'
    order by p.weight desc limit ${sql.lit(LOOKED_AT)}`.execute(ctx.db)
  return rows
    .map((town) => ({ town, miles: milesBetween(centre, town) }))
    .filter((found) => found.miles <= miles)
    .map(({ town, miles }) => ({ town, far: farOf(miles, town.weight) }))
}

/** Thousand times as many people are eight times as near: of a hamlet he names the town beside it, of a suburb itself. */
const farOf = (miles: number, people: number) => (miles + 2) / Math.max(people, 100) ** 0.3
