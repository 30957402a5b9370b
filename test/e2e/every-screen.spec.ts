/**
 * Every screen, as a visitor and as a member sees it: axe finds nothing in the light and in the dark (looks.ts says at which
 * width), nothing sticks out on a phone, on a desktop and at 320 px, there is one heading of the first rank and a title, and the browser has no complaint.
 * One reader walks through related screens; what is wrong with one is told by its name, and he goes on to the next.
 */
import type { Page } from '@playwright/test'
import { expect, PHONE, signIn, test, visit } from './journey.ts'
import { faultsOf } from './screen.ts'
import { FOR_VISITORS, GROUPS, MISSING, SIGN_IN_SCREENS } from './screens.ts'

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
