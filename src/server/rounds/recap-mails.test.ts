/** The mail with the recap of a closed round. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Mail } from '#server/kernel/jobs/mail.ts'
import { closeRound, giveRhythm, openRound } from '#test/rounds.ts'
import { makeWorld, type Person } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
// a new reader begins with the facts that are written from now on
await world.readFacts()
const of = (who: Person) => world.as(who).rounds

const mailsTo = async (who: Person) => {
  await world.readFacts()
  const { rows } = await sql<{ payload: Mail }>`
    select payload from graphile_worker._private_jobs
    where payload ->> 'to' = ${who.email} and payload ->> 'kind' = 'recap' order by id`.execute(db)
  return rows.map(({ payload }) => payload)
}
const podOf = async (members: Person[]) => {
  const pod = await world.pod({ members, capacity: 12 })
  await giveRhythm(world, pod)
  return pod
}
const men = () => Promise.all(['ana', 'ben', 'cal'].map((name) => world.member({ name })))

describe('the mail with the recap', () => {
  test('has the open asks first, then who kept what, and the next date; once for each member', async () => {
    const [ana, ben, cal] = (await men()) as [Person, Person, Person]
    const pod = await podOf([ana, ben, cal])
    const first = await openRound(world, pod)
    await of(ana).checkIn({
      ...{ round_id: first, outcome: 'kept', commitment: { cue: null, action: 'Walk' } },
    })
    // what was not kept is not quoted
    await of(ben).checkIn({ round_id: first, outcome: 'kept', commitment: { cue: null, action: 'Call my father' } })
    await closeRound(world, pod)
    expect(await mailsTo(cal)).toHaveLength(1)
    const round_id = await openRound(world, pod)
    await of(ben).checkIn({ round_id, outcome: 'rough', win: 'Slept\n\nat last' })
    const { id } = await of(ana).checkIn({ round_id, outcome: 'partly', ask: 'Who has a ladder?' })
    const { id: calsAsk } = await of(cal).checkIn({ round_id, outcome: 'kept', ask: 'Who knows a plumber?' })
    await of(ben).takeAsk({ id, words: 'I bring mine' })
    await closeRound(world, pod)
    const mail = (await mailsTo(cal))[1]!
    expect(await mailsTo(cal)).toHaveLength(2)
    expect(mail.paragraphs.slice(0, -1)).toEqual([
      `Round 2 of your pod "${pod.name}" has closed. Struggles are not in a mail: they stand on the page.`,
      'Ana asks: “Who has a ladder?” Ben has taken it: “I bring mine”',
      // his own ask, said to him
      'You asked: “Who knows a plumber?” Your pod can still answer it.',
      'Ben’s win: “Slept at last”',
    ])
    const [toBen] = (await mailsTo(ben)).slice(-1)
    expect(toBen!.paragraphs.slice(1, -1)).toEqual([
      'Ana asks: “Who has a ladder?” You have taken it: “I bring mine”',
      'Cal asks: “Who knows a plumber?” It is still open.',
      'Your win: “Slept at last”',
    ])
    expect(mail.paragraphs.at(-1)).toMatch(/^The next check-in opens on \w+day \d+ \w+, \d\d:\d\d \(UTC\)\.$/)
    // the only ask that waits is his own
    expect(mail).toMatchObject({ link: { url: `/pod/${pod.slug}/rounds` }, until: expect.any(String) })
    expect(toBen!.link).toMatchObject({ url: `/pod/${pod.slug}/rounds#check-in-${calsAsk}`, label: 'Answer an ask' })
  })

  test('says the next date by the clocks of the pod, and their distance from UTC on that day', async () => {
    const [ana, ben] = (await men()) as [Person, Person]
    const pod = await podOf([ana, ben])
    const round_id = await openRound(world, pod)
    await of(ana).checkIn({ round_id, outcome: 'kept' })
    await sql`update rhythms set time_zone = 'Asia/Kolkata', next_at = '2099-07-05T14:30:00Z' where pod_id = ${pod.id}`.execute(
      db,
    )
    await closeRound(world, pod)
    const [mail] = await mailsTo(ben)
    expect(mail!.paragraphs.at(-1)).toBe('The next check-in opens on Sunday 5 July, 20:00 (Asia/Kolkata, UTC+5:30).')
  })

  test('does not put the ask of a man first who has left, and does not call it open', async () => {
    const [ana, ben, cal] = (await men()) as [Person, Person, Person]
    const pod = await podOf([ana, ben, cal])
    const round_id = await openRound(world, pod)
    const { id } = await of(ben).checkIn({ round_id, outcome: 'kept', win: 'Slept', ask: 'Who has a ladder?' })
    await of(ana).checkIn({ round_id, outcome: 'rough' })
    await of(ana).takeAsk({ id, words: 'I bring mine' })
    await world.as(ben).pods.leavePod({ id: pod.id })
    await closeRound(world, pod)
    const [mail] = await mailsTo(cal)
    expect(mail!.paragraphs.slice(1, -1)).toEqual([
      'Ben asked: “Who has a ladder?”',
      'Ben’s win: “Slept”',
      'Also here: Ana.',
    ])
    expect(mail!.link!.label).toBe('Read the round')
    const { closed } = await of(cal).getRounds({ pod_id: pod.id })
    expect(closed[0]!.check_ins).toMatchObject([
      { ask: 'Who has a ladder?', ask_lapsed: true, can_take: false },
      { ask: null, ask_lapsed: false },
    ])
  })

  test('has no private line, not even of its reader, and nothing by a member whom he has blocked', async () => {
    const [ana, ben, cal] = (await men()) as [Person, Person, Person]
    const pod = await podOf([ana, ben, cal])
    const private_lines = ['win' as const, 'struggle' as const, 'commitment' as const]
    const commitment = { cue: 'Kestrelcue', action: 'Kestrelaction' }
    for (let n = 0; n < 2; n++) {
      const round_id = await openRound(world, pod)
      const secret = { win: 'Kestrelwin', struggle: 'Kestrelstruggle', commitment, private_lines }
      await of(ana).checkIn({ round_id, outcome: 'kept', ...secret })
      await of(ben).checkIn({ round_id, outcome: 'kept', win: 'Herons came' })
      await closeRound(world, pod)
    }
    await world.as(cal).blocks.blockMember({ user_id: ben.id })
    for (const who of [ana, ben, cal]) {
      const text = JSON.stringify(await mailsTo(who))
      expect(text).toContain(who === ana ? 'Also here: you' : who === ben ? 'Also here: Ana' : 'Ana was here.')
      expect(text).not.toContain('Kestrel')
      expect(text.includes('Herons came')).toBe(who !== cal)
    }
  })

  test('is the same as the page of a member who is blocked: no gap tells him', async () => {
    const [ana, ben, cal] = (await men()) as [Person, Person, Person]
    const pod = await podOf([ana, ben, cal])
    const round_id = await openRound(world, pod)
    await of(ana).checkIn({ round_id, outcome: 'kept', win: 'A whole night' })
    const { id } = await of(ben).checkIn({ round_id, outcome: 'kept', win: 'Herons came', ask: 'A ladder?' })
    await of(cal).takeAsk({ id, words: 'I bring mine' })
    await world.as(ana).blocks.blockMember({ user_id: ben.id })
    await world.as(ben).blocks.blockMember({ user_id: cal.id })
    await closeRound(world, pod)
    const textTo = async (who: Person) => JSON.stringify(await mailsTo(who))
    const [toAna, toBen, toCal] = [await textTo(ana), await textTo(ben), await textTo(cal)]
    expect([toAna.includes('Herons came'), toBen.includes('A whole night')]).toEqual([false, true])
    // the one who has blocked the taker reads who took his ask, as on his page, and not what he said
    expect([toBen.includes('Cal has taken it'), toBen.includes('I bring mine')]).toEqual([true, false])
    expect([toCal.includes('Herons came'), toCal.includes('I bring mine')]).toEqual([true, true])
  })

  test('goes to nobody who chose otherwise or is on a pause, and there is none if nobody checked in', async () => {
    const [ana, ben, cal] = (await men()) as [Person, Person, Person]
    const pod = await podOf([ana, ben, cal])
    await openRound(world, pod)
    await closeRound(world, pod)
    expect(await mailsTo(ana)).toEqual([])
    const round_id = await openRound(world, pod)
    await of(ana).checkIn({ round_id, outcome: 'kept' })
    await of(ben).setReminders({ pod_id: pod.id, reminders: 'notice' })
    await of(cal).setPause({ pod_id: pod.id, reason: 'ill' })
    await closeRound(world, pod)
    expect([...(await mailsTo(ben)), ...(await mailsTo(cal))]).toEqual([])
    // nor one that says that its reader alone came
    expect(await mailsTo(ana)).toEqual([])
    await of(ben).checkIn({ round_id: await openRound(world, pod), outcome: 'kept' })
    await closeRound(world, pod)
    expect(await mailsTo(ana)).toHaveLength(1)
  })

  test('has no words of a check-in that is deleted while it is not sent', async () => {
    const [ana, ben, cal] = (await men()) as [Person, Person, Person]
    const pod = await podOf([ana, ben, cal])
    const { id } = await of(ana).checkIn({
      round_id: await openRound(world, pod),
      outcome: 'kept',
      win: 'Told in haste',
    })
    await closeRound(world, pod)
    expect(JSON.stringify(await mailsTo(ben))).toContain('Told in haste')
    await of(ana).deleteCheckIn({ id })
    expect(JSON.stringify(await mailsTo(ben))).not.toContain('haste')
  })
})
