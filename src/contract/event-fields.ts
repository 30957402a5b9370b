/** The fields of an event: its day and local time, its texts, and the request bodies that create and change it. */
import * as z from 'zod'
import { calendarDay, Id, Line, SentTime, Sought, Text } from './kernel.ts'
import { ADDRESS_MAX, EVENT, SAY_LOCAL } from './local-words.ts'
import { Latitude, Longitude } from './nearby.ts'
import { LOCATION_MAX } from './words.ts'
import { readZone, ZONE_MAX } from './zone-words.ts'

/** A calendar day of an event. */
export const Day = calendarDay('This is not a day', { first: '2000-01-01' })
/** A local time, "19:30", from 00:00 to 23:59. */
export const Clock = z.string('This is not a time').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'This is not a time')
const NO_ZONE = 'This is not a time zone'
/** Of what is stored: any zone that Intl knows, offsets too. It becomes the one name of the zone (zone-words.ts). */
export const Zone = z
  .string(NO_ZONE)
  .max(ZONE_MAX, NO_ZONE)
  .transform((asked, { addIssue }) => {
    const name = readZone(asked)
    if (name === null) addIssue(NO_ZONE)
    return name ?? z.NEVER
  })
/** Of a viewer who reads: a zone that is unknown here counts as UTC, so that he gets his lists all the same. */
export const ViewerZone = z
  .string()
  .max(ZONE_MAX)
  .catch('UTC')
  .transform((asked) => readZone(asked) ?? 'UTC')
  .default('UTC')

const incomplete = SAY_LOCAL.eventIncomplete
const Title = Line({ name: 'The title', max: EVENT.title, blank: incomplete })
const Location = Line({ name: 'The location', max: LOCATION_MAX, blank: incomplete })
const Description = Text({ name: 'The description', max: EVENT.description, blank: 'Please enter a description' })
const Address = Line({ name: 'The address', max: ADDRESS_MAX, blank: SAY_LOCAL.addressBlank })
const required = <Schema extends z.ZodType<unknown, unknown>>(schema: Schema) =>
  z
    .string(incomplete)
    .refine((text) => text !== '', { message: incomplete, abort: true })
    .pipe(schema as unknown as z.ZodType<string, string>)

const bothOrNeither = (event: { latitude?: number | null | undefined; longitude?: number | null | undefined }) =>
  (event.latitude == null) === (event.longitude == null)
const BOTH = { message: 'A position is a latitude and a longitude', path: ['latitude'] }

const said = {
  title: Title,
  location: Location,
  event_date: required(Day),
  event_time: required(Clock),
  time_zone: Zone,
}
const more = {
  description: Description.nullable().optional(),
  end_time: Clock.nullable().optional(),
  address: Address.nullable().optional(),
  latitude: Latitude.nullable().optional(),
  longitude: Longitude.nullable().optional(),
}

export const NewEvent = z
  .strictObject({
    /** made by the client as an idempotency key: a repeated request creates one event */
    id: Id.optional(),
    ...said,
    ...more,
    /** a network that the author is a member of */
    group_id: Id.optional(),
  })
  .refine(bothOrNeither, BOTH)

/** A field that is left out stays as it is; null clears it. */
export const EventChange = z
  .strictObject({ id: Sought, ...z.object(said).partial().shape, ...more, seen_updated_at: SentTime.optional() })
  .refine(bothOrNeither, BOTH)
