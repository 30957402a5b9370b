/** Every screen of the town, for journeys that walk through all of them. */
import type { BrowserContext } from '@playwright/test'
import { eventNamed, postNamed } from './journey.ts'
import type { Instance } from './server.ts'

export interface Screen {
  name: string
  /** or a function that finds it for a member */
  path: string | ((member: BrowserContext, town: Instance) => Promise<string>)
}

const post = (title: string): Screen => ({
  name: `the post “${title}”`,
  path: (member, town) => postNamed(member, town, title),
})
const event = (title: string): Screen => ({
  name: `the event “${title}”`,
  path: (member, town) => eventNamed(member, town, title),
})

export const SIGN_IN_SCREENS: Screen[] = [
  { name: 'the front page', path: '/' },
  { name: 'what this is', path: '/about' },
  { name: 'the help lines', path: '/help-lines' },
  { name: 'the own profile', path: '/profile' },
  { name: 'the settings', path: '/settings' },
  { name: 'the own check-ins', path: '/settings/check-ins' },
  { name: 'the own questions', path: '/questions' },
  { name: 'the verification', path: '/verify?token=x' },
  { name: 'the new password', path: '/reset?token=x' },
  { name: 'the forgotten password', path: '/forgot' },
  { name: 'the end of mails', path: '/notices?key=x' },
]
/** Pages that redirect a member, or that are among his own. */
export const FOR_VISITORS: Screen[] = [
  { name: 'signing in', path: '/auth' },
  { name: 'signing up', path: '/auth?mode=sign-up' },
  { name: 'a link that does not work', path: '/verify' },
  { name: 'a password link that does not work', path: '/reset' },
]
export const GROUPS: Record<string, Screen[]> = {
  'the conversation': [
    { name: 'the feed', path: '/categories' },
    { name: 'a category', path: '/category/new-dads' },
    { name: 'a category without polls', path: '/category/fashion?type=poll' },
    post("I ran the dads' race at sports day and I would like to give evidence"),
    post('How much sleep did you actually get last night? Be honest'),
    { name: 'a member', path: '/user/hassan.amin' },
    { name: 'the comments of a member', path: '/user/hassan.amin?tab=comments' },
    { name: 'a member who wrote nothing', path: '/user/marcus_o' },
  ],
  'the networks and the pods': [
    { name: 'the networks', path: '/groups' },
    { name: 'a public network', path: '/group/night-shift-dads' },
    { name: 'the events of a network', path: '/group/night-shift-dads?tab=events' },
    { name: 'the members of a network', path: '/group/night-shift-dads?tab=members' },
    { name: 'the chat of a network', path: '/group/night-shift-dads?tab=chat' },
    { name: 'a private network', path: '/group/fathers-after-separation?tab=members' },
    { name: 'the pods', path: '/pods' },
    { name: 'a search for pods that finds none', path: '/pods?q=no+such+pod' },
    { name: 'a pod', path: '/pod/six-am-club' },
    { name: 'a pod of others', path: '/pod/stepdads,-slowly' },
  ],
  'the neighbourhood': [
    { name: 'the neighbourhood', path: '/local' },
    { name: 'a day of the neighbourhood', path: '/local?day=2026-01-05&scope=everywhere' },
    event('Repair morning: bikes and prams'),
    event('First Sunday walk'),
  ],
}
export const MISSING = [
  { name: 'a URL without a page', path: '/no/such/page' },
  { name: 'a deleted post', path: '/post/gone' },
  { name: 'a deleted event', path: '/event/gone' },
  { name: 'a member who does not exist', path: '/user/nobody-by-this-name' },
  { name: 'a category that does not exist', path: '/category/no-such-place' },
  { name: 'a network that does not exist', path: '/group/no-such-network' },
]
