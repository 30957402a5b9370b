/**
 * The counts of new items as a member sees them: in his bars and titles, in two tabs and on two devices, at once.
 *
 * Rooms: badges, feed, groups, chat.
 */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { api, DESK, expect, navLink, newPerson, signIn, signUp, test, titleOf, visit } from './journey.ts'
import { makeGroupOf, requestConnection, setKarma } from './rooms.ts'
import { expectSound } from './screen.ts'
import type { Instance } from './server.ts'

/** shorter than the interval after which the counts are read again */
const WITHIN_15_S = { timeout: 15_000 }

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true })
const shows = async (page: Page, label: string, count: string | null) => {
  const link = bar(page).getByRole('link', { name: navLink(label) })
  const name = count === null ? label : new RegExp(`^${label} ?, ${count.replace('+', '\\+')} new$`)
  await expect(link).toHaveAccessibleName(name, WITHIN_15_S)
}
const seenIn = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('fatherkin.last-seen.'))
        .map(([key, value]) => [key.split('.').at(-1), value]),
    ),
  )

async function post(context: BrowserContext, instance: Instance, title: string, group_id?: string) {
  const [category] = await api<{ id: string }[]>(context, instance, 'GET', '/categories')
  const body = { id: randomUUID(), type: 'text', title, content: 'Words.', category_id: category!.id, group_id }
  return api<{ id: string }>(context, instance, 'POST', '/posts', body)
}
/** Joining a network gives points: waits until they are added up, and marks them as seen. */
async function seesHisKarma(context: BrowserContext, instance: Instance) {
  const karma = async () => (await api<{ community_karma: number }>(context, instance, 'GET', '/me')).community_karma
  await expect.poll(karma, WITHIN_15_S).toBe(15)
  await api(context, instance, 'PUT', '/me/seen/profile', {})
}
const say = (context: BrowserContext, instance: Instance, group: string) =>
  api(context, instance, 'POST', `/chat/group/${group}/messages`, { id: randomUUID(), content: 'Morning.' })

test('a post, a message, karma and a request raise the counts at once, in two tabs and on two devices; visiting a place resets its count on all of them', async ({
  page,
  context,
  otherBrowser,
  ownInstance: instance,
}) => {
  test.slow()
  const ana = await signUp(context, newPerson('ana'), instance)
  const [hisDevice, anas] = [await otherBrowser(), await otherBrowser()]
  const ben = await signUp(hisDevice, newPerson('ben'), instance)
  await signIn(anas, ana, instance)
  const network = await makeGroupOf(instance, ben.username, { is_public: true })
  await api(context, instance, 'PUT', `/groups/${network.id}/membership`)
  await seesHisKarma(context, instance)
  const [two, phone] = [await context.newPage(), await anas.newPage()]
  await page.setViewportSize(DESK)
  await visit(page, `${instance.url}/pods`)
  await visit(two, `${instance.url}/about`)
  await visit(phone, `${instance.url}/about`)
  const all = [page, two, phone]
  for (const one of all) await expect.poll(() => seenIn(one)).toHaveProperty('karma', '15')
  await expect(page).toHaveTitle('Pods - Fatherkin')
  const before = await bar(page).boundingBox()

  await post(hisDevice, instance, 'A first word')
  await shows(page, 'Feed', '1')
  for (const one of all) await expect(one).toHaveTitle(/^\(1\) /, WITHIN_15_S)
  await say(hisDevice, instance, network.id)
  await shows(page, 'Networks', '1')
  await setKarma(instance, ana.username, 18)
  await shows(page, 'Profile', '3')
  await requestConnection(instance, ben.username, ana.username)
  await shows(page, 'Profile', '4')
  await shows(page, 'Pods', null)
  for (const one of all) await expect(one).toHaveTitle(/^\(6\) /, WITHIN_15_S)
  // nothing has moved
  expect(await bar(page).boundingBox()).toEqual(before)
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)

  // the counted items are there, and an item seen on one device is seen on all
  await bar(page)
    .getByRole('link', { name: navLink('Feed') })
    .click()
  await expect(page.getByRole('link', { name: 'A first word' })).toBeVisible()
  await shows(page, 'Feed', null)
  for (const one of all) await expect(one).toHaveTitle(/^\(5\) /, WITHIN_15_S)
  const { feed, groups } = (await seenIn(page)) as Record<string, string>
  expect(Date.parse(feed!)).toBeGreaterThan(Date.parse(groups!))

  // new items count while he stays there, until he loads them
  await post(hisDevice, instance, 'A second word')
  await shows(page, 'Feed', '1')
  await bar(page)
    .getByRole('link', { name: navLink('Feed') })
    .click()
  await expect(page.getByRole('link', { name: 'A second word' })).toBeVisible()
  await shows(page, 'Feed', null)

  // on the other device
  await phone.setViewportSize(DESK)
  await bar(phone)
    .getByRole('link', { name: navLink('Networks') })
    .click()
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
  await shows(phone, 'Networks', null)
  await shows(page, 'Networks', null)
  for (const one of all) await expect(one).toHaveTitle(/^\(4\) /, WITHIN_15_S)

  // a request remains pending, and its count is hidden while he looks at his profile; the karma he has seen
  await bar(page)
    .getByRole('link', { name: navLink('Profile') })
    .click()
  await shows(page, 'Profile', null)
  await expect.poll(() => seenIn(page)).toHaveProperty('karma', '18')
  for (const one of [two, phone]) await expect(one).toHaveTitle(/^\(1\) /, WITHIN_15_S)
  await expect(page).toHaveTitle(/^Profile/)
  // the title changes with the count
  await bar(page)
    .getByRole('link', { name: navLink('Local') })
    .click()
  await expect(page).toHaveTitle(/^\(1\) Local/, WITHIN_15_S)
  await shows(page, 'Profile', '1')
  await page.reload()
  await expect(page).toHaveTitle(/^\(1\) Local/, WITHIN_15_S)

  // a network that he is reading does not count
  await visit(page, `${instance.url}/group/${network.slug}?tab=chat`)
  const log = page.getByRole('region', { name: /^Messages in/ })
  await expect(log).toBeVisible()
  await say(hisDevice, instance, network.id)
  await expect(log.getByText('Morning.')).toHaveCount(2)
  await expect.poll(async () => (await api<{ groups: number }>(context, instance, 'GET', '/me/badges')).groups).toBe(0)
  await expect(page).toHaveTitle(/^\(1\) /, WITHIN_15_S)
  await shows(page, 'Networks', null)
})

test.describe('without a network', () => {
  test.use({ pardoned: /Failed to (load resource|fetch)|WebSocket connection/ })
  test('a place that a member has seen offline stays seen, and is reported when he is online again', async ({
    page,
    context,
    otherBrowser,
    ownInstance: instance,
  }) => {
    test.slow()
    await page.setViewportSize(DESK)
    await signUp(context, newPerson('ana'), instance)
    const other = await otherBrowser()
    await signUp(other, newPerson('ben'), instance)
    await visit(page, `${instance.url}/categories`)
    await bar(page)
      .getByRole('link', { name: navLink('Pods') })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pods')
    await post(other, instance, 'A word')
    await shows(page, 'Feed', '1')
    await context.setOffline(true)
    await bar(page)
      .getByRole('link', { name: navLink('Feed') })
      .click()
    await expect(page).toHaveURL(/\/categories$/)
    await shows(page, 'Feed', null)
    await context.setOffline(false)
    await expect
      .poll(async () => (await api<{ feed: number }>(context, instance, 'GET', '/me/badges')).feed, { timeout: 40_000 })
      .toBe(0)
    await expect(page).toHaveTitle(titleOf('Fatherkin - Connect, Share, Grow'))
  })
})
