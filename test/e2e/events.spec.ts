/**
 * Events in the whole program: made by keyboard, discussed by two members, read by visitors and programs, without a network.
 * test/screens tests the screens alone.
 *
 * Rooms: events, nearby.
 */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { Event } from '#contract/events.ts'
import { api, awake, expect, newPerson, PHONE, signUp, test, titleOf, toast, visit } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { makeGroupOf } from './rooms.ts'
import type { Instance } from './server.ts'

// requests that are refused or cut off on purpose
test.use({
  pardoned:
    /status of 40[0-9]|net::ERR_FAILED|ERR_INTERNET_DISCONNECTED|WebSocket connection|dynamically imported module/,
})

/** The date this many days from today, in the time zone of these browsers, as a URL and a form have it. */
function inDays(days: number): string {
  const at = new Date(`${new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/London' })}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}
/** The date as the pages show it; with the year if it is another one. */
function longDay(day: string): string {
  const year = day.slice(0, 4) === inDays(0).slice(0, 4) ? {} : ({ year: 'numeric' } as const)
  const how = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC', ...year } as const
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', how).replace(',', '')
}

const goLocal = (context: BrowserContext, instance: Instance) =>
  api(context, instance, 'PUT', '/me/local-mode', { enabled: true })
const makeEvent = (context: BrowserContext, instance: Instance, more: object = {}) =>
  api<Event>(context, instance, 'POST', '/events', {
    ...{ id: randomUUID(), title: `Event ${randomUUID().slice(0, 8)}`, location: 'Kirkstall' },
    ...{ event_date: inDays(3), event_time: '10:00', time_zone: 'Europe/London', ...more },
  })
const eventOf = (context: BrowserContext, instance: Instance, { id }: { id: string }) =>
  api<Event>(context, instance, 'GET', `/events/${id}`)
const dialog = (page: Page, name: string) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
const attend = (page: Page) => page.getByRole('button', { name: /^Attend(ing)?$/ })
const comments = (page: Page) => page.getByRole('article', { name: /^Comment by/ })
const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const dayCell = (page: Page, day: string) => page.getByRole('link', { name: new RegExp(`^${longDay(day)}[ ,]`) })

test('the URL below /local is the URL of the event', async ({ page, context, join, town }) => {
  await join(context)
  await goLocal(context, town)
  const event = await makeEvent(context, town)
  const answer = await context.request.get(`/local/${event.id}`, { maxRedirects: 0 })
  expect(answer.status()).toBe(307)
  expect(answer.headers().location).toBe(`/event/${event.id}`)
  await visit(page, `/local/${event.id}`)
  await expect(page).toHaveURL(`/event/${event.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title)
  // opened from outside, the back link leads to the local page
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/local')

  await test.step('a page of the list that does not exist leads to the first page, with the same filters', async () => {
    const response = await page.goto(`/local?q=${encodeURIComponent(event.title)}&scope=everywhere&after=abc`)
    expect(response?.status()).toBe(200)
    await expect(row(page, event.title)).toBeVisible()
    expect(new URL(page.url()).searchParams.get('after')).toBeNull()
    expect(new URL(page.url()).searchParams.get('scope')).toBe('everywhere')
  })
})

test('a member makes an event by keyboard alone; a lost response and a reload make no second one', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await goLocal(context, town)
  await visit(page, '/local')
  const keys = keyboardOf(page)
  const form = dialog(page, 'Create Event')
  const title = `Once ${randomUUID().slice(0, 8)}`
  await keys.use(page.getByRole('button', { name: 'Create Event' }).first())
  await expect(form).toBeVisible()
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Location').fill('The yard')
  await form.getByLabel('Date').fill(inDays(2))
  await form.getByLabel('Time', { exact: true }).fill('10:00')
  // the request arrives, and its response is lost
  await page.route('**/rpc/events/createEvent', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await keys.use(form.getByRole('button', { name: 'Create Event' }))
  await expect(form.getByRole('alert')).toContainText('Failed to create event')
  await page.unroute('**/rpc/events/createEvent')
  await page.reload()
  await awake(page)
  await keys.use(page.getByRole('button', { name: 'Create Event' }).first())
  await expect(form.getByLabel('Title')).toHaveValue(title)
  await keys.use(form.getByRole('button', { name: 'Create Event' }), { leaves: true })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const asked = `/events?scope=everywhere&day=${inDays(2)}&q=${title.split(' ')[1]}`
  const { items } = await api<{ items: Event[] }>(context, town, 'GET', asked)
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ location: 'The yard', event_date: inDays(2), event_time: '10:00', end_time: null })
  expect(items[0]).toMatchObject({ time_zone: 'Europe/London', attendees_count: 1, is_attending: true })

  // back on the page where he started, which shows the event
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/local$/)
  await page.getByRole('link', { name: 'Everywhere' }).click()
  await expect(row(page, title)).toContainText('Attending')
  await expect(row(page, title)).toContainText('10:00')
  await expect(row(page, title)).toContainText('The yard')
})

test('a visitor reads, and is led to the sign-in page if he wants to attend or comment', async ({
  page,
  otherBrowser,
  join,
  town,
}) => {
  const maker = await otherBrowser()
  const host = await join(maker)
  await goLocal(maker, town)
  const secret = `Cellar ${randomUUID().slice(0, 8)}`
  const event = await makeEvent(maker, town, {
    ...{ address: secret, description: 'Bring a torch.', latitude: 53.8123, longitude: -1.5512 },
    ...{ time_zone: 'Europe/Berlin', event_time: '19:30', end_time: '22:00' },
  })
  await api(maker, town, 'POST', `/events/${event.id}/comments`, { content: 'Kettle is on.' })
  await page.setViewportSize(PHONE)
  const response = await visit(page, `/event/${event.id}`)
  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle(titleOf(`${event.title} - Fatherkin`))
  await expect(attend(page)).toHaveCount(0)
  // a visitor has no cookie: he gets the shared pages
  expect(await page.context().cookies()).toEqual([])
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(comments(page)).toHaveCount(1)
  await expect(page.getByText('Please sign in to comment')).toBeVisible()
  await expect(page.getByText('Members who attend see the exact address.')).toBeVisible()
  // 19:30 in Berlin is 18:30 here, which only his browser knows
  await expect(page.getByText('Europe/Berlin; on your clock 18:30–21:00')).toBeVisible()
  const html = await page.content()
  expect(html).not.toContain(secret)
  // the seconds of a time may read 53.8, too
  expect(html).not.toMatch(/(?<!:\d\d:)53\.8|-1\.55/)
  const [data] = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(JSON.parse(data!)).toMatchObject({
    '@type': 'Event',
    name: event.title,
    startDate: expect.stringMatching(`^${event.event_date}T19:30:00\\+0[12]:00$`),
    endDate: expect.stringMatching(`^${event.event_date}T22:00:00\\+0[12]:00$`),
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'Place', name: 'Kirkstall' },
    organizer: { name: host.username },
    description: 'Bring a torch.',
  })
  await page.getByRole('link', { name: 'Sign in to attend' }).click()
  await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(`/event/${event.id}`)}`)
})

test('an event that does not exist or is hidden is not found', async ({ page, otherBrowser, join, town }) => {
  const maker = await otherBrowser()
  const { username } = await join(maker)
  await goLocal(maker, town)
  const group = await makeGroupOf(town, username, { is_public: false })
  const hidden = await makeEvent(maker, town, { group_id: group.id })
  for (const id of ['none', randomUUID(), hidden.id]) {
    const response = await visit(page, `/event/${id}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found.')
    await expect(page).toHaveTitle(titleOf('Event not found - Fatherkin'))
  }
  // for members inside it exists, but not for search engines
  const his = await maker.newPage()
  await visit(his, `/event/${hidden.id}`)
  await expect(his.getByRole('heading', { level: 1 })).toHaveText(hidden.title)
  await expect(his.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
})

test('two members talk about an event, and see each other join and leave', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const one = await join(context)
  await goLocal(context, town)
  const event = await makeEvent(context, town, { address: 'The blue door' })
  const other = await otherBrowser()
  const guest = await signUp(other, newPerson('guest'), town)
  const his = await other.newPage()
  await visit(page, `/event/${event.id}`)
  await visit(his, `/event/${event.id}`)

  const field = (on: Page) => on.getByRole('textbox', { name: 'Add a comment' })
  await field(his).fill('Is there somewhere to park a **cargo bike**?')
  await his.getByRole('button', { name: 'Post comment' }).click()
  await expect(comments(his)).toHaveCount(1)
  await expect(comments(his).locator('.prose strong')).toHaveText('cargo bike')
  // the other one sees it, and it is announced
  await expect(comments(page)).toHaveCount(1)
  await expect(comments(page).first()).toContainText('cargo bike')
  await expect(page.getByRole('log', { name: 'New comments' })).toContainText(`${guest.username}: Is there somewhere`)
  await expect(his.getByRole('log', { name: 'New comments' })).toBeEmpty()
  await expect(comments(page).getByRole('button', { name: /Delete/ })).toHaveCount(0)
  await field(page).fill('There is a rail by the door.')
  await page.keyboard.press('Control+Enter')
  await expect(comments(his)).toHaveCount(2)
  // the oldest comes first
  await expect(comments(his).last()).toContainText('There is a rail by the door.')
  await expect(comments(his).last()).toContainText('Host')

  await expect(his.getByText('The blue door')).toHaveCount(0)
  await attend(his).click()
  await expect(his.getByText('The blue door (shown to attendees only)')).toBeVisible()
  await expect(page.getByText(`2 attending you and ${guest.username}`)).toBeVisible()
  await attend(his).click()
  await expect(his.getByText('The blue door')).toHaveCount(0)
  await expect(page.getByText('1 attending you')).toBeVisible()

  await comments(his).first().getByRole('button', { name: 'Delete your comment' }).click()
  await dialog(his, 'Delete comment').getByRole('button', { name: 'Delete' }).click()
  await expect(comments(page)).toHaveCount(1)

  // edited, and cancelled, while he looks
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog(page, 'Edit Event').getByLabel('Title').fill('Later than planned')
  await dialog(page, 'Edit Event').getByRole('button', { name: 'Save' }).click()
  for (const on of [page, his]) await expect(on.getByRole('heading', { level: 1 })).toHaveText('Later than planned')
  await page.getByRole('button', { name: 'Cancel event' }).click()
  await dialog(page, 'Cancel this event?').getByRole('button', { name: 'Cancel Event' }).click()
  for (const on of [page, his])
    await expect(on.getByText('This event was cancelled. It does not take place.')).toBeVisible()
  // nobody can join any more
  await expect(attend(his)).toHaveCount(0)
  const { is_cancelled, creator } = await eventOf(context, town, event)
  expect({ is_cancelled, creator: creator?.username }).toEqual({ is_cancelled: true, creator: one.username })
})

test('a member who was offline receives the missed comments once', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  await join(context)
  await goLocal(context, town)
  const event = await makeEvent(context, town)
  const other = await otherBrowser()
  await join(other)
  const his = await other.newPage()
  await visit(his, `/event/${event.id}`)
  await other.setOffline(true)
  for (const content of ['One', 'Two']) await api(context, town, 'POST', `/events/${event.id}/comments`, { content })
  await his.getByRole('button', { name: 'Attend' }).click()
  await expect(toast(his, 'Failed to update attendance. Please try again.')).toBeVisible()
  await expect(attend(his)).toHaveText('Attend')
  await other.setOffline(false)
  await expect(comments(his)).toHaveCount(2)
  await expect(comments(his).locator('.prose')).toHaveText(['One', 'Two'])
  await visit(page, `/event/${event.id}`)
  await expect(comments(page)).toHaveCount(2)
})

test('a member without a network reads the failure on the same page, and continues from there', async ({
  page,
  context,
  join,
  town,
}) => {
  const { username } = await join(context)
  await goLocal(context, town)
  const group = await makeGroupOf(town, username, { is_public: true })
  const event = await makeEvent(context, town, { group_id: group.id })
  await visit(page, `/group/${group.slug}?tab=events`)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'View Details' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This event did not load')
  // with a network it is loaded without a press
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title)
})

test.describe(() => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('an event in a distant time zone is shown in its own time, with the member’s time beside it', async ({
    page,
    context,
    join,
    town,
  }) => {
    await join(context)
    await goLocal(context, town)
    const event = await makeEvent(context, town, { event_date: inDays(10), event_time: '08:00' })
    await visit(page, `/event/${event.id}`)
    await expect(page.getByText(`${longDay(inDays(10))}, 08:00`)).toBeVisible()
    await expect(page.getByText(/^Europe\/London; on your clock (\w+ \d+ \w+( \d+)?, )?(19|20|21):00$/)).toBeVisible()
    await visit(page, `/local?day=${inDays(10)}&scope=everywhere`)
    await expect(row(page, event.title)).toContainText('08:00 London time')
    await expect(row(page, event.title)).toContainText('Kirkstall')
    // and his day is in his time zone: at noon in London it may be the next one there
    const here = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
    await visit(page, '/local')
    await expect(dayCell(page, here)).toHaveAccessibleName(/, today/)
  })
})

test('an event and the board arrive complete and make no further requests', async ({ page, context, join, town }) => {
  await join(context)
  await goLocal(context, town)
  const event = await makeEvent(context, town)
  const asked: string[] = []
  page.on('request', (request) => {
    // dads nearby are requested with every visit; new items and achievements after the page is complete
    if (/\/rpc\/(?!nearby\/listNearby|badges\/|karma\/tellAchievements)/.test(request.url()))
      asked.push(new URL(request.url()).pathname)
  })
  // the first page sends the browser's time zone, and the next is rendered with it
  await page.goto(`/event/${event.id}`, { waitUntil: 'networkidle' })
  await awake(page)
  asked.length = 0
  for (const path of [`/event/${event.id}`, '/local', `/local?day=${event.event_date}&scope=everywhere`]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await awake(page)
    expect(asked, path).toEqual([])
  }
})

test('a member creates, copies, renews and deletes the URL of his calendar', async ({ page, context, join, town }) => {
  await join(context)
  await goLocal(context, town)
  const { title } = await makeEvent(context, town)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, '/settings')
  // like a calendar program, which is not signed in
  const read = async (address: string) => {
    const answer = await fetch(address)
    return answer.ok ? answer.text() : answer.status
  }
  await page.getByRole('button', { name: 'Make an address' }).click()
  const field = page.getByRole('textbox', { name: 'Your address' })
  await expect(field).toHaveValue(/\/calendar\/[\w-]+\.ics$/)
  const first = await field.inputValue()
  expect(await read(first)).toContain(title)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(toast(page, 'Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  await page.getByRole('button', { name: 'New address' }).click()
  await dialog(page, 'Make a new address?').getByRole('button', { name: 'Make a new one' }).click()
  await expect(field).not.toHaveValue(first)
  const second = await field.inputValue()
  expect(await read(first)).toBe(404)
  expect(await read(second)).toContain(title)
  await page.getByRole('button', { name: 'Take it back' }).click()
  await dialog(page, 'Take the address back?').getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible()
  expect(await read(second)).toBe(404)
})
