import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Answer, makeBrowser, nthMail, seenOf, until } from '#test/client.ts'
import { guarantee, isFull } from '#test/guarantees/guarantee.ts'
import { makeNewcomers, tokenOf } from '#test/newcomers.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()
const served = await world.serve({ pages: process.env.PAGES_DIR ? 'built' : 'stub' })
const { url, mail } = served
const PASSWORD = 'the quick brown kettle'
const { newcomer, signedUp } = makeNewcomers(served, PASSWORD)

const accountsOf = (email: string) =>
  world.db.selectFrom('user').select(['id', 'username', 'emailVerified']).where('email', '=', email).execute()

describe('1: a taken address', () => {
  test('gets the same answer as a free one, changes nothing, and its owner gets a mail', async () => {
    const owner = await world.member({ name: 'owner', password: PASSWORD })
    const fresh = await makeBrowser(url).call('/sign-up/email', { ...newcomer(), email: 'fresh.1@example.org' })
    const taken = await makeBrowser(url).call('/sign-up/email', { ...newcomer(), email: owner.email.toUpperCase() })
    const plain = (text: string) => text.replace(/new\.\d+|[\w.]+@example\.org/g, '…')
    expect(plain(seenOf(taken))).toBe(plain(seenOf(fresh)))
    expect((await mail('already-registered', owner.email)).subject).toContain('already have an account')
    expect(await accountsOf(owner.email)).toMatchObject([{ id: owner.id, emailVerified: true }])
    const { email, password } = owner
    expect((await makeBrowser(url).call('/sign-in/email', { email, password })).status).toBe(200)
  })

  test('that was never verified goes to the newer sign-up: an older password and an older link do not work', async () => {
    const stranger = await signedUp()
    const { email } = stranger.person
    const owner = { email, username: newcomer().username, password: 'a quite different sentence' }
    const browser = makeBrowser(url)
    await browser.call('/sign-up/email', owner)
    expect((await stranger.browser.call('/verify/confirm', { token: stranger.token })).json).toMatchObject({
      code: 'INVALID_TOKEN',
    })
    const { link: newer } = await nthMail(served, 'verify', email, 2)
    expect((await browser.call('/verify/confirm', { token: tokenOf(newer) })).json).toEqual({ signed_in: true })
    expect((await stranger.browser.call('/sign-in/email', { email, password: PASSWORD })).status).toBe(401)
  })

  test('stays with an account that has been signed in to, verified or not', async () => {
    const lax = await world.serve({ pages: 'stub', env: { REQUIRE_VERIFIED_EMAIL: '0' } })
    const person = newcomer()
    const browser = makeBrowser(lax.url)
    await browser.call('/sign-up/email', person)
    const { email, password } = person
    expect((await browser.call('/sign-in/email', { email, password })).status).toBe(200)
    const [before] = await accountsOf(email)
    await makeBrowser(url).call('/sign-up/email', { ...newcomer(), email })
    expect(await accountsOf(email)).toEqual([before])
    expect(await browser.viewer()).toBe(person.username)
    await lax.stop()
  })
})

describe('1: whether an address is taken', () => {
  /** Everything that a stranger can try who has chosen the name and the password himself. */
  async function tried(email: string) {
    const { username } = newcomer()
    const password = 'his own quite good sentence'
    const ask = (path: string, body: object) => makeBrowser(url).call(path, body)
    const other = { ...newcomer(), username }
    const answers = [
      await ask('/sign-up/email', { email, username, password }),
      await ask('/sign-up/email', { ...other, email: `other.${other.email}` }),
      await ask('/sign-in/email', { email, password }),
      await ask('/sign-in/username', { username, password }),
      await ask('/sign-in/username', { username, password: 'another sentence altogether' }),
      await makeBrowser(url).get(`/api/v1/members/${username}`),
      await ask('/sign-up/email', { email, username, password }),
      await ask('/sign-up/email', { email, username: `${username}x`, password }),
      await ask('/sign-in/username', { username, password }),
      await ask('/sign-up/email', { ...other, email: `third.${other.email}` }),
    ]
    const plain = (text: string) => text.replaceAll(email, 'ADDRESS').replace(/new\.\d+/g, 'NAME')
    // if all were refused alike, there would be nothing to compare
    expect(new Set(answers.map(({ status }) => status)).size).toBeGreaterThan(2)
    return answers.map((answer) => plain(seenOf(answer)).replace(/"date:[^"]*"|fk\.sign_up=[^;]*/g, ''))
  }

  test('shows neither in the name nor in the password that came with it', async () => {
    const owner = await world.member({ name: 'found', password: PASSWORD })
    // of the same length, so that lengths can be compared as well
    const free = await tried(owner.email.replace('found', 'fresh'))
    expect(await tried(owner.email)).toEqual(free)
    expect(await accountsOf(owner.email)).toMatchObject([{ id: owner.id, username: owner.username }])
    const { email, password } = owner
    expect((await makeBrowser(url).call('/sign-in/email', { email, password })).status).toBe(200)
  })
})

describe('1: the address of an unverified username', () => {
  /**
   * Two unverified names, one with the address of an account and one with a free one; returns the answers to attempts
   * with this address.
   */
  async function tried(username: string, email: string) {
    const ask = async (change: object) => {
      const answer = await makeBrowser(url).call('/sign-up/email', { ...newcomer(), email, ...change })
      return seenOf(answer)
        .replaceAll(email, 'ADDRESS')
        .replaceAll(username, 'HELD')
        .replace(/new\.\d+/g, 'NAME')
    }
    return [
      await ask({ username }),
      await ask({ username: username.toUpperCase() }),
      // it replaces the first sign-up if the address is the same; that does not free the name
      await ask({}),
      await ask({ username }),
      await ask({ username, email: `other.${email}` }),
    ]
  }

  test.each([
    ['is pending', () => 'waiting.free@example.org'],
    ['has an account', async () => (await world.member({ name: 'waiting.owner', password: PASSWORD })).email],
  ])(
    'is not revealed: the sign-up reads that the name is taken, whether the address fits or not, where the address %s',
    async (_what, make) => {
      const email = await make()
      // addresses of the same length, so that lengths can be compared as well
      const [elsewhere, unheld] = [`x${email.slice(1)}`, `y${email.slice(1)}`]
      const [held, other] = [newcomer(), newcomer()]
      for (const person of [
        { ...held, email },
        { ...other, email: elsewhere },
      ])
        expect(await makeBrowser(url).call('/sign-up/email', person)).toMatchObject({ status: 200 })
      const fits = await tried(held.username, email)
      expect(await tried(other.username, unheld)).toEqual(fits)
      expect(fits.map((answer) => answer.includes('USERNAME_IS_ALREADY_TAKEN'))).toEqual([
        true,
        true,
        false,
        true,
        true,
      ])
    },
  )
})

test('1: two simultaneous sign-ups with one name reveal nothing: one of the two is refused, whichever account has the address', async () => {
  const owner = await world.member({ name: 'pair', password: PASSWORD })
  for (const email of [owner.email, 'pair.free@example.org']) {
    const first = { ...newcomer(), email }
    const answers = await Promise.all(
      [first, { ...newcomer(), username: first.username }].map((person) =>
        patient(() => makeBrowser(url).call('/sign-up/email', person)),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  }
})

test('25: a username that speaks for the site is refused, whatever its wording', async () => {
  for (const username of ['TheAdmin', 'admin.team', 'Official.Support', 'Administrators', 'helpdesk'])
    expect(await makeBrowser(url).call('/sign-up/email', { ...newcomer(), username }), username).toMatchObject({
      status: 400,
    })
})

test("25: a name that looks like another member's counts as taken", async () => {
  const owner = await world.member({ username: 'Tim.Oldie' })
  for (const username of ['tim.oldie', 'TIM-OLDIE', 'timoldie', 'tlm.oldie', 't1m_0ld1e'])
    expect(await makeBrowser(url).call('/sign-up/email', { ...newcomer(), username })).toMatchObject({
      status: 400,
      json: {
        code: 'USERNAME_IS_ALREADY_TAKEN',
        fields: { username: 'Username is already taken. Please try another.' },
      },
    })
  expect((await makeBrowser(url).get(`/api/v1/members/${owner.username}`)).status).toBe(200)
})

test('control and direction characters are removed from a display name before any check', async () => {
  const person = newcomer()
  await makeBrowser(url).call('/sign-up/email', { ...person, name: `\u202eSa\0m\r\nof Leeds${'\u200f'.repeat(80)}` })
  const { db } = world
  const made = db.selectFrom('profiles').select('display_name').where('username', '=', person.username)
  expect(await made.execute()).toEqual([{ display_name: 'Sam of Leeds' }])
})

test('a blank display name is replaced by the username', async () => {
  const person = newcomer()
  await makeBrowser(url).call('/sign-up/email', { ...person, name: '\u200b\u2800 ' })
  const { db } = world
  const made = db.selectFrom('profiles').select('display_name').where('username', '=', person.username)
  expect(await made.execute()).toEqual([{ display_name: person.username }])
})

describe('a sign-up creates', () => {
  test('an account with its profile, its private row and its fact', async () => {
    const { person } = await signedUp({ ...newcomer(), name: 'Sam R.' })
    const [account] = await accountsOf(person.email)
    const { db } = world
    const id = account!.id
    expect(await db.selectFrom('profiles').select(['username', 'display_name']).where('id', '=', id).execute()).toEqual(
      [{ username: person.username, display_name: 'Sam R.' }],
    )
    expect(await db.selectFrom('profiles_private').select('id').where('id', '=', id).execute()).toHaveLength(1)
    expect(await db.selectFrom('facts').select('kind').where('actor_id', '=', id).execute()).toEqual([
      { kind: 'member.joined' },
    ])
  })

  test('nothing, and sends no mail, if its last step fails', async () => {
    await sql`create function nothing_lasts() returns trigger language plpgsql as
      $$ begin raise exception 'not today'; end $$`.execute(world.db)
    await sql`create trigger nothing_lasts before insert on graphile_worker._private_jobs
      for each row execute function nothing_lasts()`.execute(world.db)
    const person = newcomer()
    const answer = await makeBrowser(url).call('/sign-up/email', person)
    await sql`drop trigger nothing_lasts on graphile_worker._private_jobs`.execute(world.db)
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain('not today')
    expect(await accountsOf(person.email)).toEqual([])
    const profiles = world.db.selectFrom('profiles').select('id').where('username', '=', person.username)
    expect(await profiles.execute()).toEqual([])
    expect((await signedUp(person)).answer.status).toBe(200)
  })

  test.each([
    ['no e-mail', { email: undefined }, 'email'],
    ['a password of eleven', { password: 'vKq8#tz!mW2' }, 'password'],
    ['a password of 129', { password: 'otters juggle marmalade '.repeat(6).slice(0, 129) }, 'password'],
    ['the name of the site for a password', { password: 'Fatherkin2026' }, 'password'],
    ['half an e-mail', { email: 'sam@' }, 'email'],
    ['two e-mails', { email: 'a@example.org,b@example.org' }, 'email'],
    ['a name of two letters', { username: 'ab' }, 'username'],
    ['a name with a space', { username: 'a b c' }, 'username'],
    ['a reserved name', { username: 'Admin' }, 'username'],
    ['the name of deleted members', { username: 'unknown' }, 'username'],
    ...['.admin', 'Adm1n_', 'moderator7', 'P0P', 'father-kin', 'fatherkin.team', 'staff'].map(
      (username): [string, object, string] => [
        `a name that speaks for the site: ${username}`,
        { username },
        'username',
      ],
    ),
    ...['x'.repeat(81), '\u{1f476}'.repeat(81), '\ud83d'].map((name): [string, object, string] => [
      'a display name that cannot be stored or shown',
      { name },
      'name',
    ]),
    ['a field that only the server sets', { emailVerified: true }, 'emailVerified'],
    ['an unknown field', { constructor: 1 }, 'constructor'],
  ])('%s is refused with a sentence at its field', async (_what, change, field) => {
    const person = newcomer()
    const answer = await makeBrowser(url).call('/sign-up/email', { ...person, ...change })
    expect(answer.status).toBe(400)
    expect((answer.json.fields as Record<string, string>)[field]).toMatch(/\w/)
    expect(await accountsOf(person.email)).toEqual([])
  })
})

describe('guarantees', () => {
  guarantee(
    '1',
    'of concurrent sign-ups with one address in several cases one creates an account, and every response is that of a free address',
    { short: 10, full: 50 },
    async (clients) => {
      // names of the same length, so that lengths can be compared as well
      const numbered = (i: number | string) => `crowd.${String(i).padStart(3, '0')}`
      const email = `${numbered(clients)}.all@example.org`
      const inCase = (i: number) =>
        [...email].map((letter, at) => ((i >> (at % 5)) & 1 ? letter.toUpperCase() : letter)).join('')
      const join = (email: string, i: number | string) =>
        patient(() =>
          makeBrowser(url).call('/sign-up/email', { email, username: numbered(i), password: PASSWORD, name: 'Crowd' }),
        )
      const plain = (text: string) => text.replace(/crowd[.\w]+(@example\.org)?/gi, '…')
      const fresh = await join(`${numbered('x')}.all@example.org`, 'x')
      const replies = await Promise.all(Array.from({ length: clients }, (_, i) => join(inCase(i), i)))
      expect(await accountsOf(email)).toHaveLength(1)
      expect(new Set(replies.map((reply) => plain(seenOf(reply))))).toEqual(new Set([plain(seenOf(fresh))]))
    },
  )

  test('1: repeated sign-ups with one address never fail', async () => {
    for (let round = 0; round < 3; round++) {
      const join = (i: number) =>
        patient(() =>
          makeBrowser(url).call('/sign-up/email', {
            ...{ email: `again.${round}@example.org`, username: `again.${round}.${i}`, password: PASSWORD },
          }),
        )
      const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => join(i)))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    }
  })

  guarantee(
    '1',
    'of concurrent sign-ups with one username one succeeds, and the others read that it is taken',
    { short: 10, full: 50 },
    async (clients) => {
      const name = `Wanted.${clients}`
      const replies = await Promise.all(
        Array.from({ length: clients }, (_, i) => {
          const username = i % 2 ? name.toLowerCase() : name
          return patient(() =>
            makeBrowser(url).call('/sign-up/email', {
              username,
              email: `wanted.${clients}.${i}@example.org`,
              password: PASSWORD,
            }),
          )
        }),
      )
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      const codes = replies.filter(({ status }) => status !== 200).map(({ json }) => json.code)
      expect(new Set(codes)).toEqual(new Set(['USERNAME_IS_ALREADY_TAKEN']))
      const made = world.db.selectFrom('user').select('id').where('username', '=', name.toLowerCase())
      expect(await made.execute()).toHaveLength(1)
    },
  )

  test('4: many sign-ups at the same time do not delay readers', async () => {
    const { url } = await world.serve({ pages: 'stub', passwords: 'real' })
    const crowd = Promise.all(
      Array.from({ length: isFull ? 26 : 10 }, (_, i) =>
        makeBrowser(url).call('/sign-up/email', {
          username: `many.${i}`,
          email: `many.${i}@example.org`,
          password: PASSWORD,
        }),
      ),
    )
    const reader = makeBrowser(url)
    let slowest = 0
    let reads = 0
    let over = false
    void crowd.then(() => (over = true))
    while (!over) {
      const from = performance.now()
      expect((await reader.get('/api/v1/categories')).status).toBe(200)
      slowest = Math.max(slowest, performance.now() - from)
      reads++
      // without a pause the reader itself would use most of a core
      await pause(5)
    }
    expect(reads).toBeGreaterThan(5)
    if (isFull) expect(slowest).toBeLessThan(1000)
    for (const { status, headers } of await crowd) {
      if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      else expect(status).toBe(200)
    }
  })
})

/** Retries when the queue is full, as a page does. */
const patient = (ask: () => Promise<Answer>): Promise<Answer> =>
  until('there is room in the queue', async () => {
    const reply = await ask()
    return reply.status !== 503 && reply
  })
