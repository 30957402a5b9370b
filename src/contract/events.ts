/**
 * Events: something at a place and time, made by a member with local mode on, for everyone or in a network. Date and time
 * are those of the clock on the wall there, in the time zone that the event carries.
 */
import * as z from 'zod'
import { Day, EventChange, NewEvent, Zone } from './event-fields.ts'
import { Cursor, fault, Id, memberOnly, open, Page, refuses, Sought, Text, When } from './kernel.ts'
import { EVENT, SAY_LOCAL } from './local-words.ts'
import { Author } from './members.ts'
import { missing } from './missing.ts'
import { RadiusAsked } from './nearby.ts'
import { SearchWords } from './search.ts'
import { Body } from './text.ts'

export const eventFaults = {
  notFound: fault('EVENT_NOT_FOUND', 404, SAY_LOCAL.eventMissing),
  modeOff: fault('LOCAL_MODE_OFF', 403, SAY_LOCAL.modeNeeded),
  idTaken: fault('ID_TAKEN', 409, SAY_LOCAL.eventFailed),
  notOwnGroup: fault('GROUP_NOT_FOUND', 404, 'Choose a network that you belong to'),
  notCreator: fault('NOT_CREATOR', 403, 'Only whoever made this event can change it'),
  changed: fault(
    'EVENT_CHANGED',
    409,
    'You have changed this event elsewhere in the meantime. Nothing was overwritten.',
  ),
  past: fault('EVENT_PAST', 409, 'This event is over'),
  cancelled: fault('EVENT_CANCELLED', 409, 'This event was cancelled'),
  /** of the day and time: gone by already, or too far ahead */
  badTime: fault('INVALID', 400, 'Choose a day from today on, within the next five years'),
  noComment: fault('COMMENT_NOT_FOUND', 404, 'Comment not found'),
  notAuthor: fault('NOT_AUTHOR', 403, 'Only its author can delete this comment'),
  commentIdTaken: fault('ID_TAKEN', 409, SAY_LOCAL.commentFailed),
  commentDeleted: fault('COMMENT_DELETED', 410, 'You have deleted this comment in the meantime.'),
}

/** An event as a list shows it. */
export const EventCard = z.object({
  id: Id,
  title: z.string(),
  /** a place or a part of town, for everybody who sees the event */
  location: z.string(),
  event_date: z.string(),
  event_time: z.string(),
  /** at or before `event_time`: on the day after; null: two hours */
  end_time: z.string().nullable(),
  time_zone: z.string(),
  starts_at: When,
  ends_at: When,
  attendees_count: z.number(),
  is_attending: z.boolean(),
  /** it has ended */
  is_past: z.boolean(),
  is_cancelled: z.boolean(),
  /** from the viewer's cell to that of the event, in words; null: one of them has none */
  distance: z.string().nullable(),
  group: z.object({ id: Id, name: z.string(), slug: z.string() }).nullable(),
})
export type EventCard = z.infer<typeof EventCard>

export const Event = EventCard.extend({
  description: z.string().nullable(),
  body: Body,
  creator: Author.nullable(),
  is_creator: z.boolean(),
  /** as its creator, or as an admin of the network that he has left; whether it can still be cancelled is another question */
  can_cancel: z.boolean(),
  /** where exactly: for those who attend, and its creator; null: there is none, or he does not attend */
  address: z.string().nullable(),
  has_address: z.boolean(),
  /** its distance can be told */
  has_position: z.boolean(),
  /** some of those who attend, the first who said so first, without the viewer; a visitor sees none of them */
  attendees: z.array(Author),
  /** everybody may see it, and programs may say so */
  is_public: z.boolean(),
  created_at: When,
  updated_at: When,
  /** the number up to which it was told by then; null: the viewer is a visitor */
  seq: z.number().nullable(),
})
export type Event = z.infer<typeof Event>

export const EventComment = z.object({
  id: Id,
  event_id: Id,
  content: z.string(),
  body: Body,
  created_at: When,
  author: Author.nullable(),
  is_own: z.boolean(),
})
export type EventComment = z.infer<typeof EventComment>

/** Where a list looks: around the viewer, if he has a position, or everywhere. */
const around = {
  scope: z.enum(['near', 'everywhere'], 'Choose near or everywhere').default('near'),
  radius: RadiusAsked,
  /** that of the viewer, by which a day is today */
  zone: Zone.default('UTC'),
  q: SearchWords.default(''),
}

const place = z.strictObject({ id: Sought })
const tags = ['events']

export const events = {
  listEvents: memberOnly('events:read', SAY_LOCAL.signInToEvents, 'look')
    .route({
      method: 'GET',
      path: '/events',
      operationId: 'listEvents',
      tags,
      summary: 'Events from today on, or of one day, the soonest first',
    })
    .input(z.strictObject({ ...around, day: Day.optional(), after: Cursor.optional() }))
    .output(
      Page(EventCard).extend({
        /** today, where the viewer is */
        today: z.string(),
        /** what was looked at: everywhere, where he has no position */
        scope: z.enum(['near', 'everywhere']),
      }),
    ),
  listWeek: memberOnly('events:read', SAY_LOCAL.signInToEvents, 'look')
    .route({
      method: 'GET',
      path: '/events/week',
      operationId: 'listWeek',
      tags,
      summary: 'The week of a day, from Sunday on: the first two events of each day, and how many more there are',
    })
    .input(z.strictObject({ ...around, day: Day.optional() }))
    .output(
      z.object({
        today: z.string(),
        scope: z.enum(['near', 'everywhere']),
        days: z.array(
          z.object({
            day: z.string(),
            events: z.array(EventCard),
            /** at most 99 */
            more: z.number(),
            /** there are more than that */
            more_open: z.boolean(),
          }),
        ),
      }),
    ),
  listGroupEvents: open('events:read')
    .route({
      method: 'GET',
      path: '/groups/named/{slug}/events',
      operationId: 'listGroupEvents',
      tags,
      summary: 'The events of a network, the latest day first',
    })
    .errors(refuses(missing.group, missing.insideGroup))
    .input(z.strictObject({ slug: Sought, after: Cursor.optional() }))
    .output(Page(EventCard)),
  getEvent: open('events:read')
    .route({ method: 'GET', path: '/events/{id}', operationId: 'getEvent', tags, summary: 'One event' })
    .errors(refuses(eventFaults.notFound))
    .input(place)
    .output(Event),
  createEvent: memberOnly('events:write', SAY_LOCAL.signInToCreate, 'write')
    .route({
      method: 'POST',
      path: '/events',
      operationId: 'createEvent',
      tags,
      summary: 'Make an event; you attend it. Only with local mode on',
      successStatus: 201,
    })
    .errors(refuses(eventFaults.modeOff, eventFaults.notOwnGroup, eventFaults.idTaken, eventFaults.notFound))
    .input(NewEvent)
    .output(Event),
  editEvent: memberOnly('events:write', SAY_LOCAL.signInToCreate, 'write')
    .route({
      method: 'PATCH',
      path: '/events/{id}',
      operationId: 'editEvent',
      tags,
      summary: 'Change your event; those who attend get a mail when day, time or place change',
    })
    .errors(
      refuses(
        ...[eventFaults.notFound, eventFaults.notCreator, eventFaults.changed],
        ...[eventFaults.past, eventFaults.cancelled],
      ),
    )
    .input(EventChange)
    .output(Event),
  cancelEvent: memberOnly('events:write', SAY_LOCAL.signInToCreate, 'write')
    .route({
      method: 'PUT',
      path: '/events/{id}/cancellation',
      operationId: 'cancelEvent',
      tags,
      summary: 'Cancel your event, for good; those who attend get a mail',
    })
    .errors(refuses(eventFaults.notFound, eventFaults.notCreator, eventFaults.past))
    .input(place)
    .output(Event),
  attendEvent: memberOnly('events:write', SAY_LOCAL.signInToAttend, 'vote')
    .route({
      method: 'PUT',
      path: '/events/{id}/attendance',
      operationId: 'attendEvent',
      tags,
      summary: 'Attend an event, or not any more',
    })
    .errors(refuses(eventFaults.notFound, eventFaults.past, eventFaults.cancelled))
    .input(z.strictObject({ id: Sought, going: z.boolean() }))
    .output(Event),
  listEventComments: open('events:read')
    .route({
      method: 'GET',
      path: '/events/{id}/comments',
      operationId: 'listEventComments',
      tags,
      summary: 'What is said about an event, oldest first',
    })
    .errors(refuses(eventFaults.notFound))
    .input(z.strictObject({ id: Sought, after: Cursor.optional() }))
    .output(Page(EventComment)),
  createEventComment: memberOnly('events:write', SAY_LOCAL.signInToComment, 'write')
    .route({
      method: 'POST',
      path: '/events/{id}/comments',
      operationId: 'createEventComment',
      tags,
      summary: 'Say something about an event',
      successStatus: 201,
    })
    .errors(refuses(eventFaults.notFound, eventFaults.commentIdTaken, eventFaults.commentDeleted))
    .input(
      z.strictObject({
        id: Sought,
        comment_id: Id.optional(),
        content: Text({ name: 'The comment', max: EVENT.comment, blank: SAY_LOCAL.commentBlank }),
      }),
    )
    .output(EventComment),
  deleteEventComment: memberOnly('events:write', SAY_LOCAL.signInToComment, 'write')
    .route({
      method: 'DELETE',
      path: '/event-comments/{id}',
      operationId: 'deleteEventComment',
      tags,
      summary: 'Delete your comment on an event',
    })
    .errors(refuses(eventFaults.noComment, eventFaults.notAuthor))
    .input(place)
    .output(z.object({ id: Id })),
  getCalendarFeed: memberOnly('session', SAY_LOCAL.signInToEvents, undefined)
    .route({
      method: 'GET',
      path: '/me/calendar-feed',
      operationId: 'getCalendarFeed',
      tags,
      summary: 'The private address at which a calendar program reads the events that you attend; null: there is none',
    })
    .output(z.object({ path: z.string().nullable() })),
  renewCalendarFeed: memberOnly('session', SAY_LOCAL.signInToEvents, 'write')
    .route({
      method: 'PUT',
      path: '/me/calendar-feed',
      operationId: 'renewCalendarFeed',
      tags,
      summary: 'Make that address, or another one in its place; the one before works no more',
    })
    .output(z.object({ path: z.string() })),
  revokeCalendarFeed: memberOnly('session', SAY_LOCAL.signInToEvents, 'write')
    .route({
      method: 'DELETE',
      path: '/me/calendar-feed',
      operationId: 'revokeCalendarFeed',
      tags,
      summary: 'Take that address back',
    })
    .output(z.object({ path: z.null() })),
}
