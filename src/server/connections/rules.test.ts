/** The fields that say what a member may do with a connection agree with what the operations then do. */
import { expect, test } from 'vitest'
import { isAllowed, makeWorld, type Person } from '#test/world.ts'

const world = await makeWorld()
const as = (who: Person) => world.as(who).connections

type Step = (me: Person, other: Person) => Promise<unknown>
const ask: Step = (me, other) => as(me).requestConnection({ user_id: other.id })
const decline: Step = (me, other) => as(me).declineConnection({ user_id: other.id })
const accept: Step = (me, other) => as(me).acceptConnection({ user_id: other.id })
const cancel: Step = (me, other) => as(me).cancelConnectionRequest({ user_id: other.id })
const remove: Step = (me, other) => as(me).removeConnection({ user_id: other.id })
const refused: Step = async (me, other) => [await ask(me, other), await decline(other, me)]

const states: Record<string, Step> = {
  none: async () => {},
  requested: ask,
  incoming: (me, other) => ask(other, me),
  crossed: async (me, other) => [await ask(me, other), await ask(other, me)],
  connected: async (me, other) => [await ask(me, other), await accept(other, me)],
  waiting: async (me, other) => [await refused(me, other), await refused(me, other)],
}
const operations = {
  can_request: ask,
  can_accept: accept,
  can_decline: decline,
  can_cancel: cancel,
  can_remove: remove,
}

test.each(Object.keys(states))('a connection that is %s', async (status) => {
  for (const [field, operation] of Object.entries(operations)) {
    const [me, other] = (await world.members(2)) as [Person, Person]
    const see = () => as(me).getConnection({ user_id: other.id })
    await states[status]!(me, other)
    const before = await see()
    expect(before.status).toBe(status)
    // an operation that has nothing to change is answered, too
    const isDone = (await isAllowed(operation(me, other))) && (await see()).status !== status
    expect([field, before[field as keyof typeof operations]]).toEqual([field, isDone])
  }
})

test('a list offers what the connection offers', async () => {
  const [me, other] = (await world.members(2)) as [Person, Person]
  for (const [list, step] of [
    ['sent', ask],
    ['kin', (me: Person, other: Person) => accept(other, me)],
  ] as const) {
    await step(me, other)
    const { status, can_accept, can_decline, can_cancel, can_remove } = await as(me).getConnection({
      user_id: other.id,
    })
    const { items } = await as(me).listConnections({ list })
    expect(items).toMatchObject([{ status, can_accept, can_decline, can_cancel, can_remove }])
  }
})
