/** Events, and a board that responds like the server. Its days are those of `NOW`, a Tuesday in November. */
import type { Event, EventCard, EventComment } from '#contract/events.ts'
import type { Group } from '#contract/groups.ts'
import type { LocalProfile, NearbyDad } from '#contract/nearby.ts'
import type { Block } from '#contract/text.ts'
import { withRights } from './groups-makers.ts'
import { anAuthor, anId, minutesAgo, slugOf } from './makers.ts'
import type { Answers } from './standin.ts'

export const TODAY = '2026-11-24'

/** The day this many days after this one. */
export function daysFrom(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The day this many days from today in local time, for forms, which use only that. */
export const inDays = (days: number) => daysFrom(new Date().toLocaleDateString('sv-SE'), days)

/** The day as pages show it, with the year if it is not that of `NOW`. */
export function longDay(day: string): string {
  const year = day.startsWith(TODAY.slice(0, 4)) ? {} : ({ year: 'numeric' } as const)
  const how = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC', ...year } as const
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', how).replace(',', '')
}

export const bodyOf = (text: string | null): Block[] => (text ? [{ t: 'p', c: [text] }] : [])

/**
 * In three days at ten, in the browser's time zone. For another time zone pass `starts_at` and `ends_at` as well. What the viewer
 * may do is computed from the other fields, so an event can be passed again with a change.
 */
export function anEvent({ description = null, ...event }: Partial<Event> = {}): Event {
  const { event_date = daysFrom(TODAY, 3), event_time = '10:00', end_time = null } = event
  const starts_at = new Date(`${event_date}T${event_time}`)
  const made = {
    id: anId(),
    title: 'Repair morning',
    location: 'Kirkstall',
    event_date,
    event_time,
    end_time,
    time_zone: 'Europe/London',
    starts_at,
    ends_at: new Date(end_time ? `${event_date}T${end_time}` : starts_at.getTime() + 2 * 60 * 60_000),
    attendees_count: 1,
    is_attending: false,
    is_past: false,
    is_cancelled: false,
    distance: null,
    group: null,
    description,
    body: bodyOf(description),
    creator: anAuthor('host'),
    is_creator: false,
    address: null,
    has_address: false,
    has_position: false,
    attendees: [],
    is_public: true,
    created_at: minutesAgo(60),
    updated_at: minutesAgo(60),
    seq: 0,
    ...event,
  }
  const isAhead = !made.is_past && !made.is_cancelled
  return {
    ...made,
    can_edit: made.is_creator && isAhead,
    can_cancel: made.is_creator && (isAhead || made.is_cancelled),
    can_attend: isAhead,
  }
}

export const anEventComment = ({
  content = 'Kettle is on.',
  ...comment
}: Partial<EventComment> = {}): EventComment => ({
  id: anId(),
  event_id: anId(),
  content,
  body: bodyOf(content),
  created_at: minutesAgo(30),
  author: anAuthor('marcus_o'),
  is_own: false,
  ...comment,
})

export const aLocalProfile = (profile: Partial<LocalProfile> = {}): LocalProfile => ({
  local_mode_enabled: true,
  location: null,
  latitude: null,
  longitude: null,
  ...profile,
})

export const aDad = (username: string, dad: Partial<NearbyDad> = {}): NearbyDad => ({
  ...anAuthor(username),
  kin_count: 0,
  distance: 'Very close',
  ...dad,
})

/** A network that the viewer created. */
export const aGroup = ({ name = 'Night Shift Dads', ...group }: Partial<Group> = {}): Group =>
  withRights({
    id: anId(),
    name,
    slug: slugOf(name),
    description: null,
    location: null,
    is_public: true,
    member_count: 1,
    avatar_url: null,
    banner_url: null,
    created_at: minutesAgo(60 * 24),
    is_member: true,
    is_admin: true,
    is_creator: true,
    request_pending: false,
    taken_out: null,
    seq: 0,
    ...group,
  })

interface Board {
  /** all events, the soonest first */
  events?: readonly EventCard[]
  /** the events within his radius; undefined if his place is unknown */
  near?: readonly EventCard[]
}

/** The board's two lists, filtered like the server does: nearby or everywhere, by day, by words. */
export function eventsBoard({ events = [], near }: Board = {}): NonNullable<Answers['events']> {
  const look = ({ scope, q }: { scope: 'near' | 'everywhere'; q: string }) => {
    const isNear = scope === 'near' && near !== undefined
    const found = (isNear ? near : events).filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()))
    return { today: TODAY, scope: isNear ? ('near' as const) : ('everywhere' as const), found }
  }
  return {
    listEvents({ day, ...asked }) {
      const { found, ...looked } = look(asked)
      const isMeant = ({ event_date }: EventCard) => (day ? event_date === day : event_date >= TODAY)
      return { ...looked, items: found.filter(isMeant), next: null }
    },
    listWeek({ day = TODAY, ...asked }) {
      const { found, ...looked } = look(asked)
      const sunday = daysFrom(day, -new Date(`${day}T00:00:00Z`).getUTCDay())
      const days = [0, 1, 2, 3, 4, 5, 6].map((nth) => {
        const one = daysFrom(sunday, nth)
        const there = found.filter(({ event_date }) => event_date === one)
        return { day: one, events: there.slice(0, 2), more: Math.max(0, there.length - 2), more_open: false }
      })
      return { ...looked, days }
    },
  }
}

/** What /local requests for a member whose local mode is on. */
export const answersOfLocal = (
  board: Board = {},
  profile: LocalProfile = aLocalProfile(),
  dads: NearbyDad[] = [],
): Answers => ({
  nearby: { getLocalProfile: profile, listNearby: { has_position: profile.latitude !== null, items: dads } },
  events: eventsBoard(board),
})

/** What the page of an event requests for a member. */
export const answersOfEvent = (event: Event, comments: EventComment[] = [], more: Answers['events'] = {}): Answers => ({
  events: {
    ...eventsBoard({ events: [event] }),
    getEvent: event,
    listEventComments: { items: comments, next: null },
    ...more,
  },
})
