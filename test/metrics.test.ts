/** The metrics, read as Prometheus reads them. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openMetricsEndpoint } from '#server/kernel/metrics/endpoint.ts'
import { makeMetrics, withMailsCounted, withModelCounted } from '#server/kernel/metrics/metrics.ts'
import { METRIC_NAMES } from '#server/kernel/metrics/names.ts'
import { makeBrowser } from './client.ts'
import { signInDirectly } from './sessions.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { url, metrics } = await world.serve({ pages: 'stub', env: { METRICS_PORT: '0' } })
const ana = await world.member({ name: 'kestrel-ana' })

const read = async () => (await fetch(metrics!)).text()
/** The value of a line, such as `fatherkin_jobs{state="due"}`; undefined if there is none. */
const valueIn = (text: string, line: string) => {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length))
}

test('requests, calls and what the database knows are counted, by kind and outcome', async () => {
  const browser = await signInDirectly(world, url, ana)
  const before = await read()
  await browser.get('/categories')
  expect((await browser.get('/api/v1/feed')).status).toBe(200)
  expect((await browser.get('/api/v1/pods/no-such-pod')).status).toBe(404)
  await makeBrowser(url).get('/healthz')
  const after = await read()
  const grown = (line: string) => (valueIn(after, line) ?? 0) - (valueIn(before, line) ?? 0)
  expect(grown('fatherkin_requests_total{kind="page",status="2xx"}')).toBe(1)
  expect(grown('fatherkin_requests_total{kind="api",status="2xx"}')).toBe(1)
  expect(grown('fatherkin_requests_total{kind="api",status="4xx"}')).toBe(1)
  expect(grown('fatherkin_requests_total{kind="other",status="2xx"}')).toBe(1)
  expect(grown('fatherkin_request_duration_seconds_count{kind="api"}')).toBe(2)
  expect(grown('fatherkin_calls_total{procedure="feed.listFeed",outcome="ok"}')).toBe(1)
  expect(grown('fatherkin_calls_total{procedure="pods.getPod",outcome="refused"}')).toBe(1)
  expect(grown('fatherkin_call_duration_seconds_count{procedure="pods.getPod"}')).toBe(1)
  expect(valueIn(after, 'fatherkin_database_up')).toBe(1)
  expect(valueIn(after, 'fatherkin_info{version="0.1.0"}')).toBe(1)
})

test('every metric is there, with the process’s own, and none names a member', async () => {
  const text = await read()
  for (const name of METRIC_NAMES) expect(text).toContain(`# TYPE ${name} `)
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
    expect(text).toContain(`# TYPE ${name} `)
  for (const word of [ana.id, ana.username, ana.email, 'kestrel', 'no-such-pod']) expect(text).not.toContain(word)
})

test('jobs that have failed for good, and readers that are behind, are shown', async () => {
  await sql`select graphile_worker.add_job('no_such_task', '{}'::json, max_attempts := 1)`.execute(world.db)
  await expect.poll(async () => valueIn(await read(), 'fatherkin_jobs{state="due"}')).toBeGreaterThan(0)
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(world.db)
  expect(valueIn(await read(), 'fatherkin_jobs{state="dead"}')).toBeGreaterThan(0)
  await expect.poll(async () => valueIn(await read(), 'fatherkin_reader_delay_seconds{reader="mails"}')).toBe(0)
})

test('are read on their own port only, and at one address', async () => {
  expect(await (await fetch(`${url}/metrics`)).text()).toBe('a page')
  const root = metrics!.replace('/metrics', '/')
  expect((await fetch(root)).status).toBe(404)
  expect((await fetch(metrics!, { method: 'POST' })).status).toBe(404)
  expect((await fetch(metrics!)).headers.get('content-type')).toContain('text/plain; version=0.0.4')
})

test('a taken port is refused with a sentence', async () => {
  const port = Number(new URL(metrics!).port)
  const opening = openMetricsEndpoint({ host: '127.0.0.1', port, metrics: await theMetrics(), log: world.log })
  await expect(opening).rejects.toThrow(`Port ${port} is taken. Choose another with METRICS_PORT=…`)
})

const theMetrics = () =>
  makeMetrics('1', () => ({
    connections: () => ({ used: 3, idle: 1, waiting: 2 }),
    live: () => ({ connections: 5, topics: 4 }),
    replica: () => 1500,
    backup: async () => ({ log: 1, base: 2, proof: 3 }),
    database: async () => null,
  }))

test('without a database its values are missing, and the others are there', async () => {
  const text = await (await theMetrics()).read()
  expect(valueIn(text, 'fatherkin_database_up')).toBe(0)
  expect(valueIn(text, 'fatherkin_database_connections{state="waiting"}')).toBe(2)
  expect(valueIn(text, 'fatherkin_live_connections')).toBe(5)
  expect(valueIn(text, 'fatherkin_backup_age_seconds{kind="proof"}')).toBe(3)
  expect(valueIn(text, 'fatherkin_jobs{state="due"}')).toBeUndefined()
  expect(valueIn(text, 'fatherkin_oldest_job_seconds')).toBeUndefined()
})

test('mails and calls of the model count by their outcome', async () => {
  const counted = await theMetrics()
  const mail = { kind: 'note', to: 'a@example.org', subject: 'A', paragraphs: [], reason: '' }
  const port = (fails: boolean) =>
    withMailsCounted(
      {
        description: '',
        check: async () => {},
        deliver: async () => (fails ? Promise.reject(new Error('away')) : undefined),
      },
      counted,
    )
  await port(false).deliver(mail)
  await expect(port(true).deliver(mail)).rejects.toThrow('away')
  const ask = async (end: 'ok' | 'fails' | 'stopped') => {
    const stop = new AbortController()
    const model = withModelCounted(
      {
        description: '',
        async *ask() {
          yield { text: 'Yes' }
          yield { tokens: 7 }
          if (end === 'stopped') stop.abort(new Error('stopped'))
          if (end !== 'ok') throw new Error(end)
        },
      },
      counted,
    )
    for await (const _ of model.ask({ messages: [], most: 1, within: 1, signal: stop.signal }));
  }
  await ask('ok')
  await expect(ask('fails')).rejects.toThrow()
  await expect(ask('stopped')).rejects.toThrow()
  const text = await counted.read()
  expect([
    valueIn(text, 'fatherkin_mails_total{outcome="sent"}'),
    valueIn(text, 'fatherkin_mails_total{outcome="failed"}'),
    valueIn(text, 'fatherkin_model_calls_total{outcome="ok"}'),
    valueIn(text, 'fatherkin_model_calls_total{outcome="failed"}'),
    valueIn(text, 'fatherkin_model_tokens_total'),
  ]).toEqual([1, 1, 1, 1, 21])
})
