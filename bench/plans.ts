/** How the database finds the rows of each list and counter: the plan of every statement of a request, shortened. */
import type pg from 'pg'
import type { Community } from './community.ts'
import { type Caller, type Statement, statementsOf } from './driver.ts'
import { busyPosts } from './reading.ts'

/** Prints the plans for docs/performance.md; measures nothing that has a limit. */
export async function printPlans(big: Community): Promise<[]> {
  const [post] = await busyPosts(big, 1)
  const one = (text: string) => big.pool.query<{ text: string }>(text).then(({ rows }) => rows[0]!.text)
  const poll = await one(
    `select id as text from posts where type = 'poll' and group_id is null order by created_at desc limit 1`,
  )
  const most = await one('select username as text from profiles order by post_count desc limit 1')
  const slug = await one('select slug as text from categories order by post_count desc limit 1')
  const last = await one('select slug as text from categories order by post_count limit 1')
  const asked: [string, string, Caller][] = [
    ['feed, visitor', '/api/v1/feed', 'visitor'],
    ['feed, member of 20 networks', '/api/v1/feed', 'member'],
    ['category, member', `/api/v1/categories/${slug}/posts`, 'member'],
    ['rare category, visitor', `/api/v1/categories/${last}/posts`, 'visitor'],
    ['category by type, member', `/api/v1/categories/${slug}/posts?type=poll`, 'member'],
    ["a member's posts, visitor", `/api/v1/members/${most}/posts`, 'visitor'],
    ["a member's comments, visitor", `/api/v1/members/${most}/comments`, 'visitor'],
    ["a member's comments, member", `/api/v1/members/${most}/comments`, 'member'],
    ['post, member', `/api/v1/posts/${post}`, 'member'],
    ['poll, member', `/api/v1/posts/${poll}`, 'member'],
    ['comments, member', `/api/v1/posts/${post}/comments`, 'member'],
    ['categories with their counters', '/api/v1/categories', 'visitor'],
  ]
  const client = await big.pool.connect()
  try {
    for (const [name, path, caller] of asked) {
      console.log(`\n== ${name}`)
      for (const statement of await statementsOf(big, path, caller)) console.log(await planOf(client, statement))
    }
  } finally {
    client.release()
  }
  return []
}

/** Explains twice and keeps the second plan: the first run reads from the disk. */
export async function planOf(client: pg.PoolClient, { text, values }: Statement): Promise<string> {
  const explain = { text: `explain (analyze, buffers, costs off) ${text}`, values }
  await client.query(explain)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(explain)
  const lines = rows.map((row) => row['QUERY PLAN'])
  const isWorth = (line: string) =>
    !/^\s*(Planning|Heap Blocks|Rows Removed by Index|Sort Key|Cache Key|Cache Mode|Index Searches|Group Key)/.test(
      line,
    )
  return `-- ${text.replace(/\s+/g, ' ').slice(0, 120)} …\n${lines.filter(isWorth).join('\n')}`
}
