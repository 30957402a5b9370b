/**
 * Every screen, as a visitor and as a member sees it: axe finds nothing in the light and in the dark (looks.ts says at which
 * width), nothing sticks out on a phone, on a desktop and at 320 px, there is one heading of the first rank and a title, and the browser has no complaint.
 * One reader walks through related screens; what is wrong with one is told by its name, and he goes on to the next.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { eventNamed, expect, PHONE, postNamed, signIn, test, visit } from './journey.ts'
import { faultsOf } from './screen.ts'
import type { Instance } from './server.ts'

interface Screen {
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

const SIGN_IN_SCREENS: Screen[] = [
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
const FOR_VISITORS: Screen[] = [
  { name: 'signing in', path: '/auth' },
  { name: 'signing up', path: '/auth?mode=sign-up' },
  { name: 'a link that does not work', path: '/verify' },
  { name: 'a password link that does not work', path: '/reset' },
]
const GROUPS: Record<string, Screen[]> = {
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
const MISSING = [
  { name: 'a URL without a page', path: '/no/such/page' },
  { name: 'a deleted post', path: '/post/gone' },
  { name: 'a deleted event', path: '/event/gone' },
  { name: 'a member who does not exist', path: '/user/nobody-by-this-name' },
  { name: 'a category that does not exist', path: '/category/no-such-place' },
  { name: 'a network that does not exist', path: '/group/no-such-network' },
]
const NOT_THERE = /^404: there is no page at|status of 404/

test.describe.configure({ timeout: 180_000 })

for (const who of ['a visitor', 'a member'] as const) {
  const isMember = who === 'a member'
  const groups = {
    'the sign-in page and the pages of members': isMember ? SIGN_IN_SCREENS : [...SIGN_IN_SCREENS, ...FOR_VISITORS],
    ...GROUPS,
  }
  for (const [group, screens] of Object.entries(groups))
    test(`${who} finds nothing wrong with ${group}`, async ({ page, context, town, otherBrowser, complaints }) => {
      const member = isMember ? context : await otherBrowser()
      await signIn(member, town.logins[0]!, town)
      for (const { name, path } of screens)
        await lookAt(name, complaints, async () => {
          await expectGood(page, name, typeof path === 'string' ? path : await path(member, town), { isMember })
        })
    })

  test.describe('a page that does not exist', () => {
    // the error in the console is expected
    test.use({ pardoned: NOT_THERE })

    test(`${who} finds nothing wrong with pages that do not exist`, async ({ page, context, town, complaints }) => {
      if (isMember) await signIn(context, town.logins[0]!, town)
      for (const { name, path } of MISSING)
        await lookAt(name, complaints, () => expectGood(page, name, path, { isMember, status: 404 }), NOT_THERE)
    })
  })

  test(`${who} finds nothing wrong with the feed before anyone has written`, async ({
    page,
    context,
    empty,
    join,
    complaints,
  }) => {
    if (isMember) await join(context, undefined, empty)
    for (const path of ['/categories', '/category/new-dads']) {
      const name = `${path} before anyone has written`
      await lookAt(name, complaints, () => expectGood(page, name, empty.url + path, { isMember }))
    }
  })
}

/** Every exception there, and every complaint of the browser meanwhile, is reported with the name of the screen. */
async function lookAt(name: string, complaints: string[], look: () => Promise<void>, pardoned?: RegExp): Promise<void> {
  await test.step(name, async () => {
    const trouble = await look().catch(String)
    expect.soft(trouble, name).toBeUndefined()
    const found = complaints.splice(0).filter((complaint) => !pardoned?.test(complaint))
    expect.soft(found, `complaints about ${name}`).toEqual([])
  })
}

/** Each fault is reported: none hides the others. */
async function expectGood(
  page: Page,
  name: string,
  path: string,
  { isMember, status = 200 }: { isMember: boolean; status?: number },
): Promise<void> {
  await page.setViewportSize(PHONE)
  const response = await visit(page, path)
  expect.soft(response?.status(), `the status of ${name}`).toBe(status)
  await expect.soft(page, `the title of ${name}`).toHaveTitle(/^.+ - .+$/)
  await expect.soft(page.getByRole('heading', { level: 1 }), `the heading of ${name}`).toHaveCount(1)
  await expect.soft(page.locator('html'), `the theme of ${name}`).toHaveAttribute('data-theme', 'light')
  expect.soft(await faultsOf(page, { inDark: isMember }), `the look of ${name}`).toEqual([])
}
