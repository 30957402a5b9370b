/**
 * Guarantee 8: a request that another site makes a browser send changes nothing; and a reading request never changes anything.
 */
import { type IncomingHttpHeaders, request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { CALLS } from '#server/account/calls.ts'
import { makeBrowser, signIn } from './client.ts'
import { PROCEDURES, ROWS, type Things } from './operations.ts'
import { giveRhythm, openRound } from './rounds.ts'
import { snapshot } from './snapshot.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const PASSWORD = 'the quick brown kettle'
const sam = await world.member({ name: 'sam', password: PASSWORD })
const category = await world.category()
const { id: openPost } = await world.post({ by: sam, category })
const { id: openComment } = await world.comment({ by: sam, on: { id: openPost } })
const poll = await world.poll({ by: sam, category })
const friend = await world.member()
const pod = await world.pod({ members: [sam, friend], is_private: true })
await world.as(await world.member()).pods.requestToJoinPod({ id: pod.id })
const spares = await Promise.all(Array.from({ length: 12 }, () => world.pod({ members: [sam, friend] })))
const podRequest = (await world.as(sam).pods.listPodRequests({})).items[0]!.id
const network = await world.publicNetwork({ members: [sam] })
// to be left
const [other, run] = [
  await world.publicNetwork({ members: [sam, friend] }),
  await world.publicNetwork({ members: [sam, friend] }),
]
const event = await world.event({ by: sam })
const comments = await Promise.all(
  Array.from({ length: 12 }, () => world.as(sam).events.createEventComment({ id: event.id, content: 'Here.' })),
)
const roundPod = await world.pod({ members: [sam, friend] })
await giveRhythm(world, roundPod)
const doorPod = await world.pod({ members: [sam, friend] })
await giveRhythm(world, doorPod)
const looking = await world.members(2)
for (const man of looking)
  await world.as(man).seekers.lookForPod({ stages: ['baby'], time_zone: 'UTC', weeks: 1, aims: ['work'] })
const things = {
  category,
  openPost,
  openComment,
  network: network.id,
  openNetwork: other,
  // he leaves the other one
  spareNetwork: () => run.id,
  hiddenPost: openPost,
  hiddenComment: openComment,
  sparePost: () => openPost,
  spareComment: () => openComment,
  openPoll: poll.id,
  hiddenPoll: poll.id,
  pollOption: poll.poll!.options[0]!.id,
  hiddenOption: poll.poll!.options[0]!.id,
  openPod: pod,
  // does not exist: an accepted request finds nothing
  shutPod: { id: sam.id, slug: 'none' },
  groupRequest: sam.id,
  suggestion: sam.id,
  networkSlug: network.slug,
  deletedPod: pod.slug,
  podRequest,
  roundPod: roundPod.id,
  openRound: await openRound(world, roundPod),
  checkIn: sam.id,
  ...{ doorPod: doorPod.id, seeker: looking[0]!.id, otherSeeker: looking[1]!.id, onTrial: sam.id, invitation: sam.id },
  ...{ askPod: roundPod.id, askRound: sam.id, askCheckIn: sam.id },
  ...{ askedPod: sam.id, endedPod: sam.id, endedSlug: 'none' },
  // a new one for each request that is really sent
  sparePod: () => (spares.length > 1 ? spares.pop() : spares[0])!.id,
  insider: friend.id,
  spareMessage: () => sam.id,
  ...{ openEvent: event.id, hiddenEvent: event.id, hiddenMeeting: event.id, exEvent: event.id },
  eventDay: event.event_date,
  ...{ spareEvent: () => event.id, spareExEvent: () => event.id },
  spareEventComment: () => (comments.length > 1 ? comments.pop() : comments[0])!.id,
  hiddenEventComment: sam.id,
  author: sam.id,
  ...{ exPost: openPost, exComment: openComment, openCase: sam.id, removedPost: sam.id },
  stranger: await world.member(),
  ...{ question: sam.id, spareQuestion: () => sam.id },
} as unknown as Things

await world.db.updateTable('group_members').set({ role: 'admin' }).where('user_id', '=', sam.id).execute()

const local = await world.serve({ pages: 'stub' })
const PUBLIC = 'https://app.example.com'
const named = await world.serve({ pages: 'stub', env: { PUBLIC_URL: PUBLIC } })
const port = new URL(local.url).port

interface Route {
  method: string
  path: string
  body: object
}

/** Every request that may change something, with a valid body. */
const writes: Route[] = [
  ...ROWS.map((row) => row.request({ ...things, username: sam.username, device: sam.id }))
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => ({ method, path: `/api/v1${path}`, body: body ?? {} })),
  ...Object.keys(CALLS).map((path) => ({ method: 'POST', path: `/api/auth${path}`, body: bodyFor(path) })),
  ...PROCEDURES.map(({ rpc }) => ({ method: 'POST', path: `/rpc${rpc}`, body: { json: {} } })),
]

function bodyFor(path: string): object {
  const values = { email: sam.email, username: sam.username, password: PASSWORD, token: 'x', code: '123456' }
  const more = {
    ...{ newPassword: 'eleven lazy herons', currentPassword: PASSWORD },
    ...{ newEmail: 'another@example.org', removesPosts: true },
  }
  const shape = CALLS[path as keyof typeof CALLS].shape
  return Object.fromEntries(Object.entries({ ...values, ...more }).filter(([name]) => name in shape))
}

/** Sends exactly these headers: our usual client would add its own. */
const sent = (url: string, { method, path }: Route, headers: Record<string, string>, body?: string) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asked = request(url + path, { method, headers: { ...headers, ...length } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      answer.once('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }))
    })
    asked.once('error', reject).end(body)
  })

const part = (name: string, value: unknown) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

const JSON_TYPE = 'application/json'
const FORMS = [
  [
    'a form',
    'application/x-www-form-urlencoded',
    (body: object) => new URLSearchParams(body as Record<string, string>).toString(),
  ],
  ['a form of plain text', 'text/plain', (body: object) => JSON.stringify(body)],
  [
    'a form with files',
    'multipart/form-data; boundary=x',
    (body: object) => [...Object.entries(body).map(([name, value]) => part(name, value)), '--x--\r\n'].join(''),
  ],
  ['a script', JSON_TYPE, (body: object) => JSON.stringify(body)],
] as const

async function refusesAll(url: string, cookie: string, attack: (route: Route) => [Record<string, string>, string]) {
  const before = await snapshot(world.db)
  for (const route of writes) {
    const [headers, body] = attack(route)
    const answer = await sent(url, route, { cookie, ...headers }, body)
    expect(answer, `${route.method} ${route.path}`).toMatchObject({ status: 403 })
    expect(JSON.parse(answer.text).code).toBe('CROSS_SITE')
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  expect(await snapshot(world.db)).toBe(before)
}

const cookie = (await signIn(local.url, sam)).cookieHeader()
const secureCookie = (await signIn(named.url, sam, { origin: PUBLIC })).cookieHeader()

describe('8: with the member’s cookie, from another site', () => {
  for (const [what, type, write] of FORMS)
    test(`${what} is refused by every call that may change something`, () =>
      refusesAll(local.url, cookie, ({ body }) => [
        { origin: 'https://evil.example', 'content-type': type },
        write(body),
      ]))

  test.each([
    ['no origin at all', undefined],
    ['the origin of a sandboxed frame or a file', 'null'],
    ['an empty origin', ''],
    ['another port', `http://127.0.0.1:${Number(port) + 1}`],
    ['no port', 'http://127.0.0.1'],
    ['another scheme', `https://127.0.0.1:${port}`],
    ['our name as the beginning of another', `http://127.0.0.1:${port}.evil.example`],
    ['our name as the end of another', `http://evil127.0.0.1:${port}`],
    ['our name before a path', `http://127.0.0.1:${port}/`],
    ['our name as a user of another', `http://127.0.0.1:${port}@evil.example`],
    ['two origins', `http://127.0.0.1:${port}, https://evil.example`],
    ['two origins with a space', `http://127.0.0.1:${port} https://evil.example`],
  ])('%s is refused', (_what, origin) =>
    refusesAll(local.url, cookie, ({ body }) => [
      { ...(origin === undefined ? {} : { origin }), 'content-type': JSON_TYPE },
      JSON.stringify(body),
    ]),
  )

  test.each([
    ['https://app.example.co'],
    ['https://app.example.com.evil.test'],
    ['https://evilapp.example.com'],
    ['https://evil.app.example.com'],
    ['https://example.com'],
    ['http://app.example.com'],
    ['https://app.example.com:444'],
    ['https://app.example.com:443'],
    ['https://app.example.com.'],
    ['https://аpp.example.com'.replace('а', 'xn--80a')],
    [`http://localhost:${port}`],
  ])('%s is not https://app.example.com', (origin) =>
    refusesAll(named.url, secureCookie, ({ body }) => [{ origin, 'content-type': JSON_TYPE }, JSON.stringify(body)]),
  )

  test.each(['cross-site', 'same-site'])(
    'a request that the browser marks as %s is refused, whatever its origin is',
    (site) =>
      refusesAll(local.url, cookie, ({ body }) => [
        { origin: local.url, 'sec-fetch-site': site, 'content-type': JSON_TYPE },
        JSON.stringify(body),
      ]),
  )

  test('a form is refused without a cookie, too: nobody can be signed in to another person’s account', async () => {
    for (const [, type, write] of FORMS)
      await refusesAll(local.url, '', ({ body }) => [
        { origin: 'https://evil.example', 'content-type': type },
        write(body),
      ])
  })
})

/** A URL for any item. */
const nameless = (path: string) => path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
test('8: GET, HEAD and OPTIONS of every such URL change nothing, with the cookie and the fields', async () => {
  const before = await snapshot(world.db)
  for (const { path, body } of writes) {
    const isForReading = PROCEDURES.some(({ method, rpc }) => method === 'GET' && path === `/rpc${rpc}`)
    const isAlsoRead = ROWS.map(({ request }) => request(things)).some(
      (read) => read.method === 'GET' && nameless(`/api/v1${read.path}`) === nameless(path),
    )
    const data = encodeURIComponent(
      JSON.stringify(path.startsWith('/rpc') ? { json: { ...things, direction: 'up' } } : body),
    )
    const fields = new URLSearchParams(body as Record<string, string>)
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      for (const query of [`?data=${data}`, `?${fields}`, `?_method=POST&${fields}`]) {
        const overridden = { 'x-http-method-override': 'POST', 'x-http-method': 'POST' }
        const answer = await sent(local.url, { method, path: path + query, body }, { cookie, ...overridden })
        if (!isForReading && !isAlsoRead) expect(answer.status, `${method} ${path}${query}`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `${method} ${path}`).toBeLessThan(500)
      }
  }
  expect(await snapshot(world.db)).toBe(before)
})

/** The rooms' refusals of actions that were done before: a member who has left cannot leave, nobody reports himself. */
const ANSWERED = /^(OWN_THING|NOT_IN_GROUP|PODS_GONE|GROUP_IS_PUBLIC|ALREADY_IN_GROUP|CREATOR_STAYS)$/
test('the same requests from our own pages are accepted', async () => {
  const own = makeBrowser(local.url, {}, new Map((await signIn(local.url, sam)).cookies))
  for (const { method, path, body } of writes.filter(({ path }) => path.startsWith('/api/v1'))) {
    const answer = await own.send(method, path, body, { 'sec-fetch-site': 'same-origin' })
    const { code } = answer.json
    if (typeof code === 'string' && ANSWERED.test(code)) continue
    expect([200, 201, 404], `${method} ${path}: ${code}`).toContain(answer.status)
  }
  const localhost = makeBrowser(local.url, { origin: local.baseUrl }, own.cookies)
  expect((await localhost.send('PUT', '/api/v1/me/dark-mode', { dark_mode_enabled: true })).status).toBe(200)
})

test('a program without a cookie needs no origin, and gets no more than a visitor', async () => {
  const route = { method: 'PUT', path: '/api/v1/me/dark-mode', body: {} }
  const answer = await sent(local.url, route, { 'content-type': JSON_TYPE }, '{"dark_mode_enabled":true}')
  expect(answer.status).toBe(401)
})

test('no response permits another origin', async () => {
  for (const method of ['GET', 'OPTIONS', 'POST']) {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' }
    const { headers: answer } = await sent(local.url, { method, path: '/api/v1/feed', body: {} }, headers)
    expect(Object.keys(answer).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})
