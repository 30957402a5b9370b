/**
 * From facts to karma: 500 votes, comments, joins and leaves per second through the running program, and the time until each
 * fact is added up. The clients are not measured: they keep their rate, and an action that is refused or late counts as not
 * done.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, openClient } from './clients.ts'
import type { Community } from './community.ts'
import type { Row } from './table.ts'

const SECONDS = 20
const PER_SECOND = 500
const CLIENTS = 50
const LIMIT_S = 2

export async function karmaFigures(community: Community): Promise<Row[]> {
  const { pool } = community
  await foldedAt(community, 0)
  // the members' figures contain millions of votes; drift is checked before and after
  const before = await drift(community)
  const watching = watch(community)
  const done = await act(community)
  const waits = await watching.end()
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from karma_changes')
  return [
    {
      figure: `facts to karma, ${CLIENTS} clients: facts`,
      value: done.rate,
      limit: PER_SECOND * 0.98,
      unit: '/s',
      least: true,
    },
    {
      figure: 'facts to karma: longest delay until a fact was added up',
      value: waits.longest,
      limit: LIMIT_S,
      unit: `s (${waits.looks} looks)`,
    },
    { figure: 'facts to karma: refused', value: done.failed, limit: 0, unit: '' },
    { figure: 'facts to karma: still to be added', value: rows[0]!.n, limit: 0, unit: '' },
    {
      figure: 'karma: members whose karma differs from a recount',
      value: before + (await drift(community)),
      limit: 0,
      unit: '',
    },
  ]
}

interface Action {
  path: string
  method: string
  body?: unknown
}

/** Each client sends its share in every second, however long the responses take. */
async function act({ url, cookies, members, pool }: Community): Promise<{ rate: number; failed: number }> {
  const { rows: posts } = await pool.query<{ id: string }>(
    'select id from posts where group_id is null order by created_at desc, id desc limit 2000',
  )
  const { rows: groups } = await pool.query<{ id: string }>(
    // the creator of a network cannot leave it
    `select id from groups where is_public and status = 'approved' and creator_id <> all($1) order by id limit 200`,
    [members],
  )
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => openClient(url)))
  const turns = Array.from({ length: CLIENTS }, () => 0)
  const next = (client: number): Action => {
    const turn = turns[client]!++
    const post = posts[(turn * 37 + client * 11) % posts.length]!.id
    // of ten actions seven are votes, two are comments, and one joins or leaves
    if (turn % 10 < 7) {
      const direction = turn % 3 === 2 ? 'down' : 'up'
      return { path: `/api/v1/posts/${post}/vote`, method: 'PUT', body: { direction } }
    }
    if (turn % 10 < 9)
      return {
        path: `/api/v1/posts/${post}/comments`,
        method: 'POST',
        body: { content: 'Same here.', id: randomUUID() },
      }
    const group = groups[(Math.floor(turn / 20) * 7 + client) % groups.length]!.id
    return { path: `/api/v1/groups/${group}/membership`, method: turn % 20 < 10 ? 'PUT' : 'DELETE' }
  }
  let [done, failed] = [0, 0]
  const until = performance.now() + SECONDS * 1000
  const from = performance.now()
  const one = async (client: Client, number: number) => {
    for (let n = 0; ; n++) {
      const due = from + ((n * CLIENTS + number) * 1000) / PER_SECOND
      if (due >= until) return
      await pause(Math.max(0, due - performance.now()))
      const { status } = await client.ask({ ...next(number), cookie: cookies[number % cookies.length] })
      // the member is in this network already, or has left it already: nothing had to be done
      if (status < 300) done++
      else if (status !== 409) failed++
    }
  }
  await Promise.all(clients.map(one))
  const took = (performance.now() - from) / 1000
  for (const client of clients) client.close()
  return { rate: done / took, failed }
}

/** Watches the oldest fact that is not added up yet: since when has it existed? */
function watch(community: Community) {
  let isOver = false
  let looks = 0
  let longest = 0
  const watching = (async () => {
    // [the highest number at that time, when it was first seen]
    const seen: [number, number][] = []
    while (!isOver || seen.length > 0) {
      const { rows } = await community.pool.query<{ first: number | null; last: number | null }>(
        'select min(id)::int as first, max(id)::int as last from karma_changes',
      )
      const now = performance.now()
      const { first, last } = rows[0]!
      looks++
      // everything below the first remaining fact has been added up
      while (seen.length > 0 && (first === null || seen[0]![0] < first))
        longest = Math.max(longest, now - seen.shift()![1])
      if (last !== null && last > (seen.at(-1)?.[0] ?? 0)) seen.push([last, now])
      await pause(20)
    }
  })()
  return {
    async end() {
      isOver = true
      await watching
      return { longest: longest / 1000, looks }
    },
  }
}

/** Waits until at most this many remain. */
async function foldedAt({ pool }: Community, most: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from karma_changes')
    if (rows[0]!.n <= most) return
    await pause(100)
  }
}

/**
 * Counts members for whom the sum of what was added up and what remains differs from a recount, or whose score does not follow
 * from the figures.
 */
async function drift({ pool }: Community): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`
    select count(*)::int as n from karma_recount r full join karma_counts k on k.member_id = r.member_id
      left join profiles p on p.id = k.member_id
    where (r.posts, r.comments, r.kin, r.groups, r.pods, r.events, r.votes, r.liked) is distinct from
        (k.posts, k.comments, k.kin, k.groups, k.pods, k.events, k.votes, k.liked)
      and (r.member_id is not null or (k.posts, k.comments, k.kin, k.groups, k.pods, k.events, k.votes, k.liked)
        <> (0, 0, 0, 0, 0, 0, 0, 0))
      or p.community_karma <> 5 * (k.posts + k.comments) + 8 * k.kin + 15 * (k.groups + k.pods) + 3 * k.events + k.votes`)
  return rows[0]!.n
}
