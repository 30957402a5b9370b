/** The fields that say what the viewer may do with an event agree with what the operations then allow. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isAllowed, makeWorld, type Person } from '#test/world.ts'

const world = await makeWorld()
const [creator, guest, admin] = (await world.members(3)) as [Person, Person, Person]

/** The creator has left its network, so an admin of the network may cancel it. */
async function leftEvent() {
  const network = await world.publicNetwork({ members: [creator, admin] })
  await sql`update group_members set role = 'admin' where group_id = ${network.id} and user_id = ${admin.id}`.execute(
    world.db,
  )
  const event = await world.event({ by: creator, group_id: network.id })
  await world.leave(network, creator)
  return event
}
const ownEvent = () => world.event({ by: creator })
const end = ({ id }: { id: string }) =>
  sql`update local_events set event_date = (now() at time zone time_zone)::date - 2 where id = ${id}`.execute(world.db)
const cancel = ({ id }: { id: string }) => world.as(creator).events.cancelEvent({ id })

test.each([
  ['ahead', ownEvent, async () => {}, [true, true, true]],
  ['over', ownEvent, end, [false, false, false]],
  ['cancelled', ownEvent, cancel, [false, true, false]],
  [
    'cancelled and over',
    ownEvent,
    async (event: { id: string }) => [await cancel(event), await end(event)],
    [false, true, false],
  ],
  ['ahead, in a network that its creator has left', leftEvent, async () => {}, [true, true, true]],
] as const)('an event that is %s', async (_name, make, change, ofCreator) => {
  const event = await make()
  const { id } = event
  await change(event)
  const see = (who: Person | null) => world.as(who).events.getEvent({ id })
  const { can_edit, can_cancel, can_attend } = await see(creator)
  expect([can_edit, can_cancel, can_attend]).toEqual(ofCreator)
  // a visitor is offered what he can do after he has signed in, and nothing that is for the creator
  expect(await see(null)).toMatchObject({ can_edit: false, can_cancel: false, can_attend })
  for (const who of [guest, admin, creator]) {
    const his = world.as(who).events
    expect((await see(who)).can_edit).toBe(await isAllowed(his.editEvent({ id, title: 'Another title' })))
    await his.attendEvent({ id, going: false })
    const before = await see(who)
    expect(before.can_attend).toBe(await isAllowed(his.attendEvent({ id, going: true })))
    // attending changes nothing for others, and he can come back if he leaves
    expect((await see(who)).can_attend).toBe(before.can_attend)
  }
  for (const who of [guest, admin, creator])
    expect((await see(who)).can_cancel).toBe(await isAllowed(world.as(who).events.cancelEvent({ id })))
})
