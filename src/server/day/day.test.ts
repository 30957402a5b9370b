/** A member's day through the API: unread messages and counts, his next event, and unanswered questions. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { WaitingRoom } from '#contract/day.ts'
import { closeRound, giveRhythm, openRound } from '#test/rounds.ts'
import { daysAhead, type Made, makeWorld, type Network, type Person, refusal, type Subject } from '#test/world.ts'

const world = await makeWorld()
const dayOf = (who: Person) => world.as(who).day.getDay({})
const say = (who: Person, room: 'pod' | 'group', { id: room_id }: Pick<Subject, 'id'>, content = 'Hello') =>
  world.as(who).chat.sendMessage({ room, room_id, id: randomUUID(), content })
/** A member who has signed in before, so what is written from now on is new to him. */
const sees = async (who: Person) => {
  await world.as(who).badges.markSeen({ place: 'groups' })
  await sql`update member_seen set groups_at = now() - interval '1 second' where member_id = ${who.id}`.execute(
    world.db,
  )
}
const waitingOf = async (who: Person) =>
  (await dayOf(who)).rooms.map(({ name, unread }: WaitingRoom) => `${name}: ${unread}`)
const titlesFor = async (who: Person) => (await dayOf(who)).questions.map(({ title }) => title)
const ask = (by: Person, title: string) => world.post({ by, title, type: 'question' })
const back = (post: Made, days: number) =>
  sql`update posts set created_at = now() - make_interval(days => ${days}) where id = ${post.id}`.execute(world.db)

test('a visitor has none, and the day of a new member is empty', async () => {
  expect(await refusal(world.as(null).day.getDay({}))).toMatchObject({ status: 401 })
  const ana = await world.member()
  expect(await dayOf(ana)).toEqual({
    ...{ feed: 0, local: 0, profile: 0, rooms: [], has_more_rooms: false },
    ...{ check_ins: [], seasons: [], next_event: null, questions: [], in_pod: false, in_group: false },
  })
})

test('the counts of the places equal his badges', async () => {
  const [ana, ben] = [await world.member(), await world.member()]
  await world.as(ana).badges.markSeen({ place: 'feed' })
  await sql`update member_seen set feed_at = now() - interval '1 second' where member_id = ${ana.id}`.execute(world.db)
  await world.post({ by: ben })
  await world.as(ben).connections.requestConnection({ user_id: ana.id })
  const { feed, local, profile } = await world.as(ana).badges.getBadges({})
  expect([feed, profile]).toEqual([1, 1])
  expect(await dayOf(ana)).toMatchObject({ feed, local, profile })
})

describe('unread messages', () => {
  test('are counted by room, the latest room first, without his own messages', async () => {
    const [ana, ben] = [await world.member(), await world.member()]
    const pod = await world.pod({ members: [ben, ana], name: 'Early Risers' })
    const group = await world.privateNetwork({ members: [ben, ana], name: 'Night Men' })
    const quiet = await world.pod({ members: [ben, ana], name: 'Quiet Ones' })
    await sees(ana)
    await say(ben, 'pod', pod)
    await say(ben, 'pod', pod)
    await say(ana, 'pod', quiet, 'Nobody here?')
    await say(ben, 'group', group)
    await say(ben, 'group', group)
    await say(ben, 'group', group)
    expect(await waitingOf(ana)).toEqual(['Night Men: 3', 'Early Risers: 2'])
    expect(await waitingOf(ben)).toEqual(['Quiet Ones: 1'])
    expect(await dayOf(ana)).toMatchObject({ in_pod: true, in_group: true })
    await world.as(ana).chat.markRead({ room: 'pod', room_id: pod.id, seq: 1 })
    expect(await waitingOf(ana)).toEqual(['Night Men: 3', 'Early Risers: 1'])
    await say(ben, 'pod', pod)
    expect(await waitingOf(ana)).toEqual(['Early Risers: 2', 'Night Men: 3'])
    // as in their badge: opening his networks marks earlier messages as seen
    await sql`update member_seen set groups_at = now() + interval '1 second' where member_id = ${ana.id}`.execute(
      world.db,
    )
    expect(await waitingOf(ana)).toEqual(['Early Risers: 2'])
  })

  test('exclude messages from before he joined, from after he left, and of members who are apart from him', async () => {
    const [ana, ben, cal] = await world.members(3)
    const pod = await world.pod({ members: [ben!, cal!], name: 'Before Him' })
    await say(ben!, 'pod', pod)
    await world.as(ana!).pods.joinPod({ id: pod.id })
    await sql`update pod_members set joined_at = now() where pod_id = ${pod.id} and user_id = ${ana!.id}`.execute(
      world.db,
    )
    expect(await waitingOf(ana!)).toEqual([])
    await say(ben!, 'pod', pod)
    await say(cal!, 'pod', pod)
    expect(await waitingOf(ana!)).toEqual(['Before Him: 2'])
    await world.as(ana!).blocks.blockMember({ user_id: cal!.id })
    expect(await waitingOf(ana!)).toEqual(['Before Him: 1'])
    await world.as(ana!).pods.leavePod({ id: pod.id })
    expect(await dayOf(ana!)).toMatchObject({ rooms: [], in_pod: false })
  })

  test('show the latest five rooms and say that there are more; counts stop at a hundred', async () => {
    const [ana, ben] = [await world.member(), await world.member()]
    const pods = []
    for (let n = 1; n <= 6; n++) pods.push(await world.pod({ members: [ben, ana], name: `Pod number ${n}` }))
    for (const pod of pods) await say(ben, 'pod', pod)
    const five = await dayOf(ana)
    expect(five.rooms.map(({ name }) => name)).toEqual([6, 5, 4, 3, 2].map((n) => `Pod number ${n}`))
    expect(five.has_more_rooms).toBe(true)
    for (let n = 0; n < 104; n++) await say(ben, 'pod', pods[0]!)
    expect((await dayOf(ana)).rooms[0]).toMatchObject({ name: 'Pod number 1', unread: 100 })
    for (const pod of pods.slice(1)) await world.as(ana).pods.leavePod({ id: pod.id })
    expect((await dayOf(ana)).has_more_rooms).toBe(false)
  })
})

describe('check-ins', () => {
  const namesFor = async (who: Person) =>
    (await dayOf(who)).check_ins.map(({ pod, open_until }) => `${pod.name}${open_until ? ', open' : ''}`)
  const podOf = async (name: string, members: Person[]) => {
    const pod = await world.pod({ members, name })
    await giveRhythm(world, pod)
    return pod
  }
  test('list the open rounds that wait for him, then the next rounds of his pods', async () => {
    const [ana, ben] = [await world.member(), await world.member()]
    const [waits, came] = [await podOf('That waits', [ben, ana]), await podOf('That has heard', [ben, ana])]
    await podOf('With a date', [ana])
    await world.pod({ members: [ana], name: 'Without rounds' })
    await openRound(world, waits)
    await world.as(ana).rounds.checkIn({ round_id: await openRound(world, came), outcome: 'kept' })
    expect(await namesFor(ana)).toEqual(['That waits, open', 'With a date', 'That has heard'])
    const [first, second] = (await dayOf(ana)).check_ins
    expect(first).toMatchObject({ pod: { slug: waits.slug }, open_until: expect.any(Date), next_at: expect.any(Date) })
    expect(second).toMatchObject({ open_until: null, next_at: expect.any(Date) })
    expect(await namesFor(ben)).toEqual(expect.arrayContaining(['That waits, open', 'That has heard, open']))
    await closeRound(world, waits)
    await world.as(ana).pods.leavePod({ id: came.id })
    expect((await namesFor(ana)).sort()).toEqual(['That waits', 'With a date'])
  })
  test('leave out pods in which he is on a pause or wants no reminders', async () => {
    const ana = await world.member()
    const [paused, off, on] = [await podOf('On a pause', [ana]), await podOf('Silent', [ana]), await podOf('On', [ana])]
    for (const pod of [paused, off, on]) await openRound(world, pod)
    await world.as(ana).rounds.setPause({ pod_id: paused.id, reason: 'newborn' })
    await world.as(ana).rounds.setReminders({ pod_id: off.id, reminders: 'off' })
    await world.as(ana).rounds.setReminders({ pod_id: on.id, reminders: 'notice' })
    expect(await namesFor(ana)).toEqual(['On, open'])
  })
})

describe('the next event', () => {
  test('is the one that he attends and that ends next, in any time zone', async () => {
    const [ana, ben] = [await world.member(), await world.member()]
    const walk = await world.event({ by: ben, title: 'A walk', event_date: daysAhead(9), event_time: '10:00' })
    const swim = await world.event({ by: ben, title: 'A swim', event_date: daysAhead(5), event_time: '10:00' })
    await world.event({ by: ben, title: 'Not his', event_date: daysAhead(2) })
    expect((await dayOf(ana)).next_event).toBeNull()
    await world.as(ana).events.attendEvent({ id: walk.id, going: true })
    expect((await dayOf(ana)).next_event).toMatchObject({ id: walk.id, title: 'A walk', is_attending: true })
    await world.as(ana).events.attendEvent({ id: swim.id, going: true })
    expect((await dayOf(ana)).next_event?.title).toBe('A swim')
    // the creator of an event attends it
    expect((await dayOf(ben)).next_event?.title).toBe('Not his')
    // it is running now
    const clock = sql`event_date = (now() at time zone time_zone)::date,
      event_time = date_trunc('minute', now() at time zone time_zone)::time, end_time = null`
    await sql`update local_events set ${clock} where id = ${walk.id}`.execute(world.db)
    expect((await dayOf(ana)).next_event?.title).toBe('A walk')
  })

  test('is not one that is over, cancelled, or no longer visible to him', async () => {
    const [ana, ben] = [await world.member(), await world.member()]
    const { id } = await world.event({ by: ben, title: 'A fire', event_date: daysAhead(3) })
    await world.as(ana).events.attendEvent({ id, going: true })
    await sql`update local_events set event_date = event_date - 6 where id = ${id}`.execute(world.db)
    expect((await dayOf(ana)).next_event).toBeNull()
    await sql`update local_events set event_date = event_date + 6 where id = ${id}`.execute(world.db)
    expect((await dayOf(ana)).next_event?.title).toBe('A fire')
    await world.as(ana).blocks.blockMember({ user_id: ben.id })
    expect((await dayOf(ana)).next_event).toBeNull()
    await world.as(ana).blocks.unblockMember({ user_id: ben.id })
    await world.as(ben).events.cancelEvent({ id })
    expect((await dayOf(ana)).next_event).toBeNull()
  })
})

describe('unanswered questions', () => {
  test('are those of other members, of the last weeks, the newest first, five of them; an answer removes one, and deleting it brings it back', async () => {
    await sql`delete from posts`.execute(world.db)
    const [ana, ben] = [await world.member(), await world.member()]
    const questions: Made[] = []
    for (let n = 1; n <= 6; n++) questions.push(await ask(ben, `Question ${n}`))
    await ask(ana, 'His own')
    await world.post({ by: ben, title: 'No question' })
    for (const [n, question] of questions.entries()) await back(question, 10 - n)
    expect(await titlesFor(ana)).toEqual([6, 5, 4, 3, 2].map((n) => `Question ${n}`))
    expect(await titlesFor(ben)).toEqual(['His own'])
    await back(questions[5]!, 29)
    expect(await titlesFor(ana)).toEqual([5, 4, 3, 2, 1].map((n) => `Question ${n}`))
    const answer = await world.comment({ by: ana, on: questions[4]! })
    expect(await titlesFor(ana)).toEqual([4, 3, 2, 1].map((n) => `Question ${n}`))
    await world.as(ana).comments.deleteComment({ id: answer.id })
    expect((await titlesFor(ana))[0]).toBe('Question 5')
  })

  test('are those that he may read: of his networks and of public ones, and not of members who are apart from him', async () => {
    await sql`delete from posts`.execute(world.db)
    const [ana, ben, cal] = await world.members(3)
    const shut: Network = await world.privateNetwork({ members: [ben!, ana!] })
    const open: Network = await world.publicNetwork({ members: [ben!] })
    await ask(cal!, 'By Cal')
    await world.postIn(shut, { by: ben!, title: 'In private', type: 'question' })
    await world.postIn(open, { by: ben!, title: 'In the open', type: 'question' })
    expect(new Set(await titlesFor(ana!))).toEqual(new Set(['By Cal', 'In private', 'In the open']))
    expect(new Set(await titlesFor(cal!))).toEqual(new Set(['In the open']))
    await world.as(ana!).blocks.blockMember({ user_id: cal!.id })
    await world.leave(shut, ana!)
    expect(await titlesFor(ana!)).toEqual(['In the open'])
  })

  test('a second answer does not touch the indexes of posts', async () => {
    const [ana, ben] = [await world.member(), await world.member()]
    const post = await ask(ben, 'Who counts?')
    await world.comment({ by: ana, on: post })
    await world.db.transaction().execute(async (db) => {
      const updates = async () => {
        const { rows } = await sql<{ hot: number; all: number }>`
          select n_tup_hot_upd::int as hot, n_tup_upd::int as all from pg_stat_xact_user_tables
          where relname = 'posts'`.execute(db)
        return rows[0]!
      }
      const before = await updates()
      await sql`update posts set comment_count = comment_count + 1 where id = ${post.id}`.execute(db)
      expect(await updates()).toEqual({ hot: before.hot + 1, all: before.all + 1 })
    })
  })
})
