/** The private calendar of a member who attends many events, and its rate limit for programs that serve many members. */
import { RawNode, sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeBrowser } from '#test/client.ts'
import { isFull } from '#test/guarantees/guarantee.ts'
import { readBack } from '#test/ical.ts'
import { makeWorld, type Person } from '#test/world.ts'
import { RATE_LIMITS } from '../kernel/http/limits.ts'
import { calendarOfEvent, calendarOfMember } from './calendar.ts'

const world = await makeWorld()
const { db } = world
const { url } = await world.serve({ pages: 'stub', env: { RATE_LIMITS: 'on' } })
const visitor = makeBrowser(url)
const home = { brand: 'Fatherkin', baseUrl: url }
const ana = await world.member()
const feedOf = async (person: Person) => (await world.as(person).events.renewCalendarFeed()).path

/** Creates events that he attends, one per day, at these distances from today in days. */
const attendDays = (person: Person, from: number, to: number, description: string | null = null) =>
  sql`with made as (
      insert into local_events (title, location, event_date, event_time, time_zone, user_id, description)
      select 'Day ' || n, 'Here', (now() at time zone 'UTC')::date + n % 2000, '12:00', 'UTC', ${ana.id}, ${description}
      from generate_series(${from}::int, ${to}::int) n returning id)
    insert into event_attendees (event_id, user_id) select id, ${person.id} from made`.execute(db)
const daysOf = (text: string) => readBack(text).map(({ summary }) => Number(summary.slice(4)))

test('counts against the rate limit of its member; only unknown keys count against the IP address', async () => {
  const { points } = RATE_LIMITS.calendar
  const [one, other] = [await feedOf(ana), await feedOf(await world.member())]
  const answers = await Promise.all(Array.from({ length: points + 5 }, () => visitor.get(one)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(points)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  expect((await visitor.get(other)).status).toBe(200)
  const guesses = await Promise.all(
    Array.from({ length: points + 5 }, () => visitor.get(`/calendar/${crypto.randomUUID()}.ics`)),
  )
  expect(guesses.filter(({ status }) => status === 404)).toHaveLength(points)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5)
  expect((await visitor.get(other)).status).toBe(200)
})

test('begins a year ago, and keeps the next events if there are more than its maximum', async () => {
  const ben = await world.member()
  await attendDays(ben, -400, -300)
  await attendDays(ben, 0, 10)
  const path = await feedOf(ben)
  const days = daysOf((await visitor.get(path)).text)
  expect(days).toEqual([...days].sort((one, other) => other - one))
  expect([Math.max(...days), Math.min(...days)]).toEqual([10, -366])
  expect(days).toHaveLength(11 + 67)
  await attendDays(ben, 11, 520)
  expect(daysOf((await visitor.get(path)).text).sort((one, other) => one - other)).toEqual(
    Array.from({ length: 500 }, (_, n) => n),
  )
})

test('contains an event that was moved to another day on that day', async () => {
  const ben = await world.member()
  const { id } = await world.event({ by: ana })
  await world.as(ben).events.attendEvent({ id, going: true })
  await sql`update local_events set event_date = event_date - 800 where id = ${id}`.execute(db)
  const path = await feedOf(ben)
  expect(readBack((await visitor.get(path)).text)).toEqual([])
  await sql`update local_events set event_date = event_date + 700 where id = ${id}`.execute(db)
  expect(readBack((await visitor.get(path)).text)).toHaveLength(1)
})

test('contains the beginnings of long descriptions; the file of one event contains the whole', async () => {
  const ben = await world.member()
  const description = '👨‍👧 Rope; and knots, '.repeat(500).slice(0, 9000)
  await attendDays(ben, 1, 2, description)
  const [event] = readBack((await visitor.get(await feedOf(ben))).text)
  expect(event!.description).toBe(`${[...description].slice(0, 999).join('')}…`)
  const one = await calendarOfEvent(world.ctx(null), home, event!.uid.slice(0, 36))
  expect(readBack(one)[0]!.description).toBe(description)
})

test('reads only the rows that it contains, of many thousand events', { timeout: 120_000 }, async () => {
  const ben = await world.member()
  // on four hundred days, all more than a year ago
  for (let n = 0; n < (isFull ? 50 : 3); n++)
    await sql`with made as (
        insert into local_events (title, location, event_date, event_time, time_zone, user_id)
        select 'Past', 'Here', current_date - 400 - n % 400, '12:00', 'UTC', ${ana.id} from generate_series(1, 2000) n
        returning id)
      insert into event_attendees (event_id, user_id) select id, ${ben.id} from made`.execute(db)
  await attendDays(ben, -2, 3)
  await sql`vacuum analyze event_attendees`.execute(db)
  await sql`vacuum analyze local_events`.execute(db)
  const plan: string[] = []
  await db.transaction().execute(async (trx) => {
    // PostgreSQL reads a table of some thousand rows faster sequentially
    if (!isFull) await sql`set local enable_seqscan = off`.execute(trx)
    const explained = trx.withPlugin({
      transformQuery: ({ node }) => RawNode.create(['explain (analyze, costs off, timing off) ', ''], [node]),
      async transformResult({ result }) {
        plan.push(...result.rows.map((row) => String(row['QUERY PLAN'])))
        return { ...result, rows: [] }
      },
    })
    await calendarOfMember({ ...world.ctx(null), db: explained }, home, ben.id)
  })
  const text = plan.join('\n')
  expect(text).toMatch(/Index (Only )?Scan using event_attendees_of on event_attendees/)
  expect(text).not.toMatch(/Seq Scan on (local_events|event_attendees)/)
  const most = Math.max(...[...text.matchAll(/rows=([\d.]+) loops/g)].map(([, rows]) => Number(rows)))
  expect(most, text).toBeLessThanOrEqual(6)
})
