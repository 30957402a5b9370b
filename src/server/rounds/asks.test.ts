/** Asks of check-ins: taken, given back, answered, and asked after once; through the contract. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Mail } from '#server/kernel/jobs/mail.ts'
import { administratorOf, reported } from '#test/administrator.ts'
import { closeRound, giveRhythm, openRound } from '#test/rounds.ts'
import { makeWorld, type Person, refusal } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
// a new reader begins with the facts that are written from now on
await world.readFacts()
const [ana, ben] = [await world.member({ name: 'ana' }), await world.member({ name: 'ben' })]
const [cal, eve] = [await world.member({ name: 'cal' }), await world.member({ name: 'eve' })]
const ASK = 'Who knows a plumber?'
const WORDS = 'I will ring you Thursday'

const of = (who: Person) => world.as(who).rounds
const ownOf = async (who: Person, pod: { id: string }) => (await of(who).getRounds({ pod_id: pod.id })).own
const opened = async (said: { ask?: string | null } = { ask: ASK }) => {
  const pod = await world.pod({ members: [ana, ben, cal] })
  await giveRhythm(world, pod)
  const round_id = await openRound(world, pod)
  const sent = await of(ana).checkIn({ round_id, outcome: 'kept', ...said })
  return { pod, round_id, sent, id: sent.id }
}
const seenBy = async (who: Person, pod: { id: string }, id: string) => {
  const { open, closed } = await of(who).getRounds({ pod_id: pod.id })
  return [open, ...closed].flatMap((round) => round?.check_ins ?? []).find((one) => one.id === id)!
}

describe('an ask', () => {
  test('of a member who has left is not taken any more, and he reads nothing that the pod says to it', async () => {
    const { pod, id } = await opened()
    const other = await opened()
    await of(ben).takeAsk({ id: other.id, words: WORDS })
    for (const one of [pod, other.pod])
      await sql`delete from pod_members where pod_id = ${one.id} and user_id = ${ana.id}`.execute(db)
    expect(await refusal(of(ben).takeAsk({ id, words: WORDS }))).toMatchObject({ code: 'ASK_NOT_OPEN' })
    const { items } = await of(ana).listOwnCheckIns({})
    expect(items.filter((one) => [id, other.id].includes(one.id)).map(({ taking }) => taking)).toEqual([null, null])
  })
  test('is taken by one member, with his words, and everyone in the pod sees that', async () => {
    const { pod, sent, id } = await opened()
    expect(sent).toMatchObject({ taking: null, ask_answer: null, can_take: false })
    expect((await seenBy(ben, pod, id)).can_take).toBe(true)
    const taken = await of(ben).takeAsk({ id, words: WORDS })
    expect(taken).toMatchObject({ taking: { user: { id: ben.id }, is_own: true, words: WORDS }, can_take: false })
    expect(await of(ben).takeAsk({ id, words: WORDS })).toEqual(taken)
    expect((await seenBy(ana, pod, id)).taking).toMatchObject({ user: { id: ben.id }, is_own: false, words: WORDS })
    expect((await of(ben).takeAsk({ id, words: 'Or Friday' })).taking!.words).toBe('Or Friday')
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from topic_events
      where topic = ${`pod:${pod.id}`} and kind = 'check_in.ask_changed' and subject = ${id}`.execute(db)
    expect(rows).toEqual([{ n: 2 }])
  })

  test('if two members take it at the same time, one gets it and the other is told who', async () => {
    for (let n = 0; n < 10; n++) {
      const { pod, id } = await opened()
      const ends = await Promise.allSettled([of(ben).takeAsk({ id }), of(cal).takeAsk({ id })])
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const winner = (await seenBy(ana, pod, id)).taking!.user
      const refused = ends.find((end) => end.status === 'rejected')!.reason
      expect(refused).toMatchObject({ code: 'ASK_TAKEN', status: 409 })
      expect(refused.message).toBe(`${winner.display_name} has just taken it. Good that you offered.`)
    }
  })

  test('is given back by its taker alone, and can be taken again', async () => {
    const { id } = await opened()
    await of(ben).takeAsk({ id, words: WORDS })
    expect((await of(cal).giveBackAsk({ id })).taking).toMatchObject({ user: { id: ben.id } })
    expect(await of(ben).giveBackAsk({ id })).toMatchObject({ taking: null, can_take: true })
    expect((await of(cal).takeAsk({ id })).taking).toMatchObject({ user: { id: cal.id }, words: null })
  })

  test('is open again if its author changes its words, and stays taken if he changes something else', async () => {
    const { pod, round_id, sent, id } = await opened()
    await of(ben).takeAsk({ id, words: WORDS })
    const again = { round_id, outcome: 'rough' as const, ask: ASK, seen_at: sent.updated_at.toISOString() }
    const { updated_at, taking } = await of(ana).checkIn(again)
    expect(taking).toMatchObject({ user: { id: ben.id } })
    const seen_at = updated_at.toISOString()
    expect((await of(ana).checkIn({ ...again, ask: 'Who knows a good plumber?', seen_at })).taking).toBeNull()
    expect((await seenBy(cal, pod, id)).can_take).toBe(true)
  })

  test('is open again, without his words, if its taker leaves the pod', async () => {
    const { pod, id } = await opened()
    await of(ben).takeAsk({ id, words: WORDS })
    await world.as(ben).pods.leavePod({ id: pod.id })
    expect(await seenBy(cal, pod, id)).toMatchObject({ taking: null, can_take: true })
    const { rows } = await sql`select words from check_in_asks where check_in_id = ${id}`.execute(db)
    expect(rows).toEqual([{ words: null }])
  })

  test('is opened again by its author, and by nobody else but the taker; once it has happened it stays', async () => {
    const { pod, id, round_id } = await opened()
    await of(ben).takeAsk({ id, words: WORDS })
    await world.readFacts()
    expect((await seenBy(ana, pod, id)).can_release).toBe(true)
    expect((await seenBy(cal, pod, id)).can_release).toBe(false)
    expect(await of(cal).giveBackAsk({ id })).toMatchObject({ taking: { user: { id: ben.id } } })
    expect(await of(ana).giveBackAsk({ id })).toMatchObject({ taking: null, can_release: false })
    expect((await seenBy(cal, pod, id)).can_take).toBe(true)
    await of(cal).takeAsk({ id })
    await world.readFacts()
    const { rows } = await sql<{
      words: string
    }>`select payload -> 'paragraphs' ->> 1 as words from graphile_worker._private_jobs
      where payload ->> 'about' = ${round_id} and payload ->> 'kind' = 'ask-taken' order by id`.execute(db)
    expect(rows.map(({ words }) => words)).toEqual([`Ben has taken it: “${WORDS}”`, 'Cal has taken it.'])
    await of(ana).settleAsk({ id, answer: 'happened' })
    expect((await seenBy(cal, pod, id)).can_release).toBe(false)
    expect(await of(cal).giveBackAsk({ id })).toMatchObject({ taking: { is_own: true } })
  })

  test('of a member who has blocked another looks to the blocked one like any ask; the blocker reads no words', async () => {
    const [one, two, three] = await world.members(3)
    const pod = await world.pod({ members: [one!, two!, three!] })
    await giveRhythm(world, pod)
    const round_id = await openRound(world, pod)
    const { id } = await of(one!).checkIn({ round_id, outcome: 'kept', ask: ASK })
    const { id: other } = await of(two!).checkIn({ round_id, outcome: 'kept', ask: ASK })
    await world.as(one!).blocks.blockMember({ user_id: two!.id })
    // the blocker is not offered his ask
    expect((await seenBy(one!, pod, other)).can_take).toBe(false)
    expect(await refusal(of(one!).takeAsk({ id: other }))).toMatchObject({ code: 'ASK_NOT_OPEN', status: 409 })
    expect((await seenBy(two!, pod, id)).can_take).toBe(true)
    expect(await of(two!).takeAsk({ id, words: WORDS })).toMatchObject({ taking: { is_own: true, words: WORDS } })
    expect((await seenBy(one!, pod, id)).taking).toMatchObject({ user: { id: two!.id }, words: null })
    expect((await seenBy(three!, pod, id)).taking).toMatchObject({ words: WORDS })
    await world.readFacts()
    const { rows } = await sql`select from graphile_worker._private_jobs
      where payload ->> 'to' = ${one!.email} and payload ->> 'kind' = 'ask-taken'`.execute(db)
    expect(rows).toEqual([])
  })

  test('is unknown outside of the pod, and nobody takes his own or one that is not there', async () => {
    const { pod, id } = await opened()
    const none = await opened({})
    for (const call of [
      () => of(eve).takeAsk({ id }),
      () => of(eve).giveBackAsk({ id }),
      () => of(eve).settleAsk({ id, answer: 'happened' }),
      () => of(ben).settleAsk({ id, answer: 'happened' }),
      () => of(ana).settleAsk({ id: none.id, answer: 'happened' }),
      () => of(ben).takeAsk({ id: randomUUID() }),
    ])
      expect(await refusal(call())).toMatchObject({ code: 'CHECK_IN_NOT_FOUND', status: 404 })
    expect(await refusal(of(ana).takeAsk({ id }))).toMatchObject({ code: 'ASK_NOT_OPEN' })
    expect(await refusal(of(ben).takeAsk({ id: none.id }))).toMatchObject({ code: 'ASK_NOT_OPEN' })
    await world.as(cal).pods.leavePod({ id: pod.id })
    expect(await refusal(of(cal).takeAsk({ id }))).toMatchObject({ code: 'CHECK_IN_NOT_FOUND' })
  })

  test('is asked after in the next round, once', async () => {
    const { pod, id } = await opened()
    await of(ben).takeAsk({ id })
    expect((await ownOf(ana, pod)).asked_after).toBeNull()
    await closeRound(world, pod)
    expect((await ownOf(ana, pod)).asked_after).toBeNull()
    const second = await openRound(world, pod)
    expect((await ownOf(ana, pod)).asked_after).toMatchObject({ id, ask: ASK, taking: { user: { id: ben.id } } })
    expect((await ownOf(ben, pod)).asked_after).toBeNull()
    expect(await of(ana).settleAsk({ id, answer: 'open' })).toMatchObject({ ask_answer: 'open' })
    expect((await ownOf(ana, pod)).asked_after).toBeNull()
    // answered with "still open" it can be taken; with "it happened" it cannot
    await of(ben).giveBackAsk({ id })
    expect((await seenBy(cal, pod, id)).can_take).toBe(true)
    await of(ana).settleAsk({ id, answer: 'happened' })
    expect((await seenBy(cal, pod, id)).can_take).toBe(false)
    await of(ana).checkIn({ round_id: second, outcome: 'kept', ask: 'Another one' })
    await closeRound(world, pod)
    await openRound(world, pod)
    await closeRound(world, pod)
    await openRound(world, pod)
    // nobody answered it in its round, and it is not asked after again
    expect((await ownOf(ana, pod)).asked_after).toBeNull()
  })
})

test('takers, the author who edits, answers or deletes, and a taker who leaves, all at once: one taker or none', async () => {
  const allowed = /^(ASK_TAKEN|ASK_NOT_OPEN|CHECK_IN_NOT_FOUND|CHECK_IN_CHANGED|POD_NOT_FOUND|ROOM_NOT_FOUND)$/
  for (let n = 0; n < 12; n++) {
    const { pod, round_id, sent, id } = await opened()
    const seen_at = sent.updated_at.toISOString()
    const ends = await Promise.allSettled([
      of(ben).takeAsk({ id, words: WORDS }),
      of(cal).takeAsk({ id }),
      of(ben).giveBackAsk({ id }),
      of(ana).settleAsk({ id, answer: 'open' }),
      of(ana).checkIn({ round_id, outcome: 'partly', ask: `${ASK} ${n}`, seen_at }),
      world.as(ben).pods.leavePod({ id: pod.id }),
      ...(n % 3 === 0 ? [of(ana).deleteCheckIn({ id })] : []),
    ])
    for (const end of ends) if (end.status === 'rejected') expect(end.reason.code).toMatch(allowed)
    const { rows } = await sql<{ taken_by: string | null; words: string | null }>`
      select k.taken_by, k.words from check_in_asks k where k.check_in_id = ${id}`.execute(db)
    expect(rows.length).toBeLessThanOrEqual(1)
    for (const { taken_by, words } of rows) {
      // Ben is gone, and what he said with him
      expect([null, cal.id]).toContain(taken_by)
      expect(words).toBeNull()
    }
    const { rows: left } = await sql`select from check_ins where id = ${id}`.execute(db)
    expect(left).toHaveLength(n % 3 === 0 ? 0 : 1)
  }
  const conflicts = world.lines.filter(({ data }) => (data as { code?: string }).code === '40P01')
  expect(conflicts).toEqual([])
})

const mailsTo = async (who: Person, kind: string) => {
  await world.readFacts()
  const { rows } = await sql<{ payload: Mail }>`select payload from graphile_worker._private_jobs
    where payload ->> 'to' = ${who.email} and payload ->> 'kind' = ${kind} order by id`.execute(db)
  return rows.map(({ payload }) => payload)
}

describe('the mail about an ask', () => {
  test('tells the man who asked who has taken it, once', async () => {
    const [asker] = await world.members(1)
    const pod = await world.pod({ members: [asker!, ben] })
    await giveRhythm(world, pod)
    const { id } = await of(asker!).checkIn({ round_id: await openRound(world, pod), outcome: 'kept', ask: ASK })
    await of(ben).takeAsk({ id, words: WORDS })
    const [mail] = await mailsTo(asker!, 'ask-taken')
    expect(mail).toMatchObject({
      subject: 'A man in your pod will help',
      paragraphs: [`You asked your pod "${pod.name}": “${ASK}”`, `Ben has taken it: “${WORDS}”`],
      link: { url: `/pod/${pod.slug}/rounds#check-in-${id}` },
    })
    await of(ben).takeAsk({ id, words: 'Or Friday' })
    await of(ben).giveBackAsk({ id })
    await of(ben).takeAsk({ id })
    expect(await mailsTo(asker!, 'ask-taken')).toHaveLength(1)
  })

  test('is not sent to a member who hears of rounds on the site only, nor about a member whom he has blocked', async () => {
    for (const change of [
      (who: Person, pod: { id: string }) => of(who).setReminders({ pod_id: pod.id, reminders: 'notice' }),
      (who: Person) => world.as(who).blocks.blockMember({ user_id: cal.id }),
    ]) {
      const [asker] = await world.members(1)
      const pod = await world.pod({ members: [asker!, cal] })
      await giveRhythm(world, pod)
      const { id } = await of(asker!).checkIn({ round_id: await openRound(world, pod), outcome: 'kept', ask: ASK })
      await of(cal).takeAsk({ id })
      await change(asker!, pod)
      expect(await mailsTo(asker!, 'ask-taken')).toEqual([])
    }
  })

  test('the mail of the next round asks what became of it, and the one after that does not', async () => {
    const [asker] = await world.members(1)
    const pod = await world.pod({ members: [asker!, ben] })
    await giveRhythm(world, pod)
    await of(asker!).checkIn({ round_id: await openRound(world, pod), outcome: 'kept', ask: ASK })
    for (const asks of [true, false]) {
      await closeRound(world, pod)
      await openRound(world, pod)
      const mail = (await mailsTo(asker!, 'check-in-open')).at(-1)!
      expect(
        mail.paragraphs.includes(
          `Last time you asked: “${ASK}” You can say on the same page whether it is still open.`,
        ),
      ).toBe(asks)
    }
  })
})

describe('a reported check-in', () => {
  test('is shown to the administrator without its private lines, and its removal ends it in the recap', async () => {
    const admin = await administratorOf(world)
    const pod = await world.pod({ members: [ana, ben] })
    await giveRhythm(world, pod)
    const round_id = await openRound(world, pod)
    const { id } = await of(ana).checkIn({
      ...{ round_id, outcome: 'not', win: 'Kestrelprivate', struggle: 'Shouted at you lot', private_lines: ['win'] },
    })
    await closeRound(world, pod)
    const found = await reported(world, admin, ben, 'check_in', { id })
    expect(found.reading.content).toBe('Not this time\nShouted at you lot')
    expect(JSON.stringify(found)).not.toContain('Kestrelprivate')
    await world.as(admin).admin.decideReport({ id: found.id, decision: 'remove', reason: 'This hurts others.' })
    const { items } = await of(ben).getRecaps({ pod_id: pod.id, round_ids: round_id })
    expect(items).toMatchObject([{ check_ins: [] }])
    const { rows } = await sql`select kind from topic_events where topic = ${`pod:${pod.id}`} and subject = ${id}
      order by seq desc limit 1`.execute(db)
    expect(rows).toEqual([{ kind: 'check_in.deleted' }])
  })
})
