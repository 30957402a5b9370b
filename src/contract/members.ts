/** Members: the public profile, and the private settings. */
import * as z from 'zod'
import { fault, Id, Mark, memberOnly, open, refuses, Sought, When } from './kernel.ts'
import { PROFILE_INPUTS } from './profile-fields.ts'
import { PROFILE_FIELDS, SAY_PROFILE } from './profile-words.ts'

export { UNKNOWN, USERNAME } from './words.ts'

export const memberFaults = {
  notFound: fault('USER_NOT_FOUND', 404, 'User not found'),
  noNotices: fault('NOTICES_NOT_FOUND', 404, 'This link does not work'),
}

/** The author of something, as lists contain it; null if the account was deleted ("Unknown User"). */
export const Author = z.object({
  id: Id,
  username: z.string(),
  display_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  location: z.string().nullable(),
  is_administrator: Mark,
})
export type Author = z.infer<typeof Author>

const textsOf = <Field extends string>(fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, z.string().nullable()])) as Record<Field, z.ZodNullable<z.ZodString>>

/** The public profile. It never contains real names, birth date, position, e-mail address or settings. */
export const Profile = Author.extend({
  ...textsOf(PROFILE_FIELDS.public),
  post_count: z.number(),
  comment_count: z.number(),
  /** accepted connections */
  kin_count: z.number(),
  community_karma: z.number(),
  created_at: When,
})
export type Profile = z.infer<typeof Profile>

/** All fields, for the member himself: nobody else gets the private ones. A date is a day, "1984-05-06". */
export const OwnProfile = z.object(textsOf([...PROFILE_FIELDS.public, ...PROFILE_FIELDS.private]))
export type OwnProfile = z.infer<typeof OwnProfile>

/** Mails about what happens around the member. Mails about the safety of the account are always sent. */
export const Notices = z.strictObject({ wanted: z.boolean() })

export const members = {
  getMember: open('people:read')
    .route({
      method: 'GET',
      path: '/members/{username}',
      operationId: 'getMember',
      tags: ['members'],
      summary: "A member's public profile",
    })
    .errors(refuses(memberFaults.notFound))
    .input(z.strictObject({ username: Sought }))
    .output(Profile),
  getOwnProfile: memberOnly('profile:read', SAY_PROFILE.signIn, undefined)
    .route({
      method: 'GET',
      path: '/me/profile',
      operationId: 'getOwnProfile',
      tags: ['members'],
      summary: 'Your own profile, including the private fields',
    })
    .output(OwnProfile),
  updateProfile: memberOnly('profile:write', SAY_PROFILE.signIn, 'write')
    .route({
      method: 'PATCH',
      path: '/me/profile',
      operationId: 'updateProfile',
      tags: ['members'],
      summary: 'Change your profile; a field that is left out stays, a blank one is cleared',
    })
    .input(z.strictObject(PROFILE_INPUTS).partial())
    .output(OwnProfile),
  setDarkMode: memberOnly('profile:write', 'Please sign in to change your settings', 'vote')
    .route({
      method: 'PUT',
      path: '/me/dark-mode',
      operationId: 'setDarkMode',
      tags: ['members'],
      summary: 'Switch your dark theme on or off',
    })
    .input(z.strictObject({ dark_mode_enabled: z.boolean() }))
    .output(z.object({ dark_mode_enabled: z.boolean() })),
  getNotices: memberOnly('profile:read', 'Please sign in to change your settings', undefined)
    .route({
      method: 'GET',
      path: '/me/notices',
      operationId: 'getNotices',
      tags: ['members'],
      summary: 'Whether you get mails about your pods, networks and events',
    })
    .output(Notices),
  setNotices: memberOnly('profile:write', 'Please sign in to change your settings', 'vote')
    .route({
      method: 'PUT',
      path: '/me/notices',
      operationId: 'setNotices',
      tags: ['members'],
      summary: 'Switch mails about your pods, networks and events on or off',
    })
    .input(Notices)
    .output(Notices),
  stopNotices: open('profile:write', 'account')
    .route({
      method: 'POST',
      path: '/notices/stop',
      operationId: 'stopNotices',
      tags: ['members'],
      summary: 'Unsubscribe from these mails with the key of a link in one of them',
    })
    .errors(refuses(memberFaults.noNotices))
    .input(z.strictObject({ key: Id }))
    .output(Notices),
}
