/**
 * Accounts: who I am, and where I am signed in.
 * Signing up, in and out are the accounts library's own calls under /api/auth; no token ever reaches a page's script.
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
  /** he has been through the first steps */
  onboarding_completed: z.boolean(),
  /** the card of his first seven days: not put away, and not over by the database's clock */
  shows_welcome: z.boolean(),
})
export type Viewer = z.infer<typeof Viewer>

export const Device = z.object({
  id: Id,
  /** what the browser called itself, in words: "Firefox on Linux" */
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
      summary: 'Where you are signed in',
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
