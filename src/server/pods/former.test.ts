/** A man who was removed because the pod had heard nothing of him reads what was said until then, for ninety days. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { turnRounds } from '#server/rounds/rounds.ts'
import { podText } from '#server/seasons/seasons.ts'
import { closeRound, giveRhythm, openRound, passTime } from '#test/rounds.ts'
import { makeWorld, type Person, refusal, type Subject } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const DAY = 86_400_000

const say = (who: Person, pod: Subject, content: string) =>
  world.as(who).chat.sendMessage({ room: 'pod', room_id: pod.id, id: randomUUID(), content })
async function round(pod: Subject, come: Person[], win: string) {
  const round_id = await openRound(world, pod)
  for (const who of come) await world.as(who).rounds.checkIn({ round_id, outcome: 'kept', win })
  await closeRound(world, pod)
}
/** Ana and Ben go on; Tom was silent for four rounds, and his place was kept for thirty days. */
async function podThatTomLeft({ is_private = false } = {}) {
  const [ana, ben, tom] = (await world.members(3)) as [Person, Person, Person]
  const pod = await world.pod({ members: [ana, ben, tom], is_private })
  await giveRhythm(world, pod)
  await say(ana, pod, 'An early word')
  for (let n = 1; n <= 4; n++) await round(pod, [ana, ben], `Early win ${n}`)
  await passTime(world, pod, 31)
  await turnRounds(db)
  return { pod, ana, ben, tom }
}
const seenBy = (who: Person, { slug }: Subject) => world.as(who).pods.getPod({ slug })
async function textFor(who: Person, { id }: Subject): Promise<string> {
  const { text } = await podText(world.ctx(who), id)
  let whole = ''
  for await (const piece of text) whole += piece
  return whole
}
const letPass = ({ id }: Subject) =>
  sql`update pod_former_members set until = now() - interval '1 second' where pod_id = ${id}`.execute(db)

describe('a man who was removed by silence', () => {
  test('is no member, and sees until when he reads', async () => {
    const { pod, ana, tom } = await podThatTomLeft()
    const card = await seenBy(tom, pod)
    expect(card).toMatchObject({ is_member: false, can_join: true, current_members: 2, seq: null })
    expect(Math.abs(card.former_until!.getTime() - Date.now() - 90 * DAY)).toBeLessThan(DAY)
    expect((await seenBy(ana, pod)).former_until).toBeNull()
    const { chat, rounds } = world.as(tom)
    for (const call of [
      () => chat.listMessages({ room: 'pod', room_id: pod.id }),
      () => rounds.getRounds({ pod_id: pod.id }),
      () => rounds.listRounds({ pod_id: pod.id }),
      () => say(tom, pod, 'Still here?'),
    ])
      expect(await refusal(call())).toMatchObject({ status: 404 })
  })

  test('reads what was said until then, and nothing that was said later', async () => {
    const { pod, ana, ben, tom } = await podThatTomLeft()
    await round(pod, [ana, ben], 'Late win')
    await say(ana, pod, 'A late word')
    const text = await textFor(tom, pod)
    expect(text).toContain('  An early word\n')
    for (let n = 1; n <= 4; n++) expect(text).toContain(`  Win: Early win ${n}\n`)
    for (const later of ['A late word', 'Late win', 'Round 5']) expect(text).not.toContain(later)
  })

  test('does not read what others have deleted since', async () => {
    const { pod, ana, tom } = await podThatTomLeft()
    await sql`delete from pod_messages where pod_id = ${pod.id} and user_id = ${ana.id}`.execute(db)
    expect(await textFor(tom, pod)).not.toContain('An early word')
  })

  test('reads nothing after ninety days', async () => {
    const { pod, tom } = await podThatTomLeft()
    await letPass(pod)
    expect(await refusal(textFor(tom, pod))).toMatchObject({ code: 'POD_NOT_FOUND', status: 404 })
    expect((await seenBy(tom, pod)).former_until).toBeNull()
  })

  test('comes back as anyone does, and is a member like the others then', async () => {
    const { pod, tom } = await podThatTomLeft()
    expect(await world.as(tom).pods.joinPod({ id: pod.id })).toMatchObject({ is_member: true, former_until: null })
    const { rows } = await sql`select from pod_former_members where pod_id = ${pod.id}`.execute(db)
    expect(rows).toEqual([])
    await world.as(tom).pods.leavePod({ id: pod.id })
    expect(await refusal(textFor(tom, pod))).toMatchObject({ status: 404 })
  })

  test('still reads a pod that has ended since, without learning who is in it, and none that was deleted', async () => {
    const { pod, ana, ben, tom } = await podThatTomLeft()
    await sql`select end_pod(${pod.id}::uuid)`.execute(db)
    const card = await seenBy(tom, pod)
    expect(card).toMatchObject({ is_member: false, can_join: false, can_request: false, members: [], creator: null })
    expect(card.ended_at).not.toBeNull()
    expect(card.former_until).not.toBeNull()
    expect(await textFor(tom, pod)).toContain('An early word')
    expect(JSON.stringify(await world.as(tom).pods.listPods({}))).not.toContain(pod.id)
    // it is deleted with its last member
    for (const who of [ana, ben]) await world.as(who).pods.leavePod({ id: pod.id })
    expect(await refusal(textFor(tom, pod))).toMatchObject({ status: 404 })
    expect(await refusal(seenBy(tom, pod))).toMatchObject({ code: 'POD_NOT_FOUND' })
  })

  test('reads in a mail until when, also of a private pod', async () => {
    await world.readFacts()
    const { pod, tom } = await podThatTomLeft({ is_private: true })
    await world.readFacts()
    const { rows } = await sql<{ words: string }>`select payload ->> 'paragraphs' as words
      from graphile_worker._private_jobs
      where payload ->> 'kind' = 'round-place-ended' and payload ->> 'to' = ${tom.email}`.execute(db)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.words).toMatch(/Until \d+ \w+ you can read and download what was said while you were in it\./)
    expect(await seenBy(tom, pod)).toMatchObject({ can_request: true })
  })
})

test('nobody else reads it: who left by himself, who was taken out, a stranger, or a member of a pod that goes on', async () => {
  const { pod, ana, ben, tom } = await podThatTomLeft()
  const [out, eve] = (await world.members(2)) as [Person, Person]
  await world.as(out).pods.joinPod({ id: pod.id })
  await world.as(ana).pods.takeOutPodMember({ id: pod.id, member_id: out.id })
  await world.as(ben).pods.leavePod({ id: pod.id })
  for (const who of [out, ben, eve, ana]) {
    expect(await refusal(textFor(who, pod))).toMatchObject({ code: 'POD_NOT_FOUND', status: 404 })
    expect((await seenBy(who, pod)).former_until).toBeNull()
  }
  expect(await textFor(tom, pod)).toContain('An early word')
})
