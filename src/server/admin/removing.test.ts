/** What administrators remove is hidden from everyone but its author, who reads why; and it can be restored. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { SAY_SAFETY } from '#contract/safety-words.ts'
import { administratorOf, decided, openCases, reported } from '#test/administrator.ts'
import { makeWorld, type Person, refusal, waitingForLocks } from '#test/world.ts'
import { groupJobs } from '../groups/groups.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { VISITORS_TOPIC } from '../kernel/http/visitor-cache.ts'
import { feedOfAll, sitemapPart } from '../syndication/syndication.ts'

const world = await makeWorld()
const [ana, ben, eve] = [
  await world.member({ name: 'ana' }),
  await world.member({ name: 'ben' }),
  await world.member({ name: 'eve' }),
]
const [admin, other] = [await administratorOf(world, 'adam'), await administratorOf(world, 'otto')]
const REASON = 'This hurts others.'
const remove = (kind: 'post' | 'comment' | 'message' | 'event' | 'event_comment', thing: { id: string }) =>
  decided(world, { admin, by: eve, decision: 'remove', reason: REASON }, kind, thing)
const restore = (kind: 'post' | 'comment', { id }: { id: string }) => world.as(admin).admin.restoreThing({ kind, id })
const gone = (call: Promise<unknown>) => call.catch(() => {})

/** Every stored count that differs from a recount. */
async function drift() {
  const open = sql`(p.removed_at is null
    and (p.group_id is null or exists (select from groups g where g.id = p.group_id and g.is_public)))`
  const { rows } = await sql`select * from (
    select 'thread' as what, p.id, p.comment_count as said,
      (select count(*) from comments k where k.post_id = p.id) as counted from posts p
    union all select 'category', c.id, c.post_count,
      (select count(*) from posts p where p.category_id = c.id and ${open}) from categories c
    union all select 'posts', a.id, a.post_count, (select count(*) from posts p where p.author_id = a.id and ${open}) from profiles a
    union all select 'comments', a.id, a.comment_count, (select count(*) from comments k join posts p on p.id = k.post_id
      where k.author_id = a.id and k.removed_at is null and ${open}) from profiles a) t where said <> counted`.execute(
    world.db,
  )
  return rows
}

/** The lists in which this viewer finds the post. */
async function places(id: string, who: Person | null, slug?: string) {
  const api = world.as(who)
  const home = { brand: 'Fatherkin', baseUrl: 'https://example.org' }
  const lists = {
    feed: (await api.feed.listFeed({})).items,
    category: (await api.feed.listCategoryPosts({ slug: 'new-dads' })).items,
    member: (await api.feed.listMemberPosts({ username: ana.username })).items,
    words: (await api.search.searchPosts({ q: 'xylophone', in: 'all', order: 'new' })).items,
    best: (await api.search.searchPosts({ q: 'xylophone', in: 'all', order: 'best' })).items,
    author: (await api.search.searchPosts({ q: ana.username, in: 'all', order: 'new' })).items,
    group: slug ? (await api.feed.listGroupPosts({ slug })).items : [],
  }
  const found = Object.entries(lists).flatMap(([name, items]) => (items.some((post) => post.id === id) ? [name] : []))
  const programs = [
    ...((await feedOfAll(world.ctx(null), home)).text.includes(id) ? ['atom'] : []),
    ...((await sitemapPart(world.ctx(null), home, 'posts-1.xml')).text.includes(id) ? ['sitemap'] : []),
  ]
  return [...found, ...programs]
}
const MISSING = { code: 'POST_NOT_FOUND', status: 404, message: 'Post not found' }

describe('a removed post', () => {
  test('is in no list, search, feed or sitemap, and answers as if it did not exist; its author reads why', async () => {
    const network = await world.publicNetwork({ members: [ana, ben], name: 'The Yard' })
    const category_id = (await world.seeded('New Dads')).id
    const words = { type: 'text', title: 'A xylophone', content: 'A xylophone at night.', category_id } as const
    const [general, inside] = [
      await world.as(ana).posts.createPost(words),
      await world.as(ana).posts.createPost({ ...words, group_id: network.id }),
    ]
    const all = ['category', 'member', 'words', 'best', 'author', 'atom', 'sitemap']
    expect((await places(general.id, ben)).sort()).toEqual(['feed', ...all].sort())
    expect((await places(inside.id, ben, network.slug)).sort()).toEqual(['feed', 'group', ...all].sort())
    for (const { id } of [general, inside]) {
      await remove('post', { id })
      expect(world.notified).toContain(VISITORS_TOPIC)
      for (const who of [ben, null]) {
        expect(await places(id, who, network.slug)).toEqual([])
        expect(await refusal(world.as(who).posts.getPost({ id }))).toEqual(MISSING)
        expect(await refusal(world.as(who).comments.getThread({ post_id: id }))).toEqual(MISSING)
        expect(await refusal(world.as(who).comments.listComments({ post_id: id }))).toEqual(MISSING)
      }
      // on his own profile and at its address, and nowhere else
      expect(await places(id, ana, network.slug)).toEqual(['member'])
      const mine = await world.as(ana).posts.getPost({ id })
      expect(mine).toMatchObject({ content: 'A xylophone at night.', can_edit: false, removed: { reason: REASON } })
      expect((await world.as(ana).comments.getThread({ post_id: id })).post).toEqual(mine)
      const mineToo = (await world.as(ana).feed.listMemberPosts({ username: ana.username })).items
      const card = mineToo.find((one) => one.id === id)
      expect(card).toMatchObject({ removed: { reason: REASON } })
      // an administrator who decides about it can read it
      expect(await world.as(admin).posts.getPost({ id })).toMatchObject({ removed: { reason: REASON } })
      await restore('post', { id })
      expect((await places(id, ben, network.slug)).filter((one) => all.includes(one)).sort()).toEqual([...all].sort())
      expect(await world.as(ana).posts.getPost({ id })).not.toHaveProperty('removed')
    }
    expect(await drift()).toEqual([])
  })

  test('takes no comment, vote, poll vote or edit from anyone; its author can delete it', async () => {
    const poll = await world.poll({ by: ana })
    const comment = await world.comment({ by: ben, on: poll })
    await remove('post', poll)
    for (const who of [ana, ben]) {
      expect(await refusal(world.comment({ by: who, on: poll }))).toEqual(MISSING)
      expect(await refusal(world.as(who).votes.castPostVote({ post_id: poll.id, direction: 'up' }))).toEqual(MISSING)
      const [option] = poll.poll!.options
      expect(await refusal(world.as(who).polls.castPollVote({ post_id: poll.id, option_id: option!.id }))).toEqual(
        MISSING,
      )
      const commentVote = world.as(who).votes.castCommentVote({ comment_id: comment.id, direction: 'up' })
      expect(await refusal(commentVote)).toMatchObject({ status: 404 })
    }
    expect(await refusal(world.as(ben).comments.editComment({ id: comment.id, content: 'Now?' }))).toMatchObject({
      status: 404,
    })
    expect(await refusal(world.as(ana).posts.editPost({ id: poll.id, title: 'Now?' }))).toMatchObject({
      ...{ code: 'POST_REMOVED', status: 409 },
    })
    expect(await refusal(world.as(ben).posts.deletePost({ id: poll.id }))).toEqual(MISSING)
    expect(await drift()).toEqual([])
    await world.as(ana).posts.deletePost({ id: poll.id })
    expect(await refusal(world.as(ana).posts.getPost({ id: poll.id }))).toEqual(MISSING)
    expect(await refusal(restore('post', poll))).toMatchObject({ code: 'NOT_REMOVED' })
    expect(await drift()).toEqual([])
  })

  test('offers nobody to edit a comment below it, because that is refused', async () => {
    const post = await world.post({ by: ana })
    const comment = await world.comment({ by: ana, on: post })
    const offered = async () => {
      const { comments } = await world.as(ana).comments.getThread({ post_id: post.id })
      return comments.items.map(({ can_edit }) => can_edit)
    }
    expect(await offered()).toEqual([true])
    await remove('post', post)
    expect(await offered()).toEqual([false])
    expect(await refusal(world.as(ana).comments.editComment({ id: comment.id, content: 'Now?' }))).toMatchObject({
      status: 404,
    })
    await restore('post', post)
    expect(await offered()).toEqual([true])
  })

  test('in a private network does not exist for anyone outside, including its author after he left', async () => {
    const network = await world.privateNetwork({ members: [ana, eve], name: 'The Cellar' })
    const post = await world.as(ana).posts.createPost({
      ...{ type: 'text', title: 'Hello', content: 'Hello.', group_id: network.id },
      category_id: (await world.seeded('New Dads')).id,
    })
    await remove('post', post)
    expect((await world.as(ana).posts.getPost({ id: post.id })).removed).toEqual({ reason: REASON })
    expect(await refusal(world.as(admin).posts.getPost({ id: post.id }))).toEqual(MISSING)
    await world.leave(network, ana)
    expect(await refusal(world.as(ana).posts.getPost({ id: post.id }))).toEqual(MISSING)
    const mine = await world.as(ana).feed.listMemberPosts({ username: ana.username })
    expect(mine.items.some(({ id }) => id === post.id)).toBe(false)
    await restore('post', post)
    expect(await drift()).toEqual([])
    expect((await world.as(eve).feed.listGroupPosts({ slug: network.slug })).items).toHaveLength(1)
  })

  test('is restored with the visibility that its network has then, also while that is being made public or private', async () => {
    const { id } = await world.db
      .insertInto('groups')
      .values({ name: 'The Shed', creator_id: ana.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const category_id = (await world.seeded('New Dads')).id
    const write = () =>
      world.as(ana).posts.createPost({ type: 'text', title: 'Hi', content: 'Hi.', category_id, group_id: id })
    const turn = (is_public: boolean) => world.as(ana).groups.editGroup({ id, is_public })
    const posts = await Promise.all(Array.from({ length: 8 }, write))
    for (const post of posts) await world.comment({ by: ben, on: post })
    await remove('post', posts[0]!)
    await turn(false)
    await restore('post', posts[0]!)
    expect(await refusal(world.as(ben).posts.getPost({ id: posts[0]!.id }))).toEqual(MISSING)
    expect(await drift()).toEqual([])
    await turn(true)
    expect(await drift()).toEqual([])
    const cases = await Promise.all(posts.map((post) => reported(world, admin, eve, 'post', post)))
    await Promise.all([
      (async () => {
        for (let n = 0; n < 8; n++) await turn(n % 2 === 1)
      })(),
      ...cases.map(async ({ id, subject_id }) => {
        await world.as(admin).admin.decideReport({ id, decision: 'remove', reason: REASON })
        await restore('post', { id: subject_id })
      }),
      ...posts.map((post) => gone(world.comment({ by: ben, on: post }))),
    ])
    await groupJobs({ db: world.db }).tasks.reindex_visibility!({})
    expect(await drift()).toEqual([])
    expect(world.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  })

  test('while others comment, vote and delete: nothing is added below it afterwards, and all counts are correct', async () => {
    const posts = await Promise.all(Array.from({ length: 6 }, () => world.post({ by: ana })))
    const theirs = await Promise.all(posts.map((post) => world.comment({ by: ben, on: post })))
    const cases = await Promise.all(posts.map((post) => reported(world, admin, eve, 'post', post)))
    await Promise.all([
      // comments that are deleted at this moment may be missing already
      ...cases.map(({ id }) => gone(world.as(admin).admin.decideReport({ id, decision: 'remove', reason: REASON }))),
      ...posts.flatMap((post) => [
        gone(world.comment({ by: ben, on: post })),
        gone(world.comment({ by: eve, on: post })),
        gone(world.as(ben).votes.castPostVote({ post_id: post.id, direction: 'up' })),
      ]),
      ...theirs.slice(0, 3).map(({ id }) => gone(world.as(ben).comments.deleteComment({ id }))),
      ...posts.slice(4).map(({ id }) => gone(world.as(ana).posts.deletePost({ id }))),
    ])
    expect(await drift()).toEqual([])
    for (const post of posts.slice(0, 4)) await restore('post', post)
    expect(await drift()).toEqual([])
    expect(world.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  })

  test('a comment that waits while the post is being removed is refused', async () => {
    const post = await world.post({ by: ana })
    const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const removing = world.db.transaction().execute(async (trx) => {
      await sql`select lock_post_exclusive(${post.id}::uuid)`.execute(trx)
      held.resolve()
      await go.promise
      await sql`select count_post(${post.id}::uuid, -1)`.execute(trx)
      await sql`update posts set removed_at = now(), removed_reason = 'Because.',
        open_to = 'ffffffff-ffff-ffff-ffff-ffffffffffff' where id = ${post.id}`.execute(trx)
    })
    await held.promise
    const commenting = world.comment({ by: ben, on: post })
    commenting.catch(() => {})
    await waitingForLocks(world, 1)
    go.resolve()
    await removing
    expect(await refusal(commenting)).toEqual(MISSING)
    expect(await drift()).toEqual([])
  })

  test('pages of lists are full even if many posts were removed', async () => {
    const writer = await world.member({ name: 'quill' })
    const category = await world.category()
    const posts = []
    for (let n = 0; n < 45; n++) posts.push(await world.post({ by: writer, category }))
    for (const { id } of posts.slice(20)) await sql`select count_post(${id}::uuid, -1)`.execute(world.db)
    await sql`update posts set removed_at = now(), removed_reason = 'Because.', open_to = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      where id = any(${posts.slice(20).map(({ id }) => id)}::uuid[])`.execute(world.db)
    const first = posts.slice(0, 20).map(({ id }) => id)
    const lists = [
      await world.as(null).feed.listFeed({}),
      await world.as(ben).feed.listFeed({}),
      await world.as(null).feed.listCategoryPosts({ slug: category.slug }),
      await world.as(null).feed.listMemberPosts({ username: writer.username }),
    ]
    for (const { items } of lists) expect(items.map(({ id }) => id).sort()).toEqual(first.sort())
    // all of his own posts, page by page
    const mine: string[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const page = await world.as(writer).feed.listMemberPosts({ username: writer.username, ...(after && { after }) })
      mine.push(...page.items.map(({ id }) => id))
      after = page.next
    }
    expect(mine).toEqual(posts.map(({ id }) => id).reverse())
  })
})

describe('a removed comment', () => {
  test('keeps its place as a line without words or name; its author reads both and the reason', async () => {
    const post = await world.post({ by: ana })
    const [, second] = [
      await world.comment({ by: eve, on: post, content: 'One.' }),
      await world.comment({ by: ben, on: post, content: 'Two.' }),
      await world.comment({ by: eve, on: post, content: 'Three.' }),
    ]
    const count = (await world.as(null).members.getMember({ username: ben.username })).comment_count
    await remove('comment', second!)
    for (const who of [null, ana, admin]) {
      const { post: seen, comments } = await world.as(who).comments.getThread({ post_id: post.id })
      expect(seen.comment_count).toBe(3)
      expect(comments.items.map(({ content }) => content)).toEqual(['One.', '', 'Three.'])
      expect(comments.items[1]).toMatchObject({ body: [], author: null, can_edit: false, removed: { reason: null } })
    }
    const mine = (await world.as(ben).comments.getThread({ post_id: post.id })).comments.items[1]
    expect(mine).toMatchObject({
      ...{ content: 'Two.', author: { username: ben.username }, can_edit: false, removed: { reason: REASON } },
    })
    expect((await world.as(null).members.getMember({ username: ben.username })).comment_count).toBe(count - 1)
    expect(await drift()).toEqual([])
    expect(await refusal(world.as(ben).comments.editComment({ id: second!.id, content: 'Now?' }))).toMatchObject({
      ...{ code: 'COMMENT_REMOVED', status: 409 },
    })
    const vote = world.as(eve).votes.castCommentVote({ comment_id: second!.id, direction: 'up' })
    expect(await refusal(vote)).toMatchObject({ status: 404 })
    const again = world.as(ana).reports.reportThing({ kind: 'comment', id: second!.id, reason: 'spam' })
    expect(await refusal(again)).toMatchObject({ code: 'NOTHING_TO_REPORT' })
    await restore('comment', second!)
    expect((await world.as(null).comments.getThread({ post_id: post.id })).comments.items[1]).toMatchObject({
      ...{ content: 'Two.', author: { username: ben.username } },
    })
    expect(await drift()).toEqual([])
  })

  test('is deleted by its author, and with its post or without it all counts stay correct', async () => {
    const posts = [await world.post({ by: ana }), await world.post({ by: ana }), await world.post({ by: ana })]
    const comments = []
    for (const post of posts) comments.push(await world.comment({ by: ben, on: post }))
    for (const comment of comments) await remove('comment', comment)
    await world.as(ben).comments.deleteComment({ id: comments[0]!.id })
    await world.as(ana).posts.deletePost({ id: posts[1]!.id })
    expect(await drift()).toEqual([])
    await remove('post', posts[2]!)
    await restore('comment', comments[2]!)
    expect(await drift()).toEqual([])
    await restore('post', posts[2]!)
    expect(await drift()).toEqual([])
  })
})

describe('things that cannot be restored', () => {
  test('a removed message disappears from its room, and is announced there like one that its author deleted', async () => {
    const pod = await world.pod({ members: [ana, eve], is_private: true })
    const id = randomUUID()
    const room = { room: 'pod', room_id: pod.id } as const
    await world.as(ana).chat.sendMessage({ ...room, id, content: 'You fool.' })
    await remove('message', { id })
    expect((await world.as(eve).chat.listMessages(room)).items).toEqual([])
    expect(world.notified).toContain(`pod:${pod.id}`)
    const published =
      await sql`select kind, subject from topic_events where topic = ${`pod:${pod.id}`} order by seq desc limit 1`.execute(
        world.db,
      )
    expect(published.rows).toEqual([{ kind: 'message.deleted', subject: id }])
    // its author cannot bring it back by sending it again
    expect(await refusal(world.as(ana).chat.sendMessage({ ...room, id, content: 'You fool.' }))).toMatchObject({
      status: 410,
    })
  })

  test('a removed event is cancelled and its text is deleted; its attendees are notified; a comment on an event disappears', async () => {
    const event = await world.event({
      by: ana,
      title: 'Buy my cots',
      description: 'Cheap xylocots.',
      address: 'Here 5',
    })
    await world.local(ben)
    await world.as(ben).events.attendEvent({ id: event.id, going: true })
    const said = await world.as(ana).events.createEventComment({ id: event.id, content: 'Buy more.' })
    await remove('event_comment', said)
    expect((await world.as(ben).events.listEventComments({ id: event.id })).items).toEqual([])
    await remove('event', event)
    const seen = await world.as(ben).events.getEvent({ id: event.id })
    expect(seen).toMatchObject({
      title: 'An event removed by the administrators',
      is_cancelled: true,
      description: null,
    })
    expect(JSON.stringify(seen)).not.toMatch(/cots|Here 5/)
    expect((await world.as(ben).events.listEvents({ scope: 'everywhere', q: 'xylocots' })).items).toEqual([])
    const notices = await sql`select fields from event_notices where event_id = ${event.id}`.execute(world.db)
    expect(notices.rows).toEqual([{ fields: ['cancelled_at'] }])
    await world.as(eve).reports.reportThing({ kind: 'event', id: event.id, reason: 'other' })
    const [left] = (await openCases(world, admin)).filter(({ subject_id }) => subject_id === event.id)
    expect(left).toMatchObject({ state: 'gone' })
    const twice = world.as(admin).admin.decideReport({ id: left!.id, decision: 'remove', reason: REASON })
    expect(await refusal(twice)).toMatchObject({ code: 'THING_GONE', status: 409 })
  })

  test('an event is removed once, whatever its title, and its author cannot write new words into it', async () => {
    const event = await world.event({ by: ana, title: SAY_SAFETY.eventRemoved, description: 'Cheap cots.' })
    const found = await reported(world, admin, eve, 'event', event)
    expect(found.state).toBe('there')
    await world.as(admin).admin.decideReport({ id: found.id, decision: 'remove', reason: REASON })
    expect(await world.as(eve).events.getEvent({ id: event.id })).toMatchObject({
      description: null,
      is_cancelled: true,
    })
    const change = { id: event.id, title: 'Cheap cots again' }
    expect(await refusal(world.as(ana).events.editEvent(change))).toMatchObject({ code: 'EVENT_CANCELLED' })
    const again = await reported(world, admin, eve, 'event', event)
    expect(again.state).toBe('gone')
  })
})

describe('a decision', () => {
  test('is made once: if two administrators decide at the same moment, one wins, and the other reads what was decided', async () => {
    const post = await world.post({ by: ana })
    const { id } = await reported(world, admin, eve, 'post', post)
    const both = await Promise.allSettled([
      world.as(admin).admin.decideReport({ id, decision: 'dismiss' }),
      world.as(other).admin.decideReport({ id, decision: 'remove', reason: REASON }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = both.find((one) => one.status === 'rejected')!
    expect(lost.reason).toMatchObject({ code: 'REPORT_DECIDED', status: 409 })
    expect(lost.reason.message).toMatch(
      /^(Adam has decided this already: nothing is wrong|Otto has decided this already: the post was removed)$/,
    )
    await world.readFacts()
    const acts = (await world.as(admin).admin.listActs({})).items
    expect(acts.filter(({ subject_id }) => [id, post.id].includes(subject_id))).toHaveLength(1)
    expect((await openCases(world, admin)).some((one) => one.id === id)).toBe(false)
  })

  test('is in the list of decided cases; a later report about the same thing opens a new case', async () => {
    const post = await world.post({ by: ana })
    const before = await reported(world, admin, eve, 'post', post)
    await world.as(admin).admin.decideReport({ id: before.id, decision: 'dismiss' })
    const [latest] = (await world.as(admin).admin.listReports({ state: 'decided' })).items
    expect(latest).toMatchObject({ id: before.id, decision: 'dismissed', decided_by: { username: admin.username } })
    const again = await reported(world, admin, eve, 'post', post)
    expect(again.id).not.toBe(before.id)
    expect(again.reporters).toBe(1)
  })

  test('needs a reason if it does something; a profile cannot be removed; a missing thing is refused', async () => {
    const { id } = await reported(world, admin, eve, 'profile', ana)
    const decide = (decision: 'remove' | 'suspend', reason?: string) =>
      refusal(world.as(admin).admin.decideReport({ id, decision, ...(reason && { reason }) }))
    expect(await decide('remove')).toMatchObject({ code: 'INVALID', message: 'Please say why' })
    expect(await decide('suspend', ' ')).toMatchObject({ code: 'INVALID' })
    expect(await decide('remove', REASON)).toMatchObject({ code: 'NOT_REMOVABLE' })
    const nowhere = world.as(admin).admin.decideReport({ id: randomUUID(), decision: 'dismiss' })
    expect(await refusal(nowhere)).toMatchObject({ code: 'REPORT_NOT_FOUND', status: 404 })
    const post = await world.post({ by: ana })
    const own = await reported(world, admin, eve, 'post', post)
    await world.as(ana).posts.deletePost({ id: post.id })
    const late = world.as(admin).admin.decideReport({ id: own.id, decision: 'remove', reason: REASON })
    expect(await refusal(late)).toMatchObject({ code: 'THING_GONE' })
    // these calls decided nothing
    expect((await world.as(admin).admin.decideReport({ id: own.id, decision: 'dismiss' })).decision).toBe('dismissed')
  })

  test('is undone once: the second administrator reads that', async () => {
    const post = await world.post({ by: ana })
    await remove('post', post)
    const both = await Promise.allSettled([restore('post', post), restore('post', post)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await drift()).toEqual([])
  })

  test('shows what was done after it; what was restored by mistake is removed again without a report', async () => {
    const post = await world.post({ by: ana })
    const { id } = await remove('post', post)
    const one = async () => {
      const { items } = await world.as(admin).admin.listReports({ state: 'decided' })
      return items.find((found) => found.id === id)!
    }
    expect(await one()).toMatchObject({ state: 'removed', reason: REASON, since: null })
    await world.as(other).admin.restoreThing({ kind: 'post', id: post.id })
    expect(await one()).toMatchObject({
      ...{ state: 'there', decision: 'removed', decided_by: { username: admin.username } },
      since: { what: 'restored', by: { username: other.username }, reason: null, created_at: expect.any(Date) },
    })
    // a new report arrives in between: this decision closes it, too
    const open = await reported(world, admin, eve, 'post', post)
    const again = () => world.as(admin).admin.removeThing({ kind: 'post', id: post.id, reason: 'After all.' })
    const both = await Promise.allSettled([again(), again()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find((one) => one.status === 'rejected')!.reason).toMatchObject({ code: 'NOT_THERE', status: 409 })
    expect(await one()).toMatchObject({
      ...{ state: 'removed', reason: REASON },
      since: { what: 'removed', by: { username: admin.username }, reason: 'After all.' },
    })
    expect((await openCases(world, admin)).some((found) => found.id === open.id)).toBe(false)
    const { removed } = await world.as(ana).posts.getPost({ id: post.id })
    expect(removed).toEqual({ reason: 'After all.' })
    expect(await drift()).toEqual([])
    await world.as(ana).posts.deletePost({ id: post.id })
    expect(await refusal(again())).toMatchObject({ code: 'NOT_THERE' })
  })

  test('that nothing is wrong, or to suspend, still allows removing the comment', async () => {
    const comment = await world.comment({ by: ana, on: await world.post({ by: ben }) })
    const { id } = await reported(world, admin, eve, 'comment', comment)
    await world.as(admin).admin.decideReport({ id, decision: 'dismiss' })
    await world.as(other).admin.removeThing({ kind: 'comment', id: comment.id, reason: REASON })
    const [found] = (await world.as(admin).admin.listReports({ state: 'decided' })).items
    expect(found).toMatchObject({ id, decision: 'dismissed', state: 'removed', since: { what: 'removed' } })
    expect(await drift()).toEqual([])
  })

  test('pages of cases, open and decided, are complete and in order', async () => {
    const posts = await Promise.all(Array.from({ length: 25 }, () => world.post({ by: ana })))
    for (const { id } of posts) await world.as(eve).reports.reportThing({ kind: 'post', id, reason: 'spam' })
    const all = async (state: 'open' | 'decided') => {
      const found: { id: string; at: number }[] = []
      for (let after: string | null | undefined; after !== null; ) {
        const page = await world.as(admin).admin.listReports({ state, ...(after && { after }) })
        found.push(...page.items.map((one) => ({ id: one.id, at: (one.decided_at ?? one.reported_at).getTime() })))
        after = page.next
      }
      return found
    }
    const open = await all('open')
    expect(new Set(open.map(({ id }) => id)).size).toBe(open.length)
    expect(open.map(({ at }) => at)).toEqual(open.map(({ at }) => at).sort((one, two) => one - two))
    for (const { id } of open) await world.as(admin).admin.decideReport({ id, decision: 'dismiss' })
    expect(await openCases(world, admin)).toEqual([])
    const done = (await all('decided')).map(({ at }) => at)
    expect(done.length).toBeGreaterThan(25)
    expect(done).toEqual([...done].sort((one, two) => two - one))
  })
})

describe('the log', () => {
  test('names who did what to whom and why, the latest first, page by page', async () => {
    const post = await world.post({ by: ana })
    await remove('post', post)
    await restore('post', post)
    const wish = await world.as(ana).groups.suggestGroup({ group_name: 'Knots', description: 'Ropes.' })
    await world.as(admin).groups.decideSuggestion({ id: wish.id, decision: 'decline', reason: 'There is one.' })
    await world.readFacts()
    const { items, next } = await world.as(other).admin.listActs({})
    expect(items.slice(0, 3)).toMatchObject([
      { admin_name: admin.username, what: 'suggestion.declined', subject_id: wish.id, reason: 'There is one.' },
      { admin_name: admin.username, what: 'post.restored', subject_id: post.id, reason: null },
      { admin_name: admin.username, what: 'post.removed', subject_id: post.id, reason: REASON },
    ])
    const further = await world.as(other).admin.listActs({ after: next! })
    expect(further.items.length).toBeGreaterThan(0)
    expect(further.items[0]!.created_at.getTime()).toBeLessThanOrEqual(items.at(-1)!.created_at.getTime())
  })

  test('names the author of an item, also after it is deleted, and links to items that still exist', async () => {
    const person = await world.member()
    const ground = await world.post({ by: ben })
    const comment = await world.comment({ by: person, on: ground })
    const event = await world.event({ by: person })
    const said = await world.as(person).events.createEventComment({ id: event.id, content: 'Buy more.' })
    const post = await world.post({ by: person })
    await remove('comment', comment)
    await remove('event_comment', said)
    await remove('event', event)
    await remove('post', post)
    const acts = async () => {
      await world.readFacts()
      const { items } = await world.as(admin).admin.listActs({})
      return items.map(({ what, subject, path }) => [what, subject?.id, path])
    }
    const [lost, meeting] = [`/post/${ground.id}#comment-${comment.id}`, `/event/${event.id}`]
    expect((await acts()).slice(0, 4)).toEqual([
      ['post.removed', person.id, `/post/${post.id}`],
      ['event.removed', person.id, meeting],
      ['event_comment.removed', person.id, null],
      ['comment.removed', person.id, lost],
    ])
    await restore('post', post)
    await restore('comment', comment)
    expect((await acts()).slice(0, 3)).toEqual([
      ['comment.restored', person.id, lost],
      ['post.restored', person.id, `/post/${post.id}`],
      ['post.removed', person.id, `/post/${post.id}`],
    ])
    await sql`delete from "user" where id = ${person.id}`.execute(world.db)
    expect((await acts()).slice(0, 2).map(([, subject]) => subject)).toEqual([undefined, undefined])
    const cellar = await world.privateNetwork({ members: [ana, eve] })
    const inside = await world.postIn(cellar, { by: eve })
    await remove('comment', await world.comment({ by: ana, on: inside }))
    // no link into a network that the author has left
    expect((await acts())[0]).toEqual(['comment.removed', ana.id, null])
  })

  const entries = async (who: Person = admin) => {
    await world.readFacts()
    return (await world.as(who).admin.listActs({})).items.map(({ what, name, path }) => [what, name, path])
  }

  test('names each thing by its title or first words, and links to what still stands', async () => {
    const post = await world.post({ by: ana, title: 'Cheap cots' })
    const long = `Buy **my** cots.\n\nOnly ${'today and '.repeat(20)}tomorrow.`
    const comment = await world.comment({ by: ana, on: post, content: long })
    const pages = { post: `/post/${post.id}`, comment: `/post/${post.id}#comment-${comment.id}` }
    await world.as(admin).admin.removeThing({ kind: 'comment', id: comment.id, reason: REASON })
    // nobody has reported it: its words are for its author only until it is restored
    expect((await entries())[0]).toEqual(['comment.removed', null, pages.comment])
    await restore('comment', comment)
    const [, name] = (await entries())[0]!
    expect(name).toMatch(/^Buy my cots. Only today and .* and…$/)
    expect(name!.length).toBeLessThanOrEqual(80)

    await world.as(admin).admin.removeThing({ kind: 'post', id: post.id, reason: REASON })
    expect((await entries())[0]).toEqual(['post.removed', 'Cheap cots', pages.post])
    const { id } = await reported(world, admin, eve, 'profile', ana)
    await world.as(admin).admin.decideReport({ id, decision: 'dismiss' })
    expect((await entries())[0]).toEqual(['report.dismissed', 'Ana', `/user/${ana.username}`])

    await world.as(ana).posts.deletePost({ id: post.id })
    expect((await entries())[1]).toEqual(['post.removed', null, null])
  })

  test('names what was reported, and the network that was suggested', async () => {
    const event = await world.event({ by: ana, title: 'Swap your cots' })
    await remove('event', event)
    expect((await entries())[0]).toEqual(['event.removed', 'Swap your cots', `/event/${event.id}`])
    const wish = await world.as(ana).groups.suggestGroup({ group_name: 'Cot Makers', description: 'Wood.' })
    const { slug } = await world
      .as(admin)
      .groups.decideSuggestion({ id: wish.id, decision: 'approve', is_public: true })
    expect((await entries())[0]).toEqual(['suggestion.approved', 'Cot Makers', `/group/${slug}`])
    const second = await world.as(ana).groups.suggestGroup({ group_name: 'Cot Sellers', description: 'Cash.' })
    await world.as(admin).groups.decideSuggestion({ id: second.id, decision: 'decline', reason: 'One is enough.' })
    expect((await entries())[0]).toEqual(['suggestion.declined', 'Cot Sellers', null])
  })

  test('shows nothing of a private network but what was reported, except to an administrator who belongs to it', async () => {
    const cellar = await world.privateNetwork({ members: [ana, eve, other] })
    const secret = await world.postIn(cellar, { by: ana, title: 'Between us' })
    const comment = await world.comment({ by: ana, on: secret, content: 'Deep down.' })
    for (const thing of [
      { kind: 'post', id: secret.id },
      { kind: 'comment', id: comment.id },
    ] as const) {
      await world.as(admin).admin.removeThing({ ...thing, reason: REASON })
      await world.as(admin).admin.restoreThing(thing)
    }
    const [both, links] = [await entries(), await entries(other)]
    expect(both[0]).toEqual(['comment.restored', null, null])
    expect(both[2]).toEqual(['post.restored', null, null])
    expect(links[0]).toEqual(['comment.restored', 'Deep down.', `/post/${secret.id}#comment-${comment.id}`])
    expect(links[2]).toEqual(['post.restored', 'Between us', `/post/${secret.id}`])
    // the report has the words of the comment, not those around it
    await remove('comment', comment)
    expect((await entries())[0]).toEqual(['comment.removed', 'Deep down.', null])
    expect(JSON.stringify(await entries())).not.toContain('Between us')
  })

  test('cannot be updated or deleted, and is kept when the administrator’s account is deleted', async () => {
    await world.readFacts()
    const [before] = (await world.as(admin).admin.listActs({})).items
    for (const statement of [
      sql`update admin_log set reason = 'Another.' where id = ${before!.id}`,
      sql`delete from admin_log`,
      sql`truncate admin_log`,
    ])
      await expect(statement.execute(world.db)).rejects.toThrow('never changed or deleted')
    const brief = await administratorOf(world, 'brief')
    const post = await world.post({ by: ana })
    await decided(world, { admin: brief, by: eve, decision: 'remove' }, 'post', post)
    await world.readFacts()
    await sql`delete from "user" where id = ${brief.id}`.execute(world.db)
    const [act] = (await world.as(admin).admin.listActs({})).items
    expect(act).toMatchObject({ admin_name: brief.username, what: 'post.removed', subject_id: post.id })
  })
})

test('a member in ADMIN_EMAILS is an administrator as soon as his address is verified', async () => {
  const named = await world.member({ verified: false })
  const { isAdministrator } = await import('../members/members.ts')
  const asks = (ctx: Ctx, adminEmails: string[]) => isAdministrator({ ...ctx, adminEmails })
  const ask = () => asks(world.ctx(named), [named.email])
  expect(await ask()).toBe(false)
  await sql`update "user" set "emailVerified" = true where id = ${named.id}`.execute(world.db)
  expect(await ask()).toBe(true)
  expect(await asks(world.ctx(named), [])).toBe(false)
  expect(await asks(world.ctx(null), [named.email])).toBe(false)
})
