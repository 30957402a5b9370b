import { EventEmitter } from 'node:events'
import { type Context, Hono } from 'hono'
import { beforeEach, expect, test } from 'vitest'
import { makeVisitorTime, noteRendering, visitorBudget } from './visitor-budget.ts'

let now = 0
let spent = 0
let sessionsRead = 0
/** what it costs to read a session */
let sessionCost = 0
const members = new WeakSet<Context>()
const isMember = async (context: Context) => {
  sessionsRead++
  spent += sessionCost
  if (context.req.header('cookie') === 'session') members.add(context)
  return members.has(context)
}

const HELP_LINES_PATHS = ['/help-lines', '/api/v1/help-lines', '/rpc/care/listHelpLines']

/** A request to /work costs 10 ms; the work of a member is known to be his. */
function makeApp() {
  const app = new Hono()
  app.use(
    visitorBudget({
      addressOf: ({ req }) => req.header('x-from') ?? '192.0.2.1',
      isMember,
      isKnownMember: (context) => members.has(context),
      time: makeVisitorTime({ burst: 100, perSecond: 10 }, () => now),
      helpLinesTime: makeVisitorTime({ burst: 20, perSecond: 1 }, () => now),
      cpuTime: () => spent,
    }),
  )
  app.on('GET', ['/work', '/api/work', ...HELP_LINES_PATHS], async (context) => {
    await isMember(context)
    spent += Number(context.req.query('ms') ?? 10)
    return context.text('done')
  })
  // the work of a call begins when its body has arrived
  app.post('/api/body', async (context) => {
    await new Promise((resolve) => (context.env as { incoming: EventEmitter }).incoming.once('end', resolve))
    spent += 5
    return context.text('done')
  })
  app.get('/rendered', (context) => {
    noteRendering(context)
    return context.text('done')
  })
  app.get('/large', (context) => context.body('x', 200, { 'Content-Length': '2000000' }))
  for (const path of ['/healthz', '/assets/app.js']) app.get(path, (context) => context.text('free'))
  app.onError((error, context) => {
    const { data } = error as { data?: { retry_after?: number } }
    return context.json({ message: error.message, seconds: data?.retry_after }, 429)
  })
  return app
}

beforeEach(() => {
  now = 0
  sessionCost = 0
})

test('the requests of an address are refused once it has used up its time, until some of it is left again', async () => {
  const app = makeApp()
  for (let n = 0; n < 10; n++) expect((await app.request('/work')).status).toBe(200)
  const refused = await app.request('/work')
  expect(refused.status).toBe(429)
  expect(await refused.json()).toEqual({ message: 'That was a little fast. Please try again in 1 second.', seconds: 1 })
  now = 1001
  expect((await app.request('/work')).status).toBe(200)
  expect((await app.request('/work')).status).toBe(200)
  expect((await app.request('/work')).status).toBe(429)
})

test('another address, a member behind the same one, and what keeps the process in service are not refused', async () => {
  const app = makeApp()
  for (let n = 0; n < 10; n++) await app.request('/work')
  expect((await app.request('/work', { headers: { 'x-from': '192.0.2.2' } })).status).toBe(200)
  expect((await app.request('/work', { headers: { cookie: 'session' } })).status).toBe(200)
  expect((await app.request('/work', { headers: { cookie: 'forged' } })).status).toBe(429)
  for (const path of ['/healthz', '/assets/app.js']) expect((await app.request(path)).status).toBe(200)
})

test('what a member uses is not charged to his address', async () => {
  const app = makeApp()
  for (let n = 0; n < 30; n++) expect((await app.request('/work', { headers: { cookie: 'session' } })).status).toBe(200)
  expect((await app.request('/work')).status).toBe(200)
})

test('a page is charged at most 15 ms and a call at most 5, because more was the work of others', async () => {
  const app = makeApp()
  for (let n = 0; n < 6; n++) expect((await app.request('/work?ms=5000')).status).toBe(200)
  for (let n = 0; n < 2; n++) expect((await app.request('/api/work?ms=5000')).status).toBe(200)
  expect((await app.request('/work')).status).toBe(429)
})

test('a refused request reads the session once', async () => {
  const app = makeApp()
  for (let n = 0; n < 10; n++) await app.request('/work')
  sessionsRead = 0
  expect((await app.request('/work')).status).toBe(429)
  expect(sessionsRead).toBe(1)
})

test('a page that is rendered is charged at least 5 ms, also if it is rendered after the answer', async () => {
  const app = makeApp()
  for (let n = 0; n < 20; n++) expect((await app.request('/rendered')).status).toBe(200)
  expect((await app.request('/rendered')).status).toBe(429)
})

test('a refusal is charged as well, with at most 1 ms', async () => {
  const app = makeApp()
  while ((await app.request('/work')).status === 200);
  sessionCost = 500
  for (let n = 0; n < 40; n++) await app.request('/work')
  sessionCost = 0
  const refused = (await (await app.request('/work')).json()) as { seconds: number }
  expect(refused.seconds).toBe(4)
})

test('a member whose address has used up its budget is not charged', async () => {
  const app = makeApp()
  while ((await app.request('/work')).status === 200);
  sessionCost = 500
  for (let n = 0; n < 40; n++) await app.request('/work', { headers: { cookie: 'session' } })
  sessionCost = 0
  now = 1001
  expect((await app.request('/work')).status).toBe(200)
})

/** A call whose body has not arrived. */
function callOf(app: Hono, path = '/api/body') {
  const incoming = Object.assign(new EventEmitter(), {
    ...{ method: 'POST', complete: false, headers: { 'content-length': '9' } },
  })
  const answer = app.request(path, { method: 'POST', headers: { 'x-from': '192.0.2.3' } }, { incoming })
  return { answer, arrive: () => incoming.emit('end') }
}

test('calls that wait for their bodies take no part of what a page is charged', async () => {
  const app = makeApp()
  const waiting = Array.from({ length: 90 }, () => callOf(app))
  for (let n = 0; n < 10; n++) expect((await app.request('/work')).status).toBe(200)
  expect((await app.request('/work')).status).toBe(429)
  for (const { arrive } of waiting) arrive()
  await Promise.all(waiting.map(({ answer }) => answer))
})

test('a call whose body never arrives is charged 1 ms', async () => {
  const app = makeApp()
  for (let n = 0; n < 100; n++) {
    const { answer } = callOf(app, '/api/none')
    expect((await answer).status).toBe(404)
  }
  expect((await callOf(app, '/api/none').answer).status).toBe(429)
})

test('a call is charged for what it does after its body has arrived', async () => {
  const app = makeApp()
  for (let n = 0; n < 20; n++) {
    const { answer, arrive } = callOf(app)
    arrive()
    expect((await answer).status).toBe(200)
  }
  expect((await callOf(app).answer).status).toBe(429)
})

test('requests that begin at the same time do not all find the same rest', async () => {
  const app = makeApp()
  const answers = await Promise.all(Array.from({ length: 100 }, () => app.request('/work')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  now = 1_000_000
  const calls = await Promise.all(Array.from({ length: 101 }, () => app.request('/api/work')))
  expect(calls.filter(({ status }) => status === 200)).toHaveLength(100)
})

test('what is sent is charged by its length', async () => {
  const app = makeApp()
  for (let n = 0; n < 20; n++) expect((await app.request('/large', { method: 'HEAD' })).status).toBe(200)
  for (let n = 0; n < 5; n++) expect((await app.request('/large')).status).toBe(200)
  expect((await app.request('/large')).status).toBe(429)
})

test('the help lines are served to an address that has used up its budget, and have a budget of their own', async () => {
  const app = makeApp()
  while ((await app.request('/work')).status === 200);
  for (const path of HELP_LINES_PATHS) expect((await app.request(`${path}?ms=5`)).status).toBe(200)
  expect((await app.request('/work')).status).toBe(429)
  expect((await app.request('/help-lines')).status).toBe(200)
  expect((await app.request('/help-lines')).status).toBe(429)
})

test('addresses of one household are one', async () => {
  const app = makeApp()
  for (let n = 0; n < 10; n++) await app.request('/work', { headers: { 'x-from': `2001:db8:1:2::${n + 1}` } })
  expect((await app.request('/work', { headers: { 'x-from': '2001:db8:1:2:ffff::1' } })).status).toBe(429)
})
