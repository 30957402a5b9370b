/** The board of /local: the week, upcoming events, the events of a day, the radius, and the search. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { faults } from '#contract/kernel.ts'
import {
  aLocalProfile,
  anEvent,
  answersOfEvent,
  answersOfLocal,
  daysFrom,
  eventsBoard,
  longDay,
  TODAY,
} from './events-makers.ts'
import { expectCount, expectTexts, focus, says } from './finding.ts'
import { aViewer } from './makers.ts'
import { DESK, open, PHONE } from './screen.tsx'
import { expectSound, SOUND_TIMEOUT } from './sound.tsx'
import { refused } from './standin.ts'

const viewer = () => aViewer({ local_mode_enabled: true })
const row = (title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const dayCell = (day: string) => page.getByRole('link', { name: new RegExp(`^${longDay(day)}[ ,]`) })
const upcoming = page.getByRole('list', { name: 'Upcoming' }).getByRole('heading')

test('a board without events offers to make the first one', { timeout: SOUND_TIMEOUT }, async () => {
  await open('/local', { viewer: viewer(), answers: answersOfLocal() })
  await expect.element(page.getByRole('heading', { name: 'No events yet' })).toBeVisible()
  await expectSound()
  // beside the heading, and in place of the list
  await expectCount(page.getByRole('main').getByRole('button', { name: 'Create Event' }), 2)
})

test('the week shows two events of a day and the number of others; a chosen day shows all of its events', {
  timeout: SOUND_TIMEOUT,
}, async () => {
  const busy = '2026-12-02'
  const answersOfDay = page.getByRole('list', { name: longDay(busy) }).getByRole('heading')
  const screen = await open('/local?week=2026-11-29', {
    viewer: viewer(),
    answers: answersOfLocal({
      events: [
        anEvent({ title: 'Yesterday', event_date: daysFrom(TODAY, -1), is_past: true }),
        anEvent({ title: 'Today', event_date: TODAY, event_time: '23:59' }),
        ...['08:00', '09:30', '19:00', '20:00'].map((event_time, n) =>
          anEvent({ title: `Fourfold ${n + 1}`, event_date: busy, event_time }),
        ),
      ],
    }),
  })
  const week = page.getByRole('region').filter({ has: page.getByRole('link', { name: 'Later week' }) })
  // a week starts on Sunday
  await expectCount(week.getByRole('listitem'), 7)
  await expect.element(week.getByRole('listitem').first()).toMatchTextContent(/^Sunday/)
  const cell = dayCell(busy)
  const marks = cell.css('.ev')
  await expect.element(cell).toHaveAccessibleName(/, 4 events/)
  await expectTexts(marks, ['Fourfold 1', 'Fourfold 2'])
  await expect.element(cell).toMatchTextContent('+2 more')

  // upcoming events start today, and no earlier
  await expectTexts(upcoming, ['Today', 'Fourfold 1', 'Fourfold 2', 'Fourfold 3', 'Fourfold 4'])
  // Wednesday is the fourth day
  await focus(page.getByRole('link', { name: 'Later week' }))
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}')
  await expect.element(cell).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(screen.path).toMatch(new RegExp(`day=${busy}`))
  await expect.element(page.getByRole('heading', { level: 2, name: longDay(busy) })).toBeVisible()
  await expectCount(answersOfDay, 4)
  await expect.element(cell).toHaveAttribute('aria-current', 'true')
  await expect.element(cell).toHaveFocus()
  await expectSound()
  // pressed again, the list shows everything, and the week stays
  await cell.click()
  await expectCount(upcoming, 5)
  await expectCount(marks, 2)
  await cell.click()
  await page.getByRole('link', { name: 'All upcoming' }).click()
  await expect.poll(screen.path).toBe('/local')
  await expectCount(upcoming, 5)

  // a past day can be read, but no event can be made on it
  await screen.go(`/local?day=${daysFrom(TODAY, -1)}`)
  await expect.element(row('Yesterday')).toMatchTextContent('Past')
  await screen.go('/local?day=2026-01-05')
  await expect.element(page.getByRole('heading', { name: 'Nothing on this day' })).toBeVisible()
  await expectCount(page.getByRole('main').getByRole('button', { name: 'Create Event' }), 1)

  // dots on a phone
  await page.viewport(PHONE.width, PHONE.height)
  await screen.go('/local?week=2026-11-29')
  await expect.element(marks.first()).not.toBeVisible()
  await expectCount(cell.css('.dots i'), 3)
  await cell.click()
  await expectCount(answersOfDay, 4)

  // a search without results
  await page.viewport(DESK.width, DESK.height)
  await screen.go('/local?q=fourfold+3')
  await expectTexts(upcoming, ['Fourfold 3'])
  await screen.go('/local?q=nothing+like+it')
  await expect.element(page.getByRole('heading', { name: 'No events match your search' })).toBeVisible()
  await expectSound()
  await page.getByRole('main').getByRole('link', { name: 'Clear search' }).click()
  await expectCount(upcoming, 5)
})

test('the calendar goes back to the week of 1 June 2025 and no further', async () => {
  const screen = await open('/local?week=2025-06-20', { viewer: viewer(), answers: answersOfLocal() })
  await expect.element(page.getByRole('heading', { name: '15–21 June 2025' })).toBeVisible()
  const earlier = page.getByRole('link', { name: 'Earlier week' })
  await earlier.click()
  await expect.element(page.getByRole('heading', { name: '8–14 June 2025' })).toBeVisible()
  await focus(earlier)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: '1–7 June 2025' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Earlier week' })).toBeDisabled()
  await expect.element(page.getByRole('link', { name: 'Later week' })).toHaveFocus()
  // a URL before that week shows the current week
  await screen.go('/local?week=2024-01-01')
  await expect.element(dayCell(TODAY)).toHaveAccessibleName(/, today/)
})

test('if the member’s place is unknown, the board shows everything and says so', async () => {
  await open('/local', { viewer: viewer(), answers: answersOfLocal({ events: [anEvent({ title: 'In the south' })] }) })
  await expect.element(says('We do not know where you are, so this is from everywhere.')).toBeVisible()
  await expect.element(row('In the south')).toBeVisible()
})

test('nearby is within the radius, and everywhere is a choice', async () => {
  const near = [anEvent({ title: 'Round the corner', distance: 'Very close' })]
  const screen = await open('/local', {
    viewer: viewer(),
    answers: answersOfLocal({ events: [...near, anEvent({ title: 'In the south' })], near }),
  })
  const choice = page.getByRole('navigation', { name: 'How far around' })
  await expect.element(choice.getByRole('link', { name: 'Within 25 miles' })).toHaveAttribute('aria-current', 'true')
  await expect.element(row('Round the corner')).toMatchTextContent('10:00Very closeKirkstall')
  await expect.element(row('In the south')).not.toBeInTheDocument()
  await choice.getByRole('link', { name: 'Everywhere' }).click()
  await expect.element(row('In the south')).toBeVisible()
  await expect.poll(screen.path).toMatch(/scope=everywhere/)
  await expect.element(choice.getByRole('link', { name: 'Everywhere' })).toHaveAttribute('aria-current', 'true')
})

test('if nothing is nearby, the next larger radius has an event', { timeout: SOUND_TIMEOUT }, async () => {
  await open('/local', {
    viewer: viewer(),
    answers: answersOfLocal(
      { events: [anEvent({ title: 'In the south' })], near: [] },
      aLocalProfile({ latitude: 0, longitude: 0 }),
    ),
  })
  await expect.element(page.getByRole('heading', { name: 'Nothing within 25 miles yet' })).toBeVisible()
  await expectSound()
  await page.getByRole('link', { name: 'Look everywhere' }).click()
  await expect.element(row('In the south')).toBeVisible()
})

test('a part that does not load reports it in its place, and can be retried', { timeout: SOUND_TIMEOUT }, async () => {
  const event = anEvent()
  const screen = await open('/local', { viewer: viewer(), answers: answersOfLocal({ events: [event] }) })
  await expect.element(row(event.title)).toBeVisible()
  screen.failNext('events.listEvents', 'unreached')
  await dayCell(TODAY).click()
  await expect.element(page.getByRole('heading', { name: 'The events did not load' })).toBeVisible()
  screen.failNext('events.listWeek', 'unreached')
  await page.getByRole('link', { name: 'Later week' }).click()
  await expect.element(page.getByText('The calendar did not load.')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Local Events')
  await expectSound()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.element(page.getByText('The calendar did not load.')).not.toBeInTheDocument()

  // the same for the comments of an event
  let isAway = true
  const listEventComments = () => {
    if (isAway) throw refused(faults.unavailable, { retry_after: 60 })
    return { items: [], next: null }
  }
  screen.answer(answersOfEvent(event, [], { listEventComments }))
  await screen.go(`/local?day=${event.event_date}&scope=everywhere`)
  await page.getByRole('link', { name: event.title, exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'The comments did not load' })).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
})

test('the way back from an event leads to the board as it was; the other events of its day stand beside it', async () => {
  const [event, beside] = [anEvent({ title: 'Walk' }), anEvent({ title: 'Swim', event_time: '18:00' })]
  const cancelled = anEvent({ title: 'Cinema', event_time: '20:00', is_cancelled: true })
  const board = `/local?day=${event.event_date}&scope=everywhere`
  const screen = await open(board, {
    viewer: viewer(),
    answers: {
      ...answersOfLocal(),
      events: { ...answersOfEvent(event).events, ...eventsBoard({ events: [event, beside, cancelled] }) },
    },
  })
  await page.getByRole('link', { name: event.title, exact: true }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(event.title)
  const also = page.getByRole('region', { name: 'Also on Friday' })
  await expect.element(also.getByRole('link', { name: beside.title })).toBeVisible()
  await expectTexts(also.getByRole('link'), [beside.title])
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect.poll(screen.path).toBe(board)
  await expect.element(page.getByRole('heading', { level: 2, name: longDay(event.event_date) })).toBeVisible()
})

test('while a member types in the search box, the list and the URL follow', async () => {
  const screen = await open('/local', {
    viewer: viewer(),
    size: PHONE,
    answers: answersOfLocal({ events: [anEvent({ title: 'Swim, small pool' }), anEvent({ title: 'Repair morning' })] }),
  })
  await expect.element(page.getByRole('link', { name: 'Swim, small pool' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search events' }).fill('repair')
  await expect.element(page.getByRole('link', { name: 'Repair morning' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Swim, small pool' })).not.toBeInTheDocument()
  await expect.poll(screen.path).toMatch(/q=repair/)
})
