/** Places: towns and postal codes from the gazetteer, and addresses from a geocoder if the operator has set one up. */
import type * as z from 'zod'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { type Geocoded, type Place, placeFaults, type places } from '#contract/places.ts'
import { type Ctx, mustBeMember, notSignedIn } from '../kernel/ctx.ts'
import type { Located, Position } from '../kernel/geo/geo.ts'
import { refuse } from '../kernel/refuse.ts'
import { positionOf } from '../members/members.ts'
import { type FoundPlace, findPlaces } from './finding.ts'
import { townAt } from './nearest.ts'
import { withoutStreet } from './search-text.ts'

export { runGazetteerLoading } from './loading.ts'

type InputOf<Name extends keyof typeof places> = z.output<NonNullable<(typeof places)[Name]['~orpc']['inputSchema']>>
type OutputOf<Name extends keyof typeof places> = z.output<NonNullable<(typeof places)[Name]['~orpc']['outputSchema']>>

/** Places near the viewer and large places come first. */
export async function searchPlaces(ctx: Ctx, { q }: InputOf<'searchPlaces'>): Promise<OutputOf<'searchPlaces'>> {
  const found = await findPlaces(ctx, q, await ownCell(ctx))
  return { items: found.map(placeOf) }
}

export async function placeAt(ctx: Ctx, position: InputOf<'placeAt'>): Promise<OutputOf<'placeAt'>> {
  mustBeMember(ctx, SAY_LOCAL.signIn)
  return { label: await townAt(ctx, position) }
}

/**
 * Asks the geocoder first, if there is one. If it has no answer, searches the gazetteer for the text itself and, if there is
 * no geocoder, for the town of an address.
 */
export async function geocode(ctx: Ctx, { address }: InputOf<'geocode'>): Promise<Geocoded> {
  mustBeMember(ctx, SAY_LOCAL.signIn)
  const answer = await ctx.geocoder.locate(address)
  if (typeof answer === 'object' && 'said' in answer) refuse({ ...placeFaults.away, message: answer.said })
  if (typeof answer === 'object') return generally(ctx, answer.located)
  const known = await knownPlace(ctx, answer === 'none' ? [address, ...withoutStreet(address)] : [address])
  if (!known) refuse(answer === 'away' ? placeFaults.away : placeFaults.unknown)
  return { formatted_address: known.label, latitude: known.latitude, longitude: known.longitude }
}

/** Returns words that may stand on a profile. */
async function generally(ctx: Ctx, { label, latitude, longitude }: Located): Promise<Geocoded> {
  const words = label ?? (await townAt(ctx, { latitude, longitude }))
  return { formatted_address: words ?? refuse(placeFaults.unknown), latitude, longitude }
}

/** The best match that is more than the beginning of a name. An address without its street must match without mistakes. */
async function knownPlace(ctx: Ctx, [address, ...others]: [string, ...string[]]): Promise<FoundPlace | null> {
  const near = await ownCell(ctx)
  const known = (await findPlaces(ctx, address, near)).find(({ match }) => match !== 'begun')
  if (known) return known
  for (const words of others) {
    const found = (await findPlaces(ctx, words, near)).find(({ match }) => match === 'exact')
    if (found) return found
  }
  return null
}

const placeOf = ({ label, latitude, longitude }: FoundPlace): Place => ({ label, latitude, longitude })

/** Returns the centre of the viewer's cell, or null if he has no position. */
async function ownCell(ctx: Ctx): Promise<Position | null> {
  const { id } = mustBeMember(ctx, SAY_LOCAL.signIn)
  const position = await positionOf(ctx.db, id)
  return position === undefined ? notSignedIn(SAY_LOCAL.signIn) : position
}
