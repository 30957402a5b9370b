/** Events and their attendees: over about two years, in the cities where members live, a few of them in networks. */
import { centreOf } from '#server/kernel/geo/geo.ts'
import { cellOfNumber } from './member-cells.ts'
import { FIRST_DAY, LAST_DAY, type Plan } from './plan.ts'
import { makeRandom, mixed, spread, strideOf } from './random.ts'
import { at, ids, line, type Table } from './rows.ts'
import { makeTitle } from './words.ts'

const DAY = 24 * 3600_000
const HOUR = 3600_000
const PART = { event: 41, words: 42, when: 43 }
/** Events lie at most this many days before and after the last day of the posts. */
const SPAN = 700
/** Events use other numbers than members, otherwise every event would be at its creator's home. */
const APART = 50_000_000
/** This word is in every event of the last days, a tenth of all, and in no other. */
export const SEASON_WORD = 'sledging'
const SEASON = 140
const IN_NETWORKS = 0.3

interface Events {
  creator: Uint32Array
  /** -1: a public event */
  group: Int32Array
  attendees: Uint32Array
}

export function* eventTables(plan: Plan): Generator<Table> {
  const { events = 0 } = plan.amounts
  if (events === 0) return
  const made = planOf(plan, events)
  yield { name: 'local_events', columns: EVENT, lines: eventRows(plan, made) }
  yield {
    name: 'event_attendees',
    columns: 'event_id, user_id, created_at, event_date',
    lines: attendeeRows(plan, made),
  }
  yield { name: 'event_attended', columns: 'event_id, user_id, event_date', lines: attendedRows(plan, made) }
  yield { name: 'facts', columns: 'kind, actor_id, data, created_at', lines: factRows(plan, made) }
}

function planOf({ key, amounts, memberships, groups }: Plan, count: number): Events {
  const random = makeRandom(key.seed, key.run, PART.event)
  const made: Events = {
    creator: new Uint32Array(count),
    group: new Int32Array(count).fill(-1),
    // besides the creator
    attendees: spread(2 * count, count),
  }
  for (let event = 0; event < count; event++) {
    made.creator[event] = Math.floor(amounts.members * random())
    made.attendees[event] = Math.min(amounts.members, 1 + made.attendees[event]!)
    const group = Math.floor(amounts.groups * random() ** 2)
    if (random() > IN_NETWORKS || amounts.groups === 0 || groups.size[group] === 0) continue
    made.group[event] = group
    made.creator[event] = memberships.member[memberships.from[group]!]!
  }
  return made
}

const madeAt = ({ key }: Plan, event: number) =>
  FIRST_DAY + (mixed([key.seed, key.run, PART.event, event]) / 2 ** 32) * (LAST_DAY - FIRST_DAY - 30 * DAY)

const saidSoAt = (plan: Plan, event: number, place: number) => madeAt(plan, event) + place * 1000

/** The first attendee is the creator; all attendees are different members. */
const attendeeAt = ({ amounts: { members } }: Plan, { creator }: Events, event: number, place: number) =>
  (creator[event]! + place * strideOf(members)) % members

/** The attendees of each event in order, the same on every call. */
function timesOf({ key }: Plan): () => { day: number; starts: number } {
  const when = makeRandom(key.seed, key.run, PART.when)
  return () => {
    const day = LAST_DAY + Math.floor((when() - 0.5) * 2 * SPAN) * DAY
    return { day, starts: day + (7 + Math.floor(when() * 15)) * HOUR }
  }
}

/** The program notices by itself that an event after the last day of the posts begins. */
const hasBegun = (starts: number) => starts < LAST_DAY

const EVENT =
  'id, title, description, location, event_date, event_time, time_zone, starts_at, ends_at, begun_at, cell, latitude, longitude, user_id, group_id, attendees_count, created_at, updated_at'
function* eventRows(plan: Plan, { creator, group, attendees }: Events): Generator<string> {
  const [id, user, network] = [ids(plan, 'event'), ids(plan, 'user'), ids(plan, 'group')]
  const words = makeRandom(plan.key.seed, plan.key.run, PART.words)
  const next = timesOf(plan)
  for (let event = 0; event < creator.length; event++) {
    const { day, starts } = next()
    const cell = cellOfNumber(plan.key, APART + event)
    const { latitude, longitude } = centreOf(cell)
    const then = at(madeAt(plan, event))
    const season = day >= LAST_DAY + (SPAN - SEASON) * DAY ? ` ${SEASON_WORD}` : ''
    yield line(
      ...[id(event), makeTitle(words, season), `${makeTitle(words)}.`, makeTitle(words).slice(0, 100).trim()],
      ...[at(day).slice(0, 10), at(starts).slice(11, 16), 'UTC', at(starts), at(starts + 2 * HOUR)],
      ...[hasBegun(starts) ? at(starts) : null],
      ...[cell, latitude, longitude, user(creator[event]!), group[event]! < 0 ? null : network(group[event]!)],
      ...[attendees[event]!, then, then],
    )
  }
}

function* attendeeRows(plan: Plan, made: Events): Generator<string> {
  const [id, user] = [ids(plan, 'event'), ids(plan, 'user')]
  const next = timesOf(plan)
  for (let event = 0; event < made.creator.length; event++) {
    const day = at(next().day).slice(0, 10)
    for (let place = 0; place < made.attendees[event]!; place++)
      yield line(id(event), user(attendeeAt(plan, made, event, place)), at(saidSoAt(plan, event, place)), day)
  }
}

/** For events that have begun: the attendees who had joined before. */
function* attendedRows(plan: Plan, made: Events): Generator<string> {
  const [id, user] = [ids(plan, 'event'), ids(plan, 'user')]
  const next = timesOf(plan)
  for (let event = 0; event < made.creator.length; event++) {
    const { day, starts } = next()
    if (!hasBegun(starts)) continue
    for (let place = 0; place < made.attendees[event]!; place++)
      if (saidSoAt(plan, event, place) <= starts)
        yield line(id(event), user(attendeeAt(plan, made, event, place)), at(day).slice(0, 10))
  }
}

/** The facts that the operations would have written. */
function* factRows(plan: Plan, made: Events): Generator<string> {
  const [id, user] = [ids(plan, 'event'), ids(plan, 'user')]
  for (let event = 0; event < made.creator.length; event++) {
    const data = `{"event_id":"${id(event)}"}`
    yield line('event.created', user(made.creator[event]!), data, at(madeAt(plan, event)))
    for (let place = 1; place < made.attendees[event]!; place++)
      yield line('event.attended', user(attendeeAt(plan, made, event, place)), data, at(saidSoAt(plan, event, place)))
  }
}
