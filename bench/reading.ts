/** Lists, posts, pages and search, as a member of twenty networks who sees his own votes, or as a visitor. */
import { WORDS } from './bulk/words.ts'
import { type Ask, type Load, load, openClient } from './clients.ts'
import type { Community } from './community.ts'
import { driverRate, statementsOf } from './driver.ts'
import { median, quantile, type Row } from './table.ts'

const CLIENTS = 10
const SECONDS = 4
const FEED = '/api/v1/feed'

const asked = (community: Community, ask: Ask, seconds = SECONDS) =>
  flawless(load({ url: community.url, clients: CLIENTS, seconds, next: () => ask }))

/** Fails if there was an error response: the figure would be worthless. */
async function flawless(running: Promise<Load>): Promise<Load> {
  const { failed, ...rest } = await running
  return failed ? { ...rest, failed, rate: 0, times: [] } : { ...rest, failed }
}

/** The best of three runs: the same rule for the program and for the driver alone. */
async function bestRate(community: Community, ask: Ask): Promise<number> {
  let best = 0
  for (let round = 0; round < 3; round++) best = Math.max(best, (await asked(community, ask)).rate)
  return best
}

export async function listFigures(big: Community, small: Community): Promise<Row[]> {
  const [mine, size] = [big.cookies[0]!, 'list of 20 cards, JSON']
  const statements = await statementsOf(big, FEED)
  await asked(big, { path: FEED, cookie: mine }, 2) // compiled and cached, as in a process that has run for a minute
  const ours = await bestRate(big, { path: FEED, cookie: mine })
  const theirs = await driverRate(big.databaseUrl, statements, SECONDS)
  const visitors = await asked(big, { path: FEED })
  const first = { path: FEED, cookie: mine }
  const deep = { path: `${FEED}?after=${await cursorOfPage(big, 100)}`, cookie: mine }
  await asked(small, { path: FEED, cookie: small.cookies[0]! }, 2)
  const times: Record<'big' | 'small' | 'first' | 'deep', number[]> = { big: [], small: [], first: [], deep: [] }
  // alternating, so that other load on the machine affects both
  for (let round = 0; round < 3; round++) {
    times.small.push(median((await asked(small, { path: FEED, cookie: small.cookies[0]! }, 2)).times))
    times.big.push(median((await asked(big, first, 2)).times))
    times.deep.push(median((await asked(big, deep, 2)).times))
    times.first.push(median((await asked(big, first, 2)).times))
  }
  return [
    { figure: size, value: ours, limit: 1200, unit: '/s', least: true },
    {
      figure: `${size}: the ${statements.length} statements by the driver alone`,
      value: theirs,
      limit: 0,
      unit: '/s',
      least: true,
    },
    { figure: `${size}: share of the driver alone`, value: (ours / theirs) * 100, limit: 40, unit: '%', least: true },
    { figure: `${size}, visitor`, value: visitors.rate, limit: 0, unit: '/s', least: true },
    {
      figure: 'list: p50 of the large community, ratio to the small one',
      value: median(times.big) / median(times.small),
      limit: 1.3,
      unit: '×',
    },
    {
      figure: 'list: p50 of page 100, ratio to page 1',
      value: median(times.deep) / median(times.first),
      limit: 1.2,
      unit: '×',
    },
  ]
}

async function cursorOfPage({ url, cookies }: Community, page: number): Promise<string> {
  let after = ''
  for (let at = 1; at < page; at++) {
    const response = await fetch(`${url}${FEED}${after && `?after=${after}`}`, { headers: { cookie: cookies[0]! } })
    const { next } = (await response.json()) as { next: string | null }
    if (!next) return after
    after = next
  }
  return after
}

/** General posts with at least one full page of comments, newest first. */
export async function busyPosts({ pool }: Community, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from posts where group_id is null and comment_count >= 20 order by created_at desc, id desc limit $1`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** The requests of opening a post: the post and its first twenty comments. */
export async function postFigures(big: Community): Promise<Row[]> {
  const posts = await busyPosts(big, 200)
  const turns = Array.from({ length: CLIENTS }, () => 0)
  const next = (client: number): Ask => {
    const id = posts[(client * 17 + turns[client]!++) % posts.length]
    return { path: `/api/v1/posts/${id}/thread`, cookie: big.cookies[0] }
  }
  let best = 0
  for (let round = 0; round < 3; round++)
    best = Math.max(best, (await flawless(load({ url: big.url, clients: CLIENTS, seconds: SECONDS, next }))).rate)
  return [{ figure: 'post with 20 comments, JSON', value: best, limit: 1000, unit: '/s', least: true }]
}

export async function pageFigures(big: Community): Promise<Row[]> {
  const cookie = big.cookies[0]!
  const [post] = await busyPosts(big, 1)
  const rows: Row[] = []
  for (const [name, path] of [
    ['feed', '/categories'],
    ['post page', `/post/${post}`],
  ] as const) {
    await asked(big, { path, cookie }, 2)
    const member = await bestRate(big, { path, cookie })
    // the cache keeps the requests that every browser sends
    const visitor = await bestRate(big, { path, gzip: true })
    const withCookie = await bestRate(big, { path, gzip: true, cookie: 'consent=all; _ga=GA1.1.1' })
    rows.push(
      { figure: `${name}, HTML, member`, value: member, limit: 200, unit: '/s', least: true },
      { figure: `${name}, HTML, visitor`, value: visitor, limit: 3000, unit: '/s', least: true },
      { figure: `${name}, HTML, visitor with cookies`, value: withCookie, limit: 3000, unit: '/s', least: true },
    )
  }
  return rows
}

const PROFILES = 100

/**
 * The profile pages of the members who wrote most, one after the other: the time that the server needs for one page without
 * other load.
 */
export async function profileFigures(big: Community): Promise<Row[]> {
  const { rows } = await big.pool.query<{ username: string }>(
    'select username from profiles order by post_count + comment_count desc limit $1',
    [PROFILES],
  )
  const limited: Row[] = []
  for (const [who, caller] of [
    ['member of 20 networks', { cookie: big.cookies[0]! }],
    // with this header no page is served from the visitors' cache
    ['visitor, not from the cache', { authorization: 'none' }],
  ] as const)
    for (const tab of ['', '?tab=comments']) {
      const times = await timesOf(
        big,
        rows.map(({ username }) => ({ path: `/user/${username}${tab}`, ...caller })),
      )
      const what = tab ? 'profile page, comments' : 'profile page'
      limited.push({
        figure: `${what}, ${who}: p95 in the server`,
        value: quantile(times, 0.95),
        limit: 30,
        unit: 'ms',
      })
    }
  return limited
}

/** Runs twice, and the second run counts: the first one reads from the disk. */
async function timesOf(big: Community, asks: Ask[]): Promise<number[]> {
  const client = await openClient(big.url)
  const times: number[] = []
  for (const round of [1, 2])
    for (const ask of asks) {
      const { status, ms } = await client.ask(ask)
      if (round === 2) times.push(status === 200 ? ms : Number.POSITIVE_INFINITY)
    }
  client.close()
  return times
}

const SEARCH_SECONDS = 20

/** Swaps two letters. */
const mistyped = (word: string) => `${word.slice(0, 4)}${word[5]}${word[4]}${word.slice(6)}`

/** Two clients send the mix in turns; a request that fails counts as infinitely long. */
export async function searchFigures(big: Community): Promise<Row[]> {
  const { rows } = await big.pool.query<{ display_name: string }>(
    'select display_name from profiles order by post_count desc limit 1',
  )
  const [name = ''] = rows[0]!.display_name.split(' ').slice(-1)
  const mix = {
    'the commonest word': WORDS[0]!,
    'two common words': `${WORDS[20]} ${WORDS[40]}`,
    'a rare word': WORDS[40_000]!,
    'a misspelt name': `${name.slice(0, 2)}${name[1]}${name.slice(2)}`,
    'no hit': 'qzxwvkjy',
    'a typing error': mistyped(WORDS.slice(2000).find((word) => word.length === 9)!),
  }
  const times = new Map(Object.keys(mix).map((what) => [what, [] as number[]]))
  const until = performance.now() + SEARCH_SECONDS * 1000
  const one = async () => {
    const client = await openClient(big.url)
    for (let turn = 0; performance.now() < until; turn++) {
      const [what, words] = Object.entries(mix)[turn % Object.keys(mix).length]!
      const ask = { path: `/api/v1/search?q=${encodeURIComponent(words)}`, cookie: big.cookies[0] }
      const { status, ms } = await client.ask(ask)
      times.get(what)!.push(status === 200 ? ms : Number.POSITIVE_INFINITY)
    }
    client.close()
  }
  await Promise.all([one(), one()])
  return [
    { figure: 'search, p95 of the mix', value: quantile([...times.values()].flat(), 0.95), limit: 150, unit: 'ms' },
    ...[...times].map(([what, of]) => ({
      ...{ figure: `search, p95 of ${what}`, value: quantile(of, 0.95), limit: 150, unit: `ms (${of.length} answers)` },
    })),
  ]
}
