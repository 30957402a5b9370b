/** A member reports something to the administrators, who see it as it was at that moment. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { administratorOf, openCases, reported } from '#test/administrator.ts'
import { makeWorld, type Person, refusal } from '#test/world.ts'

const world = await makeWorld()
const [ana, ben, eve] = [
  await world.member({ name: 'ana' }),
  await world.member({ name: 'ben' }),
  await world.member({ name: 'eve' }),
]
const admin = await administratorOf(world)
const MISSING = { code: 'NOTHING_TO_REPORT', status: 404, message: 'This is not there any more' }
type Report = Parameters<ReturnType<typeof world.as>['reports']['reportThing']>[0]
const report = (who: Person | null, of: Partial<Report> & Pick<Report, 'kind' | 'id'>) =>
  world.as(who).reports.reportThing({ reason: 'unkind', ...of })
const caseOf = async (id: string) => (await openCases(world, admin)).find(({ subject_id }) => subject_id === id)

describe('a report', () => {
  test('shows the thing as it was, who made it, and the note about it', async () => {
    const post = await world.poll({
      by: ana,
      title: 'Cheap cots',
      content: 'Buy **now**.',
      poll_options: ['Yes', 'No'],
    })
    await report(ben, { kind: 'post', id: post.id, reason: 'spam', note: ' He does this daily. ' })
    expect(await caseOf(post.id)).toMatchObject({
      ...{ kind: 'post', subject_id: post.id, author: { username: ana.username }, reporters: 1, state: 'there' },
      ...{ path: `/post/${post.id}`, decision: null, author_suspended: false },
      reading: { title: 'Cheap cots', content: 'Buy **now**.\n– Yes\n– No', place: null },
      reports: [{ reason: 'spam', note: 'He does this daily.', reporter: { username: ben.username }, reading: null }],
    })
  })

  test('of the same thing by the same member is stored once; reports of several members are one case, also at the same moment', async () => {
    const post = await world.post({ by: ana })
    const many = await world.members(6)
    const twice = [...many, ...many, ...many]
    const answers = await Promise.all(twice.map((who) => report(who, { kind: 'post', id: post.id, reason: 'spam' })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ kind: 'post', id: post.id })]),
    )
    const cases = (await openCases(world, admin)).filter(({ subject_id }) => subject_id === post.id)
    expect(cases).toMatchObject([{ reporters: 6 }])
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from facts where kind = 'report.sent' and data ->> 'subject_id' = ${post.id}`.execute(
      world.db,
    )
    expect(rows).toEqual([{ n: 6 }])
  })

  test('keeps the words, whatever their author does to them; a later report of other words keeps those, too', async () => {
    const post = await world.post({ by: ana, title: 'Hello', content: 'First words.' })
    await report(ben, { kind: 'post', id: post.id })
    await world.as(ana).posts.editPost({ id: post.id, content: 'Worse words.' })
    await report(eve, { kind: 'post', id: post.id })
    await world.as(ana).posts.deletePost({ id: post.id })
    expect(await caseOf(post.id)).toMatchObject({
      ...{ state: 'gone', path: null, reporters: 2, reading: { content: 'First words.' } },
      reports: [{ reading: { content: 'Worse words.' } }, { reading: null }],
    })
  })

  test('can be about a comment, a profile, an event and a comment on an event', async () => {
    const post = await world.post({ by: eve, title: 'Teeth' })
    const comment = await world.comment({ by: ana, on: post, content: 'Nonsense.' })
    expect((await reported(world, admin, ben, 'comment', comment)).reading).toEqual({
      ...{ title: 'Teeth', content: 'Nonsense.', place: null },
    })
    await sql`update profiles set bio = 'Ring me.', location = 'Leeds' where id = ${ana.id}`.execute(world.db)
    const profile = await reported(world, admin, ben, 'profile', ana)
    expect(profile).toMatchObject({
      path: `/user/${ana.username}`,
      reading: { title: 'Ana', content: 'Ring me.\nLeeds' },
    })
    const event = await world.event({ by: ana, description: 'Bring money.', address: 'Secret Street 5' })
    const meeting = await reported(world, admin, ben, 'event', event)
    expect(meeting.reading.content).toBe('Brockwell Lido\nBring money.')
    expect(JSON.stringify(meeting)).not.toContain('Secret Street')
    const said = await world.as(ana).events.createEventComment({ id: event.id, content: 'Bring more.' })
    expect(await reported(world, admin, ben, 'event_comment', said)).toMatchObject({
      reading: { title: event.title, content: 'Bring more.' },
    })
  })

  test('of a message shows that message and the name of its room, and nothing else of the room', async () => {
    const pod = await world.pod({ members: [ana, ben], name: 'Night shift', is_private: true })
    const network = await world.privateNetwork({ members: [ana, ben], name: 'The Cellar' })
    for (const [room, room_id, place] of [
      ['pod', pod.id, 'Night shift'],
      ['group', network.id, 'The Cellar'],
    ] as const) {
      const [before, id] = [randomUUID(), randomUUID()]
      await world.as(ana).chat.sendMessage({ room, room_id, id: before, content: 'Between us: a secret.' })
      await world.as(ana).chat.sendMessage({ room, room_id, id, content: 'You are a fool.' })
      expect(await refusal(report(eve, { kind: 'message', id }))).toEqual(MISSING)
      const found = await reported(world, admin, ben, 'message', { id })
      expect(found).toMatchObject({ path: null, reading: { title: null, content: 'You are a fool.', place } })
      expect(JSON.stringify(await world.as(admin).admin.listReports({}))).not.toContain('a secret')
    }
  })

  test('of a hidden or missing item, or with the wrong kind, gets the same answer, and nothing is stored', async () => {
    const network = await world.privateNetwork({ members: [ana] })
    const hidden = await world.postIn(network, { by: ana })
    const open = await world.post({ by: ana })
    const count = () => sql`select from report_cases`.execute(world.db).then(({ rows }) => rows.length)
    const before = await count()
    for (const of of [
      { kind: 'post', id: hidden.id },
      { kind: 'post', id: randomUUID() },
      { kind: 'comment', id: open.id },
      { kind: 'event', id: open.id },
      { kind: 'profile', id: open.id },
      { kind: 'message', id: open.id },
      { kind: 'event_comment', id: open.id },
    ] as const)
      expect(await refusal(report(ben, of))).toEqual(MISSING)
    expect(await refusal(report(null, { kind: 'post', id: open.id }))).toMatchObject({
      ...{ status: 401, message: 'Please sign in to report this' },
    })
    expect(await refusal(report(ana, { kind: 'post', id: open.id }))).toMatchObject({ code: 'OWN_THING', status: 400 })
    expect(await count()).toBe(before)
  })

  test('has one of the reasons, and a note of at most 1,000 characters', async () => {
    const { id } = await world.post({ by: ana })
    const odd = { reason: 'revenge' } as unknown as Pick<Report, 'reason'>
    expect(await refusal(report(ben, { kind: 'post', id, ...odd }))).toMatchObject({
      message: 'Please choose a reason',
    })
    expect(await refusal(report(ben, { kind: 'post', id, note: 'a'.repeat(1001) }))).toMatchObject({
      message: 'The note can be at most 1,000 characters',
    })
    await report(ben, { kind: 'post', id, note: ' ' })
    expect((await caseOf(id))?.reports).toMatchObject([{ note: null }])
  })

  test('is refused from the twenty-first of a day on', async () => {
    const person = await world.member()
    const { id } = await world.post({ by: ana })
    const send = () => world.as(person, { limits: 'real' }).reports.reportThing({ kind: 'post', id, reason: 'spam' })
    for (let n = 0; n < 20; n++) await send()
    expect(await refusal(send())).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 })
  })

  test('is kept if the reporter or the reported member deletes his account', async () => {
    const [author, sender] = [await world.member(), await world.member()]
    const post = await world.post({ by: author, content: 'Bad words.' })
    await report(sender, { kind: 'post', id: post.id })
    await sql`delete from "user" where id in (${author.id}, ${sender.id})`.execute(world.db)
    expect(await caseOf(post.id)).toMatchObject({
      ...{ author: null, reporters: 1, reading: { content: 'Bad words.' }, reports: [{ reporter: null }] },
    })
  })

  test('is shown to no other member, not to the author, and is on none of their pages', async () => {
    const post = await world.post({ by: ana })
    const seen = async () =>
      JSON.stringify([
        await world.as(ana).posts.getPost({ id: post.id }),
        await world.as(ana).members.getMember({ username: ana.username }),
        await world.as(ana).account.getViewer(),
      ])
    const before = await seen()
    await report(ben, { kind: 'post', id: post.id })
    expect(await seen()).toBe(before)
    expect(world.notified.filter((topic) => topic === `member:${ana.id}`)).toEqual([])
  })

  test('about a member who is apart from the reporter gets the answer of a missing thing; a message in a room of both can still be read and reported', async () => {
    const [one, two] = await world.members(2)
    const post = await world.post({ by: ana })
    const event = await world.event({ by: ana })
    const pod = await world.pod({ members: [ana, one!, two!], is_private: true })
    const network = await world.privateNetwork({ members: [ana, one!, two!] })
    const said = async (by: Person) => {
      const rooms = [
        { room: 'pod', room_id: pod.id, id: randomUUID() },
        { room: 'group', room_id: network.id, id: randomUUID() },
      ] as const
      for (const room of rooms) await world.as(by).chat.sendMessage({ ...room, content: 'So say I.' })
      return {
        hidden: [
          { kind: 'post', id: (await world.post({ by })).id },
          { kind: 'comment', id: (await world.comment({ by, on: post })).id },
          { kind: 'profile', id: by.id },
          { kind: 'event', id: (await world.event({ by })).id },
          {
            kind: 'event_comment',
            id: (await world.as(by).events.createEventComment({ id: event.id, content: 'I' })).id,
          },
        ] as const,
        messages: rooms.map(({ id }) => ({ kind: 'message', id }) as const),
      }
    }
    const sides = [
      [one!, await said(two!)],
      [two!, await said(one!)],
    ] as const
    await world.as(one!).blocks.blockMember({ user_id: two!.id })
    for (const [who, { hidden, messages }] of sides) {
      for (const of of hidden) expect([of.kind, await refusal(report(who, of))]).toEqual([of.kind, MISSING])
      for (const of of messages) expect(await report(who, of)).toEqual(of)
    }
    // other members report them as before
    for (const [, { hidden }] of sides) for (const of of hidden) expect(await report(eve, of)).toEqual(of)
  })
})
