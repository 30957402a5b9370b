/** What a viewer with the event's page open gets live. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventsOf } from '#test/live-listener.ts'
import { openTab } from '#test/sessions.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()
const { url } = await world.serve({ pages: 'stub' })
const [ana, ben] = [await world.member(), await world.member()]

test('a comment, its deletion, attendance, changes and cancellation arrive in this order, the same for each listener', async () => {
  const { id } = await world.event({ by: ana, address: 'Gate A' })
  const topic = `event:${id}`
  const tabs = [await openTab(world, url, ana), await openTab(world, url, ben)]
  for (const { listener } of tabs) expect(await listener.listen(topic, 0)).toMatchObject({ t: 'on', seq: 0 })
  const { browser } = tabs[1]!
  const send = async (method: string, path: string, body?: object) => {
    const answer = await browser.send(method, `/api/v1${path}`, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.json as { id: string }
  }
  await send('PUT', `/events/${id.toUpperCase()}/attendance`, { going: true })
  const { id: comment } = await send('POST', `/events/${id}/comments`, { content: 'See **you**.' })
  await send('PUT', `/events/${id}/attendance`, { going: true })
  await send('PUT', `/events/${id}/attendance`, { going: false })
  for (const { listener } of tabs) await listener.until(({ seq }) => seq === 3)
  await send('DELETE', `/event-comments/${comment}`)
  await world.as(ana).events.editEvent({ id, title: 'Another title' })
  await world.as(ana).events.cancelEvent({ id })
  await send('PUT', `/events/${id}/attendance`, { going: false })
  for (const { listener } of tabs) {
    await listener.until(({ seq }) => seq === 6)
    expect(eventsOf(listener, topic).map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'attendance.changed'],
      [2, 'comment.sent'],
      [3, 'attendance.changed'],
      [4, 'comment.deleted'],
      [5, 'event.changed'],
      [6, 'event.changed'],
    ])
    const [came, said, left, unsaid, changed] = eventsOf(listener, topic)
    expect([1, 2]).toContain((came!.data as unknown as { attendees_count: number }).attendees_count)
    expect(said).toMatchObject({
      subject: comment,
      data: { id: comment, event_id: id, content: 'See **you**.', is_own: false, author: { id: ben.id } },
    })
    expect(left!.data).toEqual({ attendees_count: 1 })
    expect([unsaid!.subject, unsaid!.data, changed!.data]).toEqual([comment, null, null])
    expect(listener.texts.join()).not.toContain('Gate A')
  }
  // a member who connects later reads the same; deleted comments have no content any more
  const late = await openTab(world, url, await world.member())
  await late.listener.listen(topic, 0)
  expect(eventsOf(late.listener, topic).map(({ seq, data }) => [seq, data && 'content' in data])).toEqual([
    ...[
      [1, false],
      [2, null],
      [3, false],
    ],
    ...[
      [4, null],
      [5, null],
      [6, null],
    ],
  ])
  for (const { listener } of [...tabs, late]) listener.hangUp()
})

test('46: the page as read plus the events since then equal the stored state', async () => {
  const { id } = await world.event({ by: ana })
  const tab = await openTab(world, url, ben)
  await world.as(ana).events.createEventComment({ id, content: 'Before.' })
  const { seq } = await world.as(ben).events.getEvent({ id })
  const { items } = await world.as(ben).events.listEventComments({ id })
  await world.as(ana).events.createEventComment({ id, content: 'Between.' })
  await tab.listener.listen(`event:${id}`, seq!)
  await world.as(ana).events.createEventComment({ id, content: 'After.' })
  await tab.listener.until(({ data }) => data?.content === 'After.')
  const all = [
    ...items.map(({ content }) => content),
    ...eventsOf(tab.listener, `event:${id}`).map(({ data }) => data?.content),
  ]
  expect(all).toEqual(['Before.', 'Between.', 'After.'])
  tab.listener.hangUp()
})

test('deleting an event deletes its topic', async () => {
  const { id } = await world.event({ by: ana })
  await world.as(ana).events.createEventComment({ id, content: 'Hello.' })
  await sql`delete from local_events where id = ${id}`.execute(world.db)
  expect((await sql`select from topics where topic = ${`event:${id}`}`.execute(world.db)).rows).toEqual([])
  const tab = await openTab(world, url, ben)
  expect((await tab.listener.listen(`event:${id}`)).t).toBe('no')
  tab.listener.hangUp()
})
