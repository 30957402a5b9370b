/** The four counts of members of twenty networks, with the last visit a minute or a year ago, among five million messages. */
import { join } from 'node:path'
import { openClient } from './clients.ts'
import { type Community, openCommunity } from './community.ts'
import type { Statement } from './driver.ts'
import { planOf } from './plans.ts'
import { quantile, type Row } from './table.ts'

export const BADGES = { posts: 1_000_000, comments: 1_000_000, groups: 1000, talk: 5_000_000, events: 200_000 }
const PATH = '/api/v1/me/badges?zone=Europe%2FLondon'
const SECONDS = 5
const AGO = { 'a minute': '1 minute', 'a year': '1 year' } as const

const open = (folder: string) => openCommunity(join(folder, 'badges'), BADGES)

export async function badgeFigures(folder: string): Promise<Row[]> {
  const community = await open(folder)
  try {
    const rows: Row[] = []
    for (const [name, age] of Object.entries(AGO)) {
      const counts = await look(community, age)
      await timesOf(community, 1) // planned and cached, as in a process that has run for a minute
      const times = await timesOf(community, SECONDS)
      rows.push({
        figure: `badges: four counts, 20 networks, 1,000,000 posts, 5,000,000 messages, last seen ${name} ago, p95`,
        value: quantile(times, 0.95),
        limit: 15,
        unit: `ms (${times.length} answers, e.g. ${counts})`,
      })
    }
    return rows
  } finally {
    await community.stop()
  }
}

/** Sets the last visit of every member to so long before the newest item of everything. */
async function look(community: Community, age: string): Promise<string> {
  const { pool, url, cookies, members } = community
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

/** Asks as each member who can sign in, one after the other. A request that fails counts as infinitely long. */
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

/**
 * Prints the plans for docs/performance.md; measures nothing that has a limit. The counts are made inside a function, and
 * EXPLAIN does not show its statements. So the statements are taken out of the function and explained with the same parameters.
 */
export async function printBadgePlans(folder: string): Promise<[]> {
  const community = await open(folder)
  const client = await community.pool.connect()
  try {
    const { rows } = await client.query<{ prosrc: string; proconfig: string[] }>(
      `select prosrc, proconfig from pg_proc where proname = 'count_new'`,
    )
    const { prosrc, proconfig } = rows[0]!
    for (const setting of proconfig) await client.query(`set ${setting.replace('=', ' = ')}`)
    for (const [name, expression] of countsIn(prosrc)) await client.query(preparedAs(name, expression))
    for (const [name, age] of Object.entries(AGO)) {
      console.log(`\n== last seen ${name} ago: ${await look(community, age)}`)
      for (const [count, column] of Object.entries(SEEN))
        console.log(`${count}\n${await planOf(client, await executed(community, count, column))}`)
    }
    return []
  } finally {
    client.release(true)
    await community.stop()
  }
}

const SEEN = { feed: 'feed_at', groups: 'groups_at', local: 'local_at', profile: 'profile_at' }

/** Of the profile only the comments: the rest of it is a number and a few pending requests. */
function countsIn(source: string): [name: string, expression: string][] {
  const selected = source.matchAll(/^ {2}select ([^;]*?) into (feed|groups|said), \w+ from ([^;]*);$/gm)
  const assigned = source.matchAll(/^ {2}(local) := ([^;]*);$/gm)
  const counts = [
    ...[...selected].map(([, what, name, from]) => [name === 'said' ? 'profile' : name!, `${what} from ${from}`]),
    ...[...assigned].map(([, name, expression]) => [name!, expression!]),
  ] as [string, string][]
  if (counts.length !== Object.keys(SEEN).length) throw new Error('count_new is not written as this looks for it')
  return counts
}

const preparedAs = (name: string, expression: string) =>
  `prepare ${name} (uuid, uuid[], timestamptz) as select ${expression
    .replaceAll(/\bseen\.karma\b|\bkarma_now\b/g, '0')
    .replaceAll(/\bseen\.\w+/g, '$3')
    .replaceAll(/\bviewer\b/g, '$1')
    .replaceAll(/\bmine\b/g, '$2')
    .replaceAll(/\benough\b/g, '100')
    .replaceAll(/\bfresh\b/g, "now() - interval '2 minutes'")
    .replaceAll(/\btoday\b/g, 'current_date')}`

async function executed({ pool, members }: Community, count: string, column: string): Promise<Statement> {
  const { rows } = await pool.query<{ text: string }>(
    `select format('execute %I (%L, %L, %L)', $2::text, s.member_id,
       array(select m.group_id from group_members m where m.user_id = s.member_id), s.${column}) as text
     from member_seen s where s.member_id = $1`,
    [members[0], count],
  )
  return { text: rows[0]!.text, values: [] }
}
