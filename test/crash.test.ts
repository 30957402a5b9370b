/**
 * Guarantee 50: the program and its database are killed in the middle of writes. Every acknowledged write is stored exactly
 * once.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, expect, inject } from 'vitest'
import { type Browser, makeBrowser, until } from './client.ts'
import { copyPristine } from './cluster.ts'
import { guarantee, isFull } from './guarantees/guarantee.ts'
import { makeProgram, type Running } from './program.ts'

const CLIENTS = 8
const PASSWORD = 'the quick brown kettle'
const program = makeProgram({ REQUIRE_VERIFIED_EMAIL: '0' })
copyPristine(inject('pristine'), program.dataDir)
afterAll(() => program.remove())

/** Repeats the request until it is answered; failures in between mean that the program or the database is down. */
async function retryUntilAnswered(browser: Browser, method: string, path: string, body: object): Promise<number> {
  return until(
    `${method} ${path} is retryUntilAnswered`,
    async () => {
      const answer = await browser.send(method, path, body).catch(() => null)
      return answer && answer.status !== 503 && answer.status
    },
    60_000,
  )
}

guarantee(
  '50',
  'killed again and again under load, program and database keep every acknowledged write once, with correct counts',
  { short: 2, full: 250 },
  async (kills) => {
    let running: Running = await program.start()
    const { url } = running
    const port = new URL(url).port
    const browsers = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, i) => {
        const browser = makeBrowser(url)
        const email = `c${i}@example.org`
        expect(
          (await browser.call('/sign-up/email', { email, username: `c${i}.dad`, password: PASSWORD })).status,
        ).toBe(200)
        expect((await browser.call('/sign-in/email', { email, password: PASSWORD })).status).toBe(200)
        return browser
      }),
    )
    const categories = (await browsers[0]!.get('/api/v1/categories')).json as unknown as { id: string }[]
    const post = randomUUID()
    const words = { id: post, type: 'text', title: 'Hello', content: 'Hello.', category_id: categories[0]!.id }
    expect(await retryUntilAnswered(browsers[0]!, 'POST', '/api/v1/posts', words)).toBe(201)

    const attempted = new Set<string>()
    const acknowledged = new Set<string>()
    const votes = new Map<number, string>()
    let isOver = false
    const writers = browsers.map(async (browser, i) => {
      for (let n = 0; !isOver; n++) {
        const id = randomUUID()
        attempted.add(id)
        const body = { id, content: `Comment ${n} of ${i}` }
        expect(await retryUntilAnswered(browser, 'POST', `/api/v1/posts/${post}/comments`, body)).toBe(201)
        acknowledged.add(id)
        const direction = ['up', 'down', 'none'][n % 3]!
        expect(await retryUntilAnswered(browser, 'PUT', `/api/v1/posts/${post}/vote`, { direction })).toBe(200)
        votes.set(i, direction)
      }
    })

    const done = Promise.all(writers)
    done.catch(() => {}) // checked below, when the last kill is over
    const recoveries: number[] = []
    for (let n = 0; n < kills; n++) {
      const enough = acknowledged.size + CLIENTS
      await until('writes go on', () => acknowledged.size > enough, 60_000)
      await new Promise((go) => setTimeout(go, Math.random() * 200))
      const isDatabase = isFull ? n % 5 === 4 : n % 2 === 1
      const from = performance.now()
      if (isDatabase) {
        const dead = program.postmaster()
        process.kill(dead, 'SIGKILL')
        await until('another database runs', async () => (await tried(program.postmaster)) !== dead)
      } else {
        running.process.kill('SIGKILL')
        await running.ended
        running = await program.start(port)
      }
      const status = async () => (await tried(() => makeBrowser(url).get('/readyz')))?.status
      await until('it is ready', async () => (await status()) === 200, 60_000)
      recoveries.push(performance.now() - from)
    }
    isOver = true
    await done

    const database = new pg.Client({
      connectionString: readFileSync(`${program.dataDir}/database.url`, 'utf8').trim(),
    })
    await database.connect()
    const ask = async (sql: string) => (await database.query(sql)).rows
    const stored = (await ask('select id from comments')).map(({ id }) => id as string)
    expect(stored.length).toBe(new Set(stored).size)
    expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([])
    expect(stored.filter((id) => !attempted.has(id))).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(kills * CLIENTS)

    // the counters match the stored rows
    const [counts] = await ask(`select comment_count, upvotes, downvotes,
    (select count(*) from comments where post_id = p.id) as comments,
    (select count(*) from post_votes v where v.post_id = p.id and is_upvote) as ups,
    (select count(*) from post_votes v where v.post_id = p.id and not is_upvote) as downs from posts p`)
    const { comment_count, upvotes, downvotes, comments, ups, downs } = counts as Record<string, string | number>
    expect([comment_count, upvotes, downvotes].map(Number)).toEqual([comments, ups, downs].map(Number))
    const asWished = [...votes.values()]
    expect([ups, downs].map(Number)).toEqual(['up', 'down'].map((way) => asWished.filter((one) => one === way).length))
    const profiles = await ask(`select username from profiles p
    where comment_count <> (select count(*) from comments where author_id = p.id)
       or post_count <> (select count(*) from posts where author_id = p.id)`)
    expect(profiles).toEqual([])
    const facts = await ask(
      `select (select count(*) from facts where kind = 'comment.created') - (select count(*) from comments) as more`,
    )
    expect(Number(facts[0]!.more)).toBe(0)
    await database.end()

    // recovery takes seconds and needs no manual step; in a full run this test has the machine for itself
    if (isFull) expect(Math.max(...recoveries)).toBeLessThan(5000)
    running.process.kill('SIGTERM')
    expect(await running.ended).toBe(0)
  },
)

async function tried<Value>(ask: () => Value): Promise<Awaited<Value> | undefined> {
  try {
    return await ask()
  } catch {
    return undefined
  }
}
