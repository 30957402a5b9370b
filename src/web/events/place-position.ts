/** The position of a place that a member named: from the selection, or looked up when he submits. */
import { SAY_LOCAL } from '#contract/local-words.ts'
import { isBlank } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import type { EventDraft } from './event-draft.ts'

/** Thrown if no position was found, so that the message appears next to the field. */
export class PlaceNotFound extends Error {}

export async function positionOf({ place, latitude, longitude }: EventDraft) {
  if (isBlank(place)) return null
  if (latitude !== null && longitude !== null) return { latitude, longitude }
  try {
    const found = await api.places.geocode({ address: place.trim() }, withTimeout())
    return { latitude: found.latitude, longitude: found.longitude }
  } catch (error) {
    const fault = readFault(error, SAY_LOCAL.geocodeFailed)
    if (fault.signIn) throw error
    throw new PlaceNotFound(`${fault.sentence.replace(/[.!]?$/, '.')} You can leave this empty.`)
  }
}
