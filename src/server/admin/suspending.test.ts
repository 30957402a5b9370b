/** A suspended member is signed out everywhere, is on no map, and cannot sign in; what he wrote stays. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { administratorOf, decided, reported } from '#test/administrator.ts'
import { makeBrowser, signIn, totpOf } from '#test/client.ts'
import { openListener } from '#test/live-listener.ts'
import { isAllowed, makeWorld, type Person, refusal, waitingForLocks } from '#test/world.ts'

const world = await makeWorld()
const { url, mail } = await world.serve({ pages: 'stub', env: { ADMIN_EMAILS: 'chief@example.org' } })
const PASSWORD = 'the quick brown kettle'
const REASON = 'Threats in a private message.'
const SENTENCE = `Your account is suspended. The administrators say: "${REASON}" If you think this is a mistake, write to chief@example.org.`
const [admin, other, eve] = [
  await administratorOf(world, 'adam'),
  await administratorOf(world, 'otto'),
  await world.member({ name: 'eve' }),
]
const person = (verified = true) => world.member({ name: 'rude', password: PASSWORD, verified })
const suspend = ({ id }: Pick<Person, 'id'>, by = admin) => world.as(by).admin.suspendMember({ id, reason: REASON })
const restore = ({ id }: Pick<Person, 'id'>) => world.as(admin).admin.restoreMember({ id })
const come = ({ email }: Person, password = PASSWORD) => makeBrowser(url).call('/sign-in/email', { email, password })
const sessionsOf = async ({ id }: Person) =>
  (await world.db.selectFrom('session').select('id').where('userId', '=', id).execute()).length

describe('a suspended member', () => {
  test('is signed out everywhere at once, including sockets, and reads the reason when he signs in', async () => {
    const rude = await person()
    const [phone, desk] = [await signIn(url, rude), await signIn(url, rude)]
    const listener = await openListener(url, desk.cookieHeader())
    const standing = await suspend(rude)
    expect(standing).toMatchObject({ member: { username: rude.username }, suspended_reason: REASON })
    expect([await phone.viewer(), await desk.viewer()]).toEqual([null, null])
    expect((await phone.send('PUT', '/api/v1/me/dark-mode', { dark_mode_enabled: true })).status).toBe(401)
    expect(await listener.untilClosed()).toBeGreaterThan(0)
    expect(await come(rude)).toMatchObject({ status: 403, json: { code: 'MEMBER_SUSPENDED', message: SENTENCE } })
    const byName = await makeBrowser(url).call('/sign-in/username', { username: rude.username, password: PASSWORD })
    expect(byName).toMatchObject({ status: 403, json: { message: SENTENCE } })
    expect(await sessionsOf(rude)).toBe(0)
    await restore(rude)
    expect((await come(rude)).status).toBe(200)
  })

  test('reads that only with the right password; otherwise his account answers like any other', async () => {
    const [rude, kind] = [await person(), await person()]
    await suspend(rude)
    const answers = await Promise.all([rude, kind].map((who) => come(who, 'some other kettle')))
    expect(answers[0]!.status).toBe(401)
    expect(answers[0]!.text).toBe(answers[1]!.text)
  })

  test('cannot sign in by a new password, a link to verify, or the second step', async () => {
    const rude = await person()
    await makeBrowser(url).call('/request-password-reset', { email: rude.email })
    const link = (await mail('reset', rude.email)).link!
    await suspend(rude)
    const token = new URL(link).searchParams.get('token')
    const newPassword = 'eleven lazy herons'
    // the link that he had is invalid; a new one changes the password, but does not sign anyone in
    expect((await makeBrowser(url).call('/reset-password', { token, newPassword })).status).toBe(400)

    const fresh = await person(false)
    await suspend(fresh)
    await makeBrowser(url).call('/send-verification-email', { email: fresh.email })
    const verify = new URL((await mail('verify', fresh.email)).link!).searchParams.get('token')
    const confirmed = await makeBrowser(url).call('/verify/confirm', { token: verify, password: PASSWORD })
    expect(confirmed).toMatchObject({ status: 403, json: { message: SENTENCE } })

    const careful = await person()
    const browser = await signIn(url, careful)
    const { json } = await browser.call('/two-factor/enable', { password: PASSWORD })
    await browser.call('/two-factor/verify-totp', { code: totpOf(json.totpURI as string) })
    await world.db.deleteFrom('session').where('userId', '=', careful.id).execute()
    const half = makeBrowser(url)
    expect(await half.call('/sign-in/email', { email: careful.email, password: PASSWORD })).toMatchObject({
      json: { twoFactorRedirect: true },
    })
    await suspend(careful)
    // a new code, so that it is not refused as used
    const code = totpOf(json.totpURI as string, Date.now() + 30_000)
    expect((await half.call('/two-factor/verify-totp', { code })).status).toBeGreaterThanOrEqual(400)
    expect(await sessionsOf(careful)).toBe(0)
    expect(await come(careful)).toMatchObject({ status: 403, json: { message: SENTENCE } })
  })

  test('who signs in at that moment has no session afterwards, whichever finished first', async () => {
    for (let n = 0; n < 5; n++) {
      const rude = await person()
      const [answer] = await Promise.all([come(rude), suspend(rude)])
      expect([200, 403]).toContain(answer!.status)
      expect(await sessionsOf(rude)).toBe(0)
    }
    expect(world.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('whose session is being created at that moment reads that he is suspended', async () => {
    const rude = await person()
    const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const suspending = world.db.transaction().execute(async (trx) => {
      await sql`update profiles_private set suspended_at = now(), suspended_reason = ${REASON} where id = ${rude.id}`.execute(
        trx,
      )
      held.resolve()
      await go.promise
    })
    await held.promise
    const coming = come(rude)
    await waitingForLocks(world, 1)
    go.resolve()
    await suspending
    expect(await coming).toMatchObject({ status: 403, json: { message: SENTENCE } })
  })

  test('62: is on no map, also if he switches local mode on at that moment; the address of his calendar is invalid', async () => {
    const rude = await person()
    await world.local(rude, { latitude: 51.46, longitude: -0.11 })
    await world.as(rude).events.renewCalendarFeed()
    await world.local(eve, { latitude: 51.46, longitude: -0.11 })
    const near = async () => JSON.stringify(await world.as(eve).nearby.listNearby({}))
    expect(await near()).toContain(rude.username)
    await Promise.all([
      suspend(rude),
      world
        .as(rude)
        .nearby.setLocalMode({ enabled: true })
        .catch(() => {}),
      world
        .as(rude)
        .nearby.updateLocation({ latitude: 51.47, longitude: -0.12 })
        .catch(() => {}),
    ])
    expect(await near()).not.toContain(rude.username)
    const { rows } = await sql`select local_mode_enabled, cell from profiles_private where id = ${rude.id}`.execute(
      world.db,
    )
    expect(rows).toEqual([{ local_mode_enabled: false, cell: null }])
    expect((await sql`select from calendar_feeds where user_id = ${rude.id}`.execute(world.db)).rows).toEqual([])
    expect(await refusal(world.as(rude).nearby.setLocalMode({ enabled: true }))).toMatchObject({ status: 401 })
  })

  test('29: a write that is running at that moment is stored completely or not at all', async () => {
    const rude = await person()
    const browser = await signIn(url, rude)
    const { id: category_id } = await world.seeded('New Dads')
    const write = () =>
      browser.send('POST', '/api/v1/posts', { type: 'text', title: 'Late', content: 'One more.', category_id })
    const [answers] = await Promise.all([Promise.all(Array.from({ length: 12 }, write)), suspend(rude)])
    const stored = await world.db.selectFrom('posts').select('author_id').where('title', '=', 'Late').execute()
    for (const { status } of answers) expect([201, 401]).toContain(status)
    expect(stored).toEqual(answers.filter(({ status }) => status === 201).map(() => ({ author_id: rude.id })))
    const { post_count } = await world.as(null).members.getMember({ username: rude.username })
    expect(post_count).toBe(stored.length)
    expect((await write()).status).toBe(401)
  })

  test('keeps what he wrote and his profile, for others to see', async () => {
    const rude = await person()
    const post = await world.post({ by: rude })
    await suspend(rude)
    expect((await world.as(eve).posts.getPost({ id: post.id })).author?.username).toBe(rude.username)
    expect((await world.as(null).members.getMember({ username: rude.username })).username).toBe(rude.username)
  })
})

describe('an administrator', () => {
  test('suspends the author of what was reported, and that closes the case', async () => {
    const rude = await person()
    const post = await world.post({ by: rude })
    const done = await decided(world, { admin, by: eve, decision: 'suspend', reason: REASON }, 'post', post)
    expect(done).toMatchObject({ decision: 'suspended', author_suspended: true, state: 'there' })
    expect(await come(rude)).toMatchObject({ status: 403 })
    const again = await reported(world, admin, eve, 'post', post)
    const twice = world.as(admin).admin.decideReport({ id: again.id, decision: 'suspend', reason: REASON })
    expect(await refusal(twice)).toMatchObject({ code: 'SUSPENDED_ALREADY', status: 409 })
  })

  test('is offered to suspend whom he can suspend then', async () => {
    const [rude, out] = [await world.member({ name: 'rudolf' }), await world.member({ name: 'rudi' })]
    await suspend(out)
    for (const { id, username } of [admin, other, rude, out]) {
      const his = world.as(admin).admin
      const found = (await his.listStandings({ q: username })).items.find(({ member }) => member.id === id)!
      expect([username, found.can_suspend]).toEqual([username, id === rude.id || id === other.id])
      // the second administrator is needed below
      if (id === other.id) continue
      expect(found.can_suspend).toBe(await isAllowed(suspend({ id })))
    }
  })

  test('is offered to suspend the author of what was reported, except himself and a suspended member', async () => {
    const rude = await person()
    const his = await reported(world, admin, eve, 'post', await world.post({ by: rude }))
    const own = await reported(world, other, eve, 'post', await world.post({ by: admin }))
    expect([his.can_suspend, own.can_suspend]).toEqual([true, true])
    const seen = async () => {
      const { items } = await world.as(admin).admin.listReports({})
      return [his, own].map(({ id }) => items.find((one) => one.id === id)?.can_suspend)
    }
    expect(await seen()).toEqual([true, false])
    await suspend(rude)
    expect(await seen()).toEqual([false, false])
    for (const { id } of [his, own])
      expect(await isAllowed(world.as(admin).admin.decideReport({ id, decision: 'suspend', reason: REASON }))).toBe(
        false,
      )
  })

  test('cannot suspend himself; if two suspend each other, one stays', async () => {
    expect(await refusal(suspend(admin))).toMatchObject({ code: 'ONESELF', status: 409 })
    const [one, two] = [await administratorOf(world), await administratorOf(world)]
    const both = await Promise.allSettled([suspend(two, one), suspend(one, two)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find((one) => one.status === 'rejected')!.reason).toMatchObject({ status: 404 })
    const left =
      await sql`select from profiles_private where id in (${one.id}, ${two.id}) and suspended_at is null`.execute(
        world.db,
      )
    expect(left.rows).toHaveLength(1)
  })

  test('who is suspended is not an administrator any more', async () => {
    const brief = await administratorOf(world)
    await suspend(brief)
    for (const call of [() => world.as(brief).admin.listActs({}), () => suspend(eve, brief)])
      expect(await refusal(call())).toMatchObject({ code: 'NOT_FOUND', status: 404 })
    expect(await refusal(world.as(brief).groups.listSuggestions({}))).toMatchObject({ status: 404 })
  })

  test('finds members by their names, and suspended members, the latest first, page by page', async () => {
    const [amy, bob] = [await world.member({ name: 'Zeb_dee' }), await world.member({ name: 'Zebedee' })]
    await world.member({ name: 'Zebulon', verified: false })
    const find = async (asked: { q?: string; only?: 'suspended' }) => {
      const found: string[] = []
      for (let after: string | null | undefined; after !== null; ) {
        const page = await world.as(admin).admin.listStandings({ ...asked, ...(after && { after }) })
        found.push(...page.items.map(({ member }) => member.id))
        after = page.next
      }
      return found
    }
    expect(await find({ q: 'zeb' })).toEqual([bob.id, amy.id])
    expect(await find({ q: 'b_d' })).toEqual([amy.id])
    expect(await find({ q: 'ZEBEDEE' })).toEqual([bob.id])
    await Promise.all(Array.from({ length: 22 }, async () => suspend(await world.member())))
    await suspend(amy)
    const out = await find({ only: 'suspended' })
    expect(out.length).toBeGreaterThan(22)
    expect(out[0]).toBe(amy.id)
    expect(new Set(out).size).toBe(out.length)
    expect(await find({ only: 'suspended', q: 'zeb' })).toEqual([amy.id])
    expect(JSON.stringify(await world.as(other).admin.listStandings({ q: 'zeb' }))).not.toContain('@')
  })

  test('suspends and restores a member once; the second administrator reads that', async () => {
    const rude = await person()
    for (const [act, code] of [
      [suspend, 'SUSPENDED_ALREADY'],
      [restore, 'NOT_SUSPENDED'],
    ] as const) {
      const both = await Promise.allSettled([act(rude), act(rude)])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(both.find((one) => one.status === 'rejected')!.reason).toMatchObject({ code })
    }
    const nobody = { id: '00000000-0000-4000-8000-000000000000' }
    expect(await refusal(suspend(nobody))).toMatchObject({ code: 'MEMBER_NOT_FOUND', status: 404 })
    expect(await refusal(restore(nobody))).toMatchObject({ code: 'MEMBER_NOT_FOUND', status: 404 })
    await world.readFacts()
    const acts = (await world.as(admin).admin.listActs({})).items.filter(({ subject_id }) => subject_id === rude.id)
    expect(acts.map(({ what, reason }) => [what, reason])).toEqual([
      ['member.restored', null],
      ['member.suspended', REASON],
    ])
  })
})

test('for everyone else the administrators’ calls answer exactly like addresses that do not exist', async () => {
  const kind = await person()
  const [visitor, member] = [makeBrowser(url), await signIn(url, kind)]
  for (const browser of [visitor, member])
    for (const [method, path, body] of [
      ['GET', '/api/v1/admin/log', undefined],
      ['GET', '/api/v1/admin/reports?state=nonsense', undefined],
      ['PUT', `/api/v1/admin/members/${eve.id}/suspension`, { reason: 'No.' }],
      ['PUT', '/api/v1/admin/members/x/suspension', { odd: true }],
      ['DELETE', `/api/v1/admin/removed/post/${eve.id}`, undefined],
      ['POST', '/rpc/admin/listActs', { json: {} }],
      ['POST', '/rpc/admin/suspendMember', { json: { odd: 1 } }],
      // what cannot be read is refused before anyone asks who is calling
      ['PUT', `/api/v1/admin/members/${eve.id}/suspension`, '{ broken'],
      ['POST', '/rpc/admin/suspendMember', '{ broken'],
      ['POST', '/rpc/admin/suspendMember', { json: {}, meta: [[1, '__proto__']] }],
      ['GET', '/rpc/admin/suspendMember', undefined],
      ['GET', '/rpc/admin/listActs?data=broken', undefined],
    ] as const) {
      const nowhere = path.replace('admin', 'nowhere')
      const seen = async (path: string) => {
        const { status, headers, text } = await browser.send(method, path, body)
        return { status, text, headers: [...headers].filter(([name]) => name !== 'date') }
      }
      const answer = await seen(path)
      expect(answer, path).toEqual(await seen(nowhere))
      expect(answer.status).toBe(404)
    }
})

// last, because the mail may be sent by the second program
test('an attempt with the right password is not counted against the rate limit', async () => {
  const strict = await world.serve({ pages: 'stub', env: { RATE_LIMITS: 'on' } })
  const rude = await person()
  await suspend(rude)
  const { email } = rude
  for (let n = 0; n < 12; n++) {
    const answer = await makeBrowser(strict.url).call('/sign-in/email', { email, password: PASSWORD })
    expect(answer).toMatchObject({ status: 403, json: { code: 'MEMBER_SUSPENDED' } })
  }
})
