/** A browser without a time zone, and times in a zone that the browser does not know. Rooms: events, rounds, day, badges. */
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { faults } from '#contract/kernel.ts'
import { forgetZone } from '../unknown-zone.ts'
import { aDay, aDayCheckIn } from './day-makers.ts'
import { anEvent, answersOfEvent, answersOfLocal, inDays } from './events-makers.ts'
import { aViewer } from './makers.ts'
import { answersBesidePod, aPod } from './pods-makers.ts'
import { aRhythm, theRounds } from './rounds-makers.ts'
import { open, PHONE } from './screen.tsx'
import { expectSound, SOUND_TIMEOUT } from './sound.tsx'
import { refused } from './standin.ts'

const viewer = aViewer({ local_mode_enabled: true })
const main = page.getByRole('main')
const dialog = (name: string) => page.getByRole('dialog', { name })
beforeEach(() => onTestFinished(forgetZone()))

const at = new Date('2026-11-29T19:00:00Z')

test('the front page, with times in UTC', async () => {
  const check_ins = [aDayCheckIn('Six AM Club', { open_until: at })]
  const screen = await open('/', { viewer, answers: { day: { getDay: aDay({ check_ins }) } } })
  await expect.element(main).toMatchTextContent('Sunday 29 November, 19:00')
  await expect.poll(() => screen.asked('badges.getBadges')).toMatchObject([{ zone: 'UTC' }])
})

test('an event is made in a zone that the member chooses', { timeout: SOUND_TIMEOUT }, async () => {
  const event = anEvent({ is_creator: true })
  const screen = await open('/local', {
    viewer,
    size: PHONE,
    answers: {
      ...answersOfLocal(),
      pods: { listOwnCommunities: [] },
    },
  })
  screen.answer({
    events: {
      createEvent: () => {
        throw refused(faults.invalid, { fields: { time_zone: 'We do not know this time zone.' } })
      },
    },
  })
  await main.getByRole('button', { name: 'Create Event' }).first().click()
  const form = dialog('Create Event')
  const zone = form.getByLabelText('Zone')
  await expect.element(zone).toHaveValue('UTC')
  await expect.element(zone).toHaveAccessibleDescription(/Your browser does not say which zone you are in\./)
  await expect.element(form.getByText(/Times are in the time zone UTC\./)).toBeVisible()
  await expectSound()
  // under the arrow keys the list must not change
  const order = () => [...(zone.element() as HTMLSelectElement).options].map(({ value }) => value)
  const before = order()
  await zone.selectOptions('Asia/Kolkata')
  expect(order()).toEqual(before)
  await expect.element(form.getByText(/Times are in the time zone Asia\/Kolkata\./)).toBeVisible()
  await form.getByLabelText('Title').fill('Somewhere')
  await form.getByLabelText('Location').fill('Here')
  await form.getByLabelText('Date').fill(inDays(2))
  await form.getByLabelText('Time').fill('09:00')
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect.element(zone).toHaveAccessibleDescription(/We do not know this time zone\./)
  await expect.element(zone).toHaveFocus()
  screen.answer(answersOfEvent(event, [], { createEvent: () => event }))
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(event.title)
  expect(screen.asked('events.createEvent').at(-1)).toMatchObject({ time_zone: 'Asia/Kolkata', event_time: '09:00' })
})

test('an event that is edited keeps its zone, by whatever name it is stored, until another one is chosen', async () => {
  const event = anEvent({ is_creator: true, time_zone: 'Asia/Calcutta' })
  const screen = await open(`/event/${event.id}`, {
    viewer,
    answers: answersOfEvent(event, [], { editEvent: () => event }),
  })
  await expect.element(main.getByText(/^Asia\/Kolkata/)).toBeVisible()
  const edit = dialog('Edit Event')
  const save = async (change: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect.element(edit.getByLabelText('Zone')).toHaveValue('Asia/Kolkata')
    await change()
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect.element(edit).not.toBeInTheDocument()
    return screen.asked('events.editEvent').at(-1)
  }
  expect(await save(() => edit.getByLabelText('Title').fill('Later'))).not.toHaveProperty('time_zone')
  const moved = await save(() => edit.getByLabelText('Zone').selectOptions('Europe/Berlin'))
  expect(moved).toMatchObject({ time_zone: 'Europe/Berlin' })
})

test('a pod’s time in a zone that this browser does not know is shown in UTC, and says so', async () => {
  const pod = aPod({ is_member: true, seq: 1 })
  const rhythm = aRhythm({ time_zone: 'Mars/Olympus', weekday: 7, time: '20:00', next_at: at })
  await open(`/pod/${pod.slug}/rounds`, {
    viewer,
    answers: {
      ...answersBesidePod(),
      pods: { getPod: pod },
      rounds: { getRounds: theRounds({ pod_id: pod.id, rhythm }) },
    },
  })
  await expect.element(main).toMatchTextContent('Sunday 20:00, every week (Olympus time)')
  await expect.element(main).toMatchTextContent('Next on Sunday 29 November, 19:00 (UTC time)')
  await main.getByRole('button', { name: 'Change it' }).click()
  await expect.element(dialog('Change your rhythm').getByLabelText('Time zone')).toHaveValue('Mars/Olympus')
})
