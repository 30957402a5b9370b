import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { faults } from '#contract/kernel.ts'
import { makeLimits, RATE_LIMITS } from '#server/kernel/http/limits.ts'
import { daysAhead, makeWorld, refusal } from '#test/world.ts'

const world = await makeWorld()
const thread = await world.post({ by: await world.member() })
const votes = (who: { id: string }) => () =>
  world.as(who, { limits: 'real' }).votes.castPostVote({ post_id: thread.id, direction: 'up' })
const writes = (who: { id: string }) => () =>
  world.as(who, { limits: 'real' }).comments.createComment({ post_id: thread.id, content: 'Hi' })

/** Sends many calls at the same time; returns how many were accepted, and how the others were refused. */
async function crowd(count: number, call: () => Promise<unknown>) {
  const ends = await Promise.allSettled(Array.from({ length: count }, call))
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as { code: string }] : []))
  return { allowed: count - refused.length, codes: new Set(refused.map(({ code }) => code)) }
}

const seeks = (who: { id: string }) => () => world.as(who, { limits: 'real' }).groups.listGroups({ q: 'shed' })

const makes = (who: { id: string }) => () =>
  world.as(who, { limits: 'real' }).events.createEvent({
    ...{ title: 'A walk', location: 'Brockwell Park' },
    ...{ event_date: daysAhead(1), event_time: '10:00', time_zone: 'Europe/London' },
  })

test.each([
  ['write', writes],
  ['event', makes],
  ['vote', votes],
  ['search', seeks],
] as const)(
  'the rate limit "%s" allows exactly its number of requests, however many arrive at the same time',
  async (name, callsOf) => {
    const ana = await world.member()
    await world.local(ana)
    const { points, seconds } = RATE_LIMITS[name]
    expect(await crowd(points + 20, callsOf(ana))).toEqual({ allowed: points, codes: new Set(['TOO_MANY_REQUESTS']) })
    const { code, status, message, data } = await refusal(callsOf(ana)())
    const { retry_after } = data as { retry_after: number }
    expect({ code, status }).toEqual({ code: 'TOO_MANY_REQUESTS', status: 429 })
    expect(message).toMatch(
      new RegExp(`^${faults.tooFast.message}\\. Please try again in \\d+ (seconds|minutes|hours)\\.$`),
    )
    expect(retry_after).toBeGreaterThan(0)
    expect(retry_after).toBeLessThanOrEqual(seconds)
  },
)

test('the limit counts for one member and one kind of action alone', async () => {
  const [ana, ben] = [await world.member(), await world.member()]
  await crowd(RATE_LIMITS.write.points, writes(ana))
  await refusal(writes(ana)())
  await expect(writes(ben)()).resolves.toBeTruthy()
  await expect(votes(ana)()).resolves.toBeTruthy()
  await expect(world.as(ana, { limits: 'real' }).posts.getPost({ id: thread.id })).resolves.toBeTruthy()
})

test('a refusal comes before anything is written, and a visitor is first asked to sign in', async () => {
  const ana = await world.member()
  await crowd(RATE_LIMITS.write.points, writes(ana))
  const { comment_count } = await world.as(null).posts.getPost({ id: thread.id })
  await refusal(writes(ana)())
  expect((await world.as(null).posts.getPost({ id: thread.id })).comment_count).toBe(comment_count)
  const asked = world.as(null, { limits: 'real' }).comments.createComment({ post_id: thread.id, content: 'Hi' })
  expect(await refusal(asked)).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('an event that was not made, or was made before, does not count towards the day’s limit', async () => {
  const ana = await world.member()
  await world.local(ana)
  const { createEvent } = world.as(ana, { limits: 'real' }).events
  const event = {
    ...{ id: randomUUID(), title: 'A walk', location: 'Brockwell Park' },
    ...{ event_date: daysAhead(1), event_time: '10:00', time_zone: 'Europe/London' },
  }
  await createEvent(event)
  await createEvent(event)
  await refusal(createEvent({ ...event, id: randomUUID(), event_date: daysAhead(-2) }))
  await refusal(createEvent({ ...event, id: randomUUID(), group_id: randomUUID() }))
  const { rows } = await sql<{ points: number }>`
    select points from rate_limits where key = ${`event:${ana.id}`}`.execute(world.db)
  expect(rows).toEqual([{ points: 1 }])
})

test('two processes count together, and a refunded attempt may be used again', async () => {
  const [one, other] = [makeLimits(world.database.pool), makeLimits(world.database.pool)]
  const { points } = RATE_LIMITS.passwordOfAccount
  for (let n = 0; n < points; n++) await (n % 2 ? one : other).draw('passwordOfAccount', 'key')
  for (const limits of [one, other])
    await expect(limits.draw('passwordOfAccount', 'key')).rejects.toMatchObject({ status: 429 })
  await one.draw('passwordOfAccount', 'another key')
  await one.giveBack('passwordOfAccount', 'key')
  await one.giveBack('passwordOfAccount', 'key')
  await one.giveBack('passwordOfAccount', 'key')
  await expect(other.draw('passwordOfAccount', 'key')).resolves.toBeUndefined()
})
