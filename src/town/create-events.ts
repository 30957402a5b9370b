/**
 * Creates the town's local profiles and events through the functions of the rooms, and then moves past events back in
 * time.
 */
import { sql } from 'kysely'
import { attendEvent, beginEvents, createEvent, createEventComment } from '#server/events/events.ts'
import type { Ctx } from '#server/kernel/ctx.ts'
import { setLocalMode, updateLocation } from '#server/nearby/nearby.ts'
import { areaOf, areas } from './areas.ts'
import { events } from './events.ts'
import { people } from './people.ts'
import type { TownEvent } from './types.ts'

interface Stage {
  db: Ctx['db']
  as(username: string): Ctx
}

const ZONE = 'Europe/London'
/** One member with a printed login has local mode off, so that a visitor of the demo sees that, too. */
const NOT_ON_THE_MAP = 'jaewon'

export async function createEvents(stage: Stage): Promise<void> {
  for (const { username, location } of people) {
    await setLocalMode(stage.as(username), { enabled: true })
    const area = areaOf(location)
    if (area) await updateLocation(stage.as(username), { latitude: area[0], longitude: area[1] })
  }
  for (const event of events) await tellEvent(event, stage)
  await beginEvents(stage.db)
  await setLocalMode(stage.as(NOT_ON_THE_MAP), { enabled: false })
}

async function tellEvent(event: TownEvent, { db, as }: Stage): Promise<void> {
  const { by, area, day, weeks = 0, time, end, of, going, cancelled, comments = [], ...words } = event
  const group = of && (await db.selectFrom('groups').select('id').where('name', '=', of).executeTakeFirstOrThrow())
  const [latitude, longitude] = areas[area]!
  const { id } = await createEvent(as(by), {
    ...words,
    ...{
      event_date: await dayOf(db, day, Math.max(0, weeks)),
      event_time: time,
      end_time: end ?? null,
      time_zone: ZONE,
    },
    ...{ latitude, longitude },
    ...(group ? { group_id: group.id } : {}),
  })
  for (const username of going) await attendEvent(as(username), { id, going: true })
  for (const { by, said, minutesAgo } of comments) {
    const comment = await createEventComment(as(by), { id, content: said })
    await sql`update event_comments set created_at = now() - make_interval(mins => ${minutesAgo})
      where id = ${comment.id}`.execute(db)
  }
  if (weeks < 0) await happenedOn(db, id, await dayOf(db, day, weeks))
  // directly in the database: cancelling through the room would send mails to addresses that do not exist
  if (cancelled)
    await sql`update local_events set cancelled_at = now(), sequence = sequence + 1 where id = ${id}`.execute(db)
  await sql`update local_events set created_at = now() - interval '5 days', updated_at = greatest(updated_at, now())
    where id = ${id}`.execute(db)
}

/** Moves a past event to its day; its attendees had accepted the day before. */
async function happenedOn(db: Ctx['db'], id: string, day: string): Promise<void> {
  await sql`update local_events set event_date = ${day}::date where id = ${id}`.execute(db)
  await sql`update event_attendees a set created_at = e.starts_at - interval '1 day' from local_events e
    where e.id = ${id} and a.event_id = e.id`.execute(db)
}

const WEEK = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The date of the next such weekday after today, plus this number of weeks. */
async function dayOf(db: Ctx['db'], day: TownEvent['day'], weeks: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(today + 1 + (${WEEK.indexOf(day)} - extract(dow from today)::int + 6) % 7 + ${7 * weeks}::int,
      'YYYY-MM-DD') as day
    from (select (now() at time zone ${ZONE})::date as today) t`.execute(db)
  return rows[0]!.day
}
