/** The front page of a member: his day. Rooms: day, ways. */
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Day } from '#contract/day.ts'
// style sheets of visited pages stay in the document
import '#web/chat/chat.css'
import { stickingOut } from '../in-page.ts'
import { aDay, aDayCheckIn, aRoom } from './day-makers.ts'
import { anEvent } from './events-makers.ts'
import { aCard, anAuthor, aViewer } from './makers.ts'
import { DESK, open, PHONE } from './screen.tsx'
import { expectSound, SOUND_TIMEOUT } from './sound.tsx'
import { TROUBLES } from './trouble.ts'

const viewer = aViewer({ display_name: 'Tom Alderton' })
const openDay = (day: Partial<Day> = {}, size = PHONE) =>
  open('/', { viewer, size, answers: { day: { getDay: aDay(day) } } })
const part = (name: string) => page.getByRole('region', { name })
const waiting = part('New since you looked')
const event = part('Your next event')
const asks = part('Nobody has answered yet')
const FULL: Partial<Day> = {
  ...{ feed: 12, local: 1, profile: 100, in_pod: true, in_group: true, has_more_rooms: true },
  rooms: [aRoom('Six AM Club', { unread: 100 }), aRoom('Night Shift Dads', { room: 'group', unread: 1 })],
  next_event: anEvent({ title: 'Talking night', is_attending: true, location: 'The community centre' }),
  questions: [
    aCard({ title: 'How do you knock on the door of a fifteen-year-old?', type: 'question', author: anAuthor('rob') }),
    aCard({ title: 'Is that the timer or the fan?', type: 'question', author: null }),
  ],
}

test('a member reads his day, finds the three ways in, and no pitch', async () => {
  await openDay(FULL)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your day, Tom')
  const ways = page.getByRole('navigation', { name: 'Ways in' }).getByRole('link')
  expect(ways.elements().map((link) => link.getAttribute('href'))).toEqual(['/categories', '/groups', '/local'])
  await expect.element(page.getByRole('link', { name: 'Fatherkin', exact: true }).first()).toHaveAttribute('href', '/')
  expect(
    page
      .getByRole('main')
      .getByText(/Sign Up|Join|Somebody left the light on|Coming soon/)
      .elements(),
  ).toEqual([])
})

test('unread items are listed by place, in words, and each entry leads there', async () => {
  await openDay(FULL)
  const rows = waiting.getByRole('listitem')
  await expect.element(rows.nth(0)).toMatchTextContent('Six AM Club')
  await expect.element(rows.nth(0)).toMatchTextContent('Pod · More than 99 unread messages')
  await expect.element(rows.nth(1)).toMatchTextContent('Network · 1 unread message')
  const links = waiting.getByRole('link').elements()
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Six AM Club', '/pod/six-am-club'],
    ['Night Shift Dads', '/group/night-shift-dads?tab=chat'],
    ['pods', '/pods'],
    ['networks', '/groups'],
    ['Feed', '/categories'],
    ['Local', '/local'],
    ['Profile', '/profile'],
  ])
  await expect.element(waiting.getByText('12 new posts')).toBeVisible()
  await expect.element(waiting.getByText('1 new event')).toBeVisible()
})

test('his check-ins stand first: what waits for him with its form, then the next dates', async () => {
  const [open_until, next_at] = [new Date('2026-11-29T20:00:00Z'), new Date('2026-12-02T19:30:00Z')]
  const check_ins = [aDayCheckIn('Six AM Club', { open_until, next_at }), aDayCheckIn('Dawn Patrol', { next_at })]
  await openDay({ in_pod: true, check_ins })
  const rows = part('Check-ins').getByRole('listitem')
  await expect.element(rows.nth(0)).toMatchTextContent('Open until Sunday 29 November, 20:00')
  await expect.element(rows.nth(1)).toMatchTextContent('Next round Wednesday 2 December, 19:30')
  const links = part('Check-ins').getByRole('link').elements()
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/pod/six-am-club/rounds#check-in',
    '/pod/dawn-patrol/rounds',
  ])
})

test('the next event and the questions lead to their pages', async () => {
  await openDay(FULL)
  await expect
    .element(event.getByRole('link', { name: 'Talking night' }))
    .toHaveAttribute('href', `/event/${FULL.next_event!.id}`)
  const titles = asks.getByRole('link').elements()
  expect(titles.map((link) => link.getAttribute('href'))).toEqual(
    FULL.questions!.map(({ id }) => `/post/${id}#comments`),
  )
  await expect.element(asks.getByText('Unknown User')).toBeVisible()
})

test('a new member reads what to do next', async () => {
  await openDay()
  await expect.element(waiting.getByRole('link', { name: 'Find a pod' })).toHaveAttribute('href', '/pods')
  expect(part('Check-ins').elements()).toEqual([])
  await expect.element(waiting.getByRole('link', { name: 'Find a network' })).toHaveAttribute('href', '/groups')
  await expect.element(event.getByRole('link', { name: 'See what is on' })).toHaveAttribute('href', '/local')
  await expect.element(asks.getByRole('link', { name: 'Go to the feed' })).toHaveAttribute('href', '/categories')
})

test('a member who has read everything is told so', async () => {
  await openDay({ in_pod: true })
  await expect.element(waiting.getByText(/^All read\./)).toBeVisible()
  expect(waiting.getByRole('link').elements()).toEqual([])
})

test('while the day loads, its sections stand there with their titles; a failure is reported, and the ways in stay', async () => {
  const screen = await openDay({ feed: 3 })
  const again = page.getByRole('button', { name: 'Try again' })
  // the first request has succeeded: the next one fails
  await expect.element(waiting.getByText('3 new posts')).toBeVisible()
  for (const { name, trouble, says } of TROUBLES) {
    screen.failNext('day.getDay', trouble)
    const release = screen.holdNext('day.getDay')
    await screen.reload()
    await expect.element(page.getByText('Loading what is new...'), { message: name }).toBeInTheDocument()
    await expect.element(event).toBeVisible()
    await expect.element(asks).toBeVisible()
    release()
    const alert = page.getByRole('alert').filter({ hasText: 'Your day did not load' })
    await expect
      .element(alert, { message: name })
      .toMatchTextContent(says('Nothing is lost. Check your connection and try again.'))
    expect(page.getByRole('navigation', { name: 'Ways in' }).getByRole('link').elements()).toHaveLength(3)
  }
  await again.click()
  await expect.element(waiting.getByText('3 new posts')).toBeVisible()
})

test('a member who comes back from unread items finds them read', async () => {
  const screen = await openDay({ in_pod: true, rooms: [aRoom('Six AM Club', { unread: 5 })] })
  await expect.element(waiting.getByRole('link', { name: 'Six AM Club' })).toBeVisible()
  screen.answer({ day: { getDay: aDay({ in_pod: true }) } })
  await screen.go('/about')
  await expect.element(page.getByRole('heading', { level: 1 })).not.toMatchTextContent('Your day')
  await screen.go('/')
  await expect.element(waiting.getByText(/^All read\./)).toBeVisible()
})

for (const [where, size] of [
  ['on a phone', PHONE],
  ['on a desktop', DESK],
] as const)
  test(`long names and many items stay within the layout: ${where}`, { timeout: SOUND_TIMEOUT }, async () => {
    const long = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'
    await open('/', {
      viewer: aViewer({ display_name: long }),
      size,
      answers: {
        day: {
          getDay: aDay({
            ...FULL,
            check_ins: Array.from({ length: 5 }, () => aDayCheckIn(long, { open_until: new Date() })),
            rooms: Array.from({ length: 5 }, () => aRoom(long.slice(0, 60))),
            next_event: anEvent({ title: long, location: long, is_attending: true }),
            questions: Array.from({ length: 5 }, () =>
              aCard({ title: `${long} ${long}`, author: anAuthor('x'.repeat(30)) }),
            ),
          }),
        },
      },
    })
    await expect.element(asks.getByRole('link').first()).toBeVisible()
    await expectSound()
  })

test('at twice the text size nothing is cut off or wider than the phone', async () => {
  const root = document.documentElement
  onTestFinished(() => void root.style.removeProperty('font-size'))
  root.style.fontSize = '200%'
  await openDay(FULL)
  await expect.element(asks.getByRole('link').first()).toBeVisible()
  expect(stickingOut()).toEqual([])
})
