/** Recaps of closed rounds in the conversation, through the contract. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { chatTopics } from '#server/chat/chat.ts'
import { turnRounds } from '#server/rounds/rounds.ts'
import { closeRound, giveRhythm, openRound } from '#test/rounds.ts'
import { makeWorld, type Person, refusal } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const [ana, ben, eve] = [await world.member(), await world.member(), await world.member()]

const of = (who: Person) => world.as(who).rounds
const podWithRounds = async () => {
  const pod = await world.pod({ members: [ana, ben] })
  await giveRhythm(world, pod)
  return pod
}
const messagesOf = async (pod: { id: string }, who = ben) =>
  (await world.as(who).chat.listMessages({ room: 'pod', room_id: pod.id })).items
const recapsOf = async (pod: { id: string }) =>
  (await messagesOf(pod)).filter(({ round_id }) => round_id !== null).map(({ round_id }) => round_id)
const read = async (pod: { id: string }, round_ids: string[], who = ben) =>
  (await of(who).getRecaps({ pod_id: pod.id, round_ids: round_ids.join(',') })).items

describe('the recap of a round', () => {
  test('is one message without an author, however many processes close the round', async () => {
    const pod = await podWithRounds()
    const round_id = await openRound(world, pod)
    await of(ana).checkIn({ round_id, outcome: 'kept' })
    expect(await messagesOf(pod)).toEqual([])
    await sql`update rounds set closes_at = now() - interval '1 second' where id = ${round_id}`.execute(db)
    await Promise.all([turnRounds(db), turnRounds(db), turnRounds(db)])
    expect(await messagesOf(pod)).toMatchObject([{ user: null, round_id, content: 'Recap of round 1' }])
    const { rows } = await sql<{ kind: string }>`
      select kind from topic_events where topic = ${`pod:${pod.id}`} and kind in ('message.sent', 'round.closed') order by seq`.execute(
      db,
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['message.sent', 'round.closed'])
  })

  test('comes to open pages as a live event, with the round and without anything that was said', async () => {
    const pod = await podWithRounds()
    const round_id = await openRound(world, pod)
    await of(ana).checkIn({
      round_id,
      outcome: 'kept',
      win: 'Kestrelprivate',
      ask: 'Kestrelask',
      private_lines: ['win'],
    })
    await closeRound(world, pod)
    const { rows } = await sql<{ seq: number; kind: string; subject: string | null }>`
      select seq::int, kind, subject from topic_events where topic = ${`pod:${pod.id}`} order by seq`.execute(db)
    const shown = await chatTopics.pod.show!(db, pod.id, rows)
    expect([...shown.values()]).toMatchObject([{ user: null, round_id, content: 'Recap of round 1' }])
    expect(JSON.stringify([...shown.values()])).not.toContain('Kestrel')
  })

  test('is not posted if nobody checked in', async () => {
    const pod = await podWithRounds()
    await openRound(world, pod)
    await closeRound(world, pod)
    expect(await messagesOf(pod)).toEqual([])
    await openRound(world, pod)
    await sql`update pods set status = 'deleted' where id = ${pod.id}`.execute(db)
    const { rows } = await sql`select 1 from pod_messages where pod_id = ${pod.id}`.execute(db)
    expect(rows).toEqual([])
  })

  test('is read from the check-ins, without private lines, and without what was deleted since', async () => {
    const pod = await podWithRounds()
    const round_id = await openRound(world, pod)
    const sent = await of(ana).checkIn({
      ...{ round_id, outcome: 'kept', win: 'Home by six', struggle: 'Kestrelprivate', ask: 'Who knows a plumber?' },
      private_lines: ['struggle'],
    })
    expect(await read(pod, [round_id])).toEqual([])
    await closeRound(world, pod)
    const [recap] = await read(pod, [round_id])
    expect(recap).toMatchObject({ id: round_id, is_open: false, check_ins: [{ id: sent.id, win: 'Home by six' }] })
    expect(JSON.stringify([recap, await messagesOf(pod)])).not.toContain('Kestrelprivate')
    expect(JSON.stringify(await read(pod, [round_id], ana))).toContain('Kestrelprivate')
    await of(ana).deleteCheckIn({ id: sent.id })
    expect(await read(pod, [round_id])).toMatchObject([{ id: round_id, check_ins: [] }])
  })

  test('is read in the pod alone, and only for its own closed rounds', async () => {
    const [pod, other] = [await podWithRounds(), await podWithRounds()]
    const [mine, foreign] = [await openRound(world, pod), await openRound(world, other)]
    await closeRound(world, pod)
    await closeRound(world, other)
    expect(await read(pod, [mine, foreign, randomUUID()])).toMatchObject([{ id: mine }])
    expect(await refusal(read(pod, [mine], eve))).toMatchObject({ code: 'POD_NOT_FOUND', status: 404 })
    expect(await refusal(read(pod, ['nonsense']))).toMatchObject({ code: 'INVALID', status: 400 })
  })

  test('is not deleted or reported by a member', async () => {
    const pod = await podWithRounds()
    const round_id = await openRound(world, pod)
    await of(ana).checkIn({ round_id, outcome: 'kept' })
    await closeRound(world, pod)
    const [{ id } = { id: '' }] = await messagesOf(pod)
    for (const who of [ana, ben])
      expect(await refusal(world.as(who).chat.deleteMessage({ room: 'pod', room_id: pod.id, id }))).toMatchObject({
        code: 'NOT_AUTHOR',
      })
    const report = world.as(ben).reports.reportThing({ kind: 'message', id, reason: 'unkind' })
    expect(await refusal(report)).toMatchObject({ code: 'NOTHING_TO_REPORT' })
  })

  test('is there once, if check-ins are deleted and sent while the round closes', async () => {
    for (let n = 0; n < 8; n++) {
      const pod = await podWithRounds()
      const round_id = await openRound(world, pod)
      const { id } = await of(ana).checkIn({ round_id, outcome: 'kept', win: 'First' })
      await sql`update rounds set closes_at = now() + interval '30 milliseconds' where id = ${round_id}`.execute(db)
      const close = async () => {
        for (let isOpen = true; isOpen; ) {
          await turnRounds(db)
          isOpen = (await of(ben).getRounds({ pod_id: pod.id })).open !== null
        }
      }
      const [sent] = await Promise.allSettled([
        of(ben).checkIn({ round_id, outcome: 'rough' }),
        of(ana).deleteCheckIn({ id }),
        close(),
        close(),
      ])
      const [recap] = await read(pod, [round_id])
      const posted = await recapsOf(pod)
      expect(posted.length).toBeLessThanOrEqual(1)
      expect(recap!.check_ins.map(({ user }) => user.id)).toEqual(sent.status === 'fulfilled' ? [ben.id] : [])
      if (sent.status === 'fulfilled') expect(posted).toEqual([round_id])
    }
  })
})
