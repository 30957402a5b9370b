/** Events as they are found, made, joined, talked about, changed and cancelled: by hand, by keyboard, on a phone, by two. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { Event } from '#contract/events.ts'
import { api, awake, DESK, expect, newPerson, PHONE, signUp, test, titled, toast, visit } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { makeGroupOf, moveEvent } from './rooms.ts'
import { expectSound } from './screen.ts'
import type { Place } from './server.ts'

// what is refused or cut off on purpose
test.use({
  pardoned:
    /status of 40[0-9]|net::ERR_FAILED|ERR_INTERNET_DISCONNECTED|WebSocket connection|dynamically imported module/,
})

/** So many days from today, where these browsers are, as an address and a form have them. */
function inDays(days: number): string {
  const at = new Date(`${new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/London' })}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}
const sundayOf = (day: string) => {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() - at.getUTCDay())
  return at.toISOString().slice(0, 10)
}
/** As the pages call it; the year where it is another one. */
function longDay(day: string): string {
  const year = day.slice(0, 4) === inDays(0).slice(0, 4) ? {} : ({ year: 'numeric' } as const)
  const how = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC', ...year } as const
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', how).replace(',', '')
}

const goLocal = (context: BrowserContext, place: Place) =>
  api(context, place, 'PUT', '/me/local-mode', { enabled: true })
const makeEvent = (context: BrowserContext, place: Place, more: object = {}) =>
  api<Event>(context, place, 'POST', '/events', {
    ...{ id: randomUUID(), title: `Event ${randomUUID().slice(0, 8)}`, location: 'Kirkstall' },
    ...{ event_date: inDays(3), event_time: '10:00', time_zone: 'Europe/London', ...more },
  })
const eventOf = (context: BrowserContext, place: Place, { id }: { id: string }) =>
  api<Event>(context, place, 'GET', `/events/${id}`)
const dialog = (page: Page, name: string) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
const attend = (page: Page) => page.getByRole('button', { name: /^Attend(ing)?$/ })
const comments = (page: Page) => page.getByRole('article', { name: /^Comment by/ })
const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const dayCell = (page: Page, day: string) => page.getByRole('link', { name: new RegExp(`^${longDay(day)}[ ,]`) })

test('a place in the list that there is not leads to its beginning, with what was asked for', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await goLocal(context, town)
  const { title } = await makeEvent(context, town)
  const response = await page.goto(`/local?q=${encodeURIComponent(title)}&scope=everywhere&after=abc`)
  expect(response?.status()).toBe(200)
  await expect(row(page, title)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('after')).toBeNull()
  expect(new URL(page.url()).searchParams.get('scope')).toBe('everywhere')
})

test('who has local mode off is asked for it first, and goes on to the event that he wanted to make', async ({
  page,
  context,
  join,
  town,
}) => {
  const { username } = await join(context)
  // its name is its address
  const { slug } = await makeGroupOf(town, username, { is_public: true })
  await visit(page, `/group/${slug}?tab=events`)
  await page.getByRole('button', { name: 'Create Event' }).first().click()
  const mode = dialog(page, /local mode/i.source)
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText('general location')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(mode).toHaveCount(0)
  await expect(dialog(page, 'Create Event')).toHaveCount(0)

  await page.getByRole('button', { name: 'Create Event' }).first().click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /^Enable/ })
    .click()
  const form = dialog(page, 'Create Event')
  await expect(form.getByText(`In ${slug}`)).toBeVisible()
  const title = `Night walk ${randomUUID().slice(0, 6)}`
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Location').fill('The canal')
  await form.getByLabel('Date').fill(inDays(4))
  await form.getByLabel('Time', { exact: true }).fill('22:30')
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(toast(page, 'Event created successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/event\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('link', { name: slug })).toBeVisible()
  await expect(page.getByText('1 attending')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Attending' })).toHaveAttribute('aria-pressed', 'true')
  const made = await eventOf(context, town, { id: page.url().split('/').at(-1)! })
  expect(made).toMatchObject({ title, location: 'The canal', event_date: inDays(4), event_time: '22:30' })
  expect(made).toMatchObject({ time_zone: 'Europe/London', attendees_count: 1, is_attending: true, end_time: null })
  expect(made.group?.slug).toBe(slug)
})

test('a member makes an event by keyboard alone, and is told beside each field what is missing', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await goLocal(context, town)
  await visit(page, '/local')
  const keys = keyboardOf(page)
  await keys.use(page.getByRole('button', { name: 'Create Event' }).first())
  const form = dialog(page, 'Create Event')
  await expect(form).toBeVisible()
  await expect(form.getByLabel('Date')).toHaveAttribute('min', inDays(0))
  await expect(form.getByText(/On the clock of Europe\/London\./)).toBeVisible()
  await keys.use(form.getByRole('button', { name: 'Create Event' }))
  await expect(form.getByRole('alert')).toContainText('Please fill in all required fields')
  for (const field of ['Title', 'Location', 'Date'])
    await expect(form.getByLabel(field, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('Time', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('Title')).toBeFocused()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  // spaces are nothing
  await form.getByLabel('Title').fill('   ')
  await form.getByLabel('Title').press('Enter')
  await expect(form.getByRole('alert')).toContainText('Please fill in all required fields')

  const title = `Bench & tools ${randomUUID().slice(0, 6)}`
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Location').fill('The yard')
  await form.getByLabel('Date').fill(inDays(2))
  await form.getByLabel('Time', { exact: true }).fill('10:00')
  await form.getByLabel('End (Optional)').fill('12:30')
  await form.getByLabel('Description (Optional)').fill('Bring the thing that **squeaks**.')
  await form.getByLabel('Exact address (Optional)').fill('Unit 4, Bridge Mills')
  await keys.use(form.getByRole('button', { name: 'Create Event' }), { leaves: true })
  await expect(toast(page, 'Event created successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText(`${longDay(inDays(2))}, 10:00–12:30`)).toBeVisible()
  await expect(page.getByText('Europe/London, your time too')).toBeVisible()
  await expect(page.getByText('Unit 4, Bridge Mills (shown to attendees only)')).toBeVisible()
  await expect(page.locator('.prose strong')).toHaveText('squeaks')
  await expect(page.getByText('1 attending you')).toBeVisible()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)

  // back to where he came from, and there it stands
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/local$/)
  await page.getByRole('link', { name: 'Everywhere' }).click()
  await expect(row(page, title)).toContainText('Attending')
  await expect(row(page, title)).toContainText('10:00–12:30 · The yard')
})

test('what was typed stays when the event could not be made, and a lost answer makes no second one', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await goLocal(context, town)
  await visit(page, '/local')
  await page.getByRole('button', { name: 'Create Event' }).first().click()
  const form = dialog(page, 'Create Event')
  const title = `Once ${randomUUID().slice(0, 8)}`
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Location').fill('Here')
  await form.getByLabel('Date').fill(inDays(1))
  await form.getByLabel('Time', { exact: true }).fill('09:00')
  // it arrives, and its answer is lost
  await page.route('**/rpc/events/createEvent', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(form.getByRole('alert')).toContainText('Failed to create event')
  await page.unroute('**/rpc/events/createEvent')
  await page.reload()
  await awake(page)
  await page.getByRole('button', { name: 'Create Event' }).first().click()
  await expect(form.getByLabel('Title')).toHaveValue(title)
  await form.getByRole('button', { name: 'Create Event' }).dblclick()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const day = await api<{ items: Event[] }>(
    context,
    town,
    'GET',
    `/events?scope=everywhere&day=${inDays(1)}&q=${title.split(' ')[1]}`,
  )
  expect(day.items).toHaveLength(1)
  // the next one begins empty
  await page.goBack()
  await page.getByRole('button', { name: 'Create Event' }).first().click()
  await expect(form.getByLabel('Title')).toHaveValue('')
})

test('a place that nobody knows is said beside its field, and can be left out', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await goLocal(context, town)
  await visit(page, '/local')
  await page.getByRole('button', { name: 'Create Event' }).first().click()
  const form = dialog(page, 'Create Event')
  await form.getByLabel('Title').fill('Somewhere')
  await form.getByLabel('Location').fill('Here')
  await form.getByLabel('Date').fill(inDays(1))
  await form.getByLabel('Time', { exact: true }).fill('09:00')
  const field = form.getByLabel(/^Town or postal code/)
  await field.fill('qqxxqq no such place')
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(form.getByText(/You can leave this empty\./)).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill('')
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(toast(page, 'Event created successfully!')).toBeVisible()
})

test('the week shows two of a day and how many more, and a chosen day what there is on it', async ({
  page,
  context,
  join,
  ownPlace,
}) => {
  await join(context, undefined, ownPlace)
  await goLocal(context, ownPlace)
  const at = (path: string) => `${ownPlace.url}${path}`
  await visit(page, at('/local'))
  await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)

  const busy = inDays(8)
  for (const [n, time] of ['08:00', '09:30', '19:00', '20:00'].entries())
    await makeEvent(context, ownPlace, { title: `Fourfold ${n + 1}`, event_date: busy, event_time: time })
  const past = await makeEvent(context, ownPlace, { title: 'Yesterday' })
  await moveEvent(ownPlace, past, inDays(-1))
  await makeEvent(context, ownPlace, { title: 'Today', event_date: inDays(0), event_time: '23:59' })

  await visit(page, at(`/local?week=${sundayOf(busy)}`))
  const week = page.getByRole('region').filter({ has: page.getByRole('link', { name: 'Later week' }) })
  // a week begins on Sunday
  await expect(week.getByRole('listitem')).toHaveCount(7)
  await expect(week.getByRole('listitem').first()).toContainText(/^Sunday/)
  const cell = dayCell(page, busy)
  await expect(cell).toHaveAccessibleName(/, 4 events/)
  await expect(cell.locator('.ev')).toHaveText(['Fourfold 1', 'Fourfold 2'])
  await expect(cell).toContainText('+2 more')

  // what is coming: from today on, and no earlier
  const list = page.getByRole('list', { name: 'Upcoming' })
  await expect(list.getByRole('heading')).toHaveText(['Today', 'Fourfold 1', 'Fourfold 2', 'Fourfold 3', 'Fourfold 4'])
  const keys = keyboardOf(page)
  await keys.use(cell)
  await expect(page).toHaveURL(new RegExp(`day=${busy}`))
  await expect(page.getByRole('heading', { level: 2, name: longDay(busy) })).toBeVisible()
  await expect(page.getByRole('list', { name: longDay(busy) }).getByRole('heading')).toHaveCount(4)
  await expect(cell).toHaveAttribute('aria-current', 'true')
  await expect(cell).toBeFocused()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await page.reload()
  await awake(page)
  await expect(page.getByRole('list', { name: longDay(busy) }).getByRole('heading')).toHaveCount(4)
  // pressed again, everything comes back; its week stays
  await cell.click()
  await expect(list.getByRole('heading')).toHaveCount(5)
  await expect(cell.locator('.ev')).toHaveCount(2)
  await cell.click()
  await page.getByRole('link', { name: 'All upcoming' }).click()
  await expect(page).toHaveURL(at('/local'))
  await expect(list.getByRole('heading')).toHaveCount(5)

  // a past day can be looked at; nothing new can be made on it
  await visit(page, at(`/local?day=${inDays(-1)}`))
  await expect(row(page, 'Yesterday')).toContainText('Past')
  await visit(page, at('/local?day=2026-01-05'))
  await expect(page.getByRole('heading', { name: 'Nothing on this day' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Create Event' })).toHaveCount(1)

  // dots on a phone
  await page.setViewportSize(PHONE)
  await visit(page, at(`/local?week=${sundayOf(busy)}`))
  await expect(cell.locator('.ev').first()).toBeHidden()
  await expect(cell.locator('.dots i')).toHaveCount(3)
  await cell.click()
  await expect(page.getByRole('list', { name: longDay(busy) }).getByRole('heading')).toHaveCount(4)

  // what is looked for, and not found
  await visit(page, at('/local?q=fourfold+3'))
  await expect(page.getByRole('list', { name: 'Upcoming' }).getByRole('heading')).toHaveText(['Fourfold 3'])
  await visit(page, at('/local?q=nothing+like+it'))
  await expect(page.getByRole('heading', { name: 'No events match your search' })).toBeVisible()
  await expectSound(page, { inDark: true })
  await page.getByRole('main').getByRole('link', { name: 'Clear search' }).click()
  await expect(page.getByRole('list', { name: 'Upcoming' }).getByRole('heading')).toHaveCount(5)
})

test('the calendar goes back to the week of 1 June 2025 and no further', async ({ page, context, join, town }) => {
  await join(context)
  await goLocal(context, town)
  await visit(page, '/local?week=2025-06-20')
  await expect(page.getByRole('heading', { name: '15–21 June 2025' })).toBeVisible()
  const earlier = page.getByRole('link', { name: 'Earlier week' })
  await earlier.click()
  await expect(page.getByRole('heading', { name: '8–14 June 2025' })).toBeVisible()
  await earlier.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '1–7 June 2025' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Earlier week' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Later week' })).toBeFocused()
  // an address from before that is the week of today
  await visit(page, '/local?week=2024-01-01')
  await expect(dayCell(page, inDays(0))).toHaveAccessibleName(/, today/)
})

test('near is within the radius, and everywhere is a choice', async ({ page, context, join, ownPlace }) => {
  await join(context, undefined, ownPlace)
  await goLocal(context, ownPlace)
  const leeds = { latitude: 53.8, longitude: -1.55 }
  const at = (path: string) => `${ownPlace.url}${path}`
  await makeEvent(context, ownPlace, { title: 'Round the corner', ...leeds })
  await makeEvent(context, ownPlace, { title: 'In the south', latitude: 51.5, longitude: -0.12, event_date: inDays(5) })
  // where nobody knows where he is, everything
  await visit(page, at('/local'))
  await expect(page.getByText('We do not know where you are, so this is from everywhere.')).toBeVisible()
  await expect(row(page, 'In the south')).toBeVisible()
  await api(context, ownPlace, 'PUT', '/me/location', { location: 'Leeds', ...leeds })
  await visit(page, at('/local'))
  const choice = page.getByRole('navigation', { name: 'How far around' })
  await expect(choice.getByRole('link', { name: 'Within 25 miles' })).toHaveAttribute('aria-current', 'true')
  await expect(row(page, 'Round the corner')).toContainText('10:00 · Kirkstall · Very close')
  await expect(row(page, 'In the south')).toHaveCount(0)
  await choice.getByRole('link', { name: 'Everywhere' }).click()
  await expect(row(page, 'In the south')).toBeVisible()
  await expect(page).toHaveURL(/scope=everywhere/)
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  // nothing near: one step further there is
  await api(context, ownPlace, 'PUT', '/me/location', { latitude: 0, longitude: 0 })
  await visit(page, at('/local'))
  await expect(page.getByRole('heading', { name: 'Nothing within 25 miles yet' })).toBeVisible()
  await expectSound(page, { inDark: true })
  await page.getByRole('link', { name: 'Look everywhere' }).click()
  await expect(row(page, 'In the south')).toBeVisible()
})

test('what does not load says so in its own place, and can be tried again', async ({ page, context, join, town }) => {
  await join(context)
  await goLocal(context, town)
  const event = await makeEvent(context, town)
  await visit(page, '/local')
  const fails = async (what: string) => page.route(`**/rpc/events/${what}*`, (route) => route.abort())
  await fails('listEvents')
  await fails('listWeek')
  const day = inDays(0)
  await dayCell(page, day).click()
  await expect(page.getByRole('heading', { name: 'The events did not load' })).toBeVisible()
  await page.getByRole('link', { name: 'Later week' }).click()
  await expect(page.getByText('The calendar did not load.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Local Events')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await page.unroute('**/rpc/events/listWeek*')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('The calendar did not load.')).toHaveCount(0)
  await page.unroute('**/rpc/events/listEvents*')

  // the same of what is said about an event
  await visit(page, `/local?day=${event.event_date}&scope=everywhere`)
  await fails('listEventComments')
  await page.getByRole('link', { name: event.title, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'The comments did not load' })).toBeVisible()
  await page.unroute('**/rpc/events/listEventComments*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
})

test('a member attends and thinks again; the last wish wins, and what fails goes back', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const maker = await otherBrowser()
  const host = await join(maker)
  await goLocal(maker, town)
  const event = await makeEvent(maker, town, { address: 'The blue door', description: 'Come along.' })
  await join(context)
  await page.setViewportSize(PHONE)
  await visit(page, `/event/${event.id}`)
  await expect(page.getByRole('link', { name: host.username }).first()).toHaveAttribute(
    'href',
    `/user/${host.username}`,
  )
  await expect(page.getByText('1 attending')).toBeVisible()
  await expect(page.getByText('Those who attend see the exact address.')).toBeVisible()
  await expect(page.getByText('The blue door')).toHaveCount(0)
  await expectSound(page, { inDark: true })
  await page.setViewportSize(PHONE)

  // at once, before the server has answered
  const held = Promise.withResolvers<void>()
  await page.route('**/rpc/events/attendEvent', async (route) => {
    await held.promise
    await route.continue()
  })
  await attend(page).click()
  await expect(attend(page)).toHaveText('Attending')
  await expect(attend(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('2 attending')).toBeVisible()
  await attend(page).click()
  await expect(attend(page)).toHaveText('Attend')
  await expect(page.getByText('1 attending')).toBeVisible()
  await attend(page).click()
  await expect(attend(page)).toHaveText('Attending')
  held.resolve()
  await expect(toast(page, "You're now attending this event!")).toBeVisible()
  await expect(page.getByText('The blue door (shown to attendees only)')).toBeVisible()
  await expect(page.getByText(`2 attending you and ${host.username}`)).toBeVisible()
  expect(await eventOf(context, town, event)).toMatchObject({ attendees_count: 2, is_attending: true })
  await page.unroute('**/rpc/events/attendEvent')

  await attend(page).click()
  await expect(toast(page, "You've left this event")).toBeVisible()
  await expect(page.getByText('The blue door')).toHaveCount(0)
  expect(await eventOf(context, town, event)).toMatchObject({ attendees_count: 1, is_attending: false })

  await page.route('**/rpc/events/attendEvent', (route) => route.abort())
  await attend(page).click()
  await expect(toast(page, 'Failed to update attendance. Please try again.')).toBeVisible()
  await expect(attend(page)).toHaveText('Attend')
  await expect(page.getByText('1 attending')).toBeVisible()
  await page.unroute('**/rpc/events/attendEvent')

  const calendar = page.getByRole('link', { name: 'Add to calendar' })
  await expect(calendar).toHaveAttribute('href', `/event/${event.id}/calendar.ics`)
})

test('a visitor reads, and is led to the door to come along and to talk', async ({
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
  await expect(page).toHaveTitle(titled(`${event.title} - Fatherkin`))
  await expect(attend(page)).toHaveCount(0)
  // a visitor has no cookie: his pages are everybody's
  expect(await page.context().cookies()).toEqual([])
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(comments(page)).toHaveCount(1)
  await expect(page.getByText('Please sign in to comment')).toBeVisible()
  await expect(page.getByText('Members who attend see the exact address.')).toBeVisible()
  // 19:30 in Berlin is 18:30 here, as only his browser knows
  await expect(page.getByText('Europe/Berlin; on your clock 18:30–21:00')).toBeVisible()
  await expectSound(page, { inDark: false })
  const html = await page.content()
  for (const kept of [secret, '53.8', '-1.55']) expect(html).not.toContain(kept)
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

test('an event that is none, or not for him, is not found', async ({ page, otherBrowser, join, town }) => {
  const maker = await otherBrowser()
  const { username } = await join(maker)
  await goLocal(maker, town)
  const group = await makeGroupOf(town, username, { is_public: false })
  const hidden = await makeEvent(maker, town, { group_id: group.id })
  for (const id of ['none', randomUUID(), hidden.id]) {
    const response = await visit(page, `/event/${id}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found.')
    await expect(page).toHaveTitle(titled('Event not found - Fatherkin'))
  }
  await expectSound(page, { inDark: false })
  // for those inside it is there, and for no search engine
  const his = await maker.newPage()
  await visit(his, `/event/${hidden.id}`)
  await expect(his.getByRole('heading', { level: 1 })).toHaveText(hidden.title)
  await expect(his.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
})

test('what is over can be read, and joined no more', async ({ page, context, join, otherBrowser, town }) => {
  const maker = await otherBrowser()
  const { username } = await join(maker)
  await goLocal(maker, town)
  const group = await makeGroupOf(town, username, { is_public: true })
  const event = await makeEvent(maker, town, { group_id: group.id })
  await join(context)
  await visit(page, `/event/${event.id}`)
  // over while he looks
  await moveEvent(town, event, inDays(-1))
  await attend(page).click()
  await expect(toast(page, 'This event is over')).toBeVisible()
  await expect(attend(page)).toBeDisabled()
  await expect(attend(page)).toHaveText('Attend')
  await expect(page.getByText('This event is over. Who was there and what was said stays.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add to calendar' })).toHaveCount(0)
  await expectSound(page, { inDark: true })
  const his = await maker.newPage()
  await visit(his, `/event/${event.id}`)
  await expect(his.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expect(his.getByRole('button', { name: 'Cancel event' })).toHaveCount(0)
})

test('two talk about an event and see each other come and go while they look', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const one = await join(context)
  await goLocal(context, town)
  const event = await makeEvent(context, town)
  const other = await otherBrowser()
  const guest = await signUp(other, newPerson('guest'), town)
  const his = await other.newPage()
  await visit(page, `/event/${event.id}`)
  await visit(his, `/event/${event.id}`)
  await expect(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()

  const field = (on: Page) => on.getByRole('textbox', { name: 'Add a comment' })
  const post = (on: Page) => on.getByRole('button', { name: 'Post comment' })
  const asked: string[] = []
  his.on('request', (request) => void (request.url().includes('createEventComment') && asked.push(request.url())))
  // spaces are nothing
  await field(his).fill('   ')
  await post(his).click()
  await expect(his.getByText('Please enter a comment')).toBeVisible()
  await expect(field(his)).toBeFocused()
  expect(asked).toEqual([])

  await field(his).fill('Is there somewhere to park a **cargo bike**?')
  await post(his).click()
  await expect(toast(his, 'Comment added successfully!')).toBeVisible()
  await expect(comments(his)).toHaveCount(1)
  await expect(field(his)).toHaveValue('')
  // the other one sees it, and hears it
  await expect(comments(page)).toHaveCount(1)
  await expect(comments(page).first()).toContainText('cargo bike')
  await expect(page.getByRole('log', { name: 'New comments' })).toContainText(`${guest.username}: Is there somewhere`)
  await expect(his.getByRole('log', { name: 'New comments' })).toBeEmpty()
  await expect(comments(page).getByRole('button', { name: /Delete/ })).toHaveCount(0)

  await field(page).fill('There is a rail by the door.')
  await page.keyboard.press('Control+Enter')
  await expect(comments(his)).toHaveCount(2)
  // the oldest first
  await expect(comments(his).last()).toContainText('There is a rail by the door.')
  await expect(comments(his).last()).toContainText('Host')

  await attend(his).click()
  await expect(page.getByText(`2 attending you and ${guest.username}`)).toBeVisible()
  await attend(his).click()
  await expect(page.getByText('1 attending you')).toBeVisible()

  // what cannot be sent stays, also when he goes
  await his.route('**/rpc/events/createEventComment', (route) => route.abort())
  await field(his).fill('Still here?')
  await post(his).click()
  await expect(his.getByText('Failed to add comment. Please try again.')).toBeVisible()
  await his.unroute('**/rpc/events/createEventComment')
  await his.reload()
  await awake(his)
  await expect(field(his)).toHaveValue('Still here?')
  await post(his).click()
  await expect(comments(page)).toHaveCount(3)

  // taken back, after a question
  const mine = comments(his).filter({ hasText: 'Still here?' })
  await mine.getByRole('button', { name: 'Delete your comment' }).click()
  const ask = dialog(his, 'Delete comment')
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(ask).toHaveCount(0)
  await mine.getByRole('button', { name: 'Delete your comment' }).click()
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(his, 'Comment deleted successfully!')).toBeVisible()
  await expect(comments(his)).toHaveCount(2)
  await expect(comments(page)).toHaveCount(2)

  // cancelled while he looks
  await page.getByRole('button', { name: 'Cancel event' }).click()
  const cancel = dialog(page, 'Cancel this event?')
  await expect(cancel).toContainText('told by mail')
  await expect(cancel).toContainText('for good')
  await expectSound(page, { inDark: true })
  await cancel.getByRole('button', { name: 'Keep It' }).click()
  await expect(cancel).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel event' }).click()
  await cancel.getByRole('button', { name: 'Cancel Event' }).click()
  for (const on of [page, his]) {
    await expect(on.getByText('This event was cancelled. It does not take place.')).toBeVisible()
  }
  // nobody joins any more; whoever is in may leave
  await expect(attend(his)).toHaveCount(0)
  await attend(page).click()
  await expect(toast(page, "You've left this event")).toBeVisible()
  await expect(attend(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expectSound(his, { inDark: true })
  expect(await eventOf(context, town, event)).toMatchObject({ is_cancelled: true, creator: { username: one.username } })
})

test('who was offline catches up with what was said, once', async ({ page, context, join, otherBrowser, town }) => {
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

test('its creator changes an event, and overwrites nothing that he has not seen', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await goLocal(context, town)
  const event = await makeEvent(context, town, { end_time: '12:00', description: 'As it was.' })
  await visit(page, `/event/${event.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = dialog(page, 'Edit Event')
  await expect(form.getByLabel('Title')).toHaveValue(event.title)
  await expect(form.getByLabel('Time', { exact: true })).toHaveValue('10:00')
  await form.getByLabel('Title').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please fill in all required fields')).toBeVisible()
  await form.getByLabel('Title').fill('Later')
  await form.getByLabel('Time', { exact: true }).fill('11:00')
  await form.getByLabel('Description (Optional)').fill('')
  await page.route('**/rpc/events/editEvent', (route) => route.abort())
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('Failed to update event')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await page.unroute('**/rpc/events/editEvent')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Event updated successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Later')
  await expect(page).toHaveTitle(titled('Later - Fatherkin'))
  await expect(page.getByText(`${longDay(event.event_date)}, 11:00–12:00`)).toBeVisible()
  expect(await eventOf(context, town, event)).toMatchObject({ title: 'Later', description: null, event_time: '11:00' })

  // begun here, changed elsewhere
  await page.getByRole('button', { name: 'Edit' }).click()
  await form.getByLabel('Location').fill('From here')
  await api(context, town, 'PATCH', `/events/${event.id}`, { location: 'From elsewhere' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('Nothing was overwritten.')
  await expect(form.getByRole('alert')).toContainText('From elsewhere')
  await expect(form.getByLabel('Location')).toHaveValue('From here')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('From here')).toBeVisible()
  expect(await eventOf(context, town, event)).toMatchObject({ location: 'From here', title: 'Later' })
})

test('the events of a network: the latest first, and each leads to its page and back', async ({
  page,
  context,
  join,
  town,
}) => {
  const { username } = await join(context)
  await goLocal(context, town)
  const group = await makeGroupOf(town, username, { is_public: true })
  const path = `/group/${group.slug}`
  await visit(page, `${path}?tab=events`)
  await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible()
  for (let n = 1; n <= 22; n++)
    await makeEvent(context, town, { title: `Round ${n}`, group_id: group.id, event_date: inDays(n) })
  const gone = await makeEvent(context, town, { title: 'Round 0', group_id: group.id })
  await moveEvent(town, gone, inDays(-2))
  await visit(page, `${path}?tab=events`)
  const titles = page.getByRole('main').getByRole('heading', { level: 3 })
  await expect(titles).toHaveCount(20)
  await expect(titles.first()).toHaveText('Round 22')
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(titles).toHaveCount(23)
  await expect(titles.last()).toHaveText('Round 0')
  await expect(row(page, 'Round 0')).toContainText('Past')
  await expect(row(page, 'Round 2').getByRole('link', { name: 'View Details' })).toBeFocused()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  const way = row(page, 'Round 9').getByRole('link', { name: 'View Details' })
  await expect(way).toHaveAttribute('href', /^\/local\/[0-9a-f-]{36}$/)
  await way.click()
  await expect(page).toHaveURL(/\/event\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Round 9')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(`${path}?tab=events`)
  await expect(titles).toHaveCount(23)

  // what fails is said in the list's place
  await page.route('**/rpc/events/listGroupEvents*', (route) => route.abort())
  await visit(page, path)
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'The events did not load' })).toBeVisible()
  await page.unroute('**/rpc/events/listGroupEvents*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(titles).toHaveCount(20)
})

test('who is in a tunnel when he presses stays where he is told so, and goes on from there', async ({
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
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title)
})

test('the address below /local is that of the event', async ({ page, context, join, town }) => {
  await join(context)
  await goLocal(context, town)
  const event = await makeEvent(context, town)
  const answer = await context.request.get(`/local/${event.id}`, { maxRedirects: 0 })
  expect(answer.status()).toBe(307)
  expect(answer.headers().location).toBe(`/event/${event.id}`)
  await visit(page, `/local/${event.id}`)
  await expect(page).toHaveURL(`/event/${event.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title)
  // opened from outside, the way back leads to what is near
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/local')
})

test('from an event the way back is to the board as it was; beside it stands what else there is that day', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await goLocal(context, town)
  // a day on which nobody else does anything
  const day = inDays(300 + test.info().workerIndex)
  const event = await makeEvent(context, town, { event_date: day })
  const beside = await makeEvent(context, town, { event_date: day, event_time: '18:00' })
  await visit(page, `/local?day=${day}&scope=everywhere`)
  await page.getByRole('link', { name: event.title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title)
  const also = page.getByRole('region', { name: `Also on ${longDay(day).split(' ')[0]}` })
  await expect(also.getByRole('link', { name: beside.title })).toBeVisible()
  await expect(also.getByRole('link', { name: event.title })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(`/local?day=${day}&scope=everywhere`)
  await expect(page.getByRole('heading', { level: 2, name: longDay(day) })).toBeVisible()
})

test('very long words, names and places stay in their places', async ({ page, context, join, town }) => {
  await join(context)
  await goLocal(context, town)
  const long = 'Vaterschaftsgeldbeantragungsformularausfuellhilfe'.repeat(4).slice(0, 200)
  const day = inDays(7)
  const event = await makeEvent(context, town, {
    ...{ title: long, location: long.slice(0, 120), address: long, event_date: day, end_time: '09:00' },
    description: `${long}\n\n${'Many words. '.repeat(200)}`,
  })
  await api(context, town, 'POST', `/events/${event.id}/comments`, { content: long })
  await visit(page, `/event/${event.id}`)
  await expect(page.getByText(/\(ends on /)).toBeVisible()
  await expectSound(page, { inDark: true })
  await visit(page, `/local?day=${day}&scope=everywhere`)
  await expectSound(page, { inDark: true })
})

test('forty comments come a page at a time, and his own stands at the end at once', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await goLocal(context, town)
  const event = await makeEvent(context, town)
  for (let n = 1; n <= 24; n++)
    await api(context, town, 'POST', `/events/${event.id}/comments`, { content: `Word ${n}` })
  await page.setViewportSize(PHONE)
  await visit(page, `/event/${event.id}`)
  await expect(comments(page)).toHaveCount(20)
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('The last word')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expect(comments(page)).toHaveCount(21)
  await expect(comments(page).last()).toContainText('The last word')
  await page.getByRole('link', { name: 'Show more comments' }).click()
  await expect(comments(page)).toHaveCount(25)
  await expect(comments(page).last()).toContainText('The last word')
  await expect(page.getByRole('heading', { name: /^Comments/ })).toContainText('25')
})

test.describe(() => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('far away an event is told on its own clock, and beside it on his', async ({ page, context, join, town }) => {
    await join(context)
    await goLocal(context, town)
    const event = await makeEvent(context, town, { event_date: inDays(10), event_time: '08:00' })
    await visit(page, `/event/${event.id}`)
    await expect(page.getByText(`${longDay(inDays(10))}, 08:00`)).toBeVisible()
    await expect(page.getByText(/^Europe\/London; on your clock (\w+ \d+ \w+( \d+)?, )?(19|20|21):00$/)).toBeVisible()
    await visit(page, `/local?day=${inDays(10)}&scope=everywhere`)
    await expect(row(page, event.title)).toContainText('08:00 London time · Kirkstall')
    // and his day is his: at noon in London it may be the next one there
    const here = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
    await visit(page, '/local')
    await expect(dayCell(page, here)).toHaveAccessibleName(/, today/)
  })
})

test('an event and the board come complete: nothing more is asked for', async ({ page, context, join, town }) => {
  await join(context)
  await goLocal(context, town)
  const event = await makeEvent(context, town)
  const asked: string[] = []
  page.on('request', (request) => {
    // who is near is asked anew with every look; what is new, and what was earned, when all of it stands
    if (/\/rpc\/(?!nearby\/listNearby|badges\/|karma\/tellAchievements)/.test(request.url()))
      asked.push(new URL(request.url()).pathname)
  })
  // the first page tells the browser's zone, and the next is drawn with it
  await page.goto(`/event/${event.id}`, { waitUntil: 'networkidle' })
  await awake(page)
  asked.length = 0
  for (const path of [`/event/${event.id}`, '/local', `/local?day=${event.event_date}&scope=everywhere`]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await awake(page)
    expect(asked, path).toEqual([])
  }
})

test('the address for one’s own calendar is made, copied, renewed and taken back', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await goLocal(context, town)
  const { title } = await makeEvent(context, town)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize(PHONE)
  await visit(page, '/settings')
  // as a calendar program asks, which is signed in to nothing
  const read = async (address: string) => {
    const answer = await fetch(address)
    return answer.ok ? answer.text() : answer.status
  }
  await page.route('**/rpc/events/renewCalendarFeed', (route) => route.abort())
  await page.getByRole('button', { name: 'Make an address' }).click()
  await expect(toast(page, 'It could not be saved. Please try again.')).toBeVisible()
  await page.unroute('**/rpc/events/renewCalendarFeed')
  await page.getByRole('button', { name: 'Make an address' }).click()
  const field = page.getByRole('textbox', { name: 'Your address' })
  await expect(field).toHaveValue(/\/calendar\/[\w-]+\.ics$/)
  const first = await field.inputValue()
  expect(await read(first)).toContain(title)
  await expect(page.getByRole('link', { name: 'Subscribe' })).toHaveAttribute(
    'href',
    first.replace(/^http:/, 'webcal:'),
  )
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(toast(page, 'Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  await expectSound(page, { inDark: true })

  await page.setViewportSize(DESK)
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

test('a week that did not load counts nothing, and an end before the beginning is said to be on the next day', async ({
  page,
  context,
  join,
  town,
}) => {
  await join(context)
  await goLocal(context, town)
  await visit(page, '/local')
  await page.route('**/rpc/events/listWeek*', (route) => route.abort())
  await page.getByRole('link', { name: 'Later week' }).click()
  await expect(page.getByText('The calendar did not load.')).toBeVisible()
  await expect(page.getByRole('link', { name: /, \d+ events?\b/ })).toHaveCount(0)
  await page.unroute('**/rpc/events/listWeek*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: /, \d+ events?\b/ })).toHaveCount(7)

  await page.getByRole('button', { name: 'Create Event' }).first().click()
  const form = dialog(page, 'Create Event')
  await form.getByLabel('Time', { exact: true }).fill('22:00')
  const overnight = form.getByText('It ends on the next day.')
  for (const [end, count] of [
    ['23:00', 0],
    ['01:00', 1],
    ['22:01', 0],
    ['22:00', 1],
    ['', 0],
  ] as const) {
    await form.getByLabel('End (Optional)').fill(end)
    await expect(overnight).toHaveCount(count)
  }
})
