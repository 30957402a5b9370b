/** The mails about events. None of them contains the exact address, which only the event's page shows. */
import { nameInMail } from '#contract/names.ts'
import { zoneName } from '#contract/zone-words.ts'
import type { Notice } from '../kernel/jobs/jobs.ts'

/** The details of an event that a mail contains. */
export interface EventDetails {
  id: string
  title: string
  location: string
  event_date: string
  event_time: string
  end_time: string | null
  time_zone: string
}

const dayOf = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

const whenOf = ({ event_date, event_time, end_time, time_zone }: EventDetails) => {
  const till = end_time === null ? '' : ` to ${end_time}`
  return `${dayOf(event_date)}, ${event_time}${till} (${zoneName(time_zone)})`
}

const NAMES: Record<string, string> = {
  title: 'the title',
  event_date: 'the day',
  event_time: 'the time',
  end_time: 'the time',
  time_zone: 'the time',
  location: 'the place',
  address: 'the exact address',
}

const and = new Intl.ListFormat('en', { type: 'conjunction' })
const linkTo = ({ id }: EventDetails) => ({ path: `/event/${id}`, label: 'Open the event' })
const reason = 'You get this because you attend this event.'

export const changedMail = (event: EventDetails, fields: string[]): Notice => ({
  kind: 'event-changed',
  subject: `Changed: ${nameInMail(event.title)}`,
  paragraphs: [
    `Something about "${nameInMail(event.title)}" has changed: ${and.format(new Set(fields.flatMap((field) => NAMES[field] ?? [])))}.`,
    `When: ${whenOf(event)}`,
    `Where: ${nameInMail(event.location)}`,
  ],
  link: linkTo(event),
  reason,
})

export const cancelledMail = (event: EventDetails): Notice => ({
  kind: 'event-cancelled',
  subject: `Cancelled: ${nameInMail(event.title)}`,
  paragraphs: [
    `"${nameInMail(event.title)}" will not take place. It was cancelled.`,
    `It was to be: ${whenOf(event)}, ${nameInMail(event.location)}`,
  ],
  link: linkTo(event),
  reason,
})
