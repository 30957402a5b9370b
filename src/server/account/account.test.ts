/** Sessions: their cookies, how they end, and signing out. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Browser, makeBrowser, nthMail, signIn, totpOf, until } from '#test/client.ts'
import { makeWorld, waitingForLocks } from '#test/world.ts'

const world = await makeWorld()
const served = await world.serve({ pages: 'stub' })
const { url } = served
const PASSWORD = 'the quick brown kettle'
const member = () => world.member({ password: PASSWORD })
const tokenOf = (link: string | undefined) => new URL(link!).searchParams.get('token')!

const sessionsOf = (id: string) => world.db.selectFrom('session').select('id').where('userId', '=', id).execute()
const aloneIn = (browser: Browser) => makeBrowser(url, {}, new Map(browser.cookies))

describe('cookies', () => {
  test('over http, scripts and other sites cannot read them', async () => {
    const sam = await member()
    const answer = await makeBrowser(url).call('/sign-in/email', { email: sam.email, password: PASSWORD })
    const lines = answer.headers.getSetCookie()
    expect(lines.map((line) => line.split('=')[0]).sort()).toEqual(['fk.device', 'fk.session_token'])
    for (const line of lines) expect(line).toMatch(/; Path=\/.*; HttpOnly; SameSite=Lax$/i)
  })

  test('7: over https they are __Host- cookies: Secure, HttpOnly, SameSite=Lax, for this host alone', async () => {
    const origin = 'https://dads.example'
    const secure = await world.serve({ pages: 'stub', env: { PUBLIC_URL: origin } })
    const sam = await member()
    const browser = makeBrowser(secure.url, { origin })
    const lines = [
      ...(
        await browser.call('/sign-up/email', { email: 'x@example.org', username: 'xxx', password: PASSWORD })
      ).headers.getSetCookie(),
      ...(await browser.call('/sign-in/email', { email: sam.email, password: PASSWORD })).headers.getSetCookie(),
    ]
    const names = lines.map((line) => line.split('=')[0]).sort()
    expect(names).toEqual(['__Host-fk.device', '__Host-fk.session_token', '__Host-fk.sign_up'])
    for (const line of lines) {
      expect(line).toMatch(/; Path=\/(;|$)/)
      for (const flag of [/; Secure/i, /; HttpOnly/i, /; SameSite=Lax/i]) expect(line).toMatch(flag)
      expect(line).not.toMatch(/Domain=/i)
    }
    expect(await browser.viewer()).toBe(sam.username)
    const { totpURI } = (await browser.call('/two-factor/enable', { password: PASSWORD })).json as { totpURI: string }
    await browser.call('/two-factor/verify-totp', { code: totpOf(totpURI) })
    const step = await makeBrowser(secure.url, { origin }).call('/sign-in/email', {
      email: sam.email,
      password: PASSWORD,
    })
    for (const line of step.headers.getSetCookie()) expect(line).toMatch(/^__Host-fk\.[^;]+;.*; Secure/i)
    const out = await browser.call('/sign-out')
    for (const line of out.headers.getSetCookie()) expect(line).toMatch(/^__Host-.*; Secure/i)
    expect(await browser.viewer()).toBeNull()
    await secure.stop()
  })

  test('7: a session key holds at least 128 bits, is signed, and is worthless without its signature', async () => {
    const browser = await signIn(url, await member())
    const value = decodeURIComponent(browser.cookies.get('fk.session_token')!)
    const [key = '', mark = ''] = value.split('.')
    expect(new Set(key).size).toBeGreaterThan(10)
    expect(key.length * Math.log2(62)).toBeGreaterThan(128)
    expect(mark.length).toBeGreaterThan(20)
    for (const forged of [key, `${key}.`, `${key}.${'A'.repeat(mark.length)}`]) {
      const thief = makeBrowser(url, {}, new Map([['fk.session_token', encodeURIComponent(forged)]]))
      expect(await thief.viewer()).toBeNull()
    }
  })

  test('a page or a call prolongs the session', async () => {
    const sam = await member()
    const browser = await signIn(url, sam)
    const longAgo = new Date(Date.now() - 2 * 24 * 3600 * 1000)
    const soon = new Date(Date.now() + 58 * 24 * 3600 * 1000)
    const age = () =>
      world.db
        .updateTable('session')
        .set({ updatedAt: longAgo, expiresAt: soon })
        .where('userId', '=', sam.id)
        .execute()
    for (const path of ['/api/v1/me', '/rpc/account/getViewer', '/']) {
      await age()
      const answer = await browser.get(path)
      const line = answer.headers.getSetCookie().find((one) => one.startsWith('fk.session_token='))
      expect(line, path).toMatch(/Max-Age=5184000/)
    }
  })

  test('an expired session is not accepted', async () => {
    const sam = await member()
    const browser = await signIn(url, sam)
    await world.db
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('userId', '=', sam.id)
      .execute()
    expect(await browser.viewer()).toBeNull()
  })
})

test('calls that no screen makes do not exist, for members either, and change nothing', async () => {
  const sam = await member()
  const browser = await signIn(url, sam)
  const account = () => world.db.selectFrom('user').selectAll().where('id', '=', sam.id).execute()
  const before = await account()
  // calls of the accounts library, and common ones of similar libraries
  const library = ['get-session', 'list-sessions', 'revoke-sessions', 'update-user', 'delete-user', 'sign-in/social']
  const provider = ['signup', 'token', 'otp', 'verify', 'sso', 'recover', 'resend', 'logout', 'user', 'reauthenticate']
  const rest = ['factors', 'admin/users', '.well-known/jwks.json', 'jwks', 'sign-up', '', 'constructor']
  for (const path of [...library, ...provider, ...rest])
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const answer = await browser.send(method, `/api/auth/${path}`, method === 'GET' ? undefined : { name: 'Other' })
      expect(answer, `${method} ${path}`).toMatchObject({
        status: 404,
        json: { code: 'NOT_FOUND', message: 'Not found' },
      })
      expect(answer.headers.getSetCookie(), path).toEqual([])
    }
  expect(await account()).toEqual(before)
  expect(await browser.viewer()).toBe(sam.username)
})

test('4: no response contains a session key, a password hash or a device key', async () => {
  const sam = await member()
  const browser = makeBrowser(url)
  const answers = [
    await browser.call('/sign-up/email', { email: 'key@example.org', username: 'key.holder', password: PASSWORD }),
    await browser.call('/sign-in/email', { email: sam.email, password: PASSWORD }),
    await browser.call('/change-password', { currentPassword: PASSWORD, newPassword: 'eleven lazy herons' }),
    await browser.call('/two-factor/enable', { password: 'eleven lazy herons' }),
    ...(await Promise.all(
      ['/me', '/me/devices', `/members/${sam.username}`, '/feed'].map((path) => browser.get(`/api/v1${path}`)),
    )),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const { rows } = await world.database.pool.query(
    'select token as secret from session union all select password from account union all select token_hash from known_devices',
  )
  const kept = [...rows.map(({ secret }) => secret as string), ...[...browser.cookies.values()].map(decodeURIComponent)]
  for (const secret of kept.flatMap((one) => one.split(/[.:]/)))
    for (const { text } of answers) expect(text).not.toContain(secret)
})

describe('6: a session key that an attacker has planted', () => {
  test('is replaced at sign-in, and does not work any more', async () => {
    const [thief, sam] = [await member(), await member()]
    const planted = await signIn(url, thief)
    const victim = aloneIn(planted)
    await victim.call('/sign-in/email', { email: sam.email, password: PASSWORD })
    expect(await victim.viewer()).toBe(sam.username)
    expect(victim.cookies.get('fk.session_token')).not.toBe(planted.cookies.get('fk.session_token'))
    expect(await planted.viewer()).toBeNull()
    expect(await sessionsOf(thief.id)).toEqual([])
  })

  test('is replaced at verification, and at the first of two steps', async () => {
    const [thief, sam] = [await member(), await member()]
    const planted = await signIn(url, thief)
    const newcomer = aloneIn(planted)
    await newcomer.call('/sign-up/email', { email: 'new.1@example.org', username: 'new.1', password: PASSWORD })
    const { link } = await served.mail('verify', 'new.1@example.org')
    expect((await newcomer.call('/verify/confirm', { token: tokenOf(link) })).json).toEqual({ signed_in: true })
    expect(await newcomer.viewer()).toBe('new.1')
    expect(await planted.viewer()).toBeNull()

    const careful = await signIn(url, sam)
    const { totpURI } = (await careful.call('/two-factor/enable', { password: PASSWORD })).json as { totpURI: string }
    await careful.call('/two-factor/verify-totp', { code: totpOf(totpURI) })
    const again = await signIn(url, thief)
    const halfway = aloneIn(again)
    await halfway.call('/sign-in/email', { email: sam.email, password: PASSWORD })
    expect(await again.viewer()).toBeNull()
  })

  test('an invented key is never accepted', async () => {
    const sam = await member()
    const browser = makeBrowser(url, {}, new Map([['fk.session_token', 'chosen.by.me']]))
    await browser.call('/sign-in/email', { email: sam.email, password: PASSWORD })
    expect(browser.cookies.get('fk.session_token')).not.toContain('chosen')
    expect(await browser.viewer()).toBe(sam.username)
  })
})

describe('changing the password', () => {
  test('ends every other session, replaces this one, and sends the owner a mail', async () => {
    const sam = await member()
    const [here, there] = [await signIn(url, sam), await signIn(url, sam)]
    const before = aloneIn(here)
    const newPassword = 'eleven lazy herons'
    const answer = await here.call('/change-password', { currentPassword: PASSWORD, newPassword })
    expect(answer).toMatchObject({ status: 200, json: { status: true } })
    expect(await here.viewer()).toBe(sam.username)
    expect(await before.viewer()).toBeNull()
    expect(await there.viewer()).toBeNull()
    expect((await nthMail(served, 'password-changed', sam.email, 1)).text).toContain('every other device')
    await signIn(url, { email: sam.email, password: newPassword })
    await expect(signIn(url, sam)).rejects.toThrow('401')
  })

  test('ends links and second steps from the time of the old password, and trust in other browsers', async () => {
    const sam = await member()
    const [here, other] = [await signIn(url, sam), await signIn(url, sam)]
    await other.call('/request-password-reset', { email: sam.email })
    const { link } = await nthMail(served, 'reset', sam.email, 1)
    const newPassword = 'eleven lazy herons'
    await here.call('/change-password', { currentPassword: PASSWORD, newPassword })
    const late = await other.call('/reset-password', { token: tokenOf(link), newPassword: 'twelve lazy herons' })
    expect(late).toMatchObject({ status: 400, json: { code: 'INVALID_TOKEN' } })
    const known = world.db.selectFrom('known_devices').select('token_hash').where('user_id', '=', sam.id)
    expect(await known.execute()).toHaveLength(1)
  })

  test('needs the current password, a strong new one, and a session', async () => {
    const sam = await member()
    const browser = await signIn(url, sam)
    const change = (currentPassword: string, newPassword: string) =>
      browser.call('/change-password', { currentPassword, newPassword })
    const wrong = await change('a wrong sentence here', 'eleven lazy herons')
    expect(wrong).toMatchObject({ status: 400, json: { code: 'INVALID_PASSWORD' } })
    expect(Object.keys(wrong.json.fields as object)).toEqual(['currentPassword'])
    const weak = await change(PASSWORD, `${sam.username}12345`)
    expect(weak).toMatchObject({ status: 400, json: { code: 'WEAK_PASSWORD' } })
    expect(Object.keys(weak.json.fields as object)).toEqual(['newPassword'])
    const visitor = await makeBrowser(url).call('/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'eleven lazy herons',
    })
    expect(visitor.status).toBe(401)
    await signIn(url, sam)
  })
})

describe('12: signing out', () => {
  test('switches local mode off and ends the session before it answers; loaded data is cleared', async () => {
    const sam = await member()
    const { db } = world
    await db
      .updateTable('profiles_private')
      .set({ local_mode_enabled: true, latitude: 53.5, longitude: 10 })
      .where('id', '=', sam.id)
      .execute()
    const browser = await signIn(url, sam)
    const copied = aloneIn(browser)
    const answer = await browser.call('/sign-out')
    const place = db
      .selectFrom('profiles_private')
      .select(['local_mode_enabled', 'latitude', 'longitude'])
      .where('id', '=', sam.id)
    expect(await place.execute()).toEqual([{ local_mode_enabled: false, latitude: null, longitude: null }])
    expect(answer.status).toBe(200)
    expect(answer.headers.get('clear-site-data')).toBe('"cache"')
    expect(browser.cookies.has('fk.session_token')).toBe(false)
    expect(await copied.viewer()).toBeNull()
    expect(await sessionsOf(sam.id)).toEqual([])
  })

  test('17, 62: leaves local mode off, whatever requests ran in another tab', async () => {
    const sam = await member()
    for (let round = 0; round < 12; round++) {
      const browser = await signIn(url, sam)
      const tab = aloneIn(browser)
      const step = () => tab.send('PUT', '/api/v1/me/local-mode', { enabled: true })
      const move = () => tab.send('PUT', '/api/v1/me/location', { latitude: 53.5, longitude: -1.5 + round / 10 })
      const out = browser.call('/sign-out')
      // one after the other, so that some succeed before the session ends and write after it
      const tries = async () => {
        const ends = []
        for (let n = 0; n < 6; n++) ends.push(...(await Promise.all([step(), move()])))
        return ends
      }
      const ends = (await Promise.all([out.then((end) => [end]), tries(), tries(), tries()])).flat()
      for (const { status } of ends) expect(status).toBeLessThan(500)
      const { rows } = await sql`
        select local_mode_enabled, cell from profiles_private where id = ${sam.id}`.execute(world.db)
      expect(rows).toEqual([{ local_mode_enabled: false, cell: null }])
    }
  })

  test('62: switches local mode off again if it was switched on between the two steps', async () => {
    const sam = await member()
    const browser = await signIn(url, sam)
    const tab = aloneIn(browser)
    const go = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const holding = world.db.transaction().execute(async (inside) => {
      await sql`select from session where "userId" = ${sam.id} for key share`.execute(inside)
      held.resolve()
      await go.promise
    })
    await held.promise
    const out = browser.call('/sign-out')
    await waitingForLocks(world, 1)
    expect((await tab.send('PUT', '/api/v1/me/local-mode', { enabled: true })).json).toMatchObject({
      local_mode_enabled: true,
    })
    go.resolve()
    await holding
    expect((await out).status).toBe(200)
    const { rows } = await sql`select local_mode_enabled from profiles_private where id = ${sam.id}`.execute(world.db)
    expect(rows).toEqual([{ local_mode_enabled: false }])
  })

  test('takes effect in every process immediately', async () => {
    const second = await world.serve({ pages: 'stub' })
    const browser = await signIn(url, await member())
    const copied = makeBrowser(second.url, {}, new Map(browser.cookies))
    expect(await copied.viewer()).not.toBeNull()
    await browser.call('/sign-out')
    expect(await copied.viewer()).toBeNull()
    await second.stop()
  })

  test('succeeds without a session', async () => {
    expect((await makeBrowser(url).call('/sign-out')).status).toBe(200)
    const stale = makeBrowser(url, {}, new Map([['fk.session_token', 'gone.gone']]))
    expect((await stale.call('/sign-out')).status).toBe(200)
  })

  test('leaves the browser known', async () => {
    const sam = await member()
    const browser = await signIn(url, sam)
    await browser.call('/sign-out')
    expect([...browser.cookies.keys()]).toEqual(['fk.device'])
    await until('the sessions are gone', async () => (await sessionsOf(sam.id)).length === 0)
  })
})
