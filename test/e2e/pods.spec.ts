/**
 * Pods as they go from one member to the other: asked for, handed over, deleted; and their way back on a phone. What a screen does by itself is in test/screens/pods.test.tsx, pod.test.tsx and pod-form.test.tsx.
 * Rooms: pods.
 */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { Pod } from '#contract/pods.ts'
import { api, awake, DESK, expect, PHONE, test, titleOf, toast, visit } from './journey.ts'
import { mailedLink } from './mail.ts'
import { expectSound } from './screen.ts'
import type { Instance } from './server.ts'

// requests that are refused or cut off on purpose; when a conversation ends, the page requests it once more
test.use({ pardoned: /status of 40[49]|net::ERR_FAILED/ })

const makePod = (context: BrowserContext, instance: Instance, more: object = {}) =>
  api<Pod>(context, instance, 'POST', '/pods', { id: randomUUID(), name: `Pod ${randomUUID().slice(0, 8)}`, ...more })
const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
const find = (pod: { name: string }) => `/pods?q=${encodeURIComponent(pod.name)}`
const dialog = (page: Page, name: string) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))

test('a member asks to join a private pod; its creator accepts on his profile, and declines another request in the pod', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const maker = await join(context)
  // created by hand; a name that looks like that of another pod is taken
  await visit(page, '/pods')
  const form = dialog(page, 'Create Pod')
  const typed = `Porch Lights ${randomUUID().slice(0, 6)}`
  await page.getByRole('button', { name: 'Create Pod' }).click()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await form.getByLabel('Pod Name').fill('Six  AM-club!')
  await form.getByRole('switch', { name: 'Private Pod' }).click()
  await form.getByRole('button', { name: 'Create Pod' }).click()
  await expect(form.getByText('A pod with this name already exists')).toBeVisible()
  await form.getByLabel('Pod Name').fill(typed)
  await form.getByRole('button', { name: 'Create Pod' }).click()
  await expect(toast(page, 'Pod created successfully!')).toBeVisible()
  // he is led into it
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(typed)
  await expect(page.getByRole('button', { name: 'Open the first round now' })).toBeVisible()
  await visit(page, '/pods')
  await expect(page.getByRole('article').first().getByRole('heading')).toHaveText(typed)
  const pod = (await api<{ items: Pod[] }>(context, town, 'GET', '/pods')).items[0]!
  expect(pod).toMatchObject({ name: typed, capacity: 6, meeting_frequency: 'weekly', is_private: true, group: null })
  const [asking, third] = [await otherBrowser(), await otherBrowser()]
  const person = await join(asking)
  const other = await join(third)
  const his = await asking.newPage()
  await his.setViewportSize(PHONE)
  await visit(his, find(pod))
  const card = cardOf(his, pod.name)
  await card.getByRole('button', { name: 'Request to Join' }).click()
  await expect(toast(his, 'Join request sent successfully!')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Request Pending' })).toBeDisabled()
  await his.reload()
  await expect(card.getByRole('button', { name: 'Request Pending' })).toBeDisabled()
  await visit(his, `/pod/${pod.slug}`)
  await expect(his.getByText('Private Pod')).toBeVisible()
  await expect(his.getByRole('button', { name: 'Request Pending' })).toBeDisabled()

  await visit(page, '/profile')
  const block = page.getByRole('region', { name: 'Join requests' })
  await expect(block).toContainText(person.username)
  await expect(block).toContainText(pod.name)
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await block.getByRole('button', { name: `Accept ${person.username}` }).click()
  await expect(toast(page, 'Request accepted successfully!')).toBeVisible()
  await expect(block).toHaveCount(0)
  expect(await mailedLink(town, 'pod-request-approved', person.email)).toBe(`${town.url}/pod/${pod.slug}`)
  await visit(his, `/pod/${pod.slug}`)
  await expect(his.getByText(`@${maker.username}`).first()).toBeAttached()

  // he unsubscribes from these mails: opening the link changes nothing, the button does, and his settings show it
  const stop = await mailedLink(town, 'pod-request-approved', person.email, 1, /https?:\/\/\S+\/notices\S+/)
  await visit(his, stop)
  expect(await api(asking, town, 'GET', '/me/notices')).toEqual({ wanted: true })
  await expectSound(his, { inDark: false })
  await his.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(his.getByRole('heading', { name: 'No more of these mails' })).toBeFocused()
  await visit(his, '/settings')
  const mails = his.getByRole('switch', { name: 'Pods, networks and events' })
  await expect(mails).not.toBeChecked()
  await mails.click()
  await expect(mails).toBeChecked()
  await expect.poll(() => api(asking, town, 'GET', '/me/notices')).toEqual({ wanted: true })

  const theirs = await third.newPage()
  await visit(theirs, `/pod/${pod.slug}`)
  await theirs.getByRole('button', { name: 'Request Access' }).click()
  await dialog(theirs, 'Request Access to Pod?').getByRole('button', { name: 'Yes, Request Access' }).click()
  await expect(toast(theirs, 'Join request sent successfully!')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Request Pending' })).toBeDisabled()
  await visit(page, `/pod/${pod.slug}`)
  await block.getByRole('button', { name: `Decline ${other.username}` }).click()
  await expect(toast(page, 'Request declined.')).toBeVisible()
  await expect(block).toHaveCount(0)
  await theirs.reload()
  await expect(theirs.getByRole('button', { name: 'Request Access' })).toBeVisible()
})

test('the creator of a pod hands it over, and its new creator deletes it for everyone', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  await join(context)
  const pod = await makePod(context, town)
  const heir = await otherBrowser()
  const person = await join(heir)
  await api(heir, town, 'PUT', `/pods/${pod.id}/membership`)
  await visit(page, `/pod/${pod.slug}`)
  const leave = page.getByRole('button', { name: 'Leave Pod' })
  await leave.click()
  const ask = dialog(page, 'Leave this pod?')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await ask.getByLabel('New creator').selectOption({ label: `${person.username} (@${person.username})` })
  await ask.getByRole('button', { name: 'Hand Over and Leave' }).click()
  await expect(toast(page, 'Successfully left pod!')).toBeVisible()
  await expect(page).toHaveURL('/pods')
  expect(await mailedLink(town, 'pod-handed-over', person.email)).toBe(`${town.url}/pod/${pod.slug}`)

  // the creator joined again, and reads in the pod while it is deleted
  await api(context, town, 'PUT', `/pods/${pod.id}/membership`)
  await visit(page, `/pod/${pod.slug}`)
  await page.getByRole('textbox', { name: 'Message' }).fill('Is it')
  const his = await heir.newPage()
  await his.setViewportSize(PHONE)
  await visit(his, `/pod/${pod.slug}`)
  await his.getByRole('button', { name: 'Members (2/' }).click()
  await his.getByRole('button', { name: 'Leave Pod' }).click()
  const last = dialog(his, 'Leave this pod?')
  await last.getByText('Delete it', { exact: true }).click()
  await expect(last.getByText('This cannot be undone.')).toBeVisible()
  await last.getByRole('button', { name: 'Delete Pod' }).click()
  await expect(toast(his, 'Pod deleted successfully!')).toBeVisible()
  await expect(his).toHaveURL('/pods')
  await expect(cardOf(his, pod.name)).toHaveCount(0)

  await test.step('a member who reads in a pod that is deleted is told so, and continues elsewhere', async () => {
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Pod not found.')
    await expect(page.getByText('This pod is no longer there. It was deleted while you looked at it.')).toBeVisible()
    await expect(heading).toBeFocused()
    await expectSound(page, { inDark: true })
    await page.getByRole('link', { name: 'Back to Pods' }).click()
    await expect(page).toHaveTitle(titleOf('Pods - Fatherkin'))
  })
})

test('a pod and a search have URLs of their own, and look the same after a reload', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const maker = await otherBrowser()
  await join(maker)
  // starts with a letter: a word of digits alone would be written as a number, in quotation marks, in the URL
  const mark = `p${randomUUID().slice(0, 6)}`
  const pod = await makePod(maker, town, { name: `Dawn  Patrol / 100% ${mark}?` })
  const name = pod.name.replace('  ', ' ')
  const heading = page.getByRole('heading', { level: 1 })
  await join(context)
  await visit(page, '/pods')
  const box = page.getByRole('searchbox', { name: 'Search pods' })
  await box.fill(mark)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page).toHaveURL(`/pods?q=${mark}`)
  await page.reload()
  await expect(box).toHaveValue(mark)
  await test.step('the card leads to the pod, and its button does not', async () => {
    const card = cardOf(page, name)
    await awake(page)
    await card.getByRole('button', { name: 'Join Pod' }).click()
    await expect(card.getByRole('button', { name: 'Leave Pod' })).toBeVisible()
    await expect(page).toHaveURL(`/pods?q=${mark}`)
    await expect(card).toContainText('2/6')
    // between its words and its button
    await card.click({ position: { x: 6, y: 6 } })
    await expect(page).toHaveURL(new RegExp(`/pod/${encodeURIComponent(pod.slug).replaceAll('%', '%(25)?')}$`))
    await expect(heading).toHaveText(name)
  })
  await page.reload()
  await expect(heading).toHaveText(name)
  await page.goBack()
  await expect(box).toHaveValue(mark)
  await expect(page.getByRole('article')).toHaveCount(1)
  await test.step('a pod that does not exist is reported, with a way back', async () => {
    const response = await visit(page, '/pod/none')
    expect(response?.status()).toBe(404)
    await expect(heading).toHaveText('Pod not found.')
    await expect(page).toHaveTitle(titleOf('Pod not found - Fatherkin'))
    await expectSound(page, { inDark: true })
    await page.getByRole('link', { name: 'Back to Pods' }).click()
    await expect(page).toHaveURL('/pods')
  })
})

test('on a phone the members open in a drawer from below, and Back leads to the conversation', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  await join(context)
  const pod = await makePod(context, town)
  const heir = await otherBrowser()
  await join(heir)
  await api(heir, town, 'PUT', `/pods/${pod.id}/membership`)
  await page.setViewportSize(PHONE)
  // within a visit: the browser lets no page prevent leaving it
  await visit(page, find(pod))
  await page.getByRole('link', { name: pod.name, exact: true }).click()
  const opener = page.getByRole('button', { name: 'Members (2/' })
  const drawer = dialog(page, pod.name)
  await opener.click()
  await expect(drawer.getByRole('heading', { name: /^Members \(2\// })).toBeVisible()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  // the uppermost layer closes first
  await drawer.getByRole('button', { name: 'Leave Pod' }).click()
  const ask = dialog(page, 'Leave this pod?')
  await expect(ask).toBeVisible()
  await page.goBack()
  await expect(ask).toHaveCount(0)
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(drawer).toHaveCount(0)
  await expect(page).toHaveURL(`/pod/${pod.slug}`)
  await expect(opener).toBeFocused()
})
