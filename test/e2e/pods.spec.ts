/** Pods as they are found, made, joined, asked for, left, handed over and deleted: by hand, by keyboard, on a phone, by two. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { Pod } from '#contract/pods.ts'
import { api, DESK, expect, PHONE, signIn, test, titled, toast, visit } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { mailedLink } from './mail.ts'
import { expectSound } from './screen.ts'
import type { Place } from './server.ts'

// what is refused or cut off on purpose; a conversation that ends asks once more, before its page has gone, whether it is there
test.use({ pardoned: /status of 40[49]|net::ERR_FAILED/ })

const makePod = (context: BrowserContext, place: Place, more: object = {}) =>
  api<Pod>(context, place, 'POST', '/pods', { id: randomUUID(), name: `Pod ${randomUUID().slice(0, 8)}`, ...more })
const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
const find = (pod: { name: string }) => `/pods?q=${encodeURIComponent(pod.name)}`
const dialog = (page: Page, name: string) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))

for (const path of ['/pods', '/pod/six-am-club', '/pod/none'])
  test(`a visitor at ${path} is led to the door and back`, async ({ page }) => {
    await page.setViewportSize(PHONE)
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to access pods')
    await expect(page.getByText('Join accountability groups for focused discussions')).toBeVisible()
    await expect(page.getByText('Six AM Club')).toHaveCount(0)
    await expectSound(page, { inDark: false })
    await page.getByRole('main').getByRole('link', { name: 'Sign In / Sign Up' }).click()
    await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(path)}`)
  })

test('a member makes a pod by keyboard alone, is told what is wrong beside each field, and finds it first in his list', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await visit(page, '/pods')
  const keys = keyboardOf(page)
  const name = `Porch Lights ${randomUUID().slice(0, 6)}`
  await keys.use(page.getByRole('button', { name: 'Create Pod' }))
  const form = dialog(page, 'Create Pod')
  await expect(form.getByLabel('Capacity')).toHaveValue('6')
  await expect(form.getByLabel('Meeting Frequency')).toHaveValue('weekly')
  await expect(form.getByLabel('Meeting Frequency').getByRole('option')).toHaveText([
    ...['Weekly', 'Bi-weekly', 'Monthly', 'As needed'],
  ])
  await expect(form.getByLabel('Community (Optional)').getByRole('option')).toHaveText(['No community'])
  const lock = form.getByRole('switch', { name: 'Private Pod' })
  await expect(lock).not.toBeChecked()
  await expect(form.getByText('Only you can invite members to this pod')).toBeVisible()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)

  await keys.type(form.getByLabel('Pod Name'), 'ab')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Pod name must be at least 3 characters')).toBeVisible()
  await expect(form.getByLabel('Pod Name')).toBeFocused()
  await form.getByLabel('Pod Name').fill('Six  AM-club!')
  await form.getByLabel('Capacity').fill('13')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Maximum capacity is 12')).toBeVisible()
  await form.getByLabel('Capacity').fill('1')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Minimum capacity is 2')).toBeVisible()
  // what is no number is the smallest pod
  await form.getByLabel('Capacity').fill('')
  await keys.press('Tab')
  await expect(form.getByLabel('Capacity')).toHaveValue('2')
  await form.getByLabel('Description (Optional)').fill('Sit outside, ten minutes, no phone.')
  await keys.use(form.getByRole('button', { name: 'Create Pod' }))
  await expect(form.getByText('A pod with this name already exists')).toBeVisible()
  await expect(form.getByLabel('Pod Name')).toBeFocused()
  await expect(form.getByLabel('Description (Optional)')).toHaveValue('Sit outside, ten minutes, no phone.')

  await form.getByLabel('Pod Name').fill(name)
  await keys.goTo(lock)
  await keys.press('Space')
  await keys.use(form.getByRole('button', { name: 'Create Pod' }))
  await expect(toast(page, 'Pod created successfully!')).toBeVisible()
  await expect(form).toHaveCount(0)
  const card = page.getByRole('article').first()
  await expect(card.getByRole('heading')).toHaveText(name)
  await expect(card).toContainText('Creator')
  await expect(card).toContainText('1/2')
  await expect(card).toContainText('Private')
  await expect(card.getByRole('button')).toHaveCount(0)
  const [mine] = (await api<{ items: Pod[] }>(context, town, 'GET', '/pods')).items
  expect(mine).toMatchObject({ name, capacity: 2, meeting_frequency: 'weekly', is_private: true, group: null })

  // opened anew it is as fresh as at first
  await keys.use(page.getByRole('button', { name: 'Create Pod' }))
  await expect(form.getByLabel('Pod Name')).toHaveValue('')
  await expect(form.getByLabel('Capacity')).toHaveValue('6')
  await expect(lock).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await keys.use(card.getByRole('link', { name, exact: true }), { leaves: true })
  await expect(page).toHaveTitle(titled(`${name} - Fatherkin`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('what was typed stays when the pod could not be made', async ({ page, context, join }) => {
  await join(context)
  await visit(page, '/pods')
  await page.getByRole('button', { name: 'Create Pod' }).click()
  const form = dialog(page, 'Create Pod')
  const name = `Stays ${randomUUID().slice(0, 6)}`
  await form.getByLabel('Pod Name').fill(name)
  await page.route('**/rpc/pods/createPod', (route) => route.abort())
  await form.getByRole('button', { name: 'Create Pod' }).click()
  await expect(form.getByRole('alert')).toContainText('Failed to create pod. Please try again.')
  await expect(form.getByLabel('Pod Name')).toHaveValue(name)
  await page.unroute('**/rpc/pods/createPod')
  await form.getByRole('button', { name: 'Create Pod' }).click()
  await expect(toast(page, 'Pod created successfully!')).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: name })).toHaveCount(1)
})

test('a network that he has come into a moment ago can be chosen for a pod, whose card and page name it', async ({
  page,
  context,
  join,
}) => {
  await page.setViewportSize(DESK)
  await join(context)
  await visit(page, '/pods')
  const form = dialog(page, 'Create Pod')
  const options = form.getByLabel('Community (Optional)').getByRole('option')
  await page.getByRole('button', { name: 'Create Pod' }).click()
  await expect(options).toHaveText(['No community'])
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Networks' }).click()
  await page.getByRole('link', { name: 'Night Shift Dads' }).first().click()
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(toast(page, 'Successfully joined group')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pods' }).click()
  await page.getByRole('button', { name: 'Create Pod' }).click()
  await expect(options).toHaveText(['No community', 'Night Shift Dads'])
  const name = `Between shifts ${randomUUID().slice(0, 6)}`
  await form.getByLabel('Pod Name').fill(name)
  await form.getByLabel('Community (Optional)').selectOption({ label: 'Night Shift Dads' })
  await form.getByLabel('Meeting Frequency').selectOption({ label: 'Bi-weekly' })
  await form.getByRole('button', { name: 'Create Pod' }).click()
  await expect(toast(page, 'Pod created successfully!')).toBeVisible()
  const card = cardOf(page, name)
  await expect(card).toContainText('f/Night Shift Dads')
  await expect(card).toContainText('Bi-weekly')
})

test('what fails around a pod says so in its own words, and can be tried again', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const maker = await otherBrowser()
  await join(maker)
  const open = await makePod(maker, town)
  const shut = await makePod(maker, town, { is_private: true })
  const { username } = await join(context)
  const failing = (on: Page, what: string) => on.route(`**/rpc/pods/${what}`, (route) => route.abort())
  const again = (on: Page, what: string) => on.unroute(`**/rpc/pods/${what}`)

  await visit(page, `/pods?q=${encodeURIComponent(shut.name)}`)
  await failing(page, 'requestToJoinPod')
  await cardOf(page, shut.name).getByRole('button', { name: 'Request to Join' }).click()
  await expect(toast(page, 'Failed to send join request: ')).toBeVisible()
  await again(page, 'requestToJoinPod')
  await cardOf(page, shut.name).getByRole('button', { name: 'Request to Join' }).click()
  await expect(toast(page, 'Join request sent successfully!')).toBeVisible()

  const his = await maker.newPage()
  await visit(his, `/pod/${shut.slug}`)
  await failing(his, 'decidePodRequest')
  await his.getByRole('button', { name: `Accept ${username}` }).click()
  await expect(toast(his, 'Failed to accept request: ')).toBeVisible()
  await his.getByRole('button', { name: `Decline ${username}` }).click()
  await expect(toast(his, 'Failed to decline request.')).toBeVisible()
  await again(his, 'decidePodRequest')
  await his.getByRole('button', { name: `Decline ${username}` }).click()
  await expect(toast(his, 'Request declined.')).toBeVisible()

  await api(context, town, 'PUT', `/pods/${open.id}/membership`)
  await visit(page, find(open))
  const ask = dialog(page, 'Leave this pod?')
  await failing(page, 'leavePod')
  const leave = cardOf(page, open.name).getByRole('button', { name: 'Leave Pod' })
  await leave.click()
  await ask.getByRole('button', { name: 'Leave Pod' }).click()
  await expect(toast(page, 'Failed to leave pod: ')).toBeVisible()
  await expect(ask).toHaveCount(0)
  await expect(leave).toBeFocused()
  await again(page, 'leavePod')

  // whoever made it: what he chose is chosen still
  await visit(his, `/pod/${open.slug}`)
  await failing(his, 'handOverPod')
  await his.getByRole('button', { name: 'Leave Pod' }).click()
  const hand = dialog(his, 'Leave this pod?')
  await hand.getByLabel('New creator').selectOption({ index: 1 })
  await hand.getByRole('button', { name: 'Hand Over and Leave' }).click()
  await expect(toast(his, 'Failed to leave pod: ')).toBeVisible()
  await expect(hand).toHaveCount(0)
  await again(his, 'handOverPod')
  await his.getByRole('button', { name: 'Leave Pod' }).click()
  await expect(hand.getByLabel('New creator')).not.toHaveValue('')
  await hand.getByRole('button', { name: 'Hand Over and Leave' }).click()
  await expect(toast(his, 'Left pod')).toBeVisible()
})

test('a double click joins once, and asks nothing of the button that stands there then', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const maker = await otherBrowser()
  await join(maker)
  const pod = await makePod(maker, town, { capacity: 3 })
  await join(context)
  await visit(page, find(pod))
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/rpc/pods/joinPod') && asked.push(request.url())))
  const card = cardOf(page, pod.name)
  await card.getByRole('button', { name: 'Join Pod' }).dblclick()
  await expect(card.getByRole('button', { name: 'Leave Pod' })).toBeEnabled()
  await expect(dialog(page, 'Leave this pod?')).toHaveCount(0)
  await expect(toast(page, 'Successfully joined pod!')).toHaveCount(1)
  expect(asked).toHaveLength(1)
})

test('on a phone he joins from the card and leaves again, and everything follows', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const maker = await otherBrowser()
  await join(maker)
  const pod = await makePod(maker, town, { capacity: 3, description: 'Words, '.repeat(60) })
  await join(context)
  await page.setViewportSize(PHONE)
  await visit(page, find(pod))
  const card = cardOf(page, pod.name)
  await expect(card).toContainText('1/3')
  const about = card.locator('p').first()
  const lines = await about.evaluate((p) => p.clientHeight / Number.parseFloat(getComputedStyle(p).lineHeight))
  expect(Math.round(lines)).toBe(2)

  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/rpc/pods/joinPod', async (route) => {
    await held
    await route.continue()
  })
  await card.getByRole('button', { name: 'Join Pod' }).click()
  await expect(card.getByRole('button')).toHaveAttribute('aria-busy', 'true')
  await expect(card.getByText('Joining...')).toBeVisible()
  go()
  await expect(toast(page, 'Successfully joined pod!')).toBeVisible()
  await expect(card).toContainText('Joined')
  await expect(card).toContainText('2/3')
  await expect(card.getByRole('button', { name: 'Leave Pod' })).toBeFocused()

  await card.getByRole('button', { name: 'Leave Pod' }).click()
  const ask = dialog(page, 'Leave this pod?')
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(ask).toHaveCount(0)
  await expect(card).toContainText('2/3')
  await card.getByRole('button', { name: 'Leave Pod' }).click()
  await ask.getByRole('button', { name: 'Leave Pod' }).click()
  await expect(toast(page, 'Successfully left pod!')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Join Pod' })).toBeVisible()
  await expect(card).toContainText('1/3')
  await expect(card).not.toContainText('Joined')
})

test('the card itself leads to the pod, its button does not', async ({ page, context, join, otherBrowser, town }) => {
  const maker = await otherBrowser()
  await join(maker)
  const pod = await makePod(maker, town, { name: `Dawn  Patrol / 100% ${randomUUID().slice(0, 6)}?` })
  await join(context)
  await visit(page, find(pod))
  const card = cardOf(page, pod.name.replace('  ', ' '))
  await card.getByRole('button', { name: 'Join Pod' }).click()
  await expect(card.getByRole('button', { name: 'Leave Pod' })).toBeVisible()
  await expect(page).toHaveURL(/\/pods/)
  await expect(card).toContainText('2/6')
  // between its words and its button
  await card.click({ position: { x: 6, y: 6 } })
  await expect(page).toHaveURL(new RegExp(`/pod/${encodeURIComponent(pod.slug).replaceAll('%', '%(25)?')}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pod.name.replace('  ', ' '))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pod.name.replace('  ', ' '))
})

test('from outside he looks at a pod, thinks again, and joins', async ({ page, context, join, otherBrowser, town }) => {
  const maker = await otherBrowser()
  const { username } = await join(maker)
  const pod = await makePod(maker, town, { capacity: 4, description: 'About this.' })
  await join(context)
  await visit(page, `/pod/${pod.slug.toUpperCase()}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(pod.name)
  await expect(main).toContainText('About this.')
  await expect(main).toContainText('1/4')
  await expect(main).toContainText('Pods are limited to 4 members')
  await expect(main.getByText('Private Pod')).toHaveCount(0)
  await expect(main.getByText(`@${username}`)).toHaveCount(0)
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)

  const calls: string[] = []
  page.on('request', (request) => {
    if (/joinPod|requestToJoinPod/.test(request.url())) calls.push(request.url())
  })
  const keys = keyboardOf(page)
  await keys.use(main.getByRole('button', { name: 'Apply to Join Pod' }))
  const ask = dialog(page, 'Join Pod?')
  await expect(ask).toContainText('ready to contribute meaningfully')
  await keys.use(ask.getByRole('button', { name: 'Cancel' }))
  await expect(ask).toHaveCount(0)
  expect(calls).toEqual([])
  await keys.use(main.getByRole('button', { name: 'Apply to Join Pod' }))
  await keys.use(ask.getByRole('button', { name: 'Yes, Join Pod' }))
  await expect(toast(page, 'Successfully joined pod!')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Members (2/4)' })).toBeVisible()
  await expect(main.getByText(`@${username}`)).toBeVisible()
  await keys.expectFocus()
  await expectSound(page, { inDark: true })
})

test('a private pod is asked for; its maker accepts on his profile, and declines another in the pod', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const maker = await join(context)
  const pod = await makePod(context, town, { is_private: true })
  const [asking, third] = [await otherBrowser(), await otherBrowser()]
  const man = await join(asking)
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
  await expect(block).toContainText(man.username)
  await expect(block).toContainText(pod.name)
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await block.getByRole('button', { name: `Accept ${man.username}` }).click()
  await expect(toast(page, 'Request accepted successfully!')).toBeVisible()
  await expect(block).toHaveCount(0)
  expect(await mailedLink(town, 'pod-request-approved', man.email)).toBe(`${town.url}/pod/${pod.slug}`)
  await visit(his, `/pod/${pod.slug}`)
  await expect(his.getByText(`@${maker.username}`).first()).toBeAttached()

  // he wants no more of these mails: opening the link changes nothing, the button does, and his settings say so
  const stop = await mailedLink(town, 'pod-request-approved', man.email, 1, /https?:\/\/\S+\/notices\S+/)
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

test('whoever made a pod hands it over, and its new creator deletes it for everyone', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  await join(context)
  const pod = await makePod(context, town)
  const heir = await otherBrowser()
  const man = await join(heir)
  await api(heir, town, 'PUT', `/pods/${pod.id}/membership`)
  await visit(page, `/pod/${pod.slug}`)
  const leave = page.getByRole('button', { name: 'Leave Pod' })
  await leave.click()
  const ask = dialog(page, 'Leave this pod?')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await ask.getByRole('button', { name: 'Hand Over and Leave' }).click()
  await expect(ask.getByText('Choose who takes over')).toBeVisible()
  await ask.getByLabel('New creator').selectOption({ label: `${man.username} (@${man.username})` })
  await ask.getByRole('button', { name: 'Hand Over and Leave' }).click()
  await expect(toast(page, 'Successfully left pod!')).toBeVisible()
  await expect(page).toHaveURL('/pods')
  expect(await mailedLink(town, 'pod-handed-over', man.email)).toBe(`${town.url}/pod/${pod.slug}`)

  const his = await heir.newPage()
  await his.setViewportSize(PHONE)
  await visit(his, `/pod/${pod.slug}`)
  await his.getByRole('button', { name: 'Members (1/' }).click()
  await his.getByRole('button', { name: 'Leave Pod' }).click()
  const last = dialog(his, 'Leave this pod?')
  await expect(last.getByText('This cannot be undone.')).toBeVisible()
  await last.getByRole('button', { name: 'Delete Pod' }).click()
  await expect(toast(his, 'Pod deleted successfully!')).toBeVisible()
  await expect(his).toHaveURL('/pods')
  await expect(cardOf(his, pod.name)).toHaveCount(0)
})

test.describe('a leave that crosses a hand-over', () => {
  test.use({ pardoned: /status of 409/ })
  test('deletes nothing: the pod is his now, and he is asked what becomes of it', async ({
    page,
    context,
    join,
    otherBrowser,
    town,
  }) => {
    const maker = await otherBrowser()
    await join(maker)
    const pod = await makePod(maker, town)
    const { username } = await join(context)
    const { members } = await api<Pod>(context, town, 'PUT', `/pods/${pod.id}/membership`)
    const heir = members.find((member) => member.username === username)!
    await visit(page, find(pod))
    const card = cardOf(page, pod.name)
    await card.getByRole('button', { name: 'Leave Pod' }).click()
    const ask = dialog(page, 'Leave this pod?')
    await expect(ask).toBeVisible()
    await api(maker, town, 'PUT', `/pods/${pod.id}/creator`, { to: heir.id })
    await ask.getByRole('button', { name: 'Leave Pod' }).click()
    const yours = 'This pod is yours. Hand it over to somebody in it, or delete it.'
    await expect(toast(page, `Failed to leave pod: ${yours}`)).toBeVisible()
    await expect(ask).toHaveCount(0)
    await expect(card).toContainText('Creator')
    await expect(card).toContainText('1/')
  })
})

test('on a phone those in it come up from below, and the way back leads to the conversation', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const me = await join(context)
  const pod = await makePod(context, town)
  const heir = await otherBrowser()
  const man = await join(heir)
  await api(heir, town, 'PUT', `/pods/${pod.id}/membership`)
  await page.setViewportSize(PHONE)
  // within a visit: the browser lets nobody hold up the way out of it
  await visit(page, find(pod))
  await page.getByRole('link', { name: pod.name, exact: true }).click()
  const opener = page.getByRole('button', { name: 'Members (2/' })
  const drawer = dialog(page, pod.name)
  await opener.click()
  await expect(drawer.getByRole('heading', { name: /^Members \(2\// })).toBeVisible()
  await expect(drawer.getByRole('listitem').filter({ hasText: `@${man.username}` })).toBeInViewport()
  await expect(drawer.getByRole('listitem').filter({ hasText: `@${me.username}` })).toContainText('Creator')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  // what lies above goes first
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
  await opener.press('Enter')
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(opener).toBeFocused()
  // and nothing of it lies below the conversation
  await expect(page.getByRole('button', { name: 'Leave Pod' })).toHaveCount(0)
})

test.describe('what is not there', () => {
  test.use({ pardoned: /status of 404/ })
  test('is said, with the way back', async ({ page, context, town }) => {
    await signIn(context, town.logins[0]!, town)
    const response = await visit(page, '/pod/none')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pod not found.')
    await expect(page).toHaveTitle(titled('Pod not found - Fatherkin'))
    await expectSound(page, { inDark: true })
    await page.getByRole('link', { name: 'Back to Pods' }).click()
    await expect(page).toHaveURL('/pods')
  })
})

test('a full pod lets nobody in, and says so', async ({ page, context, town }) => {
  await signIn(context, town.logins[0]!, town)
  await visit(page, '/pods?q=two+houses')
  const card = cardOf(page, 'Two Houses, One Dad')
  await expect(card).toContainText('2/2')
  await expect(card.getByRole('button')).toHaveCount(0)
  await card.getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Pod Full' })).toBeDisabled()
})

test('whoever presses Join too late is told, and the card follows', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const [maker, quick] = [await otherBrowser(), await otherBrowser()]
  await join(maker)
  await join(quick)
  const pod = await makePod(maker, town, { capacity: 2 })
  await join(context)
  await visit(page, find(pod))
  await api(quick, town, 'PUT', `/pods/${pod.id}/membership`)
  await cardOf(page, pod.name).getByRole('button', { name: 'Join Pod' }).click()
  await expect(toast(page, 'Failed to join pod: Pod is at full capacity')).toBeVisible()
  await expect(cardOf(page, pod.name)).toContainText('2/2')
  await expect(cardOf(page, pod.name).getByRole('button')).toHaveCount(0)
})

test('a search that fails leaves everything around the list as it was, and goes on when it is asked again', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  const pod = await makePod(context, town)
  await visit(page, '/pods')
  const box = page.getByRole('searchbox', { name: 'Search pods' })
  const failed = page.getByRole('heading', { level: 2, name: 'The pods did not load' })
  await page.route('**/rpc/pods/listPods', (route) => route.abort())
  await box.pressSequentially(pod.name)
  await expect(failed).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pods')
  await expect(page.getByRole('button', { name: 'Create Pod' })).toBeVisible()
  await expect(box).toBeFocused()
  await expect(box).toHaveValue(pod.name)
  await expect(page.getByRole('article')).toHaveCount(0)
  await expectSound(page, { inDark: true })
  await page.unroute('**/rpc/pods/listPods')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(cardOf(page, pod.name)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '1 pod found' })).toBeAttached()
  await expect(failed).toHaveCount(0)
})

test('whoever reads in a pod that is deleted is told, and goes on from there', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const maker = await otherBrowser()
  await join(maker)
  const pod = await makePod(maker, town)
  await join(context)
  await api(context, town, 'PUT', `/pods/${pod.id}/membership`)
  await visit(page, `/pod/${pod.slug}`)
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('Is it')
  await expect(box).toBeFocused()
  await api(maker, town, 'DELETE', `/pods/${pod.id}`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Pod not found.')
  await expect(page.getByText('This pod is no longer there. It was deleted while you looked at it.')).toBeVisible()
  await expect(heading).toBeFocused()
  await expect(heading).toHaveAccessibleDescription(/^This pod is no longer there\./)
  await expect(page).toHaveTitle(titled('Pod not found - Fatherkin'))
  await expectSound(page, { inDark: true })
  await page.getByRole('link', { name: 'Back to Pods' }).click()
  await expect(page).toHaveTitle(titled('Pods - Fatherkin'))
})

test('twelve pods are two pages; a search begins at the first and stands in the address', async ({
  page,
  context,
  join,
  ownPlace,
}) => {
  await join(context, undefined, ownPlace)
  const at = (path: string) => `${ownPlace.url}${path}`
  await visit(page, at('/pods'))
  await expect(page.getByRole('heading', { name: 'No active pods yet' })).toBeVisible()
  await expect(page.getByText('Create the first pod to get started!')).toBeVisible()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  for (let n = 1; n <= 12; n++) await makePod(context, ownPlace, { name: `Porch ${n} of twelve` })
  await visit(page, at('/pods'))
  const cards = page.getByRole('article')
  const turning = page.getByRole('navigation', { name: 'Pages' })
  await expect(cards).toHaveCount(9)
  await expect(turning.getByRole('button', { name: 'Previous' })).toBeDisabled()
  // what fails under the pointer and then under the press is said in the list's place
  await page.route('**/rpc/pods/listPods', (route) => route.abort())
  const tried = page.waitForEvent('requestfailed')
  await turning.getByRole('link', { name: 'Page 2' }).hover()
  await tried
  await turning.getByRole('link', { name: 'Page 2' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'The pods did not load' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pods')
  await page.unroute('**/rpc/pods/listPods')
  await page.goBack()
  await expect(cards).toHaveCount(9)
  await turning.getByRole('link', { name: 'Page 2' }).click()
  await expect(cards).toHaveCount(3)
  await expect(page).toHaveURL(at('/pods?page=2'))
  await expect(turning.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await expect(turning.getByRole('button', { name: 'Next' })).toBeDisabled()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)
  await expect(turning.getByText('Page 2 of 2')).toBeVisible()
  await expect(turning.getByRole('link', { name: 'Page 1' })).toHaveCount(0)
  await turning.getByRole('link', { name: 'Previous' }).click()
  await expect(turning.getByText('Page 1 of 2')).toBeVisible()
  await turning.getByRole('link', { name: 'Next' }).click()
  await expect(cards).toHaveCount(3)

  const box = page.getByRole('searchbox', { name: 'Search pods' })
  await box.fill('PORCH 1 ')
  await expect(page).toHaveURL(at('/pods?q=PORCH+1'))
  await expect(cards).toHaveCount(4)
  await box.fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No pods match your search' })).toBeVisible()
  await expect(page.getByText('Try adjusting your search terms')).toBeVisible()
  await expectSound(page, { inDark: true })
  await page.reload()
  await expect(box).toHaveValue('nothing like it')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(cards).toHaveCount(9)
  await expect(box).toHaveValue('')
  await expect(page).toHaveURL(at('/pods'))
})
