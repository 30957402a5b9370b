/** The four counts of members of twenty networks, who looked a minute or a year ago, among five million messages. */
import { join } from 'node:path'
import { openClient } from './clients.ts'
import { type Community, settle } from './community.ts'
import { statementsOf } from './driver.ts'
import { planOf } from './plans.ts'
import { quantile, type Row } from './table.ts'

const SIZE = { posts: 1_000_000, comments: 1_000_000, groups: 1000, talk: 5_000_000, events: 200_000 }
const PATH = '/api/v1/me/badges?zone=Europe%2FLondon'
const SECONDS = 5
const AGO = { 'a minute': '1 minute', 'a year': '1 year' } as const

const open = (folder: string) => settle(join(folder, 'badges'), SIZE)

export async function badgeFigures(folder: string): Promise<Row[]> {
  const town = await open(folder)
  try {
    const rows: Row[] = []
    for (const [name, age] of Object.entries(AGO)) {
      const counts = await look(town, age)
      await timesOf(town, 1) // planned and cached, as after a minute of any day
      const times = await timesOf(town, SECONDS)
      rows.push({
        figure: `badges: four counts, 20 networks, 1,000,000 posts, 5,000,000 messages, last seen ${name} ago, p95`,
        value: quantile(times, 0.95),
        limit: 15,
        unit: `ms (${times.length} answers, e.g. ${counts})`,
      })
    }
    return rows
  } finally {
    await town.stop()
  }
}

/** Everybody looked so long before the last of everything. */
async function look(town: Community, age: string): Promise<string> {
  const { pool, url, cookies, members } = town
  await pool.query(`insert into member_seen (member_id) select unnest($1::uuid[]) on conflict do nothing`, [members])
  await pool.query(
    `update member_seen set feed_at = (select max(created_at) from posts) - $1::interval,
       groups_at = (select max(created_at) from group_messages) - $1::interval,
       local_at = (select max(created_at) from local_events) - $1::interval,
       profile_at = (select max(created_at) from comments) - $1::interval`,
    [age],
  )
  const client = await openClient(url)
  const { body } = await client.ask({ path: PATH, cookie: cookies[0]! })
  client.close()
  return String(body).match(/"feed":.*?"profile":\d+/)?.[0] ?? 'nothing'
}

/** By all who can sign in, in turn. An answer that is none has taken for ever. */
async function timesOf({ url, cookies }: Community, seconds: number): Promise<number[]> {
  const times: number[] = []
  const client = await openClient(url)
  const until = performance.now() + seconds * 1000
  for (let turn = 0; performance.now() < until; turn++) {
    const { status, ms } = await client.ask({ path: PATH, cookie: cookies[turn % cookies.length] })
    times.push(status === 200 ? ms : Number.POSITIVE_INFINITY)
  }
  client.close()
  return times
}

/** Prints, for docs/performance.md; measures nothing that has a limit. */
export async function tellBadgePlans(folder: string): Promise<[]> {
  const town = await open(folder)
  const client = await town.pool.connect()
  try {
    for (const [name, age] of Object.entries(AGO)) {
      console.log(`\n== last seen ${name} ago: ${await look(town, age)}`)
      for (const statement of await statementsOf(town, PATH)) console.log(await planOf(client, statement))
    }
    return []
  } finally {
    client.release()
    await town.stop()
  }
}
