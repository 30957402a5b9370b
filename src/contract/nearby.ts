/**
 * Local mode and nearby dads. Where a member is he tells us only while his local mode is on; before it is kept it
 * becomes the centre of a fixed cell of about a mile, and nobody else ever gets that: others read how far, in words.
 */
import * as z from 'zod'
import { fault, Id, isBlank, lineOf, Mark, memberOnly, refuses } from './kernel.ts'
import { RADII, RADIUS_USUAL, SAY_LOCAL } from './local-words.ts'
import { codePoints, LOCATION_MAX, tooLong } from './words.ts'

export const nearbyFaults = {
  /** who is not seen does not see */
  modeOff: fault('LOCAL_MODE_OFF', 403, SAY_LOCAL.modeNeeded),
}

/** On earth, in degrees. `false` and words are no numbers; neither is what a number cannot hold. */
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
/** The same in an address. */
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

/** A general place in words, which stands on his profile; blank: none. */
export const GeneralPlace = lineOf()
  .max(LOCATION_MAX * 4 + 1000)
  .trim()
  .refine((text) => codePoints(text) <= LOCATION_MAX, tooLong({ name: 'The location', max: LOCATION_MAX }))
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'The location holds a character that cannot be kept')
  .transform((text) => (isBlank(text) ? null : text))

/** The local profile: the member's own, and only for him. */
export const LocalProfile = z.object({
  local_mode_enabled: z.boolean(),
  /** the words on his profile */
  location: z.string().nullable(),
  /** of the centre of his cell, never of himself; null: he has told us no position */
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
      summary: 'Your local mode, and the cell that you are in',
    })
    .output(LocalProfile),
  setLocalMode: memberOnly('session', SAY_LOCAL.signIn, 'vote')
    .route({
      method: 'PUT',
      path: '/me/local-mode',
      operationId: 'setLocalMode',
      tags,
      summary: 'Switch local mode on, or off, which erases your position',
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
          /** left out: the words stay; blank: none */
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
      summary: 'Members with local mode on within so many miles, the nearest first; only while yours is on',
    })
    .errors(refuses(nearbyFaults.modeOff))
    .input(z.strictObject({ radius: RadiusAsked }))
    .output(
      z.object({
        /** he has told us no position, so there is nobody near to him */
        has_position: z.boolean(),
        items: z.array(NearbyDad),
      }),
    ),
}
