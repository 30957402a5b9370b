/** The events of a network, on its page. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { faults } from '#contract/kernel.ts'
import { aGroup, aLocalProfile, anEvent, answersOfEvent, daysFrom, TODAY } from './events-makers.ts'
import { expectCount } from './finding.ts'
import { aPage, aViewer } from './makers.ts'
import { open } from './screen.tsx'
import { refused } from './standin.ts'

const titles = page.getByRole('main').getByRole('heading', { level: 3 })
const row = (title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('the events of a network stand in order, the latest first, and each leads to its page and back', async () => {
  const group = aGroup()
  const path = `/group/${group.slug}?tab=events`
  const rounds = Array.from({ length: 22 }, (_, n) =>
    anEvent({ title: `Round ${22 - n}`, event_date: daysFrom(TODAY, 22 - n) }),
  )
  const gone = anEvent({ title: 'Round 0', event_date: daysFrom(TODAY, -2), is_past: true })
  const ninth = rounds.find(({ title }) => title === 'Round 9')!
  const isAway = false
  const screen = await open(path, {
    viewer: aViewer({ local_mode_enabled: true }),
    answers: {
      ...answersOfEvent(ninth, [], {
        listGroupEvents({ after }) {
          if (isAway) throw refused(faults.unavailable, { retry_after: 60 })
          return after === 'second' ? aPage(...rounds.slice(20), gone) : { items: rounds.slice(0, 20), next: 'second' }
        },
      }),
      groups: { getGroup: group },
      nearby: { getLocalProfile: aLocalProfile() },
    },
  })
  await expectCount(titles, 20)
  await expect.element(titles.first()).toHaveTextContent('Round 22')
  await page.getByRole('link', { name: 'Load more' }).click()
  await expectCount(titles, 23)
  await expect.element(titles.last()).toHaveTextContent('Round 0')
  await expect.element(row('Round 0')).toMatchTextContent('Past')
  await expect.element(row('Round 2').getByRole('link', { name: /^View Details/ })).toHaveFocus()
  const way = row('Round 9').getByRole('link', { name: /^View Details/ })
  await expect.element(way).toHaveAttribute('href', `/local/${ninth.id}`)
  await way.click()
  await expect.poll(screen.path).toBe(`/event/${ninth.id}`)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Round 9')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect.poll(screen.path).toBe(path)
  await expectCount(titles, 23)
})

test('if a network’s events do not load, the list reports it in its place, and can be retried', async () => {
  const group = aGroup()
  let isAway = true
  await open(`/group/${group.slug}?tab=events`, {
    viewer: aViewer(),
    answers: {
      groups: { getGroup: group },
      nearby: { getLocalProfile: aLocalProfile({ local_mode_enabled: false }) },
      events: {
        listGroupEvents() {
          if (isAway) throw refused(faults.unavailable, { retry_after: 60 })
          return aPage(anEvent())
        },
      },
    },
  })
  await expect.element(page.getByRole('heading', { name: 'The events did not load' })).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectCount(titles, 1)
})

test('a network without events says so, and lets its members make the first one', async () => {
  const group = aGroup()
  await open(`/group/${group.slug}?tab=events`, {
    viewer: aViewer(),
    answers: {
      groups: { getGroup: group },
      nearby: { getLocalProfile: aLocalProfile({ local_mode_enabled: false }) },
      events: { listGroupEvents: aPage() },
    },
  })
  await expect.element(page.getByRole('heading', { name: 'No events yet' })).toBeVisible()
  await expectCount(page.getByRole('main').getByRole('button', { name: 'Create Event' }), 1)
})
