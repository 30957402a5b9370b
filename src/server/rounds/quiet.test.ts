/** A member of whom his pod hears nothing: the private request to write to him, his kept place, and that nobody learns of it. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { turnRounds } from '#server/rounds/rounds.ts'
import { administratorOf, decided } from '#test/administrator.ts'
import { closeRound, giveRhythm, openRound, passTime } from '#test/rounds.ts'
import { makeWorld, type Person, refusal, type Subject } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
// a reader begins with the facts that are written from its first run on
await world.readFacts()
const [ana, ben] = [await world.member({ name: 'ana' }), await world.member({ name: 'ben' })]
const [cal, tom] = [await world.member({ name: 'cal' }), await world.member({ name: 'tom' })]
const eve = await world.member({ name: 'eve' })
const chief = await administratorOf(world)
const of = (who: Person | null) => world.as(who).rounds

/** The members joined one after the other. */
const podOf = async (members = [ana, ben, cal, tom]) => {
  const pod = await world.pod({ members })
  for (const [n, { id }] of members.entries())
    await sql`update pod_members set joined_at = now() - interval '1 day' + ${`${n} hours`}::interval
      where pod_id = ${pod.id} and user_id = ${id}`.execute(db)
  await giveRhythm(world, pod)
  return pod
}
const round = async (pod: Subject, come: Person[]) => {
  const round_id = await openRound(world, pod)
  for (const who of come) await of(who).checkIn({ round_id, outcome: 'kept' })
  await closeRound(world, pod)
}
const rounds = async (pod: Subject, come: Person[], times: number) => {
  for (let n = 0; n < times; n++) await round(pod, come)
}
const ownOf = async (who: Person, pod: Subject) => (await of(who).getRounds({ pod_id: pod.id })).own
/** Who is asked to write, and to whom. */
const asked = async (pod: Subject, members = [ana, ben, cal, tom]) => {
  const found: string[] = []
  for (const who of members) {
    const { write_request } = await ownOf(who, pod)
    if (write_request && !write_request.is_done) found.push(`${who.username} to ${write_request.to.display_name}`)
  }
  return found
}
const isIn = async (who: Person, pod: Subject) => {
  const { rows } = await sql`select from pod_members where pod_id = ${pod.id} and user_id = ${who.id}`.execute(db)
  return rows.length === 1
}
const mailed = async (who: Person, kind: string) => {
  await world.readFacts()
  const { rows } = await sql<{ payload: { subject: string; link: { url: string } } }>`
    select payload from graphile_worker._private_jobs where payload ->> 'to' = ${who.email} and payload ->> 'kind' = ${kind}
      order by id`.execute(db)
  return rows.map(({ payload }) => payload)
}
const say = (who: Person, pod: Subject) =>
  world.as(who).chat.sendMessage({ room: 'pod', room_id: pod.id, id: randomUUID(), content: 'Here.' })
/** An ask that waits for somebody, in the latest round. */
const askOf = async (pod: Subject) => {
  const round_id = await openRound(world, pod)
  return (await of(ana).checkIn({ round_id, outcome: 'kept', ask: 'A ladder?' })).id
}
const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('after two rounds without a sign', () => {
  test('one other member is asked privately, with words to begin with; the next round asks the next one', async () => {
    const pod = await podOf()
    await round(pod, [ana, ben, cal])
    expect(await asked(pod)).toEqual([])
    await round(pod, [ana, ben, cal])
    expect(await asked(pod)).toEqual([`${ana.username} to Tom`])
    expect((await ownOf(ana, pod)).write_request!.beginnings[0]).toContain('Tom')
    expect(await mailed(ana, 'round-write')).toMatchObject([
      { subject: 'Would you write a line to a man of your pod?' },
    ])
    expect((await ownOf(tom, pod)).quiet).toEqual({ kept_until: null })
    await round(pod, [ana, ben, cal])
    expect(await asked(pod)).toEqual([`${ben.username} to Tom`])
  })
  test('the asked member is done, or passes to the next one until nobody is left', async () => {
    const pod = await podOf()
    await rounds(pod, [ana, ben, cal], 2)
    const answer = (who: Person, answer: 'done' | 'pass') => of(who).answerWriteRequest({ pod_id: pod.id, answer })
    expect(await refusal(answer(ben, 'done'))).toMatchObject({ code: 'WRITE_REQUEST_NOT_FOUND', status: 404 })
    expect(await refusal(answer(eve, 'done'))).toMatchObject({ code: 'POD_NOT_FOUND', status: 404 })
    expect((await answer(ana, 'pass')).own.write_request).toBeNull()
    expect(await asked(pod)).toEqual([`${ben.username} to Tom`])
    expect((await answer(ben, 'done')).own.write_request).toMatchObject({ is_done: true })
    await answer(ben, 'done')
    expect(await asked(pod)).toEqual([])
    await round(pod, [ana, ben, cal])
    for (const who of [cal, ana, ben]) await answer(who, 'pass')
    expect(await asked(pod)).toEqual([])
  })
  test('if the asked member leaves the pod or is taken out, the next one is asked, and his answer changes nothing', async () => {
    const pod = await podOf([cal, ana, ben, tom])
    await rounds(pod, [cal, ana, ben], 2)
    const pass = (who: Person) => of(who).answerWriteRequest({ pod_id: pod.id, answer: 'pass' })
    await pass(cal)
    expect(await asked(pod)).toEqual([`${ana.username} to Tom`])
    await world.as(ana).pods.leavePod({ id: pod.id })
    expect(await asked(pod, [cal, ben])).toEqual([`${ben.username} to Tom`])
    expect(await refusal(pass(ana))).toMatchObject({ code: 'POD_NOT_FOUND' })
    expect(await asked(pod, [cal, ben])).toEqual([`${ben.username} to Tom`])
    await world.as(cal).pods.takeOutPodMember({ id: pod.id, member_id: ben.id })
    const { rows } = await sql`select from write_requests where pod_id = ${pod.id}`.execute(db)
    expect(rows).toEqual([])
  })
  test('nobody is asked who is on a pause, blocked with him, or quiet himself', async () => {
    const pod = await podOf()
    await of(ana).setPause({ pod_id: pod.id, reason: 'newborn' })
    await world.as(ben).blocks.blockMember({ user_id: tom.id })
    await rounds(pod, [ben, cal], 2)
    expect(await asked(pod)).toEqual([`${cal.username} to Tom`])
    await world.as(ben).blocks.unblockMember({ user_id: tom.id })
    const other = await podOf()
    await rounds(other, [cal], 2)
    const to = await asked(other)
    expect(to).toHaveLength(1)
    expect(to[0]).toMatch(new RegExp(`^${cal.username} to `))
  })
  test('whatever he does in the pod ends it: a message, a pause, a check-in, one tap, an ask, hosting, the rhythm, the door, the season', async () => {
    const signs: ((pod: Subject) => Promise<unknown>)[] = [
      (pod) => say(tom, pod),
      (pod) => of(tom).setPause({ pod_id: pod.id, reason: 'ill' }),
      (pod) => of(tom).stayInPod({ pod_id: pod.id }),
      (pod) => of(tom).setLeftAlone({ pod_id: pod.id, until: until(14) }),
      async (pod) => of(tom).checkIn({ round_id: await openRound(world, pod), outcome: 'rough' }),
      // whatever he does for the pod
      async (pod) => of(tom).takeAsk({ id: await askOf(pod), words: null }),
      async (pod) => of(tom).takeHost({ round_id: await openRound(world, pod) }),
      (pod) => of(tom).setRhythm({ pod_id: pod.id, weekday: 2, time: '20:00', time_zone: 'UTC', weeks: 1 }),
      (pod) => world.as(tom).seekers.openDoor({ pod_id: pod.id, places: 1, stages: [], aims: [] }),
      async (pod) => {
        await sql`insert into seasons (pod_id, season) values (${pod.id}, 1)`.execute(db)
        await world.as(tom).seasons.answerSeason({ pod_id: pod.id, season: 1, answer: 'on' })
      },
    ]
    for (const sign of signs) {
      const pod = await podOf()
      await rounds(pod, [ana, ben, cal], 2)
      expect(await asked(pod)).toHaveLength(1)
      await sign(pod)
      expect(await asked(pod)).toEqual([])
      expect((await ownOf(tom, pod)).quiet).toBeNull()
    }
  })
  test('what he wrote is a sign also if it is deleted in the same round, by him or by an administrator', async () => {
    const gone: ((pod: Subject) => Promise<unknown>)[] = [
      async (pod) => {
        const { id } = await say(tom, pod)
        await world.as(tom).chat.deleteMessage({ room: 'pod', room_id: pod.id, id })
      },
      async (pod) => decided(world, { admin: chief, by: ana, decision: 'remove' }, 'message', await say(tom, pod)),
      async (pod) => {
        const { id } = await of(tom).checkIn({ round_id: await openRound(world, pod), outcome: 'rough' })
        await of(tom).deleteCheckIn({ id })
      },
      async (pod) => {
        await of(tom).checkIn({ round_id: await openRound(world, pod), outcome: 'rough' })
        await of(tom).deleteOwnCheckIns({ pod_id: pod.id })
      },
      async (pod) => {
        const { id } = await of(tom).checkIn({ round_id: await openRound(world, pod), outcome: 'rough' })
        await decided(world, { admin: chief, by: ana, decision: 'remove' }, 'check_in', { id })
      },
    ]
    for (const write of gone) {
      const pod = await podOf()
      await rounds(pod, [ana, ben, cal], 2)
      expect(await asked(pod)).toHaveLength(1)
      await write(pod)
      expect(await asked(pod)).toEqual([])
      expect((await ownOf(tom, pod)).quiet).toBeNull()
    }
  })
  test('a member who is left alone, or on a pause, is not asked about, and no round counts', async () => {
    const pod = await podOf()
    await of(tom).setLeftAlone({ pod_id: pod.id, until: until(80) })
    await rounds(pod, [ana, ben, cal], 5)
    expect(await asked(pod)).toEqual([])
    const { rows } = await sql`select distinct x.result from round_results x join rounds r on r.id = x.round_id
      where r.pod_id = ${pod.id} and x.user_id = ${tom.id}`.execute(db)
    expect(rows).toEqual([{ result: 'paused' }])
    expect((await of(tom).endLeftAlone({ pod_id: pod.id })).own.left_alone_until).toBeNull()
    for (const day of [-1, 90])
      expect(await refusal(of(tom).setLeftAlone({ pod_id: pod.id, until: until(day) }))).toMatchObject({
        code: 'INVALID',
      })
  })
})

describe('after four rounds without a sign', () => {
  test('his place is kept for 30 days, then he leaves gently, with a mail that leads back', async () => {
    const pod = await podOf()
    await rounds(pod, [ana, ben, cal], 4)
    const { quiet } = await ownOf(tom, pod)
    const days = (quiet!.kept_until!.getTime() - Date.now()) / 86_400_000
    expect([days > 29.9, days < 31]).toEqual([true, true])
    expect(await mailed(tom, 'round-place-kept')).toHaveLength(1)
    await rounds(pod, [ana, ben, cal], 1)
    expect(await mailed(tom, 'round-place-kept')).toHaveLength(1)
    await passTime(world, pod, 31)
    await Promise.all([turnRounds(db), turnRounds(db), turnRounds(db)])
    expect(await isIn(tom, pod)).toBe(false)
    expect(await mailed(tom, 'round-place-ended')).toMatchObject([
      {
        link: { url: `/pod/${pod.slug}` },
        paragraphs: expect.arrayContaining([expect.stringContaining('come back whenever you like')]),
      },
    ])
    const { rows } = await sql`select kind, actor_id from facts where kind in ('pod.left', 'pod.taken_out')
      and data ->> 'pod_id' = ${pod.id}`.execute(db)
    expect(rows).toEqual([{ kind: 'pod.left', actor_id: tom.id }])
    // the member was not taken out
    expect(await world.as(tom).pods.joinPod({ id: pod.id })).toMatchObject({ is_member: true })
    expect((await ownOf(tom, pod)).quiet).toBeNull()
  })
  test('any sign keeps it', async () => {
    const pod = await podOf()
    await rounds(pod, [ana, ben, cal], 4)
    await of(tom).stayInPod({ pod_id: pod.id })
    expect((await ownOf(tom, pod)).quiet).toBeNull()
    await passTime(world, pod, 31)
    await turnRounds(db)
    expect(await isIn(tom, pod)).toBe(true)
  })
  test('a creator hands the pod to the member who joined first: a choice by who comes would show who is quiet', async () => {
    const pod = await podOf([tom, ana, ben, cal])
    await rounds(pod, [ben, cal], 4)
    await of(ana).setPause({ pod_id: pod.id, reason: 'other' })
    await of(ana).endPause({ pod_id: pod.id })
    await rounds(pod, [ben, cal], 3)
    await passTime(world, pod, 31)
    await turnRounds(db)
    expect(await isIn(tom, pod)).toBe(false)
    expect(await world.as(ana).pods.getPod({ slug: pod.slug })).toMatchObject({ is_creator: true, current_members: 3 })
  })
  test('nobody loses his place in a pod where all are quiet, or without rounds', async () => {
    const [alone, chat] = [await podOf([tom]), await podOf()]
    await rounds(alone, [], 4)
    await rounds(chat, [ana], 4)
    for (const who of [ana, ben]) await of(who).endRhythm({ pod_id: chat.id })
    for (const pod of [alone, chat]) {
      await passTime(world, pod, 31)
      await turnRounds(db)
      expect(await isIn(tom, pod)).toBe(true)
    }
  })
})

test('nobody but the asked member and himself finds out who is quiet, also not from events, facts and mails', async () => {
  const pod = await podOf()
  await rounds(pod, [ana, ben, cal], 2)
  expect(await asked(pod)).toEqual([`${ana.username} to Tom`])
  const answersOf = async (who: Person, name: string) => {
    const { own, ...seen } = await of(who).getRounds({ pod_id: pod.id })
    return { seen, own, name, pod: await world.as(who).pods.getPod({ slug: pod.slug }) }
  }
  // for the other members the quiet one looks as any member who has not checked in
  const [ofBen, ofCal] = [await answersOf(ben, 'ben'), await answersOf(cal, 'cal')]
  expect(JSON.stringify([ofBen.seen, ofCal.seen])).not.toContain(tom.id)
  expect([ofBen.own, ofCal.own]).toMatchObject([
    { write_request: null, quiet: null },
    { write_request: null, quiet: null },
  ])
  const { rows } = await sql<{ kind: string }>`select distinct e.kind from topic_events e
    where e.kind like 'round.%' and (e.topic = ${`pod:${pod.id}`} or e.topic like 'member:%') order by 1`.execute(db)
  expect(rows.map(({ kind }) => kind)).toEqual(['round.closed', 'round.opened'])
  const facts = await sql<{ data: object }>`select data from facts where kind = 'round.asked'`.execute(db)
  expect(JSON.stringify(facts.rows)).not.toContain(tom.id)
  for (const who of [ben, cal, tom, eve]) {
    const mails = await mailed(who, 'round-write')
    expect(mails.filter(({ link }) => link.url.startsWith(`/pod/${pod.slug}/`))).toEqual([])
  }
})
