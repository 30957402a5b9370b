/** Places: towns and postal codes from the built-in table, and street addresses if a geocoding service is configured. */
import * as z from 'zod'
import { fault, isBlank, memberOnly, refuses } from './kernel.ts'
import { ADDRESS_MAX, SAY_LOCAL } from './local-words.ts'
import { Latitude, Longitude } from './nearby.ts'
import { searchable, tooLong } from './words.ts'

export const placeFaults = {
  unknown: fault('PLACE_NOT_FOUND', 404, SAY_LOCAL.placeUnknown),
  /** the service is unavailable, too slow, or returned an invalid response */
  away: fault('GEOCODER_AWAY', 502, SAY_LOCAL.geocoderAway),
}

/** A town or a postal code. */
export const Place = z.object({
  /** as it is shown: "Portland, OR", "94110, San Francisco, CA", "Köln, Germany" */
  label: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type Place = z.infer<typeof Place>

/** The place of an address: general words, fit for a profile, never the street. */
export const Geocoded = z.object({
  formatted_address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type Geocoded = z.infer<typeof Geocoded>

const Words = z
  .string()
  .max(20_000)
  .transform((words) => searchable(words.toWellFormed().replaceAll('\0', '')).trim())

const tags = ['places']

export const places = {
  searchPlaces: memberOnly('events:read', SAY_LOCAL.signIn, 'look')
    .route({
      method: 'GET',
      path: '/places',
      operationId: 'searchPlaces',
      tags,
      summary: 'Towns and postal codes that match these words, while you type; near and large ones first',
    })
    .input(z.strictObject({ q: Words.default('') }))
    .output(z.object({ items: z.array(Place) })),
  placeAt: memberOnly('events:read', SAY_LOCAL.signIn, 'look')
    .route({
      method: 'POST',
      path: '/places/at',
      operationId: 'placeAt',
      tags,
      summary: 'The town at or near a position; null if none is near',
    })
    .input(z.strictObject({ latitude: Latitude, longitude: Longitude }))
    .output(z.object({ label: z.string().nullable() })),
  geocode: memberOnly('events:read', SAY_LOCAL.signIn, 'address')
    .route({
      method: 'POST',
      path: '/geocode',
      operationId: 'geocode',
      tags,
      summary: 'Where an address, a town or a postal code is',
    })
    .errors(refuses(placeFaults.unknown, placeFaults.away))
    .input(
      z.strictObject({
        address: z
          .string(SAY_LOCAL.addressBlank)
          .max(ADDRESS_MAX * 4, tooLong({ name: 'The address', max: ADDRESS_MAX }))
          .trim()
          .refine((text) => !isBlank(text), { message: SAY_LOCAL.addressBlank, abort: true })
          .refine((text) => [...text].length <= ADDRESS_MAX, tooLong({ name: 'The address', max: ADDRESS_MAX }))
          .transform((text) => text.toWellFormed().replaceAll('\0', '')),
      }),
    )
    .output(Geocoded),
}
