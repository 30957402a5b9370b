/**
 * Members who join and leave, and requests to join: heard by the members who look at the list, in either of two processes, and
 * by nobody else.
 */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Browser, signIn } from './client.ts'
import { eventsOf, openListener, type TabListener } from './live-listener.ts'
import { makeWorld, type Person } from './world.ts'

const world = await makeWorld()
const servers = await Promise.all([world.serve({ pages: 'stub' }), world.serve({ pages: 'stub' })])
const PASSWORD = 'the quick brown kettle'

interface Tab {
  who: Person
  browser: Browser
  listener: TabListener
}

let count = 0
/** At the two servers alternately. */
async function tab(): Promise<Tab> {
  const who = await world.member({ password: PASSWORD })
  const { url } = servers[count++ % 2]!
  const browser = await signIn(url, { email: who.email, password: PASSWORD })
  return { who, browser, listener: await openListener(url, browser.cookieHeader()) }
}
const hears = ({ listener }: Tab, topic: string, kind: string, subject: string) =>
  listener.until((frame) => frame.topic === topic && frame.kind === kind && frame.subject === subject)
/** Without the events about his karma, which follow when these actions are added up. */
const heardOf = ({ listener }: Tab, topic: string) =>
  eventsOf(listener, topic)
    .filter(({ kind }) => !/^(karma|achievement)\./.test(kind ?? ''))
    .map(({ kind, subject }) => [kind, subject])
const say = ({ browser }: Tab, room: 'pod' | 'group', id: string, content: string) =>
  browser.send('POST', `/api/v1/chat/${room}/${id}/messages`, { id: randomUUID(), content })
const mine = ({ who }: Tab) => `member:${who.id}`
const did = async (operation: Promise<{ status: number; json: unknown }>) => {
  const { status, json } = await operation
  expect(status, JSON.stringify(json)).toBeLessThan(300)
  return json as never
}

describe('in a pod', () => {
  const path = (id: string) => `/api/v1/pods/${id}`

  test('joining, leaving and handing over are received by the members inside, in order with the messages, without a gap', async () => {
    const [ana, ben, eve] = [await tab(), await tab(), await tab()]
    const { id, slug } = await world.pod({ members: [ana.who, ben.who] })
    const topic = `pod:${id}`
    for (const { listener } of [ana, ben]) expect(await listener.listen(topic, 0)).toMatchObject({ t: 'on', seq: 0 })
    await did(say(ana, 'pod', id, 'Before she came.'))
    expect((await eve.listener.listen(topic)).t).toBe('no')
    const joined: { seq: number } = await did(eve.browser.send('PUT', `${path(id)}/membership`))
    // a member who has just joined hears what comes after that
    expect(joined.seq).toBe(2)
    expect((await eve.listener.listen(topic, joined.seq)).t).toBe('on')
    for (const one of [ana, ben]) await hears(one, topic, 'pod.joined', eve.who.id)
    await did(say(eve, 'pod', id, 'Hello.'))
    await did(ben.browser.send('DELETE', `${path(id)}/membership`))
    await did(ana.browser.send('PUT', `${path(id)}/creator`, { to: eve.who.id }))
    await hears(eve, topic, 'pod.left', ana.who.id)
    expect(
      eventsOf(eve.listener, topic).map(({ seq, kind, subject, data }) => [seq, kind, subject, data?.content]),
    ).toEqual([
      [3, 'message.sent', expect.any(String), 'Hello.'],
      [4, 'pod.left', ben.who.id, undefined],
      [5, 'pod.handed_over', eve.who.id, undefined],
      [6, 'pod.left', ana.who.id, undefined],
    ])
    for (const one of [ana, ben]) {
      await one.listener.until(({ t }) => t === 'gone')
      expect(heardOf(one, topic)).not.toContainEqual(['pod.left', one.who.id])
    }
    // messages keep their positions between the others; all of it can be read
    const { items, seq } = (await did(eve.browser.get(`/api/v1/chat/pod/${id}/messages`))) as {
      items: { seq: number }[]
      seq: number
    }
    expect([items.map((message) => message.seq), seq]).toEqual([[1, 3], 6])
    expect(await did(eve.browser.send('PUT', `/api/v1/chat/pod/${id}/read`, { seq: 6 }))).toEqual({ read: 6 })
    expect(await did(eve.browser.get(`/api/v1/pods/${slug}`))).toMatchObject({ seq: 6, current_members: 1 })
    expect(await did(ana.browser.get(`/api/v1/pods/${slug}`))).toMatchObject({ seq: null })
    // the end of a pod is not a membership event
    await did(eve.browser.send('PUT', `${path(id)}/membership`))
    expect(heardOf(eve, topic)).toHaveLength(4)
  })

  test('a request is received by the creator alone, the answer by the requester alone, his joining by all inside', async () => {
    const [maker, member, asks, stranger] = [await tab(), await tab(), await tab(), await tab()]
    const { id } = await world.pod({ members: [maker.who, member.who], is_private: true })
    const topic = `pod:${id}`
    for (const one of [maker, member]) await one.listener.listen(topic)
    for (const one of [maker, member, asks]) expect((await one.listener.listen(mine(one))).t).toBe('on')
    for (const one of [member, asks, stranger]) expect((await one.listener.listen(mine(maker))).t).toBe('no')
    await did(asks.browser.send('PUT', `${path(id)}/request`))
    await did(asks.browser.send('PUT', `${path(id)}/request`))
    await hears(maker, mine(maker), 'pod_request.sent', id)
    const { items } = (await did(maker.browser.get('/api/v1/me/pod-requests'))) as { items: { id: string }[] }
    await did(maker.browser.send('PUT', `/api/v1/me/pod-requests/${items[0]!.id}`, { decision: 'approved' }))
    for (const one of [maker, member]) await hears(one, topic, 'pod.joined', asks.who.id)
    await hears(asks, mine(asks), 'pod_request.answered', id)
    expect((await asks.listener.listen(topic)).t).toBe('on')
    // a request that is sent twice is stored once; nobody else heard of it
    expect(heardOf(maker, mine(maker))).toEqual([['pod_request.sent', id]])
    expect(heardOf(member, mine(member))).toEqual([])
    for (const one of [maker, member]) expect(heardOf(one, topic)).toEqual([['pod.joined', asks.who.id]])
    for (const { listener } of [member, asks, stranger])
      expect(listener.frames.filter((frame) => frame.topic === mine(maker) && frame.t !== 'no')).toEqual([])
  })

  test('a removal is received by the members inside as leaving, and the removed member receives no more', async () => {
    const [maker, member, out] = [await tab(), await tab(), await tab()]
    const { id } = await world.pod({ members: [maker.who, member.who, out.who] })
    const topic = `pod:${id}`
    for (const one of [maker, member, out]) await one.listener.listen(topic, 0)
    await did(maker.browser.send('PUT', `${path(id)}/exclusions/${out.who.id}`, { reason: 'Because.' }))
    for (const one of [maker, member]) await hears(one, topic, 'pod.left', out.who.id)
    await out.listener.until(({ t, topic: of }) => t === 'gone' && of === topic)
    expect(heardOf(out, topic)).toEqual([])
    await did(maker.browser.send('PUT', `${path(id)}/exclusions/${out.who.id}`, {}))
    await did(say(maker, 'pod', id, 'Among us.'))
    await member.listener.until(({ data }) => data?.content === 'Among us.')
    expect(heardOf(member, topic)).toHaveLength(2)
  })

  test('if many join and leave at the same time each is sent once, and the numbers have no gap', async () => {
    const watcher = await tab()
    const crowd = await Promise.all(Array.from({ length: 8 }, tab))
    const { id } = await world.pod({ members: [watcher.who], capacity: 12 })
    const topic = `pod:${id}`
    await watcher.listener.listen(topic, 0)
    await Promise.all(crowd.map(({ browser }) => did(browser.send('PUT', `${path(id)}/membership`))))
    await Promise.all(crowd.slice(0, 4).map(({ browser }) => did(browser.send('DELETE', `${path(id)}/membership`))))
    await watcher.listener.until(({ topic: of, seq }) => of === topic && seq === 12)
    const events = eventsOf(watcher.listener, topic)
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
    const of = (kind: string) => events.filter((one) => one.kind === kind).map(({ subject }) => subject!)
    expect(of('pod.joined').sort()).toEqual(crowd.map(({ who }) => who.id).sort())
    expect(of('pod.left').sort()).toEqual(
      crowd
        .slice(0, 4)
        .map(({ who }) => who.id)
        .sort(),
    )
  })
})

describe('in a network', () => {
  const path = (id: string) => `/api/v1/groups/${id}`

  test('joining and leaving are received with the row for the list, and with the number of all members', async () => {
    const [ana, ben] = [await tab(), await tab()]
    const { id, slug } = await world.publicNetwork({ members: [ana.who] })
    const topic = `group:${id}`
    await ana.listener.listen(topic, 0)
    const head: { seq: number } = await did(ben.browser.send('PUT', `${path(id)}/membership`))
    expect(head.seq).toBe(1)
    const joined = await hears(ana, topic, 'group.joined', ben.who.id)
    const { items } = (await did(ana.browser.get(`/api/v1/groups/named/${slug}/members`))) as { items: object[] }
    expect(joined.data).toEqual({ member_count: 2, member: items[1] })
    await did(say(ben, 'group', id, 'Hello.'))
    await did(ben.browser.send('DELETE', `${path(id)}/membership`))
    const left = await hears(ana, topic, 'group.left', ben.who.id)
    expect(left).toMatchObject({ seq: 3, data: { member_count: 1, member: null } })
    expect(await did(ben.browser.get(`/api/v1/groups/named/${slug}`))).toMatchObject({ seq: null, member_count: 1 })
  })

  test('a removal is received by the members inside as leaving; the removed member gets the event that he was removed', async () => {
    const [admin, member, out] = [await tab(), await tab(), await tab()]
    const { id } = await world.privateNetwork({ members: [admin.who, member.who, out.who] })
    const ofAdmin = world.db.updateTable('group_members').set({ role: 'admin' }).where('user_id', '=', admin.who.id)
    await ofAdmin.execute()
    const topic = `group:${id}`
    for (const one of [admin, member, out]) await one.listener.listen(topic, 0)
    await out.listener.listen(mine(out))
    await did(admin.browser.send('PUT', `${path(id)}/exclusions/${out.who.id}`, { reason: 'Because.' }))
    for (const one of [admin, member]) {
      const left = await hears(one, topic, 'group.left', out.who.id)
      expect(left.data).toEqual({ member_count: 2, member: null })
    }
    await hears(out, mine(out), 'group.taken_out', id)
    await out.listener.until(({ t, topic: of }) => t === 'gone' && of === topic)
    expect(heardOf(out, topic)).toEqual([])
    expect(out.listener.texts.join()).not.toContain('Because.')
  })

  test('the member who takes over when the last admin leaves is notified that he is one', async () => {
    const [ana, ben] = [await tab(), await tab()]
    const { id } = await world.publicNetwork({ members: [ana.who, ben.who] })
    await world.db
      .updateTable('group_members')
      .set({ role: 'admin' })
      .where('group_id', '=', id)
      .where('user_id', '=', ana.who.id)
      .execute()
    await ben.listener.listen(`group:${id}`, 0)
    await did(ana.browser.send('DELETE', `${path(id)}/membership`))
    const eventsOf = await hears(ben, `group:${id}`, 'group.run_by', ben.who.id)
    expect(eventsOf.data).toMatchObject({ member_count: 1, member: { role: 'admin', user: { id: ben.who.id } } })
  })

  test('a request is received by the admins, the answer by them and by the requester', async () => {
    const [admin, other, member, asks] = [await tab(), await tab(), await tab(), await tab()]
    const { id } = await world.privateNetwork({ members: [admin.who, other.who, member.who] })
    await world.db
      .updateTable('group_members')
      .set({ role: 'admin' })
      .where('group_id', '=', id)
      .where('user_id', 'in', [admin.who.id, other.who.id])
      .execute()
    const topic = `group:${id}`
    for (const one of [admin, other, member, asks]) await one.listener.listen(mine(one))
    await member.listener.listen(topic)
    expect((await asks.listener.listen(topic)).t).toBe('no')
    await did(asks.browser.send('POST', `${path(id)}/requests`, {}))
    for (const one of [admin, other]) await hears(one, mine(one), 'group_request.sent', id)
    const { items } = (await did(admin.browser.get(`${path(id)}/requests`))) as { items: { id: string }[] }
    await did(admin.browser.send('PUT', `/api/v1/group-requests/${items[0]!.id}/decision`, { decision: 'approve' }))
    for (const one of [admin, other, asks]) await hears(one, mine(one), 'group_request.answered', id)
    await hears(member, topic, 'group.joined', asks.who.id)
    expect(heardOf(member, mine(member))).toEqual([])
    expect(heardOf(member, topic)).toEqual([['group.joined', asks.who.id]])
  })
})

test('the topic of a member ends with his account', async () => {
  const { who } = await tab()
  const pod = await world.pod({ members: [who], is_private: true })
  await world.as(await world.member()).pods.requestToJoinPod({ id: pod.id })
  const topics = () => world.db.selectFrom('topics').select('topic').where('topic', '=', `member:${who.id}`).execute()
  expect(await topics()).toHaveLength(1)
  await world.db.deleteFrom('user').where('id', '=', who.id).execute()
  expect(await topics()).toEqual([])
})
