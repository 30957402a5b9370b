/** The lists of networks and of pods, in communities with ten thousand and a hundred thousand of them. */
import { join } from 'node:path'
import { openClient } from './clients.ts'
import { type Community, openCommunity } from './community.ts'
import { statementsOf } from './driver.ts'
import { planOf } from './plans.ts'
import { quantile, type Row } from './table.ts'

export const PLACES = { posts: 10_000, comments: 10_000, groups: 10_000, pods: 100_000 }
const CLIENTS = 2
const SECONDS = 5
const API = '/api/v1'

/** Both parts use the same folder, so they have the same community. */
const open = (folder: string) => openCommunity(join(folder, 'places'), PLACES)

/** The requests, by their names in the table. */
async function asks(community: Community): Promise<[string, string][]> {
  const [groups, pods] = [`${API}/groups`, `${API}/pods`]
  return [
    ['networks: all, newest first', groups],
    ['networks: all, page 100', `${groups}?after=${await cursorOfPage(community, groups, 100)}`],
    ['networks: search, a word that all have', `${groups}?q=dads`],
    ['networks: search, a rare number', `${groups}?q=9999`],
    ['networks: search, two letters that hardly one has', `${groups}?q=xq`],
    ['networks: search, no hit', `${groups}?q=qzxwvkjy`],
    ['networks: mine, popular, new', `${API}/me/groups/overview`],
    ['networks: mine, all', `${API}/me/groups`],
    ['pods: first page', pods],
    ['pods: page 100', `${pods}?page=100`],
    ['pods: search, a common word', `${pods}?q=sleep`],
    ['pods: search, a rare number', `${pods}?q=99999`],
    ['pods: search, no hit', `${pods}?q=qzxwvkjy`],
  ]
}

export async function placeFigures(folder: string): Promise<Row[]> {
  const community = await open(folder)
  try {
    const rows: Row[] = []
    for (const [figure, path] of await asks(community)) {
      await timesOf(community, path, 1) // planned and cached, as in a process that has run for a minute
      const times = await timesOf(community, path, SECONDS)
      rows.push({
        figure: `${figure}, p95`,
        value: quantile(times, 0.95),
        limit: 50,
        unit: `ms (${times.length} answers)`,
      })
    }
    return rows
  } finally {
    await community.stop()
  }
}

/** A request that fails counts as infinitely long. */
async function timesOf({ url, cookies }: Community, path: string, seconds: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const one = async () => {
    const client = await openClient(url)
    while (performance.now() < until) {
      const { status, ms } = await client.ask({ path, cookie: cookies[0] })
      times.push(status === 200 ? ms : Number.POSITIVE_INFINITY)
    }
    client.close()
  }
  await Promise.all(Array.from({ length: CLIENTS }, one))
  return times
}

async function cursorOfPage({ url, cookies }: Community, list: string, page: number): Promise<string> {
  let after = ''
  for (let at = 1; at < page; at++) {
    const response = await fetch(`${url}${list}${after && `?after=${after}`}`, { headers: { cookie: cookies[0]! } })
    const { next } = (await response.json()) as { next: string | null }
    if (!next) return after
    after = next
  }
  return after
}

/** Prints the plans for docs/performance.md; measures nothing that has a limit. */
export async function printPlacePlans(folder: string): Promise<[]> {
  const community = await open(folder)
  const client = await community.pool.connect()
  try {
    for (const [figure, path] of await asks(community)) {
      console.log(`\n== ${figure}`)
      for (const statement of await statementsOf(community, path)) console.log(await planOf(client, statement))
    }
    return []
  } finally {
    client.release()
    await community.stop()
  }
}
