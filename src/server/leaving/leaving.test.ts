import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Browser, makeBrowser, signIn, totpOf, until } from '#test/client.ts'
import { openListener } from '#test/live-listener.ts'
import { makeWorld, type Person } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const servers = [
  await world.serve({ pages: 'stub' }),
  await world.serve({ pages: 'stub' }),
  await world.serve({ pages: 'stub', env: { RATE_LIMITS: 'on' } }),
]
const { url } = servers[0]!
const PASSWORD = 'the quick brown kettle'
const [ana, ben] = await world.members(2)

const leave = (browser: Browser, more: object = {}) =>
  browser.call('/delete-account', { password: PASSWORD, removesPosts: false, ...more })
const isGone = ({ id }: Person) =>
  until(
    'the account is deleted',
    async () => (await sql`select from "user" where id = ${id}`.execute(db)).rows.length === 0,
  )
async function comes(name = 'leo'): Promise<{ who: Person; browser: Browser }> {
  const who = await world.member({ name, password: PASSWORD })
  return { who, browser: await signIn(url, who) }
}
async function goes({ who, browser }: { who: Person; browser: Browser }, more: object = {}): Promise<void> {
  const answer = await leave(browser, more)
  expect(answer, answer.text).toMatchObject({ status: 200, json: { deleted: true } })
  await isGone(who)
}

describe('13: deleting an account', () => {
  test('needs a session and the password, with a limit of attempts', async () => {
    const { who, browser } = await comes()
    expect(await leave(makeBrowser(url))).toMatchObject({ status: 401, json: { code: 'UNAUTHENTICATED' } })
    const wrong = await leave(browser, { password: 'a wrong sentence here' })
    expect(wrong).toMatchObject({
      status: 400,
      json: { code: 'INVALID_PASSWORD', fields: { password: 'This is not your password. Nothing was changed.' } },
    })
    expect(await leave(browser, { removesPosts: undefined })).toMatchObject({ status: 400 })
    expect(await browser.viewer()).toBe(who.username)
    const guesser = await signIn(servers[2]!.url, who)
    for (let n = 0; n < 10; n++) expect((await leave(guesser, { password: `wrong ${n} of many` })).status).toBe(400)
    expect(await leave(guesser)).toMatchObject({ status: 429 })
    expect(await guesser.viewer()).toBe(who.username)
  })

  test('needs the second step if it is on: a code of the app, or a recovery code', async () => {
    const { who, browser } = await comes()
    const { json } = await browser.call('/two-factor/enable', { password: PASSWORD })
    const { totpURI, backupCodes } = json as { totpURI: string; backupCodes: string[] }
    const code = totpOf(totpURI)
    expect((await browser.call('/two-factor/verify-totp', { code })).status).toBe(200)
    expect(await leave(browser)).toMatchObject({
      status: 400,
      json: { code: 'CODE_NEEDED', fields: { code: expect.any(String) } },
    })
    expect(await leave(browser, { code: '000000' })).toMatchObject({ status: 401, json: { code: 'INVALID_CODE' } })
    expect(await leave(browser, { code: 'aaaaa-aaaaa' })).toMatchObject({ status: 401 })
    // the code that switched it on is used up
    expect(await leave(browser, { code })).toMatchObject({ status: 401, json: { code: 'INVALID_CODE' } })
    expect(await browser.viewer()).toBe(who.username)
    await goes({ who, browser }, { code: backupCodes[0] })
  })

  test('ends all sessions and sockets immediately, in every process, and sends a mail', async () => {
    const { who, browser } = await comes()
    const other = await signIn(servers[1]!.url, who)
    const listener = await openListener(servers[1]!.url, other.cookieHeader())
    await listener.listen(`member:${who.id}`)
    const from = performance.now()
    const answer = await leave(browser)
    expect(answer.headers.get('clear-site-data')).toBe('"cache"')
    expect([...browser.cookies.keys()]).toEqual([])
    expect((await other.get('/api/v1/me/devices')).status).toBe(401)
    await listener.untilClosed()
    expect(performance.now() - from).toBeLessThan(5000)
    await isGone(who)
    const mail = await mailTo('account-deleted', who.email)
    expect(mail.subject).toContain('was deleted')
  })

  test('twice at the same moment is one deletion, and no sign-in succeeds at the same time', {
    timeout: 60_000,
  }, async () => {
    for (let round = 0; round < 5; round++) {
      const { who, browser } = await comes()
      const signing = [1, 2, 3].map(() =>
        makeBrowser(url).call('/sign-in/email', { email: who.email, password: PASSWORD }),
      )
      const answers = await Promise.all([leave(browser), leave(browser.copy()), ...signing])
      for (const { status, text } of answers)
        expect([200, 400, 401], text + JSON.stringify(world.lines.slice(-3))).toContain(status)
      await isGone(who)
      expect((await sql`select from session where "userId" = ${who.id}`.execute(db)).rows).toEqual([])
      const late = await makeBrowser(url).call('/sign-in/email', { email: who.email, password: PASSWORD })
      expect(late).toMatchObject({ status: 401 })
    }
  })
})

describe('64: after a deletion', () => {
  test('posts and comments stay without an author; votes are withdrawn, but poll votes stay counted', async () => {
    const leo = await comes()
    const { who } = leo
    const [own, other] = [await world.post({ by: who }), await world.post({ by: ana! })]
    const comment = await world.comment({ by: who, on: other })
    const answer = await world.comment({ by: ana!, on: own })
    const poll = await world.poll({ by: ana! })
    await world.as(who).votes.castPostVote({ post_id: other.id, direction: 'up' })
    await world.as(who).votes.castCommentVote({ comment_id: answer.id, direction: 'down' })
    await world.as(who).polls.castPollVote({ post_id: poll.id, option_id: poll.poll!.options[1]!.id })
    await goes(leo)
    expect(await world.as(null).posts.getPost({ id: own.id })).toMatchObject({ author: null, comment_count: 1 })
    const { post, comments } = await world.as(null).comments.getThread({ post_id: other.id })
    expect(post).toMatchObject({ upvotes: 0, downvotes: 0, comment_count: 1 })
    expect(comments.items).toMatchObject([{ id: comment.id, author: null }])
    const { rows } = await sql`select upvotes, downvotes from comments where id = ${answer.id}`.execute(db)
    expect(rows).toEqual([{ upvotes: 0, downvotes: 0 }])
    const left = await world.as(null).posts.getPost({ id: poll.id })
    expect(left.poll!.options.map(({ vote_count }) => vote_count)).toEqual([0, 1, 0])
    const { rows: votes } = await sql`select user_id from poll_votes where post_id = ${poll.id}`.execute(db)
    expect(votes).toEqual([{ user_id: null }])
  })

  test('posts and comments are deleted if the member wants that, also in networks he has no access to any more, and every count follows', async () => {
    const leo = await comes()
    const { who } = leo
    const category = await world.category()
    const network = await world.privateNetwork({ members: [who, ana!] })
    const hidden = await world.postIn(network, { by: who, category })
    await world.leave(network, who)
    const own = await world.post({ by: who, category })
    await world.comment({ by: ana!, on: own })
    const other = await world.post({ by: ana!, category })
    await world.comment({ by: who, on: other })
    const event = await world.event({ by: ana! })
    await world.local(who)
    await world.as(who).events.createEventComment({ id: event.id, comment_id: randomUUID(), content: 'I come.' })
    const countsOf = async () => {
      const { rows } = await sql<{ post_count: number; comment_count: number }>`
        select post_count, comment_count from profiles where id = ${ana!.id}`.execute(db)
      return rows[0]!
    }
    const before = await countsOf()
    await goes(leo, { removesPosts: true })
    for (const { id } of [hidden, own])
      expect((await sql`select from posts where id = ${id}`.execute(db)).rows).toEqual([])
    expect(await world.as(null).posts.getPost({ id: other.id })).toMatchObject({ comment_count: 0 })
    expect((await world.as(ana!).events.listEventComments({ id: event.id })).items).toEqual([])
    expect(await countsOf()).toEqual({ ...before, comment_count: before.comment_count - 1 })
    expect((await world.as(null).categories.getCategory({ slug: category.slug })).post_count).toBe(1)
  })

  test('pods go to the member who joined first, who gets a mail; an empty pod is deleted', async () => {
    const leo = await comes()
    const { who } = leo
    const [kept, alone, others] = [
      await world.pod({ members: [who, ben!, ana!] }),
      await world.pod({ members: [who] }),
      await world.pod({ members: [ana!, who] }),
    ]
    await sql`update pod_members set joined_at = now() - interval '1 day' where pod_id = ${kept.id} and user_id = ${ana!.id}`.execute(
      db,
    )
    await world.as(who).chat.sendMessage({ room: 'pod', room_id: kept.id, id: randomUUID(), content: 'Remember me.' })
    await goes(leo)
    const { rows } = await sql<{ id: string }>`select id, status, creator_id, current_members from pods
      where id = any(${[kept.id, alone.id, others.id]}::uuid[])`.execute(db)
    expect(new Map(rows.map(({ id, ...pod }) => [id, pod]))).toEqual(
      new Map([
        [kept.id, { status: 'active', creator_id: ana!.id, current_members: 2 }],
        [alone.id, { status: 'deleted', creator_id: null, current_members: 0 }],
        [others.id, { status: 'active', creator_id: ana!.id, current_members: 1 }],
      ]),
    )
    const { items } = await world.as(ana!).chat.listMessages({ room: 'pod', room_id: kept.id })
    expect(items).toMatchObject([{ user: null, content: 'Remember me.' }])
    expect(JSON.stringify(await mailTo('pod-handed-over', ana!.email))).toContain(kept.name)
  })

  test('networks with no other admin go to the member who joined first; networks with another admin do not', async () => {
    const leo = await comes()
    const { who } = leo
    const nets = await Promise.all(
      [[who, ben!, ana!], [who, ana!], [who]].map((members) => world.publicNetwork({ members })),
    )
    const [alone, shared, empty] = nets.map(({ id }) => id)
    await sql`update groups set creator_id = ${who.id} where id = any(${[alone, shared, empty]}::uuid[])`.execute(db)
    await sql`update group_members set role = 'admin' where group_id = ${shared} and user_id = ${ana!.id}`.execute(db)
    await sql`update group_members set joined_at = now() - interval '1 day' where group_id = ${alone} and user_id = ${ana!.id}`.execute(
      db,
    )
    await goes(leo)
    const { rows } = await sql<{ id: string }>`
      select g.id, g.creator_id, g.member_count, array(select m.user_id from group_members m where m.group_id = g.id and m.role = 'admin') as admins
      from groups g where g.id = any(${[alone, shared, empty]}::uuid[])`.execute(db)
    expect(new Map(rows.map(({ id, ...network }) => [id, network]))).toEqual(
      new Map([
        [alone, { creator_id: null, member_count: 2, admins: [ana!.id] }],
        [shared, { creator_id: null, member_count: 1, admins: [ana!.id] }],
        [empty, { creator_id: null, member_count: 0, admins: [] }],
      ]),
    )
  })

  test('a network goes to a suspended member only if there is no other', async () => {
    const leo = await comes()
    const kept = await world.member()
    await sql`update profiles_private set suspended_at = now(), suspended_reason = 'Unkind' where id = ${kept.id}`.execute(
      db,
    )
    const made = await Promise.all(
      [
        [leo.who, kept, ana!],
        [leo.who, kept],
      ].map((members) => world.publicNetwork({ members })),
    )
    const [among, alone] = made.map(({ id }) => id)
    await sql`update groups set creator_id = ${leo.who.id} where id in (${among}, ${alone})`.execute(db)
    await sql`update group_members set joined_at = now() - interval '1 day' where user_id = ${kept.id}`.execute(db)
    await goes(leo)
    const adminsOf = async (id?: string) =>
      (
        await sql<{
          user_id: string
        }>`select user_id from group_members where group_id = ${id} and role = 'admin'`.execute(db)
      ).rows
    expect(await adminsOf(among)).toEqual([{ user_id: ana!.id }])
    expect(await adminsOf(alone)).toEqual([{ user_id: kept.id }])
  })

  test('his future events are cancelled, and the attendees get a mail', async () => {
    const leo = await comes()
    const event = await world.event({ by: leo.who, title: 'Kites on the hill' })
    await world.as(ben!).events.attendEvent({ id: event.id, going: true })
    await goes(leo)
    expect(await world.as(ben!).events.getEvent({ id: event.id })).toMatchObject({
      is_cancelled: true,
      creator: null,
      attendees_count: 1,
    })
    expect((await mailTo('event-cancelled', ben!.email)).text).toContain('Kites on the hill')
  })

  test('nobody can take the username, or one that looks like it, for thirty days', async () => {
    const leo = await comes('leopold')
    await goes(leo)
    const sign = (username: string) =>
      makeBrowser(url).call('/sign-up/email', {
        email: `${randomUUID()}@example.org`,
        password: 'eleven lazy herons',
        username,
      })
    for (const name of [leo.who.username, leo.who.username.toUpperCase(), leo.who.username.replace('.', '_')])
      expect(await sign(name), name).toMatchObject({ status: 400, json: { code: 'USERNAME_IS_ALREADY_TAKEN' } })
    await sql`update left_names set until = now() - interval '1 second'`.execute(db)
    expect((await sign(leo.who.username)).status).toBe(200)
  })

  test('the e-mail address is free immediately', async () => {
    const leo = await comes()
    const mail = leo.who.email
    await goes(leo)
    const again = await makeBrowser(url).call('/sign-up/email', {
      email: mail,
      password: 'eleven lazy herons',
      username: 'a.new.one',
    })
    expect(again.status).toBe(200)
    expect((await mailTo('verify', mail)).link).toContain('/verify?token=')
  })
})

/** Waits for the mail in the outbox of any process, because each may run the job. */
const mailTo = (kind: string, to: string) => Promise.any(servers.map((served) => served.mail(kind, to)))
