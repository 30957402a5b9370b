/** The fields of a member's own profile, as he sends them. A blank field is cleared; the display name is required. */
import * as z from 'zod'
import { calendarDay, codePoints, isBlank, lineOf } from './kernel.ts'
import { Name } from './names.ts'
import { GeneralPlace } from './nearby.ts'
import { BIO_MAX, PERSON_NAME_MAX, type ProfileField, SAY_PROFILE } from './profile-words.ts'
import { tooLong } from './words.ts'

/** An optional text; blank clears it. */
const Maybe = ({ name, max }: { name: string; max: number }, string: z.ZodString = z.string()) =>
  string
    .max(max * 4 + 1000, tooLong({ name, max }))
    .trim()
    .refine((text) => codePoints(text) <= max, tooLong({ name, max }))
    .refine((text) => text.isWellFormed() && !text.includes('\0'), `${name} holds a character that cannot be kept`)
    .transform((text) => (isBlank(text) ? null : text))

export const DisplayName = Name({ max: PERSON_NAME_MAX, blank: SAY_PROFILE.displayNameBlank })
export const Bio = Maybe({ name: 'The bio', max: BIO_MAX })
export const FirstName = Maybe({ name: 'The first name', max: PERSON_NAME_MAX }, lineOf())
export const LastName = Maybe({ name: 'The last name', max: PERSON_NAME_MAX }, lineOf())
export { GeneralPlace }

/** A day as a date field sends it, "1984-05-06"; blank clears it. */
export const DateOfBirth = z.union([
  z.literal('').transform(() => null),
  // the day before which nobody is alive has a message of its own
  calendarDay(SAY_PROFILE.dateOfBirth, { first: '1000-01-01' })
    .refine((day) => day >= '1900-01-01', SAY_PROFILE.dateOfBirthFar)
    .refine((day) => day <= new Date().toISOString().slice(0, 10), SAY_PROFILE.dateOfBirthAhead),
])

/** How each field is checked when the member sends it. */
export const PROFILE_INPUTS = {
  display_name: DisplayName,
  bio: Bio,
  location: GeneralPlace,
  first_name: FirstName,
  last_name: LastName,
  date_of_birth: DateOfBirth,
} satisfies Record<ProfileField, z.ZodType<string | null>>
