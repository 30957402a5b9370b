/** Live updates over HTTP, for tabs whose network blocks WebSockets: the frames are those of a connection. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { LIVE_TURN_PATH, topicOf } from '#contract/live-words.ts'
import type { Listener } from '#server/kernel/live/topic.ts'
import { makeTurns } from '#server/kernel/live/turns.ts'
import { administratorOf } from './administrator.ts'
import type { Browser } from './client.ts'
import type { Frame } from './live-listener.ts'
import { openTab, signInDirectly } from './sessions.ts'
import { makeWorld, type Person } from './world.ts'

const world = await makeWorld()
const one = await world.serve({ pages: 'stub' })
const browserOf = (who: Person) => signInDirectly(world, one.url, who)
const say = async (browser: Browser, pod: string, content: string) => {
  const { status } = await browser.send('POST', `/api/v1/chat/pod/${pod}/messages`, { id: randomUUID(), content })
  expect(status).toBe(201)
}
type Position = { topic: string; after?: number }
const ask = (browser: Browser, ...topics: Position[]) => browser.send('POST', LIVE_TURN_PATH, { topics })
const turn = async (browser: Browser, ...topics: Position[]) => {
  const answer = await ask(browser, ...topics)
  expect(answer.status, answer.text).toBe(200)
  return (JSON.parse(answer.text) as { frames: Frame[] }).frames
}
const said = (frames: Frame[]) => frames.filter(({ t }) => t === 'ev').map(({ data }) => data?.content)

const [ana, ben, out] = [await world.member(), await world.member(), await world.member()]
const admin = await administratorOf(world)
const pod = await world.pod({ members: [ana, ben] })
const topic = topicOf('pod', pod.id)
const [anas, bens, outs] = [await browserOf(ana), await browserOf(ben), await browserOf(out)]

describe('a turn', () => {
  test('brings the same frames as a connection, from the number of the tab on, and nothing is lost or doubled', async () => {
    const [first] = await turn(anas, { topic })
    const from = first!.seq!
    await say(bens, pod.id, 'one')
    const { listener } = await openTab(world, one.url, ana)
    await listener.listen(topic, from)
    const frames = await turn(anas, { topic, after: from })
    expect(frames).toEqual(listener.frames)
    expect(said(frames)).toEqual(['one'])
    expect(frames.at(-1)).toEqual({ t: 'on', topic, seq: from + 1 })
    await say(bens, pod.id, 'two')
    expect(said(await turn(anas, { topic, after: from + 1 }))).toEqual(['two'])
    expect(await turn(anas, { topic, after: from + 2 })).toEqual([{ t: 'on', topic, seq: from + 2 }])
    listener.hangUp()
  })

  test('covers several topics, each with its own answer; without access it is refused, as if it did not exist', async () => {
    const own = topicOf('member', ana.id)
    const missing = topicOf('pod', randomUUID())
    const frames = await turn(anas, { topic }, { topic: own }, { topic: missing }, { topic: topicOf('member', ben.id) })
    const answers = Object.fromEntries(frames.map((frame) => [frame.topic, frame.t]))
    expect(answers).toEqual({ [topic]: 'on', [own]: 'on', [missing]: 'no', [topicOf('member', ben.id)]: 'no' })
    expect(await turn(outs, { topic, after: 0 })).toEqual([{ t: 'no', topic }])
  })

  test('begins anew if the number is too old or from the future', async () => {
    const [{ seq } = { seq: 0 }] = await turn(anas, { topic })
    expect((await turn(anas, { topic, after: seq! + 50 })).map(({ t }) => t)).toEqual(['reset', 'on'])
  })

  test.each<[string, (who: Person, id: string) => Promise<unknown>]>([
    ['left the pod', (who, id) => world.as(who).pods.leavePod({ id })],
    ['was taken out of it', (who, id) => world.as(ana).pods.takeOutPodMember({ id, member_id: who.id })],
    ['was suspended', (who) => world.as(admin).admin.suspendMember({ id: who.id, reason: 'Threats.' })],
  ])('of a member who %s brings nothing that was written afterwards', async (_name, lose) => {
    const who = await world.member()
    const own = await world.pod({ members: [ana, who] })
    const browser = await browserOf(who)
    const position = { topic: topicOf('pod', own.id) }
    const [{ seq } = { seq: 0 }] = await turn(browser, position)
    await lose(who, own.id)
    await say(anas, own.id, 'not for him')
    const answer = await ask(browser, { ...position, after: seq! })
    expect([401, 200]).toContain(answer.status)
    if (answer.status === 200) expect(JSON.parse(answer.text)).toEqual({ frames: [{ t: 'no', ...position }] })
  })
})

describe('a turn is refused', () => {
  test('for visitors and ended sessions, with 401, whatever the body', async () => {
    const visitor = await fetch(one.url + LIVE_TURN_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: one.url },
      body: JSON.stringify({ topics: [{ topic }] }),
    })
    expect([visitor.status, visitor.headers.get('cache-control')]).toEqual([401, 'no-store'])
    const browser = await browserOf(out)
    await sql`delete from session where "userId" = ${out.id}::uuid`.execute(world.db)
    expect((await ask(browser, { topic })).status).toBe(401)
  })

  test.each([
    ['no topics', { topics: [] }],
    ['fifty-one topics', { topics: Array.from({ length: 51 }, () => ({ topic })) }],
    ['a topic of another form', { topics: [{ topic: 'pod:x"' }] }],
    ['a negative number', { topics: [{ topic, after: -1 }] }],
    ['unknown fields', { topics: [{ topic, who: 'me' }] }],
    ['a list', []],
  ])('with 400 for %s', async (_name, body) => {
    expect((await anas.send('POST', LIVE_TURN_PATH, body)).status).toBe(400)
  })

  test('with 413 for a body that is too large, and for another site', async () => {
    expect((await anas.send('POST', LIVE_TURN_PATH, { topics: 'x'.repeat(200_000) })).status).toBe(413)
    const cross = await fetch(one.url + LIVE_TURN_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example', cookie: anas.cookieHeader() },
      body: JSON.stringify({ topics: [{ topic }] }),
    })
    expect(cross.status).toBe(403)
  })

  test('with 429 and Retry-After for a member who asks too often; others go on', async () => {
    const who = await world.member()
    const browser = await browserOf(who)
    const many = Array.from({ length: 50 }, () => ({ topic: topicOf('pod', randomUUID()) }))
    const answers = []
    for (let n = 0; n < 8; n++) answers.push(await ask(browser, ...many))
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(anas, { topic })).status).toBe(200)
  })
})

test('at most three turns of a member run at once, until their answers have been sent; others go on', async () => {
  const who = await world.member()
  const browser = await browserOf(who)
  const position = { topic: topicOf('member', who.id) }
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(browser, position)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3)
  expect((await ask(anas, { topic })).status).toBe(200)
  await expect.poll(async () => (await ask(browser, position)).status).toBe(200)
})

describe('the frames of a turn', () => {
  const READER = { member: 'm', session: 's' }
  const TOPIC = topicOf('pod', randomUUID())
  const OTHER = topicOf('pod', randomUUID())
  /** A hub in which the test is the server. */
  function aHub() {
    const here = new Set<Listener>()
    const live = {
      arrive: (listener: Listener) => void here.add(listener),
      leave: (listener: Listener) => void here.delete(listener),
      subscribe() {},
    }
    const turns = makeTurns({ live, maxWaitMs: 100, now: () => 0 })
    const read = turns.read(READER, [{ topic: TOPIC }, { topic: OTHER }])
    const [listener] = here
    return { here, turns, read: read.then((text) => JSON.parse(text ?? 'null')), listener: listener! }
  }
  const frame = (t: string, topic: string, more: object = {}) => JSON.stringify({ t, topic, ...more })

  test('end when each topic has answered, and nothing stays behind', async () => {
    const { here, read, listener } = aHub()
    listener.send(frame('ev', TOPIC, { seq: 1 }))
    listener.send(frame('on', TOPIC, { seq: 1 }))
    listener.send(frame('gone', OTHER))
    expect(((await read) as Frame[]).map(({ t }) => t)).toEqual(['ev', 'on', 'gone'])
    expect(here.size).toBe(0)
  })

  test('end after a while; a topic that has not answered is refused for now', async () => {
    const { here, read, listener } = aHub()
    listener.send(frame('on', TOPIC, { seq: 1 }))
    expect(await read).toEqual([
      { t: 'on', topic: TOPIC, seq: 1 },
      { t: 'later', topic: OTHER },
    ])
    expect(here.size).toBe(0)
  })

  test('are cut off at a megabyte, between two events; the rest comes with the next turn', async () => {
    const { read, listener } = aHub()
    for (let seq = 1; seq <= 300; seq++) listener.send(frame('ev', TOPIC, { seq, data: 'x'.repeat(10_000) }))
    const frames = (await read) as Frame[]
    expect(JSON.stringify(frames).length).toBeLessThan(1_010_000)
    expect(frames.slice(-2)).toEqual([
      { t: 'later', topic: TOPIC },
      { t: 'later', topic: OTHER },
    ])
  })

  test('do not come if the session has ended meanwhile', async () => {
    const { read, listener } = aHub()
    listener.end()
    expect(await read).toBeNull()
  })

  test('come at once if the request was given up before; a member has three turns at a time, and the process a few', async () => {
    const live = { arrive() {}, leave() {}, subscribe() {} }
    const turns = makeTurns({ live, maxWaitMs: 100, maxTurns: 4, now: () => 0 })
    const released = [turns.hold(READER), turns.hold(READER), turns.hold(READER)]
    expect([turns.waitOf(READER), turns.waitOf({ ...READER, member: 'n' })]).toEqual([1, 0])
    released[0]!()
    released[0]!()
    expect(turns.waitOf(READER)).toBe(0)
    turns.hold(READER)
    expect(turns.waitOf(READER)).toBe(1)
    let arrived = 0
    const counted = makeTurns({ live: { ...live, arrive: () => void arrived++ }, now: () => 0 })
    const aborted = counted.read(READER, [{ topic: TOPIC }], AbortSignal.abort())
    expect(JSON.parse((await aborted) ?? '')).toEqual([{ t: 'later', topic: TOPIC }])
    expect(arrived).toBe(0)
    const all = ['p', 'q', 'r', 's'].map((member) => turns.read({ ...READER, member }, [{ topic: TOPIC }]))
    expect(turns.waitOf({ ...READER, member: 'n' })).toBe(1)
    await Promise.all(all)
    expect(turns.waitOf({ ...READER, member: 'n' })).toBe(0)
  })

  test('cost the member what was sent to him, so the same events again and again are refused', async () => {
    const { turns, listener } = aHub()
    expect(turns.waitOf(READER)).toBe(0)
    for (let n = 0; n < 9; n++) listener.caughtUp(TOPIC, 300)
    expect(turns.waitOf(READER)).toBeGreaterThan(0)
  })
})
