/** The page of an event: attendees, comments, and changes while a member looks at it. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { eventFaults } from '#contract/events.ts'
import { topicOf } from '#contract/live-words.ts'
import { anEvent, anEventComment, answersOfEvent, answersOfLocal, bodyOf } from './events-makers.ts'
import { expectCount, expectTexts, says } from './finding.ts'
import { isSubscribed, publish } from './live-connection.ts'
import { anAuthor, asAuthor, aViewer } from './makers.ts'
import { news, open, PHONE } from './screen.tsx'
import { expectSound, SOUND_TIMEOUT } from './sound.tsx'
import { refused } from './standin.ts'
import { TROUBLES } from './trouble.ts'

const attend = page.getByRole('button', { name: /^Attend(ing)?$/ })
const comments = page.getByRole('article', { name: /^Comment by/ })
const field = page.getByRole('textbox', { name: 'Add a comment' })
const post = page.getByRole('button', { name: 'Post comment' })
const host = anAuthor('conor')

test('a member attends and changes his mind; the last press wins, and a failure is rolled back', async () => {
  let event = anEvent({ creator: host, has_address: true, attendees: [host], description: 'Come along.' })
  const screen = await open(`/event/${event.id}`, {
    viewer: aViewer(),
    size: PHONE,
    answers: answersOfEvent(event, [], {
      getEvent: () => event,
      attendEvent({ going }) {
        const address = going ? 'The blue door' : null
        event = { ...event, is_attending: going, attendees_count: going ? 2 : 1, address }
        return event
      },
    }),
  })
  await expect.element(page.getByRole('link', { name: 'conor' }).first()).toHaveAttribute('href', '/user/conor')
  await expect.element(says('1 attending')).toBeVisible()
  await expect.element(page.getByText('Those who attend see the exact address.')).toBeVisible()
  await expect.element(says('The blue door')).not.toBeInTheDocument()

  // at once, before the server has responded
  const release = screen.holdNext('events.attendEvent')
  await attend.click()
  await expect.element(attend).toHaveTextContent('Attending')
  await expect.element(attend).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByText('2 attending')).toBeVisible()
  await attend.click()
  await expect.element(attend).toHaveTextContent('Attend')
  await expect.element(page.getByText('1 attending')).toBeVisible()
  await attend.click()
  await expect.element(attend).toHaveTextContent('Attending')
  release()
  await expect.element(news("You're now attending this event!")).toBeVisible()
  await expect
    .element(page.css('.fact-more').filter({ hasText: 'shown to' }))
    .toHaveTextContent('The blue door (shown to attendees only)')
  await expect.element(says('2 attending you and conor')).toBeVisible()
  expect(event).toMatchObject({ attendees_count: 2, is_attending: true })

  await attend.click()
  await expect.element(news("You've left this event")).toBeVisible()
  await expect.element(says('The blue door')).not.toBeInTheDocument()
  expect(event).toMatchObject({ attendees_count: 1, is_attending: false })

  for (const { name, trouble, says } of TROUBLES) {
    screen.failNext('events.attendEvent', trouble)
    await attend.click()
    const sentence = says('Failed to update attendance. Please try again.')
    await expect.element(news(sentence), { message: name }).toBeVisible()
    await expect.element(attend, { message: name }).toHaveTextContent('Attend')
    await expect.element(page.getByText('1 attending'), { message: name }).toBeVisible()
  }
  const calendar = page.getByRole('link', { name: 'Add to calendar' })
  await expect.element(calendar).toHaveAttribute('href', `/event/${event.id}/calendar.ics`)
})

test('a past event can be read but not joined', { timeout: SOUND_TIMEOUT }, async () => {
  let event = anEvent()
  const screen = await open(`/event/${event.id}`, {
    viewer: aViewer(),
    answers: answersOfEvent(event, [], {
      getEvent: () => event,
      attendEvent() {
        throw refused(eventFaults.past)
      },
    }),
  })
  // it ends while he looks
  await expect.element(attend).toBeEnabled()
  event = anEvent({ ...event, is_past: true })
  await attend.click()
  await expect.element(news('This event is over')).toBeVisible()
  await expect.element(attend).toBeDisabled()
  await expect.element(attend).toHaveTextContent('Attend')
  await expect.element(page.getByText('This event is over. Who was there and what was said stays.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Add to calendar' })).not.toBeInTheDocument()
  await expectSound()
  // its creator cannot edit it any more either
  const own = anEvent({ is_past: true, is_creator: true, is_attending: true })
  screen.answer(answersOfEvent(own))
  await screen.go(`/event/${own.id}`)
  await expect.element(attend).toHaveTextContent('Attending')
  await expect.element(page.getByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Cancel event' })).not.toBeInTheDocument()
})

test('a comment of spaces is not sent; a comment that failed stays, also when he leaves, and is deleted after a confirmation', async () => {
  const viewer = aViewer()
  const event = anEvent()
  const own = (content: string) =>
    anEventComment({ event_id: event.id, content, author: asAuthor(viewer), is_own: true })
  const screen = await open(`/event/${event.id}`, {
    viewer,
    answers: answersOfEvent(event, [], {
      createEventComment: ({ content, comment_id }) => ({ ...own(content), id: comment_id! }),
      deleteEventComment: ({ id }) => ({ id }),
    }),
  })
  await expect.element(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
  await field.fill('   ')
  await post.click()
  await expect.element(page.getByText('Please enter a comment')).toBeVisible()
  await expect.element(field).toHaveFocus()
  expect(screen.asked('events.createEventComment')).toEqual([])

  await field.fill('There is a rail by the door.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(news('Comment added successfully!')).toBeVisible()
  await expectCount(comments, 1)
  await expect.element(field).toHaveValue('')
  // his own comment is not announced
  await expect.element(page.getByRole('log', { name: 'New comments' })).toBeEmptyDOMElement()

  await field.fill('Still here?')
  for (const { name, trouble, says } of TROUBLES) {
    screen.failNext('events.createEventComment', trouble)
    await post.click()
    await expect
      .element(page.getByRole('alert'), { message: name })
      .toHaveTextContent(says('Failed to add comment. Please try again.'))
  }
  await screen.go('/about')
  await screen.go(`/event/${event.id}`)
  await expect.element(field).toHaveValue('Still here?')
  await post.click()
  const last = comments.filter({ hasText: 'Still here?' })
  await expect.element(last).toBeVisible()

  const ask = page.getByRole('alertdialog', { name: 'Delete comment' })
  await last.getByRole('button', { name: 'Delete your comment' }).click()
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(ask).not.toBeInTheDocument()
  await expect.element(last).toBeVisible()
  await last.getByRole('button', { name: 'Delete your comment' }).click()
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect.element(news('Comment deleted successfully!')).toBeVisible()
  await expect.element(last).not.toBeInTheDocument()
})

test('comments and attendance of other members appear while he looks, and the comments are announced', async () => {
  const viewer = aViewer()
  let event = anEvent({ creator: asAuthor(viewer), is_creator: true, is_attending: true })
  await open(`/event/${event.id}`, { viewer, answers: answersOfEvent(event, [], { getEvent: () => event }) })
  const topic = topicOf('event', event.id)
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  const guest = anAuthor('guest')
  const said = anEventComment({ event_id: event.id, content: 'Is there somewhere to park?', author: guest })
  publish(topic, { kind: 'comment.sent', subject: said.id, data: said })
  await expectCount(comments, 1)
  await expect.element(comments.first()).toMatchTextContent('Is there somewhere to park?')
  await expect.element(page.getByRole('log', { name: 'New comments' })).toMatchTextContent('guest: Is there somewhere')
  await expect.element(comments.getByRole('button', { name: /Delete/ })).not.toBeInTheDocument()
  // his own comment from another tab: the oldest first, with his role
  const mine = anEventComment({ event_id: event.id, content: 'By the door.', author: asAuthor(viewer) })
  publish(topic, { kind: 'comment.sent', subject: mine.id, data: mine })
  await expect.element(comments.last()).toMatchTextContent('By the door.')
  await expect.element(comments.last()).toMatchTextContent('Host')
  // his own comment is not announced
  await expect.element(page.getByRole('log', { name: 'New comments' })).not.toMatchTextContent('By the door.')

  await expect.element(says('1 attending you')).toBeVisible()
  event = { ...event, attendees_count: 2, attendees: [guest] }
  publish(topic, { kind: 'attendance.changed', data: { attendees_count: 2 } })
  await expect.element(says('2 attending you and guest')).toBeVisible()
  event = { ...event, attendees_count: 1, attendees: [] }
  publish(topic, { kind: 'attendance.changed', data: { attendees_count: 1 } })
  await expect.element(says('1 attending you')).toBeVisible()

  publish(topic, { kind: 'comment.deleted', subject: said.id })
  await expectTexts(comments.css('.prose'), ['By the door.'])
  event = { ...event, title: 'Walk in the rain' }
  publish(topic, { kind: 'event.changed' })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Walk in the rain')
})

test('the number of attendees is the newest, however late an older response arrives', async () => {
  const viewer = aViewer()
  let event = anEvent({ creator: host, attendees_count: 20, attendees: [host] })
  const late: Promise<void>[] = []
  const screen = await open(`/event/${event.id}`, {
    viewer,
    answers: answersOfEvent(event, [], {
      getEvent: async () => {
        const made = event
        await late.pop()
        return made
      },
      // sent before others joined
      attendEvent: () => ({ ...event, is_attending: true, attendees_count: 21, seq: 0 }),
    }),
  })
  const topic = topicOf('event', event.id)
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  const release = screen.holdNext('events.attendEvent')
  await attend.click()
  await expect.element(attend).toHaveTextContent('Attending')
  event = { ...event, is_attending: true, attendees_count: 25, seq: 1 }
  publish(topic, { kind: 'attendance.changed', data: { attendees_count: 25 } })
  await expect.poll(() => screen.asked('events.getEvent').length).toBeGreaterThan(0)
  release()
  await expect.element(news("You're now attending this event!")).toBeVisible()
  await expect.element(says('25 attending')).toBeVisible()

  // the page is loading again, and another member joins meanwhile
  const { promise, resolve } = Promise.withResolvers<void>()
  late.push(promise)
  const before = screen.asked('events.getEvent').length
  publish(topic, { kind: 'event.changed' })
  await expect.poll(() => screen.asked('events.getEvent').length).toBeGreaterThan(before)
  event = { ...event, attendees_count: 26, seq: 3 }
  publish(topic, { kind: 'attendance.changed', data: { attendees_count: 26 } })
  await expect.element(says('26 attending')).toBeVisible()
  resolve()
  await expect.poll(() => screen.asked('events.getEvent').length).toBeGreaterThan(before + 1)
  await expect.element(says('26 attending')).toBeVisible()
})

test('an event is cancelled after a confirmation; nobody can join any more, and an attendee can still leave', {
  timeout: SOUND_TIMEOUT,
}, async () => {
  let event = anEvent({ is_creator: true, is_attending: true })
  const screen = await open(`/event/${event.id}`, {
    viewer: aViewer(),
    answers: answersOfEvent(event, [], {
      getEvent: () => event,
      cancelEvent: () => (event = anEvent({ ...event, is_cancelled: true })),
      attendEvent: ({ going }) => (event = { ...event, is_attending: going, attendees_count: 0 }),
    }),
  })
  const cancel = page.getByRole('alertdialog', { name: 'Cancel this event?' })
  await page.getByRole('button', { name: 'Cancel event' }).click()
  await expect.element(cancel).toMatchTextContent('told by mail')
  await expect.element(cancel).toMatchTextContent('for good')
  await expectSound()
  await cancel.getByRole('button', { name: 'Keep It' }).click()
  await expect.element(cancel).not.toBeInTheDocument()
  expect(screen.asked('events.cancelEvent')).toEqual([])
  await page.getByRole('button', { name: 'Cancel event' }).click()
  for (const { name, trouble, says } of TROUBLES) {
    screen.failNext('events.cancelEvent', trouble)
    await cancel.getByRole('button', { name: 'Cancel Event' }).click()
    await expect.element(cancel.getByRole('alert'), { message: name }).toHaveTextContent(says('Failed to cancel event'))
  }
  await cancel.getByRole('button', { name: 'Cancel Event' }).click()
  await expect.element(page.getByText('This event was cancelled. It does not take place.')).toBeVisible()
  await expectSound()
  await attend.click()
  await expect.element(news("You've left this event")).toBeVisible()
  await expect.element(attend).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
})

test('forty comments load page by page, and the member’s own appears at the end at once', async () => {
  const viewer = aViewer()
  const event = anEvent()
  const said = Array.from({ length: 40 }, (_, n) => anEventComment({ event_id: event.id, content: `Word ${n + 1}` }))
  await open(`/event/${event.id}`, {
    viewer,
    size: PHONE,
    answers: answersOfEvent(event, [], {
      listEventComments: ({ after }) =>
        after ? { items: said.slice(20), next: null } : { items: said.slice(0, 20), next: 'second' },
      createEventComment({ comment_id, content }) {
        const mine = anEventComment({
          id: comment_id!,
          event_id: event.id,
          content,
          author: asAuthor(viewer),
          is_own: true,
        })
        said.push(mine)
        return mine
      },
    }),
  })
  await expectCount(comments, 20)
  await field.fill('The last word')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectCount(comments, 21)
  await expect.element(comments.last()).toMatchTextContent('The last word')
  await page.getByRole('link', { name: 'Show more comments' }).click()
  await expectCount(comments, 41)
  await expect.element(comments.last()).toMatchTextContent('The last word')
  await expect.element(page.getByRole('heading', { name: /^Comments/ })).toMatchTextContent('41')
})

test('an event in another time zone is shown in its own time, with the member’s time beside it', async () => {
  const event = anEvent({
    ...{ event_date: '2026-12-04', event_time: '08:00', time_zone: 'Pacific/Auckland' },
    ...{ starts_at: new Date('2026-12-03T19:00:00Z'), ends_at: new Date('2026-12-03T21:00:00Z') },
  })
  const screen = await open(`/event/${event.id}`, { viewer: aViewer(), answers: answersOfEvent(event) })
  await expect.element(page.getByText('Friday 4 December, 08:00')).toBeVisible()
  await expect.element(page.getByText('Pacific/Auckland; on your clock Thursday 3 December, 19:00')).toBeVisible()
  screen.answer(answersOfLocal({ events: [event] }))
  await screen.go('/local?day=2026-12-04&scope=everywhere')
  await expect.element(page.getByRole('main').getByText('08:00 Auckland time')).toBeVisible()
})

test('very long words, names and places stay within the layout', { timeout: SOUND_TIMEOUT }, async () => {
  const long = 'Vaterschaftsgeldbeantragungsformularausfuellhilfe'.repeat(5)
  const event = anEvent({
    ...{ title: long.slice(0, 200), location: long.slice(0, 120), address: long, has_address: true, end_time: '09:00' },
    ...{ description: long, body: [...bodyOf(long), ...bodyOf('Many words. '.repeat(200))] },
    ...{ creator: anAuthor(long.slice(0, 30)), is_creator: true },
  })
  const screen = await open(`/event/${event.id}`, {
    viewer: aViewer({ local_mode_enabled: true }),
    answers: answersOfEvent(event, [
      anEventComment({ event_id: event.id, content: long, author: anAuthor(long.slice(0, 30)) }),
    ]),
  })
  await expect.element(page.getByText(/\(ends on /)).toBeVisible()
  await expectCount(comments, 1)
  await expectSound()
  screen.answer(answersOfLocal({ events: [event] }))
  await screen.go(`/local?day=${event.event_date}&scope=everywhere`)
  await expect.element(page.getByRole('heading', { name: event.title })).toBeVisible()
  await expectSound()
})
