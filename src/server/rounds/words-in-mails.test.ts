/** Mails that quote what a member said, and that wait to be sent when his words change, or who may read them. */
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Mail } from '#server/kernel/jobs/mail.ts'
import { startJobs } from '#server/kernel/jobs/queue.ts'
import { until } from '#test/client.ts'
import { closeRound, giveRhythm, openRound } from '#test/rounds.ts'
import { makeWorld, type Person, type Subject } from '#test/world.ts'
import { roundJobs } from './jobs.ts'

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
async function sentTo(who: Person, kind: string): Promise<Mail[]> {
  await world.readFacts()
  const sent: Mail[] = []
  const port = {
    async deliver(mail: Mail) {
      sent.push(mail)
    },
  }
  const jobs = startJobs(world.database.pool, port, 'https://example.org', world.log, {
    rooms: [roundJobs({ db })],
    expired: [],
  })
  onTestFinished(() => jobs.stop())
  await until(
    'no mail waits',
    async () =>
      (await sql`select from graphile_worker._private_jobs where payload ->> 'to' is not null`.execute(db)).rows
        .length === 0,
  )
  await jobs.stop()
  return sent.filter((mail) => mail.to === who.email && mail.kind === kind)
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
  const left = await waitingFor(cal, 'recap')
  expect(left).toHaveLength(1)
  expect(textOf(left)).toContain('Herons came')
  expect(textOf(left)).not.toContain('haste')
  expect(await sentTo(cal, 'recap')).toHaveLength(1)
})

test('a commitment is deleted from the recap of the round after it, too', async () => {
  const { pod, men, round_id } = await podWithRound()
  const [ana, , cal] = men
  const commitment = { cue: null, action: 'Kestrelaction' }
  const { id } = await of(ana).checkIn({ round_id, outcome: 'kept', commitment })
  await closeRound(world, pod)
  await of(ana).checkIn({ round_id: await openRound(world, pod), outcome: 'kept', win: 'Herons came' })
  await closeRound(world, pod)
  expect(textOf(await waitingFor(cal, 'recap'))).toContain('Kestrelaction')
  await of(ana).deleteCheckIn({ id })
  const left = await waitingFor(cal, 'recap')
  expect(textOf(left)).toContain('Herons came')
  expect(textOf(left)).not.toContain('Kestrelaction')
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

test('a member whom the reader blocks, or who blocks him, before it is sent, is not in it', async () => {
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
    expect(textOf(sent), blocks).not.toContain('haste')
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
