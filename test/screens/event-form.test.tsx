/** The form of a new or edited event: missing fields, failures, what is kept, and what is sent. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { eventFaults } from '#contract/events.ts'
import type { LocalProfile } from '#contract/nearby.ts'
import { placeFaults } from '#contract/places.ts'
import {
  aGroup,
  aLocalProfile,
  anEvent,
  answersOfEvent,
  answersOfLocal,
  bodyOf,
  inDays,
  longDay,
} from './events-makers.ts'
import { expectCount, focus, says } from './finding.ts'
import { aViewer } from './makers.ts'
import { news, open, type Screen } from './screen.tsx'
import { expectSound, SOUND_TIMEOUT } from './sound.tsx'
import { type Answers, refused } from './standin.ts'
import { TROUBLES } from './trouble.ts'

const opener = () => page.getByRole('main').getByRole('button', { name: 'Create Event' }).first()
const form = page.getByRole('dialog', { name: 'Create Event' })
const create = form.getByRole('button', { name: 'Create Event' })
const edit = page.getByRole('dialog', { name: 'Edit Event' })
const save = edit.getByRole('button', { name: 'Save' })

/** A server that stores the events it receives, and returns them afterwards. */
function making(screen: () => Screen, viewer = aViewer()): Answers['events'] {
  return {
    createEvent(typed) {
      const { description = null, address = null, end_time = null, group_id: _, ...given } = typed
      const event = anEvent({
        ...{ title: given.title, location: given.location, event_date: given.event_date, event_time: given.event_time },
        ...{ end_time, description, body: bodyOf(description), address, has_address: address !== null },
        ...{ is_attending: true, is_creator: true, creator: viewer },
      })
      screen().answer(answersOfEvent(event))
      return event
    },
  }
}

async function openForm(more: Answers['events'] = {}): Promise<Screen> {
  const viewer = aViewer({ local_mode_enabled: true })
  const answers = answersOfLocal()
  const screen: Screen = await open('/local', {
    viewer,
    answers: {
      ...answers,
      pods: { listOwnCommunities: [] },
      events: { ...answers.events, ...making(() => screen, viewer), ...more },
    },
  })
  await opener().click()
  await expect.element(form).toBeVisible()
  return screen
}

async function fill(days = 1) {
  await form.getByLabelText('Title').fill('Somewhere')
  await form.getByLabelText('Location').fill('Here')
  await form.getByLabelText('Date').fill(inDays(days))
  await form.getByLabelText('Time').fill('09:00')
}

test('a member with local mode off is asked to switch it on first, and continues to the event form', async () => {
  const group = aGroup()
  let profile: LocalProfile = aLocalProfile({ local_mode_enabled: false })
  const screen: Screen = await open(`/group/${group.slug}?tab=events`, {
    viewer: aViewer(),
    answers: {
      groups: { getGroup: group },
      nearby: {
        getLocalProfile: () => profile,
        setLocalMode: ({ enabled }) => (profile = aLocalProfile({ local_mode_enabled: enabled })),
        updateLocation: () => profile,
        listNearby: { has_position: false, items: [] },
      },
      events: { listGroupEvents: { items: [], next: null }, ...making(() => screen) },
    },
  })
  const question = page.getByRole('alertdialog', { name: 'Enable Local Mode?' })
  await opener().click()
  await expect.element(question).toMatchTextContent('general location')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(form).not.toBeInTheDocument()
  expect(screen.asked('nearby.setLocalMode')).toEqual([])

  await opener().click()
  await question.getByRole('button', { name: 'Enable Local Mode' }).click()
  await expect.element(form.getByText(`In ${group.name}`)).toBeVisible()
  await form.getByLabelText('Title').fill('  Night walk ')
  await form.getByLabelText('Location').fill('The canal')
  await form.getByLabelText('Date').fill(inDays(4))
  await form.getByLabelText('Time').fill('22:30')
  await create.click()
  await expect.element(news('Event created successfully!')).toBeVisible()
  await expect.poll(screen.path).toMatch(/^\/event\/[0-9a-f-]{36}$/)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Night walk')
  await expect.element(says('1 attending')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Attending' })).toHaveAttribute('aria-pressed', 'true')
  const [sent] = screen.asked('events.createEvent')
  expect(sent).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ...{ title: 'Night walk', location: 'The canal', event_date: inDays(4), event_time: '22:30' },
    ...{ time_zone: 'Europe/London', group_id: group.id },
  })
})

test('missing fields are reported beside each field, and the input is sent completely', async () => {
  const screen = await openForm()
  await expect.element(form.getByLabelText('Date')).toHaveAttribute('min', inDays(0))
  await expect.element(form.getByText(/Times are in the time zone Europe\/London\./)).toBeVisible()
  await create.click()
  await expect.element(form.getByRole('alert').first()).toMatchTextContent('Please fill in all required fields')
  for (const [field, says] of [
    ['Title', 'Give it a title'],
    ['Location', 'Say where it is'],
    ['Date', 'Choose a day'],
    ['Time', 'Choose a time'],
  ] as const) {
    await expect.element(form.getByLabelText(field)).toHaveAttribute('aria-invalid', 'true')
    await expect.element(form.getByLabelText(field)).toHaveAccessibleDescription(new RegExp(says))
  }
  await expect.element(form.getByLabelText('Title')).toHaveFocus()
  // a text of spaces is empty
  await form.getByLabelText('Title').fill('   ')
  await userEvent.keyboard('{Enter}')
  await expect.element(form.getByRole('alert').first()).toMatchTextContent('Please fill in all required fields')
  expect(screen.asked('events.createEvent')).toEqual([])

  await fill(2)
  await form.getByLabelText('End (Optional)').fill('12:30')
  await form.getByLabelText('Description (Optional)').fill('Bring the thing that **squeaks**.')
  await form.getByLabelText('Exact address (Optional)').fill('Unit 4, Bridge Mills')
  await focus(create)
  await userEvent.keyboard('{Enter}')
  await expect.element(news('Event created successfully!')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Somewhere')
  await expect.element(page.getByText(`${longDay(inDays(2))}, 09:00–12:30`)).toBeVisible()
  await expect.element(page.getByText('Europe/London, your time too')).toBeVisible()
  await expect
    .element(says('(shown to attendees only)'))
    .toHaveTextContent('Unit 4, Bridge Mills (shown to attendees only)')
  await expect.element(says('1 attending you')).toBeVisible()
  expect(screen.asked('events.createEvent')).toMatchObject([
    { end_time: '12:30', description: 'Bring the thing that **squeaks**.', address: 'Unit 4, Bridge Mills' },
  ])
})

test('input stays if the event could not be made, and a lost response makes no second event', async () => {
  const screen = await openForm()
  await fill()
  for (const { name, trouble, says } of TROUBLES) {
    screen.failNext('events.createEvent', trouble)
    await create.click()
    await expect.element(form.getByRole('alert'), { message: name }).toMatchTextContent(says('Failed to create event'))
  }
  // the request arrives, and its response is lost
  const sent = screen.asked('events.createEvent').length
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await screen.go('/about')
  await screen.go('/local')
  await opener().click()
  await expect.element(form.getByLabelText('Title')).toHaveValue('Somewhere')
  const release = screen.holdNext('events.createEvent')
  await create.dblClick()
  release()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Somewhere')
  const calls = screen.asked('events.createEvent')
  expect(calls).toHaveLength(sent + 1)
  // the id is the same at every attempt, so the server stores one event
  expect(new Set(calls.map((call) => (call as { id: string }).id)).size).toBe(1)
  // the next form is empty
  await screen.go('/local')
  await opener().click()
  await expect.element(form.getByLabelText('Title')).toHaveValue('')
})

test('an unknown place is reported beside its field, and the field can be left empty', async () => {
  const screen = await openForm()
  screen.answer({
    places: {
      searchPlaces: { items: [] },
      geocode: () => {
        throw refused(placeFaults.unknown)
      },
    },
  })
  await fill()
  const field = form.getByLabelText(/^Town or postal code/)
  await field.fill('qqxxqq no such place')
  await create.click()
  await expect.element(form.getByText(/You can leave this empty\./)).toBeVisible()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  expect(screen.asked('events.createEvent')).toEqual([])
  await field.fill('')
  await create.click()
  await expect.element(news('Event created successfully!')).toBeVisible()
})

test('a week that did not load shows no counts, and an end before the start is shown as the next day', async () => {
  const screen = await openForm()
  await form.getByLabelText('Time').fill('22:00')
  const overnight = form.getByText(/It ends on the next day\./)
  for (const [end, count] of [
    ['23:00', 0],
    ['01:00', 1],
    ['22:01', 0],
    ['22:00', 1],
    ['', 0],
  ] as const) {
    await form.getByLabelText('End (Optional)').fill(end)
    await expectCount(overnight, count)
  }
  await form.getByRole('button', { name: 'Cancel' }).click()

  const counted = page.getByRole('link', { name: /, \d+ events?\b/ })
  await expectCount(counted, 7)
  screen.failNext('events.listWeek', 'unreached')
  await page.getByRole('link', { name: 'Later week' }).click()
  await expect.element(page.getByText('The calendar did not load.')).toBeVisible()
  await expectCount(counted, 0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectCount(counted, 7)
})

test('its creator edits an event, and overwrites nothing that he has not seen', {
  timeout: SOUND_TIMEOUT,
}, async () => {
  let event = anEvent({
    ...{ end_time: '12:00', description: 'As it was.', is_creator: true, is_attending: true },
  })
  const screen = await open(`/event/${event.id}`, {
    viewer: aViewer(),
    answers: answersOfEvent(event, [], {
      getEvent: () => event,
      editEvent({ id: _, seen_updated_at, ...change }) {
        if (seen_updated_at && seen_updated_at.getTime() !== event.updated_at.getTime())
          throw refused(eventFaults.changed)
        event = { ...event, ...change, updated_at: new Date(event.updated_at.getTime() + 1000) } as typeof event
        return event
      },
    }),
  })
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect.element(edit.getByLabelText('Title')).toHaveValue(event.title)
  await expect.element(edit.getByLabelText('Time')).toHaveValue('10:00')
  await edit.getByLabelText('Title').fill('')
  await save.click()
  await expect.element(edit.getByText('Please fill in all required fields')).toBeVisible()
  await edit.getByLabelText('Title').fill('Later')
  await edit.getByLabelText('Time').fill('11:00')
  await edit.getByLabelText('Description (Optional)').fill('')
  for (const { name, trouble, says } of TROUBLES) {
    screen.failNext('events.editEvent', trouble)
    await save.click()
    await expect.element(edit.getByRole('alert'), { message: name }).toMatchTextContent(says('Failed to update event'))
  }
  await save.click()
  await expect.element(news('Event updated successfully!')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Later')
  await expect.poll(() => document.title).toMatch(/Later - Fatherkin$/)
  await expect.element(page.getByText(`${longDay(event.event_date)}, 11:00–12:00`)).toBeVisible()
  const { title, event_time, description } = Object(screen.asked('events.editEvent').at(-1))
  expect({ title, event_time, description }).toEqual({ title: 'Later', event_time: '11:00', description: null })

  // edited here, then changed on another device
  await page.getByRole('button', { name: 'Edit' }).click()
  await edit.getByLabelText('Location').fill('From here')
  event = {
    ...event,
    location: 'From elsewhere',
    time_zone: 'Asia/Tokyo',
    updated_at: new Date(event.updated_at.getTime() + 60_000),
  }
  await save.click()
  await expect.element(edit.getByRole('alert')).toMatchTextContent('Nothing was overwritten.')
  await expect.element(edit.getByRole('alert')).toMatchTextContent('From elsewhere')
  await expect.element(edit.getByRole('alert')).toMatchTextContent('(Asia/Tokyo)')
  await expectSound()
  await expect.element(edit.getByLabelText('Location')).toHaveValue('From here')
  await save.click()
  await expect.element(page.getByText('From here')).toBeVisible()
  expect(event).toMatchObject({ location: 'From here', title: 'Later' })
})
