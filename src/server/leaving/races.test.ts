/**
 * An account is deleted while its owner does many things at the same time, and the later steps are interrupted at any
 * point.
 */
import { randomUUID } from 'node:crypto'
import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { leavingAccount } from '#server/account/account.ts'
import { type Browser, until } from '#test/client.ts'
import { isFull } from '#test/guarantees/guarantee.ts'
import { corners, OWN, sendImage } from '#test/images.ts'
import { signInDirectly } from '#test/sessions.ts'
import { makeWorld, type Person, type World } from '#test/world.ts'
import { beginLeaving, leavingJobs } from './leaving.ts'

/** Returns the counters that differ from a recount of the rows. */
async function drift({ db }: World): Promise<unknown[]> {
  const { rows } = await sql`
    select 'post' as what, p.id from posts p where (p.upvotes, p.downvotes, p.comment_count) <> (
      (select count(*) from post_votes v where v.post_id = p.id and v.is_upvote),
      (select count(*) from post_votes v where v.post_id = p.id and not v.is_upvote),
      (select count(*) from comments k where k.post_id = p.id))
    union all select 'comment', k.id from comments k where (k.upvotes, k.downvotes) <> (
      (select count(*) from comment_votes v where v.comment_id = k.id and v.is_upvote),
      (select count(*) from comment_votes v where v.comment_id = k.id and not v.is_upvote))
    union all select 'option', o.id from poll_options o where o.vote_count <>
      (select count(*) from poll_votes v where v.option_id = o.id)
    union all select 'pod', p.id from pods p where p.current_members <>
      (select count(*) from pod_members m where m.pod_id = p.id and m.is_active)
    union all select 'pod of nobody', p.id from pods p where p.status = 'active' and p.creator_id is null
    union all select 'network', g.id from groups g where g.member_count <>
      (select count(*) from group_members m where m.group_id = g.id)
    union all select 'event', e.id from local_events e where e.attendees_count <>
      (select count(*) from event_attendees k where k.event_id = e.id)
    union all select 'category', c.id from categories c where c.post_count <>
      (select count(*) from posts p where p.category_id = c.id and p.open_to = '00000000-0000-0000-0000-000000000000')
    union all select 'member', a.id from profiles a where (a.post_count, a.comment_count) <> (
      (select count(*) from posts p where p.author_id = a.id and p.open_to = '00000000-0000-0000-0000-000000000000'),
      (select count(*) from comments k join posts p on p.id = k.post_id
        where k.author_id = a.id and p.open_to = '00000000-0000-0000-0000-000000000000'))`.execute(db)
  return rows
}

describe('29: a member who is deleted while he writes', () => {
  test('has each write stored or refused, never half, and no request fails', { timeout: 120_000 }, async () => {
    const world = await makeWorld()
    const { url } = await world.serve({ pages: 'stub' })
    const ana = await world.member()
    const category = await world.category()
    const picture = new Blob([await corners(120, 120).png().toBuffer()])
    for (let round = 0; round < (isFull ? 30 : 1); round++) {
      const leo = await world.member({ password: 'the quick brown kettle' })
      await world.local(leo)
      const browser = await signInDirectly(world, url, leo)
      const [post, poll, event] = [
        await world.post({ by: ana, category }),
        await world.poll({ by: ana, category }),
        await world.event({ by: ana }),
      ]
      const comment = await world.comment({ by: ana, on: post })
      const [pod, network] = [
        await world.pod({ members: [ana, leo] }),
        await world.publicNetwork({ members: [ana, leo] }),
      ]
      const other = await world.pod({ members: [ana] })
      const [option] = poll.poll!.options
      const words = () => ({
        id: randomUUID(),
        type: 'text',
        title: 'Kites',
        content: 'In the wind.',
        category_id: category.id,
      })
      const requests: [string, string, (n: number) => object | undefined][] = [
        ['POST', '/posts', words],
        ['POST', '/posts', () => ({ ...words(), group_id: network.id })],
        ['POST', `/posts/${post.id}/comments`, () => ({ id: randomUUID(), content: 'Same here.' })],
        ['PUT', `/posts/${post.id}/vote`, (n) => ({ direction: n % 2 ? 'up' : 'none' })],
        ['PUT', `/comments/${comment.id}/vote`, (n) => ({ direction: n % 2 ? 'down' : 'up' })],
        ['PUT', `/posts/${poll.id}/poll-vote`, () => ({ option_id: option!.id })],
        ['POST', `/chat/pod/${pod.id}/messages`, () => ({ id: randomUUID(), content: 'Evening.' })],
        ['POST', `/chat/group/${network.id}/messages`, () => ({ id: randomUUID(), content: 'Evening.' })],
        ['POST', '/pods', () => ({ id: randomUUID(), name: `Pod ${randomUUID()}` })],
        ['PUT', `/pods/${other.id}/membership`, () => undefined],
        ['PUT', `/groups/${network.id}/membership`, () => undefined],
        ['PUT', `/events/${event.id}/attendance`, (n) => ({ going: n % 2 === 0 })],
        ['POST', `/events/${event.id}/comments`, () => ({ comment_id: randomUUID(), content: 'I come.' })],
        ['PUT', '/me/notices', (n) => ({ wanted: n % 2 === 0 })],
        ['PUT', '/me/calendar-feed', () => undefined],
        ['PUT', '/me/location', () => ({ latitude: 51.5, longitude: -0.12 })],
      ]
      let isOver = false
      const seen: string[] = []
      const writing = requests.map(async ([method, path, body]) => {
        for (let n = 0; !isOver; n++) {
          const { status, text } = await browser.copy().send(method, `/api/v1${path}`, body(n))
          if (status >= 500) seen.push(`${method} ${path}: ${status} ${text}`)
        }
      })
      const uploading = (async () => {
        while (!isOver) {
          const { status } = await sendImage(url, browser, OWN, picture)
          // an upload may be refused because the server is busy; it never fails
          if (status === 500) seen.push(`upload: ${status}`)
        }
      })()
      await until('the member has written something', async () => (await countOf(world, leo)) > 2)
      const gone = await browser
        .copy()
        .call('/delete-account', { password: 'the quick brown kettle', removesPosts: round % 2 === 0 })
      expect(gone.status, gone.text).toBe(200)
      await until(
        'the account is deleted',
        async () => (await sql`select from "user" where id = ${leo.id}`.execute(world.db)).rows.length === 0,
      )
      expect(await refusedFrom(browser)).toBe(401)
      isOver = true
      await Promise.all([...writing, uploading])
      expect(seen).toEqual([])
      expect(world.lines.filter(({ level }) => level === 'error')).toEqual([])
      expect(await drift(world)).toEqual([])
    }
  })
})

const countOf = async ({ db }: World, { id }: Person) =>
  (await sql<{ n: number }>`select count(*)::int as n from posts where author_id = ${id}`.execute(db)).rows[0]!.n
const refusedFrom = async (browser: Browser) =>
  (await browser.copy().send('PUT', '/api/v1/me/notices', { wanted: true })).status

test('64: the steps after a deletion can be interrupted at any statement, and repeating them gives the same result', {
  timeout: 120_000,
}, async () => {
  const world = await makeWorld()
  const { db } = world
  const [ana, ben] = await world.members(2)
  const category = await world.category()
  const jobs = (on: World['db']) =>
    leavingJobs({ db: on, live: { notify() {} }, log: world.log, account: leavingAccount }).tasks.finish_departures!({})
  let isWhole = false
  for (let after = 0; !isWhole; after += isFull ? 1 : 9) {
    const leo = await world.member()
    const removes_posts = after % 2 === 0
    const [own, other] = [await world.post({ by: leo, category }), await world.post({ by: ana!, category })]
    await world.comment({ by: leo, on: other })
    await world.as(leo).votes.castPostVote({ post_id: other.id, direction: 'up' })
    const pod = await world.pod({ members: [leo, ben!] })
    const network = await world.publicNetwork({ members: [leo, ben!] })
    await sql`update groups set creator_id = ${leo.id} where id = ${network.id}`.execute(db)
    const event = await world.event({ by: leo })
    const begun = await beginLeaving(world.ctx(leo), {
      ...{ member: leo.id, removes_posts, account: leavingAccount },
      farewell: (to) => ({ kind: 'account-deleted', to, subject: '', paragraphs: [], reason: '' }),
    })
    expect(begun).toBe(true)
    let left = after
    isWhole = await jobs(db.withPlugin(dyingAfter(() => left-- <= 0))).then(
      () => true,
      () => false,
    )
    await jobs(db)
    const ends = await sql<{
      user: boolean
      post: boolean
      pod: string
      admin: string
      is_cancelled: boolean
      upvotes: number
    }>`
      select exists (select from "user" where id = ${leo.id}) as user, exists (select from posts where id = ${own.id}) as post,
        (select creator_id from pods where id = ${pod.id}) as pod,
        (select user_id from group_members where group_id = ${network.id} and role = 'admin') as admin,
        (select cancelled_at is not null from local_events where id = ${event.id}) as is_cancelled,
        (select upvotes from posts where id = ${other.id}) as upvotes`.execute(db)
    expect(ends.rows[0]).toEqual({
      user: false,
      post: !removes_posts,
      pod: ben!.id,
      admin: ben!.id,
      is_cancelled: true,
      upvotes: 0,
    })
    expect(await drift(world)).toEqual([])
  }
  const { rows } =
    await sql`select topic, count(*) from topic_events where kind = 'pod.handed_over' group by topic having count(*) > 1`.execute(
      db,
    )
  expect(rows).toEqual([])
})

const dyingAfter = (isOver: () => boolean): KyselyPlugin => ({
  transformQuery({ node }) {
    if (isOver()) throw new Error('the process is killed here')
    return node
  },
  transformResult: async ({ result }) => result,
})
