/**
 * What a member does who sees something that should not be here, and what the administrators decide.
 *
 * Rooms: reports, admin.
 */
import type { BrowserContext, Page } from '@playwright/test'
import {
  api,
  test as base,
  DESK,
  expect,
  newPerson,
  type Person,
  PHONE,
  signIn,
  signUp,
  signUpUnfinished,
  toast,
  visit,
} from './journey.ts'
import { expectSound } from './screen.ts'
import { type Instance, start, stop } from './server.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const dots = (page: Page, about: string) => page.getByRole('button', { name: `More about ${about}`, exact: true })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

interface Cast {
  /** a program of this test's own, whose administrator is signed in to the context `office` */
  instance: Instance & { root: Person }
  office: BrowserContext
}
const test = base.extend<Cast>({
  instance: async ({ browser }, use) => {
    const root = newPerson('root')
    const instance = await start('safety', process.env.PAGES_DIR!, { ADMIN_EMAILS: root.email })
    await use({ ...instance, root })
    // a member's page receives new counts as long as it is open
    for (const context of browser.contexts()) for (const page of context.pages()) await page.close()
    await stop(instance)
    expect(instance.errors).toEqual([])
  },
  office: async ({ instance, otherBrowser }, use) => {
    const context = await otherBrowser()
    await signUp(context, instance.root, instance)
    await use(context)
    for (const page of context.pages()) await page.close()
  },
})

/** A post of this member, and the comment of another. */
async function writePost(
  context: BrowserContext,
  instance: Instance,
  title: string,
): Promise<{ id: string; path: string }> {
  const categories = await api<{ id: string }[]>(context, instance, 'GET', '/categories')
  const { id } = await api<{ id: string }>(context, instance, 'POST', '/posts', {
    ...{ type: 'text', title, content: 'Buy your cots from me, cash only.', category_id: categories[0]!.id },
  })
  return { id, path: `/post/${id}` }
}
// refusals that are expected, and pages that do not exist
test.use({ pardoned: /status of (404|403|409|401|503)|net::ERR_FAILED|^404: there is no page at/ })

test('a new administrator opens the administration before his first steps, in the first byte; another new member does not', async ({
  page,
  context,
  instance,
  otherBrowser,
}) => {
  const html = async (of: BrowserContext) => (await of.request.get(`${instance.url}/admin`)).text()
  const office = await otherBrowser()
  await signUpUnfinished(office, instance.root, instance)
  expect(await html(office)).toMatch(/<h1[^>]*>Administration</)
  await signUpUnfinished(context, newPerson('new'), instance)
  expect(await html(context)).not.toContain('Administration')

  const desk = await office.newPage()
  await visit(desk, `${instance.url}/admin?part=log`)
  await expect(desk.getByText('Nothing was done yet')).toBeVisible()
  await visit(page, `${instance.url}/admin`)
  await expect(heading(page)).toHaveText('Welcome to the community!')
})

test('a post is reported, removed and restored; its author reads the reason, and nobody else finds it meanwhile', async ({
  page,
  context,
  otherBrowser,
  instance,
  office,
}) => {
  test.setTimeout(150_000)
  const [his, visitor] = [await otherBrowser(), await otherBrowser()]
  await signUp(his, newPerson('seller'), instance)
  const me = await signUp(context, newPerson('ana'), instance)
  const seller = await his.newPage()
  const post = await writePost(his, instance, 'Cheap cots')
  const { username } = await api<{ username: string }>(his, instance, 'GET', '/me')

  await page.setViewportSize(DESK)
  await visit(page, instance.url + post.path)
  await dots(page, `the post by ${username}`).click()
  await page.getByRole('menuitem', { name: 'Report this post' }).click()
  const form = dialog(page, 'Report this post')
  await form.getByLabel('What is wrong with it?').selectOption('Advertising or a scam')
  await form.getByLabel('What should they know?').fill('He writes this every day.')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(toast(page, 'Thank you. The administrators will look at it.')).toBeVisible()

  // he edits it in time, without an effect on the report
  await api(his, instance, 'PATCH', `/posts/${post.id}`, { content: 'A kind word.' })

  const desk = await office.newPage()
  await visit(desk, `${instance.url}/settings`)
  await desk.getByRole('link', { name: 'Administration' }).click()
  await expect(heading(desk)).toHaveText('Administration')
  const found = desk.getByRole('article', { name: `Post by ${username}` })
  await expect(found).toContainText('Buy your cots from me')
  await expect(found).toContainText('One member reported it')
  await expect(found).toContainText('He writes this every day.')
  await expect(found).toContainText(me.username)
  await expectSound(desk, { inDark: true })
  await desk.setViewportSize(PHONE)
  await found.getByRole('button', { name: 'Remove' }).click()
  const confirmation = dialog(desk, 'Remove this post?')
  await confirmation.getByLabel('Reason').fill('No selling here.')
  await expectSound(desk, { inDark: true })
  await confirmation.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(desk, 'The post was removed')).toBeVisible()
  await expect(desk.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible()

  // for everyone else it does not exist
  const stranger = await visitor.newPage()
  expect((await visit(stranger, instance.url + post.path))?.status()).toBe(404)
  await expect(heading(stranger)).toHaveText('Post not found')
  await visit(stranger, `${instance.url}/categories`)
  await expect(stranger.getByText('Cheap cots')).toHaveCount(0)
  // its author reads the reason, and can only delete it
  await visit(seller, instance.url + post.path)
  await expect(heading(seller)).toHaveText('Cheap cots')
  await expect(seller.getByText('Removed by the administrators: No selling here.')).toBeVisible()
  await expectSound(seller, { inDark: true })

  // and restored
  await desk.getByRole('link', { name: 'Decided' }).click()
  await expect(found).toContainText('No selling here.')
  await expectSound(desk, { inDark: true })
  await desk.setViewportSize(DESK)
  await found.getByRole('button', { name: 'Restore' }).click()
  await expect(toast(desk, 'The post is back')).toBeVisible()
  expect((await visit(stranger, instance.url + post.path))?.status()).toBe(200)
  await desk.getByRole('link', { name: 'Log' }).click()
  await expect(desk.getByRole('heading', { name: 'Log' })).toBeVisible()
  await expect(
    desk
      .getByRole('listitem')
      .filter({ hasText: `removed a post by ${username}` })
      .last(),
  ).toContainText('No selling here.')
  await expectSound(desk, { inDark: true })

  // for everyone else there is no administration
  for (const reader of [stranger, page])
    for (const path of ['/admin', '/admin?part=log', '/admin?part=members']) {
      expect((await visit(reader, instance.url + path))?.status()).toBe(404)
      await expect(heading(reader)).toHaveText('404')
    }
})

test('a member is suspended: he is signed out at once, reads the reason on the sign-in page, and the suspension is lifted', async ({
  page,
  context,
  instance,
  office,
}) => {
  test.setTimeout(120_000)
  const rude = await signUp(context, newPerson('rude'), instance)
  await visit(page, `${instance.url}/categories`)
  const desk = await office.newPage()
  await visit(desk, `${instance.url}/admin?part=members`)
  const box = desk.getByRole('searchbox', { name: 'Search members by name' })
  await box.fill(rude.username)
  await box.press('Enter')
  await expect(desk.getByRole('listitem').filter({ hasText: rude.username })).toHaveCount(1)
  await expectSound(desk, { inDark: true })
  await desk.setViewportSize(DESK)
  await desk.getByRole('button', { name: `Suspend ${rude.username}` }).click()
  const confirmation = dialog(desk, `Suspend ${rude.username}?`)
  await confirmation.getByLabel('Reason').fill('Threats in messages')
  await confirmation.getByRole('button', { name: 'Suspend' }).click()
  await expect(toast(desk, `${rude.username} was suspended`)).toBeVisible()

  await expect(toast(page, 'You are signed out.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await visit(page, `${instance.url}/auth`)
  await page.getByLabel(/^Email/).fill(rude.email)
  await page.getByLabel('Password', { exact: true }).fill(rude.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  const sentence = `Your account is suspended. The administrators say: "Threats in messages". If you think this is a mistake, write to ${instance.root.email}.`
  await expect(page.getByText(sentence)).toBeVisible()
  await expectSound(page, { inDark: false })

  await desk.getByRole('link', { name: 'Suspended', exact: true }).click()
  await expect(desk.getByText('Threats in messages')).toBeVisible()
  await desk.getByRole('button', { name: `Restore ${rude.username}` }).click()
  await expect(toast(desk, `${rude.username} can sign in again`)).toBeVisible()
  await signIn(context, rude, instance)
  await visit(desk, `${instance.url}/admin?part=log`)
  await expect(desk.getByText(`let ${rude.username} back in`)).toBeVisible()
})
