/** Where the place is that somebody named in words: picked from the list, or looked up when he sends. */
import { SAY_LOCAL } from '#contract/local-words.ts'
import { isBlank } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { inTime } from '../kernel/in-time.ts'
import type { EventDraft } from './form.ts'

/** Thrown, so that a send that cannot go on says it beside the field. */
export class Placeless extends Error {}

export async function positionOf({ place, latitude, longitude }: EventDraft) {
  if (isBlank(place)) return null
  if (latitude !== null && longitude !== null) return { latitude, longitude }
  try {
    const found = await api.places.geocode({ address: place.trim() }, inTime())
    return { latitude: found.latitude, longitude: found.longitude }
  } catch (error) {
    const fault = readFault(error, SAY_LOCAL.geocodeFailed)
    if (fault.signIn) throw error
    throw new Placeless(`${fault.sentence.replace(/[.!]?$/, '.')} You can leave this empty.`)
  }
}
