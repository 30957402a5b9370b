/** Traces, received as a collector receives them: OTLP over HTTP, in JSON. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { makeTraces } from '#server/kernel/tracing/tracing.ts'
import { makeBrowser } from './client.ts'
import { signInDirectly } from './sessions.ts'
import { makeWorld } from './world.ts'

interface SpanLine {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: object }[]
  status: { code?: number; message?: string }
}
interface Export {
  resourceSpans: { resource: unknown; scopeSpans: { spans: SpanLine[] }[] }[]
}

/** A collector that keeps what it gets. */
async function collector() {
  const bodies: string[] = []
  const requests: { path: string | undefined; headers: object }[] = []
  let status = 200
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      if (status === 200) bodies.push(Buffer.concat(pieces).toString())
      requests.push({ path: request.url, headers: request.headers })
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    requests,
    refuse: () => {
      status = 400
    },
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const world = await makeWorld()
const at = await collector()
afterAll(() => at.close())
const serveTraced = (env: Record<string, string> = {}) =>
  world.serve({
    pages: 'stub',
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: at.url, OTEL_SERVICE_NAME: 'dads', TRUST_PROXY: '127.0.0.1', ...env },
  })
const { url } = await serveTraced()
const ana = await world.member({ name: 'kestrel-ana' })
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

const attributesOf = ({ attributes }: SpanLine) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
const spansIn = (traceId: string) => at.spans().filter((span) => span.traceId === traceId)

test('a request, its procedures and its statements are one trace, which continues that of a trusted proxy', async () => {
  const browser = await signInDirectly(world, url, ana)
  const answer = await browser.get('/api/v1/feed', { traceparent: `00-${TRACE}-${PARENT}-01` })
  expect(answer.status).toBe(200)
  await expect.poll(() => spansIn(TRACE).some(({ name }) => name === 'GET api')).toBe(true)
  const spans = spansIn(TRACE)
  const root = spans.find(({ name }) => name === 'GET api')!
  expect(root.parentSpanId).toBe(PARENT)
  expect(attributesOf(root)).toMatchObject({ 'http.response.status_code': 200, 'fatherkin.kind': 'api' })
  const call = spans.find(({ name }) => name === 'feed.listFeed')!
  expect(call.parentSpanId).toBe(root.spanId)
  const statements = spans.filter((span) => attributesOf(span)['db.system.name'] === 'postgresql')
  expect(statements.some(({ parentSpanId }) => parentSpanId === call.spanId)).toBe(true)
  // the session is read before the procedure is called
  expect(statements.some(({ parentSpanId }) => parentSpanId === root.spanId)).toBe(true)
  for (const span of statements) expect(attributesOf(span)['db.query.text']).toMatch(/\w/)
  expect(at.requests[0]).toMatchObject({ path: '/v1/traces', headers: { 'content-type': 'application/json' } })
  expect(at.bodies.join()).toContain('"dads"')
})

test('a refusal is noted and is no error; a job is a trace of its own', async () => {
  const browser = await signInDirectly(world, url, ana)
  expect((await browser.get('/api/v1/pods/no-such-pod')).status).toBe(404)
  const refused = () => at.spans().find(({ name }) => name === 'pods.getPod')
  await expect.poll(refused).toBeDefined()
  expect(attributesOf(refused()!)['fatherkin.refused']).toMatch(/NOT_FOUND/)
  expect(refused()!.status.code ?? 0).toBe(0)
  await sql`select graphile_worker.add_job('unlock', '{}'::json)`.execute(world.db)
  const job = () => at.spans().find(({ name }) => name === 'job unlock')
  await expect.poll(job).toBeDefined()
  expect(job()!.parentSpanId ?? '').toBe('')
  const texts = spansIn(job()!.traceId).map((span) => attributesOf(span)['db.query.text'])
  expect(texts.join()).toContain('force_unlock_workers')
})

test('no span has a member, an address, a text or a query string', async () => {
  const browser = await signInDirectly(world, url, ana)
  const post = await world.post({ by: ana, title: 'plover-title', content: 'plover-body' })
  await browser.get(`/post/${post.id}?q=heron-secret`)
  await browser.get(`/api/v1/members/${ana.username}`)
  await browser.get('/api/v1/search?q=plover-title')
  await browser.call('/sign-in/email', { email: ana.email, password: 'plover-password' })
  const { id } = await world.db.selectFrom('categories').select('id').executeTakeFirstOrThrow()
  const words = { type: 'text', title: 'plover-new', content: 'plover and heron', category_id: id }
  expect((await browser.send('POST', '/api/v1/posts', words)).status).toBe(201)
  const names = () => at.spans().map(({ name }) => name)
  await expect.poll(names).toContain('POST account')
  await expect.poll(names).toContain('posts.createPost')
  await expect.poll(names).toContain('GET page')
  const text = at.bodies.join()
  for (const word of [ana.id, ana.username, ana.email, post.id, 'kestrel', 'plover', 'heron', '127.0.0.1'])
    expect(text).not.toContain(word)
})

test('a stranger cannot choose his trace, and a header that is no traceparent is ignored', async () => {
  const { url } = await serveTraced({ TRUST_PROXY: '' })
  const stranger = '11111111111111111111111111111111'
  await makeBrowser(url).get('/healthz', { traceparent: `00-${stranger}-${PARENT}-01` })
  await makeBrowser(url).get('/healthz', { traceparent: 'heron' })
  await expect.poll(() => at.spans().filter(({ name }) => name === 'GET other').length).toBeGreaterThan(1)
  expect(spansIn(stranger)).toEqual([])
})

test('what the program does by itself is not traced, and a collector that refuses is logged once', async () => {
  const away = await collector()
  away.refuse()
  const traces = await makeTraces({ url: `${away.url}/v1/traces`, share: 1, service: 'dads' }, '1', world.log)
  expect(traces!.begin('SELECT')).toBeNull()
  expect(await traces!.within('feed.listFeed', async (span) => span)).toBeNull()
  const lines = () => world.lines.filter(({ text }) => text === 'the traces could not be sent').length
  for (const _ of [1, 2]) traces!.run({ name: 'job mail', kind: 'job' }, (span) => span.end(new Error('heron')))
  await traces!.close()
  await expect.poll(lines).toBe(1)
  await away.close()
})

test('after its request a part begins no span, and one of none is traced if the share is 0', async () => {
  const before = at.spans().length
  const traces = await makeTraces({ url: `${at.url}/v1/traces`, share: 0, service: 'dads' }, '1', world.log)
  const late = await traces!.run({ name: 'GET page', kind: 'request' }, async (span) => {
    expect(traces!.begin('SELECT')).not.toBeNull()
    span.end()
    return traces!.begin('SELECT')
  })
  expect(late).toBeNull()
  await traces!.close()
  const sent = at
    .spans()
    .slice(before)
    .map(({ name }) => name)
  expect(sent).not.toContain('GET page')
})

test('without the variable there are no traces', async () => {
  expect(await makeTraces(null, '1', world.log)).toBeNull()
})
