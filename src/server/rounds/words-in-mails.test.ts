/** Mails that quote what a member said, and that wait to be sent when his words change, or who may read them. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Mail } from '#server/kernel/jobs/mail.ts'
import { closeRound, giveRhythm, openRound } from '#test/rounds.ts'
import { departs, sentMails } from '#test/sent-mails.ts'
import { makeWorld, type Person, type Subject } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
await world.readFacts()
const of = (who: Person) => world.as(who).rounds

interface Place {
  pod: Subject
  men: [Person, Person, Person]
  round_id: string
}

/** A pod with an open round, and no mail that waits. */
async function podWithRound(): Promise<Place> {
  const men = (await Promise.all(['ana', 'ben', 'cal'].map((name) => world.member({ name })))) as Place['men']
  const pod = await world.pod({ members: men, capacity: 12 })
  await giveRhythm(world, pod)
  const round_id = await openRound(world, pod)
  return { pod, men, round_id }
}

/** What waits for this member, as it is stored. */
async function waitingFor(who: Person, kind: string): Promise<Mail[]> {
  await world.readFacts()
  const { rows } = await sql<{ payload: Mail }>`select payload from graphile_worker._private_jobs
    where payload ->> 'to' = ${who.email} and payload ->> 'kind' = ${kind} order by id`.execute(db)
  return rows.map(({ payload }) => payload)
}

/** Sends all that waits, and returns the mails of this kind to this member. */
const sentTo = async (who: Person, kind: string): Promise<Mail[]> =>
  (await allSent()).filter((mail) => mail.to === who.email && mail.kind === kind)

async function allSent(): Promise<Mail[]> {
  await world.readFacts()
  return sentMails(world)
}
const textOf = (mails: Mail[]) => JSON.stringify(mails)

test('a check-in that is deleted leaves the recap of what the others said', async () => {
  const { pod, men, round_id } = await podWithRound()
  const [ana, ben, cal] = men
  const { id } = await of(ana).checkIn({ round_id, outcome: 'kept', win: 'Told in haste' })
  await of(ben).checkIn({ round_id, outcome: 'kept', win: 'Herons came' })
  await closeRound(world, pod)
  expect(textOf(await waitingFor(cal, 'recap'))).toContain('Told in haste')
  await of(ana).deleteCheckIn({ id })
  expect(textOf(await waitingFor(cal, 'recap'))).not.toContain('haste')
  const sent = await sentTo(cal, 'recap')
  expect(sent).toHaveLength(1)
  expect(textOf(sent)).toContain('Herons came')
  expect(textOf(sent)).not.toContain('haste')
})

test('a recap has no commitment, neither of its round nor of the one before', async () => {
  const { pod, men, round_id } = await podWithRound()
  const [ana, , cal] = men
  const commitment = { cue: null, action: 'Kestrelaction' }
  await of(ana).checkIn({ round_id, outcome: 'kept', commitment })
  await closeRound(world, pod)
  await of(ana).checkIn({ round_id: await openRound(world, pod), outcome: 'not', win: 'Herons came', commitment })
  await closeRound(world, pod)
  const sent = await sentTo(cal, 'recap')
  expect(textOf(sent)).toContain('Herons came')
  expect(textOf(sent)).not.toContain('Kestrelaction')
})

test('a mail is written when it is sent: a check-in that went meanwhile is not in it', async () => {
  const { pod, men, round_id } = await podWithRound()
  const [ana, ben, cal] = men
  const { id } = await of(ana).checkIn({ round_id, outcome: 'kept', win: 'Told in haste' })
  await of(ben).checkIn({ round_id, outcome: 'kept', win: 'Herons came' })
  await closeRound(world, pod)
  await waitingFor(cal, 'recap')
  // as if the mail had been written in the same moment
  await sql`delete from check_ins where id = ${id}`.execute(db)
  const sent = await sentTo(cal, 'recap')
  expect(sent).toHaveLength(1)
  expect(textOf(sent)).toContain('Herons came')
  expect(textOf(sent)).not.toContain('haste')
})

test('a member whom the reader blocks before it is sent is not in it; one who blocks the reader is in it as before', async () => {
  for (const blocks of ['ana', 'cal']) {
    const { pod, men, round_id } = await podWithRound()
    const [ana, ben, cal] = men
    await of(ana).checkIn({ round_id, outcome: 'kept', win: 'Told in haste' })
    await of(ben).checkIn({ round_id, outcome: 'kept', win: 'Herons came' })
    await closeRound(world, pod)
    await waitingFor(cal, 'recap')
    const [by, whom] = blocks === 'ana' ? [ana, cal] : [cal, ana]
    await world.as(by).blocks.blockMember({ user_id: whom.id })
    const sent = await sentTo(cal, 'recap')
    expect(textOf(sent), blocks).toContain('Herons came')
    expect(textOf(sent).includes('haste'), blocks).toBe(blocks === 'ana')
  }
})

test('a man who has left, or was taken out, before it is sent, gets no recap', async () => {
  const { pod, men, round_id } = await podWithRound()
  const [ana, ben, cal] = men
  await of(ana).checkIn({ round_id, outcome: 'kept', win: 'Told in haste' })
  await closeRound(world, pod)
  await waitingFor(cal, 'recap')
  await world.as(cal).pods.leavePod({ id: pod.id })
  await world.as(ana).pods.takeOutPodMember({ id: pod.id, member_id: ben.id })
  expect([await sentTo(cal, 'recap'), await sentTo(ben, 'recap')]).toEqual([[], []])
})

test('who took an ask and gave it back, and an ask in other words, are not in the mail about it', async () => {
  const { men, round_id } = await podWithRound()
  const [ana, ben] = men
  const { id } = await of(ana).checkIn({ round_id, outcome: 'kept', ask: 'Who has a ladder?' })
  await of(ben).takeAsk({ id, words: 'Told in haste' })
  expect(textOf(await waitingFor(ana, 'ask-taken'))).toContain('haste')
  await of(ben).giveBackAsk({ id })
  expect(await sentTo(ana, 'ask-taken')).toEqual([])
})

/** Ana, Ben and Cal have spoken in a round, and the next one has opened: mails of both wait. */
async function twoRounds() {
  const place = await podWithRound()
  const [ana, ben, cal] = place.men
  const { id } = await of(ana).checkIn({
    round_id: place.round_id,
    outcome: 'kept',
    win: 'Told in haste',
    ask: 'Haste?',
  })
  await of(ben).checkIn({ round_id: place.round_id, outcome: 'kept', ask: 'Who has a ladder?' })
  const asked = await of(cal).checkIn({ round_id: place.round_id, outcome: 'kept', ask: 'Who has a tent?' })
  await of(ben).takeAsk({ id: asked.id, words: 'Mine is dry' })
  await closeRound(world, place.pod)
  await openRound(world, place.pod)
  await world.readFacts()
  return { ...place, id }
}

test('of a member who deletes his check-in, nothing is sent, and the mails of the others still come', async () => {
  const { men, id } = await twoRounds()
  await of(men[0]).deleteCheckIn({ id })
  const sent = await allSent()
  expectOthers(sent, men)
  const own = sent.filter(({ to, kind }) => to === men[0].email && kind === 'check-in-open')
  expect(own, 'he may still check in').toHaveLength(1)
})

test('of an account that is deleted, nothing is sent, and the mails of the others still come', async () => {
  const { men } = await twoRounds()
  await departs(world, men[0])
  const sent = await allSent()
  expectOthers(sent, men)
  expect(sent.filter(({ to }) => to === men[0].email)).toMatchObject([{ kind: 'account-deleted' }])
})

function expectOthers(sent: Mail[], [, ben, cal]: Place['men']) {
  const to = (who: Person, kind: string) => textOf(sent.filter((mail) => mail.to === who.email && mail.kind === kind))
  expect(textOf(sent)).not.toMatch(/haste/i)
  expect(to(ben, 'check-in-open'), 'his own ask').toContain('Who has a ladder?')
  expect(to(cal, 'check-in-open'), 'his own ask').toContain('Who has a tent?')
  expect(to(cal, 'ask-taken')).toContain('Mine is dry')
  expect(to(ben, 'recap')).toContain('Who has a tent?')
}

test('of the mails of an older version, only those are deleted that may hold his words and are not written again', async () => {
  const { men, round_id, id } = await twoRounds()
  // as an older version stored them
  await sql`update graphile_worker._private_jobs set payload = payload::jsonb - 'source' where payload ->> 'about' = ${round_id}`.execute(
    db,
  )
  await sql`update graphile_worker._private_jobs set payload = payload::jsonb - 'member'
    where payload ->> 'about' = ${round_id} and payload ->> 'kind' = 'recap' and payload ->> 'to' = ${men[1].email}`.execute(
    db,
  )
  await of(men[0]).deleteCheckIn({ id })
  const sent = await allSent()
  const kinds = (who: Person) => sent.flatMap((mail) => (mail.to === who.email ? mail.kind : [])).sort()
  expect(textOf(sent)).not.toMatch(/haste/i)
  expect(kinds(men[0])).not.toContain('check-in-open')
  expect(kinds(men[1])).toContain('check-in-open')
  expect(kinds(men[1])).not.toContain('recap')
  expect(kinds(men[2])).toEqual(expect.arrayContaining(['ask-taken', 'check-in-open', 'recap']))
})

test('a member who took an ask and whose account is deleted is in no mail about it', async () => {
  const { men, round_id, pod } = await podWithRound()
  const [ana, ben, cal] = men
  const { id } = await of(ana).checkIn({ round_id, outcome: 'kept', ask: 'Who has a ladder?' })
  await of(ben).takeAsk({ id, words: 'Told in haste' })
  await closeRound(world, pod)
  expect(textOf(await waitingFor(cal, 'recap'))).toContain('haste')
  await departs(world, ben)
  const stored = await sql`select payload from graphile_worker._private_jobs`.execute(db)
  expect(JSON.stringify(stored.rows)).not.toContain('haste')
  const sent = await allSent()
  expect(textOf(sent)).not.toContain('haste')
  expect(textOf(sent.filter(({ to }) => to === cal.email))).toContain('Who has a ladder?')
  expect(sent.filter(({ kind }) => kind === 'ask-taken')).toEqual([])
})
