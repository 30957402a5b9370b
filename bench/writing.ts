/** Votes, comments and posts by fifty members at the same time; afterwards every acknowledged write is checked. */
import { randomUUID } from 'node:crypto'
import { makeRandom } from './bulk/random.ts'
import { makeComment, makePost, makeTitle } from './bulk/words.ts'
import { type Ask, load } from './clients.ts'
import type { Community } from './community.ts'
import type { Row } from './table.ts'

const SECONDS = 8
const DIRECTIONS = ['up', 'down', 'none'] as const

export async function voteFigures(community: Community): Promise<Row[]> {
  const posts = await generalPosts(community, 20_000)
  const before = await deadlocks(community)
  const spread = await votes(community, (turn, client) => posts[(turn * 50 + client) % posts.length]!)
  const hot = await votes(community, () => posts[0]!)
  const rows = (
    name: string,
    { rate, lost, drift, failed }: Awaited<ReturnType<typeof votes>>,
    limit: number,
  ): Row[] => [
    { figure: `votes, 50 clients, ${name}`, value: rate, limit, unit: '/s', least: true },
    { figure: `votes, ${name}: lost, drifted or refused`, value: lost + drift + failed, limit: 0, unit: '' },
  ]
  return [
    ...rows('spread', spread, 1200),
    ...rows('on one post', hot, 700),
    { figure: 'votes: deadlocks', value: (await deadlocks(community)) - before, limit: 0, unit: '' },
  ]
}

async function generalPosts({ pool }: Community, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from posts where group_id is null and removed_at is null order by created_at desc, id desc limit $1',
    [count],
  )
  return rows.map(({ id }) => id)
}

/** Each client is another member and changes his vote each time, so that every request writes. */
async function votes(community: Community, post: (turn: number, client: number) => string) {
  const { url, cookies, members, pool } = community
  const turns = cookies.map(() => 0)
  /** "member post" → the last acknowledged direction */
  const wished = new Map<string, string>()
  const next = (client: number): Ask => {
    const turn = turns[client]!++
    const target = post(turn, client)
    const now = wished.get(`${members[client]} ${target}`) ?? 'none'
    const direction = DIRECTIONS[(DIRECTIONS.indexOf(now as 'up') + 1) % 3]
    return { path: `/api/v1/posts/${target}/vote`, method: 'PUT', cookie: cookies[client], body: { direction } }
  }
  const onAnswer = ({ path, body }: Ask, client: number) =>
    void wished.set(`${members[client]} ${path.split('/')[4]}`, (body as { direction: string }).direction)
  const { rate, failed } = await load({ url, clients: cookies.length, seconds: SECONDS, next, onAnswer })
  const pairs = [...wished].map(([pair, direction]) => [...pair.split(' '), direction])
  const { rows: lost } = await pool.query<{ n: number }>(
    `select count(*)::int as n from unnest($1::uuid[], $2::uuid[], $3::text[]) w (user_id, post_id, direction)
     left join post_votes v using (user_id, post_id)
     where w.direction <> case v.is_upvote when true then 'up' when false then 'down' else 'none' end`,
    [0, 1, 2].map((place) => pairs.map((pair) => pair[place])),
  )
  const { rows: drift } = await pool.query<{ n: number }>(
    `select count(*)::int as n from posts p cross join lateral (
       select count(*) filter (where v.is_upvote) as up, count(*) filter (where not v.is_upvote) as down
       from post_votes v where v.post_id = p.id) v
     where p.id = any($1::uuid[]) and (p.upvotes, p.downvotes) <> (v.up, v.down)`,
    [[...new Set(pairs.map(([, target]) => target))]],
  )
  return { rate, failed, lost: lost[0]!.n, drift: drift[0]!.n }
}

async function deadlocks({ pool }: Community): Promise<number> {
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return rows[0]!.deadlocks
}

export async function writeFigures(community: Community): Promise<Row[]> {
  const posts = await generalPosts(community, 5000)
  const random = makeRandom(1)
  const words = Array.from({ length: 500 }, () => makeComment(random).content)
  const texts = Array.from({ length: 500 }, () => ({ title: makeTitle(random), content: makePost(random).content }))
  const { rows: categories } = await community.pool.query<{ id: string }>('select id from categories order by name')
  const comment = (turn: number) => ({
    path: `/api/v1/posts/${posts[(turn * 7) % posts.length]}/comments`,
    body: { content: words[turn % words.length] },
  })
  const post = (turn: number) => ({
    path: '/api/v1/posts',
    body: { ...texts[turn % texts.length], type: 'text', category_id: categories[turn % categories.length]!.id },
  })
  return [
    ...(await written(community, 'new comments', 'comments', comment, 600)),
    ...(await written(community, 'new posts', 'posts', post, 400)),
  ]
}

type Writing = (turn: number) => { path: string; body: object }

async function written(
  { url, cookies, pool }: Community,
  name: string,
  table: string,
  writing: Writing,
  limit: number,
): Promise<Row[]> {
  let turn = 0
  const ids: string[] = []
  const next = (client: number): Ask => {
    const { path, body } = writing(turn++)
    return { path, method: 'POST', cookie: cookies[client], body: { ...body, id: randomUUID() } }
  }
  const onAnswer = ({ body }: Ask) => void ids.push((body as { id: string }).id)
  const { rate, failed } = await load({ url, clients: cookies.length, seconds: SECONDS, status: 201, next, onAnswer })
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where id = any($1::uuid[])`,
    [ids],
  )
  return [
    { figure: `${name}, 50 clients`, value: rate, limit, unit: '/s', least: true },
    { figure: `${name}: lost or refused`, value: ids.length - rows[0]!.n + failed, limit: 0, unit: '' },
  ]
}
