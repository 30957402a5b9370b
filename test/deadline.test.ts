/** A request that is not answered in time is refused over HTTP with a Retry-After, and nothing of it is stored afterwards. */
import { connect } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { signIn } from './client.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const PASSWORD = 'the quick brown kettle'
const ana = await world.member({ name: 'ana', password: PASSWORD })
const { url } = await world.serve({ pages: 'stub', answerWithin: 300 })
const patient = await world.serve({ pages: 'stub' })
const browser = await signIn(url, ana)

const clients: pg.Client[] = []
afterEach(() => Promise.all(clients.splice(0).map((client) => client.end())))

/** Locks a post like a transaction that does not end. */
async function hold(id: string): Promise<() => Promise<unknown>> {
  const client = new pg.Client({ connectionString: world.url })
  clients.push(client)
  await client.connect()
  await client.query('begin')
  await client.query('select from posts where id = $1 for update', [id])
  return () => client.query('rollback')
}

/** Running statements of the program. */
const runningStatements = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'fatherkin'
      and (state = 'idle in transaction' or wait_event_type = 'Lock')`.execute(world.db)
  return rows[0]!.count
}

for (const [api, method, pathOf, bodyOf] of [
  ['/api/v1', 'PATCH', (id: string) => `/api/v1/posts/${id}`, (change: object) => change],
  ['/rpc', 'POST', () => '/rpc/posts/editPost', (change: object) => ({ json: change })],
] as const)
  test(`${api}: a change that waits too long is refused, and is not made when the lock is released`, async () => {
    const post = await world.post({ by: ana, content: 'As it was.' })
    const letGo = await hold(post.id)
    const change = { id: post.id, content: 'As it must not become.' }
    const { id: _in_path, ...rest } = change
    const sent = bodyOf(api === '/rpc' ? change : rest)
    const answer = await browser.send(method, pathOf(post.id), sent)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.json).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('Nothing was changed') })
    await letGo()
    await expect.poll(runningStatements).toBe(0)
    expect((await world.as(ana).posts.getPost({ id: post.id })).content).toBe('As it was.')
    const facts = await sql`select from facts where kind = 'post.edited' and data->>'post_id' = ${post.id}`.execute(
      world.db,
    )
    expect(facts.rows).toEqual([])
  })

test('a statement that commits by itself is awaited: the response reports what is stored', async () => {
  const post = await world.post({ by: ana })
  const letGo = await hold(post.id)
  const asked = browser.send('POST', `/api/v1/posts/${post.id}/comments`, { content: 'Said.' })
  await expect.poll(runningStatements).toBe(1)
  await letGo()
  expect((await asked).status).toBe(201)
  expect((await world.as(ana).posts.getPost({ id: post.id })).comment_count).toBe(1)
})

test('the time starts when the request is complete: a body may take longer', async () => {
  const { port } = new URL(url)
  const body = JSON.stringify({ dark_mode_enabled: true })
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  const headers = [`Host: 127.0.0.1:${port}`, `Origin: ${url}`, `Cookie: ${browser.cookieHeader()}`]
  socket.write(
    `PUT /api/v1/me/dark-mode HTTP/1.1\r\n${headers.join('\r\n')}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  )
  // longer than the server may take for a response
  await new Promise((go) => setTimeout(go, 600))
  expect(answer).toBe('')
  socket.write(body.slice(5))
  await expect.poll(() => answer).toContain('HTTP/1.1 200')
  socket.destroy()
})

test('posts that are made to slow down the parser do not delay other members', async () => {
  const browser = await signIn(patient.url, ana)
  const { id: category_id } = await world.category()
  const say = (content: string) =>
    browser.send('POST', '/api/v1/posts', { type: 'text', title: 'Eight of them', content, category_id })
  const hurting = Array.from({ length: 8 }, () => say('1. '.repeat(13_333)))
  const answers = await Promise.all([...hurting, say('How did you sleep?')])
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(201))
})

test('a request with a longer deadline is not refused', async () => {
  const post = await world.post({ by: ana, content: 'As it was.' })
  const letGo = await hold(post.id)
  const browser = await signIn(patient.url, ana)
  const asked = browser.send('PATCH', `/api/v1/posts/${post.id}`, { content: 'As it is.' })
  await expect.poll(runningStatements).toBeGreaterThan(0)
  await letGo()
  expect((await asked).status).toBe(200)
})
