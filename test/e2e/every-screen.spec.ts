/**
 * Every screen, as a visitor and as a member sees it, on a phone and at a desk, in light and in dark: axe finds nothing,
 * nothing sticks out even at 320 px, there is one heading of the first rank and a title, and the browser has no complaint.
 */
import type { Page } from '@playwright/test'
import { eventNamed, expect, PHONE, postNamed, signIn, test, visit } from './journey.ts'
import { expectSound } from './screen.ts'

interface Screen {
  name: string
  path: string
  /** said in the console on purpose: an address that is not there */
  missing?: true
}

const COMMON: Screen[] = [
  { name: 'the front page', path: '/' },
  { name: 'what this is', path: '/about' },
  { name: 'the feed', path: '/categories' },
  { name: 'a category', path: '/category/new-dads' },
  { name: 'a category without such posts', path: '/category/fashion?type=poll' },
  { name: 'the networks', path: '/groups' },
  { name: 'a public network', path: '/group/night-shift-dads' },
  { name: 'the events of a network', path: '/group/night-shift-dads?tab=events' },
  { name: 'the members of a network', path: '/group/night-shift-dads?tab=members' },
  { name: 'the chat of a network', path: '/group/night-shift-dads?tab=chat' },
  { name: 'a private network', path: '/group/fathers-after-separation?tab=members' },
  { name: 'a network that is none', path: '/group/no-such-network', missing: true },
  { name: 'the pods', path: '/pods' },
  { name: 'a search for pods that finds none', path: '/pods?q=no+such+pod' },
  { name: 'a pod', path: '/pod/six-am-club' },
  { name: 'a pod of others', path: '/pod/stepdads,-slowly' },
  { name: 'the neighbourhood', path: '/local' },
  { name: 'a day of the neighbourhood', path: '/local?day=2026-01-05&scope=everywhere' },
  { name: 'an event that is gone', path: '/event/gone', missing: true },
  { name: 'the own profile', path: '/profile' },
  { name: 'the settings', path: '/settings' },
  { name: 'a member', path: '/user/hassan.amin' },
  { name: 'the comments of a member', path: '/user/hassan.amin?tab=comments' },
  { name: 'a member who wrote nothing', path: '/user/marcus_o' },
  { name: 'the verification', path: '/verify?token=x' },
  { name: 'the new password', path: '/reset?token=x' },
  { name: 'the forgotten password', path: '/forgot' },
  { name: 'the end of mails', path: '/notices?key=x' },
  { name: 'an address without a page', path: '/no/such/page', missing: true },
  { name: 'a post that is gone', path: '/post/gone', missing: true },
  { name: 'a member who is gone', path: '/user/nobody-by-this-name', missing: true },
  { name: 'a category that is none', path: '/category/no-such-place', missing: true },
]
const VISITOR: Screen[] = [
  { name: 'signing in', path: '/auth' },
  { name: 'signing up', path: '/auth?mode=sign-up' },
  { name: 'a link that does not work', path: '/verify' },
  { name: 'a password link that does not work', path: '/reset' },
]
const POSTS = [
  "I ran the dads' race at sports day and I would like to give evidence",
  'How much sleep did you actually get last night? Be honest',
]
const EVENTS = ['Repair morning: bikes and prams', 'First Sunday walk']

test.use({ pardoned: /^404: there is no page at|status of 404/ })

for (const who of ['a visitor', 'a member'] as const) {
  const isMember = who === 'a member'
  for (const screen of isMember ? COMMON : [...COMMON, ...VISITOR]) {
    test(`${who} finds nothing wrong with ${screen.name}`, async ({ page, context, town }) => {
      if (isMember) await signIn(context, town.logins[0]!, town)
      await expectGood(page, screen, isMember)
    })
  }
  for (const title of POSTS) {
    test(`${who} finds nothing wrong with the post “${title}”`, async ({ page, context, town }) => {
      if (isMember) await signIn(context, town.logins[0]!, town)
      await expectGood(page, { path: await postNamed(context, town, title) }, isMember)
    })
  }
  for (const title of EVENTS) {
    test(`${who} finds nothing wrong with the event “${title}”`, async ({ page, context, otherBrowser, town }) => {
      const member = isMember ? context : await otherBrowser()
      await signIn(member, town.logins[0]!, town)
      await expectGood(page, { path: await eventNamed(member, town, title) }, isMember)
    })
  }
  for (const path of ['/categories', '/category/new-dads']) {
    test(`${who} finds nothing wrong with ${path} before anybody has written`, async ({
      page,
      context,
      empty,
      join,
    }) => {
      if (isMember) await join(context, undefined, empty)
      await expectGood(page, { path: empty.url + path }, isMember)
    })
  }
}

async function expectGood(page: Page, { path, missing }: Omit<Screen, 'name'>, isMember: boolean): Promise<void> {
  await page.setViewportSize(PHONE)
  const response = await visit(page, path)
  expect(response?.status()).toBe(missing ? 404 : 200)
  await expect(page).toHaveTitle(/^.+ - .+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expectSound(page, { inDark: isMember })
}
