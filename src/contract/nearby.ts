/**
 * Local mode and nearby dads. A member sends his position only while local mode is on. Before it is stored it is replaced by
 * the centre of a fixed cell of about a mile. Nobody else ever gets that; others read the distance, in words.
 */
import * as z from 'zod'
import { fault, Id, isBlank, lineOf, Mark, memberOnly, refuses } from './kernel.ts'
import { RADII, RADIUS_USUAL, SAY_LOCAL } from './local-words.ts'
import { codePoints, LOCATION_MAX, tooLong } from './words.ts'

export const nearbyFaults = {
  /** a member without local mode is not shown to others and cannot see them */
  modeOff: fault('LOCAL_MODE_OFF', 403, SAY_LOCAL.modeNeeded),
}

/** In degrees. `false`, text and values that are not finite are refused. */
export const Latitude = z
  .number('This is not a latitude')
  .min(-90, 'This is not a latitude')
  .max(90, 'This is not a latitude')
export const Longitude = z
  .number('This is not a longitude')
  .min(-180, 'This is not a longitude')
  .max(180, 'This is not a longitude')
export const Radius = z.union(
  RADII.map((miles) => z.literal(miles)),
  'Choose 5, 10, 25 or 50 miles',
)
/** The same, as a query parameter. */
export const RadiusAsked = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,2}$/)
        .transform(Number),
    ],
    'Choose 5, 10, 25 or 50 miles',
  )
  .pipe(Radius)
  .default(RADIUS_USUAL)

/** A general place in words, shown on the profile; blank clears it. */
export const GeneralPlace = lineOf()
  .max(LOCATION_MAX * 4 + 1000)
  .trim()
  .refine((text) => codePoints(text) <= LOCATION_MAX, tooLong({ name: 'The location', max: LOCATION_MAX }))
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'The location holds a character that cannot be kept')
  .transform((text) => (isBlank(text) ? null : text))

/** The member's own local profile. */
export const LocalProfile = z.object({
  local_mode_enabled: z.boolean(),
  /** the words on the profile */
  location: z.string().nullable(),
  /** the centre of the cell, never the exact position; null if the member has sent no position */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
export type LocalProfile = z.infer<typeof LocalProfile>

export const NearbyDad = z.object({
  id: Id,
  username: z.string(),
  display_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  location: z.string().nullable(),
  is_administrator: Mark,
  kin_count: z.number(),
  /** "Very close", "Within 5 miles", "3.2 mi", "15 mi" */
  distance: z.string(),
})
export type NearbyDad = z.infer<typeof NearbyDad>

const tags = ['nearby']

export const nearby = {
  getLocalProfile: memberOnly('session', SAY_LOCAL.signIn, undefined)
    .route({
      method: 'GET',
      path: '/me/local',
      operationId: 'getLocalProfile',
      tags,
      summary: 'Your local mode and the centre of your cell',
    })
    .output(LocalProfile),
  setLocalMode: memberOnly('session', SAY_LOCAL.signIn, 'vote')
    .route({
      method: 'PUT',
      path: '/me/local-mode',
      operationId: 'setLocalMode',
      tags,
      summary: 'Switch local mode on or off; switching it off deletes your position',
    })
    .input(z.strictObject({ enabled: z.boolean() }))
    .output(LocalProfile),
  updateLocation: memberOnly('session', SAY_LOCAL.signIn, 'write')
    .route({
      method: 'PUT',
      path: '/me/location',
      operationId: 'updateLocation',
      tags,
      summary:
        'Say where you are: in words, and as a position, of which only the cell of about a mile is kept; six moves an hour',
    })
    .errors(refuses(nearbyFaults.modeOff))
    .input(
      z
        .strictObject({
          /** left out: stays as it is; blank: cleared */
          location: GeneralPlace.optional(),
          latitude: Latitude.optional(),
          longitude: Longitude.optional(),
        })
        .refine(({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined), {
          message: 'A position is a latitude and a longitude',
          path: ['latitude'],
        }),
    )
    .output(LocalProfile),
  listNearby: memberOnly('session', SAY_LOCAL.signIn, 'look')
    .route({
      method: 'GET',
      path: '/nearby',
      operationId: 'listNearby',
      tags,
      summary: 'List members with local mode on within a radius in miles, nearest first; requires your own local mode',
    })
    .errors(refuses(nearbyFaults.modeOff))
    .input(z.strictObject({ radius: RadiusAsked }))
    .output(
      z.object({
        /** false if the viewer has sent no position; then the list is empty */
        has_position: z.boolean(),
        items: z.array(NearbyDad),
      }),
    ),
}
