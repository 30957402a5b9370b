/**
 * Dads nearby: the same request among ten thousand members who share their position, and among a million, a fifth of them in
 * one city. And the calendar among a million events with the same uneven distribution.
 */
import { join } from 'node:path'
import { cellAt } from '#server/kernel/geo/geo.ts'
import { SEASON_WORD } from './bulk/events.ts'
import { LARGEST } from './bulk/member-cells.ts'
import { openClient } from './clients.ts'
import { type Community, openCommunity } from './community.ts'
import { statementsOf } from './driver.ts'
import { planOf } from './plans.ts'
import { quantile, type Row } from './table.ts'

export const LOCAL_BIG = { posts: 1000, comments: 1000, members: 1_000_000, groups: 10_000, events: 1_000_000 }
export const LOCAL_SMALL = { posts: 1000, comments: 1000, members: 10_000, groups: 100, events: 10_000 }
const ROUNDS = 12
const SECONDS = 3
const PATH = '/api/v1/nearby?radius=25'
/** In the middle of the years in which the events take place, and in pages as the calendar shows them. */
const WEEKS = ['2025-12-07', '2026-01-04', '2026-03-01', '2026-05-31', '2025-09-14']
const calendar = (scope: string, more = '') =>
  WEEKS.map((day) => `/api/v1/events/week?zone=Europe%2FLondon&day=${day}&scope=${scope}${more}`)
const UPCOMING = '/api/v1/events?zone=Europe%2FLondon&scope='
/** Where the circle crosses the largest city. */
const CORNER = { latitude: LARGEST.latitude + 0.15, longitude: LARGEST.longitude + 0.2 }
/** [name of the request, position, limit in ms] */
type Asked = [string, string[], number]
const FROM_THE_CORNER: Asked[] = [
  ['a week of the calendar, 50 mi from the corner of the city', calendar('near', '&radius=50'), 20],
  ['a week of the calendar, 10 mi from the corner of the city', calendar('near', '&radius=10'), 20],
  ['upcoming events, 50 mi from the corner of the city', [`${UPCOMING}near&radius=50`], 50],
  ['upcoming events, 50 mi from the corner, no hit', [`${UPCOMING}near&radius=50&q=qzxwvkjy`], 50],
]
const CALENDAR: Asked[] = [
  ['a week of the calendar, 25 mi', calendar('near'), 20],
  ['a week of the calendar, everywhere', calendar('everywhere'), 20],
  ['a week of the calendar, a common word', calendar('everywhere', '&q=sleep'), 50],
  ['upcoming events, 25 mi', [`${UPCOMING}near`], 50],
  ['upcoming events, everywhere', [`${UPCOMING}everywhere`], 50],
  ['upcoming events, a common word', [`${UPCOMING}everywhere&q=sleep`], 50],
  ['upcoming events, no hit', [`${UPCOMING}everywhere&q=qzxwvkjy`], 50],
  // more matches than are sorted, and none among the soonest events
  ['upcoming events, a word of next summer', [`${UPCOMING}everywhere&q=${SEASON_WORD}`], 250],
]

export async function localFigures(folder: string): Promise<Row[]> {
  const small = await openCommunity(join(folder, 'local-small'), LOCAL_SMALL)
  const big = await openCommunity(join(folder, 'local-big'), LOCAL_BIG)
  try {
    const rows: Row[] = []
    for (const where of ['wherever they live', 'in the middle of the largest city'] as const) {
      if (where !== 'wherever they live') for (const community of [small, big]) await moveLogins(community)
      const [few, many] = await inTurns(small, big)
      const p95 = quantile(many, 0.95)
      rows.push(
        { figure: `nearby, 25 mi, 1,000,000 members, ${where}, p95`, value: p95, limit: 20, unit: 'ms' },
        {
          figure: `nearby, 1,000,000 members, ratio to 10,000 members, ${where}`,
          value: p95 / quantile(few, 0.95),
          limit: 1.5,
          unit: `× (p95 of ${few.length} and ${many.length} answers)`,
        },
      )
    }
    rows.push(...(await calendarFigures(big, CALENDAR)))
    await moveLogins(big, CORNER)
    rows.push(...(await calendarFigures(big, FROM_THE_CORNER)))
    return rows
  } finally {
    await big.stop()
    await small.stop()
  }
}

async function calendarFigures(big: Community, asked: Asked[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const [figure, paths, limit] of asked) {
    await timesOf(big, 1, paths)
    const times = await timesOf(big, SECONDS, paths)
    const value = quantile(times, 0.95)
    rows.push({ figure: `${figure}, 1,000,000 events, p95`, value, limit, unit: `ms (${times.length} answers)` })
  }
  return rows
}

/** Measures both communities alternately and for the same time, so that a slow minute of the machine affects both. */
async function inTurns(small: Community, big: Community): Promise<[number[], number[]]> {
  const [few, many]: [number[], number[]] = [[], []]
  for (const community of [small, big]) await timesOf(community, 1) // planned and cached, as in a process that has run for a minute
  for (let round = 0; round < ROUNDS; round++) {
    few.push(...(await timesOf(small, SECONDS / ROUNDS)))
    many.push(...(await timesOf(big, SECONDS / ROUNDS)))
  }
  return [few, many]
}

/**
 * Asks as each member who can sign in, one after the other, from the member's position. A request that fails counts as
 * infinitely long.
 */
async function timesOf({ url, cookies }: Community, seconds: number, paths = [PATH]): Promise<number[]> {
  const times: number[] = []
  const client = await openClient(url)
  const until = performance.now() + seconds * 1000
  for (let turn = 0; performance.now() < until; turn++) {
    const { status, ms } = await client.ask({
      path: paths[turn % paths.length]!,
      cookie: cookies[turn % cookies.length],
    })
    times.push(status === 200 ? ms : Number.POSITIVE_INFINITY)
  }
  client.close()
  return times
}

const moveLogins = ({ pool, members }: Community, to = LARGEST) =>
  pool.query('update profiles_private set cell = $1 where id = any($2::uuid[])', [cellAt(to), members])

/** Prints the plans for docs/performance.md; measures nothing that has a limit. */
export async function printLocalPlans(folder: string): Promise<[]> {
  const community = await openCommunity(join(folder, 'local-big'), LOCAL_BIG)
  const client = await community.pool.connect()
  try {
    for (const [where, asked] of [
      [LARGEST, CALENDAR],
      [CORNER, FROM_THE_CORNER],
    ] as const) {
      await moveLogins(community, where)
      for (const path of [PATH, ...asked.map(([, paths]) => paths[0]!)]) {
        console.log(`\n== ${path}`)
        for (const statement of await statementsOf(community, path)) console.log(await planOf(client, statement))
      }
    }
    return []
  } finally {
    client.release()
    await community.stop()
  }
}
