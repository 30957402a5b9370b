/**
 * Accounts: the signed-in member, and the devices on which the member is signed in.
 * Signing up, in and out are calls of the accounts library under /api/auth. No token reaches a script of a page.
 */
import * as z from 'zod'
import { fault, Id, memberOnly, open, refuses, When } from './kernel.ts'
import { Profile } from './members.ts'

export { PASSWORD } from './words.ts'

export const accountFaults = {
  deviceNotFound: fault('DEVICE_NOT_FOUND', 404, 'That device is already signed out'),
}

/** The signed-in member's own row. */
export const Viewer = Profile.extend({
  email: z.string(),
  dark_mode_enabled: z.boolean(),
  local_mode_enabled: z.boolean(),
  two_factor_enabled: z.boolean(),
  is_admin: z.boolean(),
  /** the member has finished the first steps */
  onboarding_completed: z.boolean(),
  /**
   * whether to show the card of the first seven days; false after the member closes it or the days are over (database
   * clock)
   */
  shows_welcome: z.boolean(),
})
export type Viewer = z.infer<typeof Viewer>

export const Device = z.object({
  id: Id,
  /** what the browser calls itself, in words: "Firefox on Linux" */
  name: z.string(),
  signed_in_at: When,
  last_seen_at: When,
  is_this: z.boolean(),
})
export type Device = z.infer<typeof Device>

const signedIn = memberOnly('session', 'Please sign in', 'account')

export const account = {
  getViewer: open('profile:read')
    .route({
      method: 'GET',
      path: '/me',
      operationId: 'getViewer',
      tags: ['account'],
      summary: 'Your own account, or null for a visitor',
    })
    .output(Viewer.nullable()),
  listDevices: signedIn
    .route({
      method: 'GET',
      path: '/me/devices',
      operationId: 'listDevices',
      tags: ['account'],
      summary: 'List the devices on which you are signed in',
    })
    .output(z.array(Device)),
  signOutDevice: signedIn
    .route({
      method: 'DELETE',
      path: '/me/devices/{id}',
      operationId: 'signOutDevice',
      tags: ['account'],
      summary: 'Sign one device out',
    })
    .errors(refuses(accountFaults.deviceNotFound))
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: Id })),
  signOutOthers: signedIn
    .route({
      method: 'DELETE',
      path: '/me/devices',
      operationId: 'signOutOthers',
      tags: ['account'],
      summary: 'Sign every other device out',
    })
    .output(z.object({ signed_out: z.number() })),
}
