/** Operations over HTTP by many members at the same moment. */
import { expect, test } from 'vitest'
import { type Browser, makeBrowser, signIn, until } from './client.ts'
import { guarantee } from './guarantees/guarantee.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { url } = await world.serve({ pages: 'stub' })
const PASSWORD = 'the quick brown kettle'

/** Members with a session each. */
async function signedIn(count: number): Promise<Browser[]> {
  const browsers: Browser[] = []
  const [one] = [await world.member({ password: PASSWORD })]
  const { password } = await world.db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', one!.id)
    .executeTakeFirstOrThrow()
  // one hash for all: the test is about what follows the sign-in
  for (const { id, email } of await world.members(count)) {
    const now = new Date()
    await world.db
      .insertInto('account')
      .values({ userId: id, accountId: id, providerId: 'credential', password, createdAt: now, updatedAt: now })
      .execute()
    browsers.push(await signIn(url, { email, password: PASSWORD }))
  }
  return browsers
}

/** A small random generator of our own, so that every run makes the same requests. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

guarantee(
  '21',
  'members who vote up, down and not at all, on one post and on forty, leave correct counts and no deadlock',
  { short: 12, full: 200 },
  async (members) => {
    const browsers = await signedIn(members)
    const author = await world.member()
    const hot = await world.post({ by: author })
    const many = await Promise.all(Array.from({ length: 40 }, () => world.post({ by: author })))
    const throwDice = dice(7)
    const operations = browsers.map(async (browser) => {
      for (let n = 0; n < 12; n++) {
        const post = n % 2 ? many[throwDice(40)]! : hot
        const direction = ['up', 'down', 'none'][throwDice(3)]!
        const vote = () => browser.send('PUT', `/api/v1/posts/${post.id}/vote`, { direction })
        // each operation sometimes twice at the same time, as from two tabs
        const answers = await Promise.all(throwDice(4) ? [vote()] : [vote(), vote()])
        for (const answer of answers)
          expect(answer).toMatchObject({ status: 200, json: { my_vote: direction === 'none' ? null : direction } })
      }
    })
    await Promise.all(operations)
    const { rows } = await world.database.pool.query(`
    select p.id from posts p left join post_votes v on v.post_id = p.id group by p.id
    having p.upvotes <> count(v.*) filter (where v.is_upvote) or p.downvotes <> count(v.*) filter (where not v.is_upvote)`)
    expect(rows).toEqual([])
    const total = await world.database.pool.query('select count(*) as n from post_votes')
    expect(total.rows[0].n).toBeGreaterThan(members)
    // a deadlock would have been retried, and logged
    expect(world.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  },
)

guarantee(
  '25',
  'of usernames that differ only in case one is given out, and it is found in any case',
  { short: 10, full: 50 },
  async (clients) => {
    const base = `crowded.name.${clients}`
    const inCase = (i: number) =>
      [...base].map((letter, at) => ((i >> at) & 1 ? letter.toUpperCase() : letter)).join('')
    const answers = await Promise.all(
      Array.from({ length: clients }, (_, i) =>
        until('there is room in the queue', async () => {
          const body = { email: `n${clients}.${i}@example.org`, username: inCase(i), password: PASSWORD }
          const answer = await makeBrowser(url).call('/sign-up/email', body)
          return answer.status !== 503 && answer
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await world.db.updateTable('user').set({ emailVerified: true }).where('username', '=', base).execute()
    const found = await Promise.all([0, 1, 5, 1023].map((i) => makeBrowser(url).get(`/api/v1/members/${inCase(i)}`)))
    expect(new Set(found.map(({ json }) => json.id)).size).toBe(1)
    expect(found[0]!.status).toBe(200)
  },
)

test.each(['ｓａｍ.ｄａｄ', 'sam\u200bdad', 'säm', 'sаm', 'sam dad', 'sam/dad', 'sam%2edad', '%00'])(
  '25: a username that only looks like another, %j, is none',
  async (username) => {
    const answer = await makeBrowser(url).call('/sign-up/email', {
      email: 'look@example.org',
      username,
      password: PASSWORD,
    })
    expect(answer.status).toBe(400)
    expect((answer.json.fields as { username: string }).username).toMatch(/letters, digits/)
  },
)
