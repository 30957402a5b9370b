/**
 * Mails about the safety of an account. They have no unsubscribe link, because each follows from an action on the
 * account. Those to an address that nobody has verified leave out a username that a mail program could link: a stranger
 * may have chosen it, to have us mail his link.
 */
import { isLinkLike } from '#contract/link-like.ts'
import type { Mail } from '../kernel/jobs/jobs.ts'

interface About {
  brand: string
  to: string
}

export const verifyMail = ({ brand, to }: About, username: string, link: string): Mail => ({
  kind: 'verify',
  to,
  subject: `Verify your email for ${brand}`,
  paragraphs: [
    `Welcome to ${brand}. One thing is left: show us that this address is yours.${isLinkLike(username) ? '' : ` The account is called ${username}.`}`,
    'The link opens a page with a button. It works for one day.',
  ],
  link: { url: link, label: 'Open the page' },
  reason: `You get this because somebody signed up at ${brand} with this address. If it was not you, open the page and choose "This wasn't me".`,
})

export const alreadyRegisteredMail = ({ brand, to }: About, link: string): Mail => ({
  kind: 'already-registered',
  to,
  subject: `You already have an account at ${brand}`,
  paragraphs: [
    `Somebody, perhaps you, tried to sign up at ${brand} with this address. It already has an account, so nothing was changed.`,
    'If you forgot your password, you can choose a new one.',
  ],
  link: { url: link, label: 'Choose a new password' },
  reason: 'You get this because of that attempt. If it was not you, there is nothing to do.',
})

export const resetMail = ({ brand, to }: About, link: string): Mail => ({
  kind: 'reset',
  to,
  subject: `Choose a new password for ${brand}`,
  paragraphs: ['Here is the link to choose a new password. It works once, within the next hour.'],
  link: { url: link, label: 'Choose a new password' },
  reason:
    'You get this because somebody asked for it with this address. If it was not you, your password stays as it is.',
})

export const passwordChangedMail = ({ brand, to }: About, link: string): Mail => ({
  kind: 'password-changed',
  to,
  subject: `Your password at ${brand} was changed`,
  paragraphs: [
    'Your password was just changed, and every other device was signed out.',
    'If this was not you, choose a new one now.',
  ],
  link: { url: link, label: 'I did not do this' },
  reason: 'You get this because the password of your account changed.',
})

export const deletedMail = ({ brand, to }: About, link: string): Mail => ({
  kind: 'account-deleted',
  to,
  subject: `Your account at ${brand} was deleted`,
  paragraphs: [
    'Your account was just deleted, as you asked, and you are signed out everywhere. Nothing more will be sent to this address.',
    'You are welcome to come back with a new account. Thank you for having been here.',
  ],
  link: { url: link, label: `Go to ${brand}` },
  reason: 'You get this because your account was deleted. If that was not you, somebody else knew your password.',
})

export const deletedByOperatorMail = ({ brand, to }: About, link: string): Mail => ({
  kind: 'account-deleted',
  to,
  subject: `Your account at ${brand} was deleted`,
  paragraphs: [
    `The people who run ${brand} have deleted your account. You are signed out everywhere, and nothing more will be sent to this address.`,
  ],
  link: { url: link, label: `Go to ${brand}` },
  reason: 'You get this because your account was deleted.',
})

export const confirmEmailMail = ({ brand, to }: About, username: string, link: string): Mail => ({
  kind: 'confirm-email',
  to,
  subject: `Is this your new address at ${brand}?`,
  paragraphs: [
    `${isLinkLike(username) ? 'An account' : `The account ${username}`} at ${brand} is to use this address from now on. Show us that it is yours.`,
    'The link opens a page with a button. It works for one day. Until then nothing changes.',
  ],
  link: { url: link, label: 'Open the page' },
  reason:
    'You get this because somebody entered this address in his settings. If that was not you, there is nothing to do.',
})

export const emailToChangeMail = ({ brand, to }: About, link: string): Mail => ({
  kind: 'email-to-change',
  to,
  subject: `A new address for your account at ${brand}`,
  paragraphs: [
    'Somebody who knows your password asked to use another address for your account. It changes once that address is confirmed; until then this one stays.',
    'If this was not you, choose a new password now. That ends it.',
  ],
  link: { url: link, label: 'I did not do this' },
  reason: 'You get this because of that request.',
})

export const emailChangedMail = ({ brand, to }: About, link: string): Mail => ({
  kind: 'email-changed',
  to,
  subject: `Your address at ${brand} was changed`,
  paragraphs: [
    'Your account uses another address from now on, and every other device was signed out. Nothing more will be sent to this one.',
    'If this was not you, somebody else has your password: write to whoever runs this place.',
  ],
  link: { url: link, label: `Go to ${brand}` },
  reason: 'You get this because this was the address of your account until now.',
})

export const newDeviceMail = ({ brand, to }: About, device: string, link: string): Mail => ({
  kind: 'new-device',
  to,
  subject: `New sign-in to ${brand}`,
  paragraphs: [
    `Your account was just signed in on a browser that we have not seen before: ${device}.`,
    'If that was you, there is nothing to do. If not, sign that device out in your settings and choose a new password.',
  ],
  link: { url: link, label: 'See your devices' },
  reason: 'You get this because of that sign-in.',
})
