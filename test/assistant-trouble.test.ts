/**
 * Guarantees 23, 56, 70, 71, 73 and 74: what questions cost, whatever the model does; and answers that are streamed over HTTP.
 */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { assistantJobs } from '#server/assistant/assistant.ts'
import { makeModel } from '#server/kernel/model/model.ts'
import { collectEvents, makeAnswered, TEETH, UNANSWERED, usedBy } from './assistant-community.ts'
import type { Browser } from './client.ts'
import { guarantee } from './guarantees/guarantee.ts'
import * as model from './model.ts'
import { signInDirectly } from './sessions.ts'
import { makeWorld, type Person, refusal } from './world.ts'

const world = await makeWorld()
const server = await model.makeModelServer()
afterAll(() => server.stop())
await makeAnswered(world)
/** In ms: long, so that a slow machine does not count as a model timeout. Only tests of silent models use a shorter timeout. */
const PATIENT = { first: 15_000, silence: 15_000, failures: 1_000_000 }
const IMPATIENT = { ...PATIENT, first: 1500, silence: 1500 }
const impatient = () => ({ model: makeModel(server.config, IMPATIENT) })
const { url, name, apiKey } = server.config
const served = await world.serve({
  pages: 'stub',
  env: { MODEL_URL: url, MODEL_NAME: name, MODEL_API_KEY: apiKey! },
  model: PATIENT,
})

beforeEach(() => {
  server.calls.length = 0
  server.answer = model.good
})

const api = (by: Person, options = {}) =>
  world.as(by, { model: makeModel(server.config, PATIENT), ...options }).assistant
const ask = (by: Person, question = TEETH, options = {}) => api(by, options).askAssistant({ question })
const spent = async () => {
  const { rows } = await sql<{ tokens: number }>`
    select tokens from assistant_spend where month = assistant_month()`.execute(world.db)
  return rows[0]?.tokens ?? 0
}
const stateOf = async (id: string) =>
  (await world.db.selectFrom('assistant_questions').select('state').where('id', '=', id).executeTakeFirst())?.state

const SAME = randomUUID()

/** Superdads have no limit, so that a test can ask as often as it must. */
async function dad(plan = 'Free'): Promise<Person> {
  const made = await world.member()
  await sql`update profiles_private set plan = ${plan} where id = ${made.id}`.execute(world.db)
  return made
}

describe('23: 40 questions at the same time', () => {
  test('get 5 answers and 35 refusals if 5 questions are left', async () => {
    const by = await dad()
    const answers = await Promise.allSettled(Array.from({ length: 40 }, () => ask(by)))
    const refused = answers
      .filter(({ status }) => status === 'rejected')
      .map((one) => (one as PromiseRejectedResult).reason)
    expect(refused).toHaveLength(35)
    // while some of the five may still be refunded, the limit is not reported as reached
    for (const { code, data } of refused)
      expect([code, data?.queriesUsed]).toEqual(
        code === 'MONTHLY_LIMIT' ? [code, 5] : ['QUESTION_UNDER_WAY', undefined],
      )
    expect(await refusal(ask(by))).toMatchObject({ code: 'MONTHLY_LIMIT', data: { queriesUsed: 5 } })
    expect(server.calls.length).toBe(5)
    expect(await usedBy(world, by)).toBe(5)
  })

  test('with one id get one answer, and one question is charged', async () => {
    const [by, id] = [await dad(), randomUUID()]
    const answers = await Promise.allSettled(
      Array.from({ length: 40 }, () => api(by).askAssistant({ id, question: TEETH })),
    )
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(new Set(refused)).toEqual(new Set(['QUESTION_UNDER_WAY']))
    expect(server.calls.length).toBe(1)
    expect(await usedBy(world, by)).toBe(1)
  })

  test('at the end of a month are charged in the month in which each was accepted', async () => {
    const by = await dad()
    const month = async () =>
      (await sql<{ month: string }>`select assistant_month()::text as month`.execute(world.db)).rows[0]!.month
    const now = await month()
    const move = (body: string) =>
      sql
        .raw(`create or replace function assistant_month() returns date language sql stable as $$ select ${body} $$`)
        .execute(world.db)
    const real = `date_trunc('month', now() at time zone 'utc')::date`
    const held: (() => void)[] = []
    server.answer = (response, call) => void held.push(() => model.good(response, call))
    const before = Array.from({ length: 4 }, () => ask(by))
    await expect.poll(() => held.length).toBe(4)
    await move(`(${real} + interval '1 month')::date`)
    const after = Array.from({ length: 3 }, () => ask(by))
    await expect.poll(() => held.length).toBe(7)
    for (const go of held) go()
    await Promise.all([...before, ...after])
    const { rows } = await sql<{ month: string; used: number }>`
      select month::text, used from assistant_usage where member_id = ${by.id} order by month`.execute(world.db)
    expect(rows.map(({ used }) => used)).toEqual([4, 3])
    expect(rows[0]!.month).toBe(now)
    expect(await usedBy(world, by)).toBe(7)
    await move(real)
  })
})

const FAILURES: Record<string, Parameters<typeof model.makeModelServer>[0]> = {
  '500': model.fails(500),
  '429': model.fails(429),
  'a page': model.page,
  'what is no JSON': model.malformed,
  'ten megabytes': model.large,
  'a connection that breaks off': model.breaksOff,
  'nothing at all': model.silent,
  'a beginning and nothing more': model.begins,
  'a way to another host': model.redirects,
}

describe('56: a model that answers with', () => {
  test.each(Object.entries(FAILURES))(
    '%s: the quotations are shown without it, and charged once',
    async (_what, answer) => {
      server.answer = answer!
      const [by, id] = [await dad(), randomUUID()]
      const before = await spent()
      const patience = [model.silent, model.begins].includes(answer!) ? impatient() : {}
      const reply = await api(by, patience).askAssistant({ id, question: TEETH })
      expect(reply).toMatchObject({ id, state: 'answered', with_model: false, queriesUsed: 1, sourcesFound: 1 })
      expect(reply.sentences.map(({ kind }) => kind)).toEqual(reply.sentences.map(() => 'quotation'))
      expect(await usedBy(world, by)).toBe(1)
      expect(await stateOf(id)).toBe('answered')
      expect(await spent()).toBeGreaterThanOrEqual(before)
      // the same question again is the same answer, and the model is not called
      server.answer = model.good
      server.calls.length = 0
      expect(await api(by).askAssistant({ id, question: TEETH })).toEqual(reply)
      expect(server.calls).toEqual([])
      expect(await usedBy(world, by)).toBe(1)
    },
  )

  test.each([
    ['silence', model.firstAndThen(() => {})],
    ['a broken connection', model.firstAndThen(model.breaksOff)],
    ['an end without a closing event', model.firstAndThen((response) => response.end())],
    ['ten megabytes', model.firstAndThen(model.large)],
  ])('a sentence and then %s: the sentence is kept and charged', async (what, answer) => {
    server.answer = answer
    const [by, id] = [await dad(), randomUUID()]
    const reply = await api(by, what === 'silence' ? impatient() : {}).askAssistant({ id, question: TEETH })
    expect(reply).toMatchObject({ state: 'answered', with_model: true, queriesUsed: 1 })
    expect(reply.sentences.length).toBe(1)
    expect(await usedBy(world, by)).toBe(1)
    expect(await world.as(by).assistant.getQuestion({ id })).toMatchObject({ sentences: reply.sentences })
  })

  test('only a sentence of comfort and then a broken connection: the quotations follow it', async () => {
    server.answer = model.firstAndThen(model.breaksOff, () => [{ text: 'You are not alone.', own: true }])
    const by = await dad()
    const reply = await ask(by)
    expect(reply).toMatchObject({ state: 'answered', with_model: false, queriesUsed: 1 })
    const [first, ...others] = reply.sentences
    expect(first).toMatchObject({ kind: 'own', text: 'You are not alone.' })
    expect(others.map(({ kind }) => kind)).toContain('quotation')
    expect(await usedBy(world, by)).toBe(1)
  })

  test('after five failures the model is not called, while quotations and everything else continue', async () => {
    server.answer = model.fails(500)
    const resting = { model: makeModel(server.config, { ...PATIENT, failures: 5 }) }
    const by = await dad('Superdad')
    for (let count = 0; count < 8; count++)
      expect(await ask(by, TEETH, resting)).toMatchObject({ state: 'answered', with_model: false })
    expect(server.calls.length).toBe(5)
    expect(await usedBy(world, by)).toBe(8)
    expect((await world.as(by).feed.listFeed({})).items.length).toBeGreaterThan(0)
  })
})

guarantee(
  '56',
  'whatever the model does, the usage equals the answers, with answers, failures and leaving readers at the same time',
  { short: 40, full: 2000 },
  async (asked) => {
    const kinds = [
      model.good,
      model.good,
      ...Object.values(FAILURES),
      model.firstAndThen(model.breaksOff),
      model.says('no'),
    ]
    server.answer = (response, call) => kinds[Math.floor(Math.random() * kinds.length)]!(response, call)
    const fathers: Person[] = []
    for (let done = 0; done < asked; done += 20) {
      // new members, because after ten answers without a result a member gets quotations alone
      const some = await Promise.all(Array.from({ length: 4 }, () => dad('Superdad')))
      fathers.push(...some)
      await Promise.allSettled(
        Array.from({ length: 20 }, async (_, n) => {
          const left = new AbortController()
          if (n % 4 === 0) setTimeout(() => left.abort(), Math.random() * 60)
          const by = some[n % some.length]!
          const events = await api(by, impatient()).streamAnswer({ question: TEETH }, { signal: left.signal })
          await collectEvents(events)
        }),
      )
    }
    const { rows } = await sql<{ state: string | null; ledger: string; known: boolean }>`
      select q.state, l.state as ledger, exists (select from assistant_sentences s
        where s.question_id = q.id and s.kind <> 'own') as known
      from assistant_ledger l left join assistant_questions q on q.id = l.question_id
      where l.member_id = any(${fathers.map(({ id }) => id)}::uuid[])`.execute(world.db)
    expect(rows.length).toBeGreaterThan(asked / 2)
    for (const row of rows)
      expect(row).toEqual(
        row.known
          ? { state: 'answered', ledger: 'charged', known: true }
          : { state: null, ledger: 'returned', known: false },
      )
    for (const by of fathers) await usedBy(world, by)
    const tokens = await sql<{ ledger: number; spend: number }>`
      select (select sum(tokens + reserved)::int from assistant_ledger) as ledger, (select sum(tokens)::int from assistant_spend) as spend`.execute(
      world.db,
    )
    expect(tokens.rows[0]!.ledger).toBe(tokens.rows[0]!.spend)
  },
)

describe('70: a process that ends while it answers', () => {
  const settleAll = () => assistantJobs({ db: world.db }).tasks.settle_questions!({})
  const grow = (id: string) =>
    sql`update assistant_ledger set created_at = created_at - interval '4 minutes' where question_id = ${id}`.execute(
      world.db,
    )

  test.each([
    ['before a sentence is refunded, without its tokens, and not kept', model.silent, undefined, 0],
    ['after a sentence is charged', model.firstAndThen(() => {}), 'answered', 1],
  ])('%s', async (_what, answer, state, used) => {
    server.answer = answer
    const [by, id] = [await dad(), randomUUID()]
    const before = await spent()
    const events = await api(by, { model: makeModel(server.config) }).streamAnswer({ id, question: TEETH })
    const started = await events.next()
    expect(started.value).toMatchObject({ type: 'started' })
    if (used === 1) expect((await events.next()).value).toMatchObject({ type: 'sentence' })
    // a reservation that is this recent is left alone
    await settleAll()
    expect(await stateOf(id)).toBe('asked')
    await grow(id)
    await settleAll()
    expect(await stateOf(id)).toBe(state)
    expect(await usedBy(world, by)).toBe(used)
    // the model was called, so the reserved question is charged
    expect(await spent()).toBeGreaterThan(before)
    // a late result of the process, if it is only slow, changes nothing any more
    await events.return(undefined)
    expect(await usedBy(world, by)).toBe(used)
    expect(await stateOf(id)).toBe(state)
  })

  test('70: a question without a result is refunded, and the used questions are those of the ledger', async () => {
    const by = await dad()
    await ask(by)
    await ask(by, UNANSWERED)
    expect(await usedBy(world, by)).toBe(1)
    expect((await world.as(by).assistant.getAssistant()).queriesUsed).toBe(1)
  })
})

describe('71: cost', () => {
  test('the longest question and passages stay below the token budget, and the answer has a budget', async () => {
    const words = Array.from({ length: 90 }, (_, n) => `screams${n} teeth toddler brush`).join(' ')
    const by = await dad()
    const post = await world.post({ by, title: 'Teeth of a toddler', content: `${words}. `.repeat(4) })
    for (let n = 0; n < 12; n++) await world.comment({ by, on: post, content: `${n}. ${words}. `.repeat(3) })
    await world.readFacts()
    await ask(await dad(), `${TEETH} ${'teeth toddler brush screams '.repeat(30)}`)
    const [call] = server.calls
    expect(JSON.stringify(call!.body.messages).length / 3).toBeLessThan(7000)
    expect(call!.body.max_tokens).toBe(800)
    await world.as(by).posts.deletePost({ id: post.id })
    await world.readFacts()
  })

  test.each([
    ['new questions', () => randomUUID()],
    ['the same question', () => SAME],
  ])('a member who leaves before the first sentence has the model for ten times: %s', async (_what, idOf) => {
    const by = await dad()
    server.answer = model.begins
    const leave = async () => {
      server.calls.length = 0
      const events = await api(by).streamAnswer({ id: idOf(), question: TEETH })
      expect((await events.next()).value).toMatchObject({ type: 'started', with_model: true })
      const next = events.next()
      await expect.poll(() => server.calls.length).toBe(1)
      await events.return(undefined)
      await next
    }
    const before = await spent()
    await leave()
    // the member pays nothing, and the instance has paid
    expect(await spent()).toBeGreaterThan(before)
    for (let count = 1; count < 10; count++) await leave()
    expect(await usedBy(world, by)).toBe(0)
    server.calls.length = 0
    server.answer = model.good
    expect(await ask(by)).toMatchObject({ state: 'answered', with_model: false, queriesUsed: 1 })
    expect(server.calls).toEqual([])
    // other members are not charged
    expect(await ask(await dad())).toMatchObject({ with_model: true })
  })

  test('a question uses no tokens if its reader has left', async () => {
    const [by, before] = [await dad(), await spent()]
    const left = new AbortController()
    const events = await api(by).streamAnswer({ question: TEETH }, { signal: left.signal })
    expect((await events.next()).value).toMatchObject({ type: 'started', with_model: true })
    left.abort()
    await collectEvents(events)
    expect(server.calls).toEqual([])
    expect(await spent()).toBe(before)
  })

  test('the monthly ceiling holds under a hundred questions at the same time, and questions above it are answered by quotations', async () => {
    const before = await spent()
    const fathers = await Promise.all(Array.from({ length: 4 }, () => dad('Superdad')))
    await ask(fathers[0]!)
    const [one] = (
      await sql<{ tokens: number }>`select tokens from assistant_ledger order by created_at desc limit 1`.execute(
        world.db,
      )
    ).rows
    expect(one!.tokens).toBe(340)
    server.calls.length = 0
    // each reserves more than it uses
    const ceiling = (await spent()) + 6000
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, n) => ask(fathers[n % 4]!, TEETH, { modelMonthlyTokens: ceiling })),
    )
    const spoken = replies.filter(({ with_model }) => with_model).length
    expect(spoken).toBe(server.calls.length)
    expect(spoken).toBeGreaterThan(0)
    expect(spoken).toBeLessThan(100)
    expect(await spent()).toBeLessThanOrEqual(ceiling)
    expect(await spent()).toBeGreaterThan(before)
    expect(replies.every(({ state }) => state === 'answered')).toBe(true)
  })
})

test('73: the care message comes first, also when the model fails', async () => {
  const by = await dad()
  const post = await world.post({
    by,
    type: 'question',
    title: 'Suicide',
    content: 'I thought of suicide in the dark weeks.',
  })
  const content = 'In my dark weeks of thoughts of suicide the doctor helped, and my brother came every day.'
  await world.comment({ by, on: post, content })
  await world.readFacts()
  server.answer = model.fails(500)
  const events = await api(await dad()).streamAnswer({
    ...{ question: 'Who helped in dark weeks of thoughts of suicide?', anyway: true },
  })
  expect((await events.next()).value).toMatchObject({ type: 'started', care: true, with_model: true })
  expect((await events.next()).value).toMatchObject({ type: 'sentence', sentence: { kind: 'quotation' } })
  await events.return(undefined)
})

/** Over HTTP, through both endpoints. */
const ENDPOINTS = {
  '/api/v1': (body: object) => ['/api/v1/assistant/questions/stream', body] as const,
  '/rpc': (body: object) => ['/rpc/assistant/streamAnswer', { json: body }] as const,
}

async function openStream(browser: Browser, endpoint: keyof typeof ENDPOINTS, body: object) {
  const [path, sent] = ENDPOINTS[endpoint](body)
  const left = new AbortController()
  const response = await fetch(served.url + path, {
    method: 'POST',
    headers: {
      ...{ origin: served.url, cookie: browser.cookieHeader(), 'content-type': 'application/json' },
      'accept-encoding': 'gzip',
    },
    body: JSON.stringify(sent),
    signal: left.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  return {
    response,
    leave: () => left.abort(),
    received: () => received,
    async until(word: string): Promise<void> {
      while (!received.includes(word)) {
        const { done, value } = await reader.read()
        if (done) throw new Error(`It ended without "${word}": ${received}`)
        received += value
      }
    },
    async end(): Promise<string> {
      for (let read = await reader.read(); !read.done; read = await reader.read()) received += read.value
      return received
    },
  }
}

describe.each(Object.keys(ENDPOINTS) as (keyof typeof ENDPOINTS)[])('over %s', (endpoint) => {
  const come = async () => {
    const by = await dad()
    return { by, id: randomUUID(), browser: await signInDirectly(world, served.url, by) }
  }

  test('a sentence arrives before the model writes the next one, and no proxy buffers it', async () => {
    const { by, id, browser } = await come()
    const held = Promise.withResolvers<ServerResponse>()
    server.answer = model.firstAndThen((response) => held.resolve(response))
    const stream = await openStream(browser, endpoint, { id, question: TEETH })
    expect(stream.response.status).toBe(200)
    expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(stream.response.headers.get('cache-control')).toBe('no-store')
    expect(stream.response.headers.get('content-encoding')).toBeNull()
    await stream.until('toddler')
    expect(stream.received()).not.toContain('"done"')
    ;(await held.promise).end('data: [DONE]\n\n')
    expect(await stream.end()).toContain('"done"')
    expect(await usedBy(world, by)).toBe(1)
  })

  test('a member who leaves before a sentence ends the model call, and pays nothing', async () => {
    server.answer = model.begins
    const { by, id, browser } = await come()
    const stream = await openStream(browser, endpoint, { id, question: TEETH })
    await stream.until('started')
    await expect.poll(() => server.calls.length).toBe(1)
    stream.leave()
    await expect.poll(() => server.calls[0]!.isLeft).toBe(true)
    await expect.poll(() => stateOf(id)).toBeUndefined()
    expect(await usedBy(world, by)).toBe(0)
  })

  test('a member who leaves after a sentence ends the model call, and is charged one answer', async () => {
    server.answer = model.firstAndThen(() => {})
    const { by, id, browser } = await come()
    const stream = await openStream(browser, endpoint, { id, question: TEETH })
    await stream.until('sentence')
    stream.leave()
    await expect.poll(() => stateOf(id)).toBe('answered')
    await expect.poll(() => server.calls[0]!.isLeft).toBe(true)
    expect(await usedBy(world, by)).toBe(1)
  })

  test('a refusal comes before the stream begins', async () => {
    const { by, browser } = await come()
    for (let count = 0; count < 5; count++) await ask(by)
    const [path, body] = ENDPOINTS[endpoint]({ question: TEETH })
    const answer = await browser.send('POST', path, body)
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('Monthly query limit reached')
    expect(answer.text).toContain('"queriesUsed":5')
  })

  test('a failure of the model is not shown: the stream has the quotations', async () => {
    server.answer = model.fails(500)
    const { id, browser } = await come()
    const stream = await openStream(browser, endpoint, { id, question: TEETH })
    const text = await stream.end()
    expect(text).not.toContain('event: error')
    expect(text).toContain('We let our toddler brush our teeth first.')
    expect(text).toContain('"done"')
  })
})

test('over /api/v1 a response has the documented names at its top level, and the used questions are a plain number', async () => {
  const by = await dad()
  const browser = await signInDirectly(world, served.url, by)
  const count = () => browser.send('POST', '/api/v1/assistant/monthly-count', { user_uuid: by.id })
  expect(await count()).toMatchObject({ status: 200, text: '0' })
  const reply = await browser.send('POST', '/api/v1/assistant/questions', { question: TEETH })
  expect(reply).toMatchObject({ status: 200, json: { queriesUsed: 1, queriesLimit: 5, sourcesFound: 1 } })
  expect(reply.json.response).toContain('toddler')
  expect(await count()).toMatchObject({ status: 200, text: '1' })
})

test('at the limit the error response has the documented names at its top level', async () => {
  const by = await dad()
  const browser = await signInDirectly(world, served.url, by)
  for (let count = 0; count < 5; count++) await ask(by)
  const answer = await browser.send('POST', '/api/v1/assistant/questions', { question: TEETH })
  expect(answer).toMatchObject({
    status: 403,
    json: {
      ...{ code: 'MONTHLY_LIMIT', error: 'Monthly query limit reached', message: 'Monthly query limit reached' },
      queriesUsed: 5,
    },
  })
})

test('74: the key of the model is in no answer, no log line and no row, whatever the model returns', async () => {
  const by = await dad('Superdad')
  const browser = await signInDirectly(world, served.url, by)
  const got: string[] = []
  const saysKey: typeof model.good = model.saysObjects(() => [{ text: `The key is ${apiKey}.`, own: true }])
  for (const answer of [model.good, saysKey, model.fails(401), model.breaksOff, model.redirects]) {
    server.answer = answer
    got.push((await browser.send('POST', '/api/v1/assistant/questions', { question: TEETH })).text)
  }
  got.push((await browser.get('/api/v1/assistant')).text, JSON.stringify(world.lines))
  const { rows } =
    await sql`select q.*, s.* from assistant_questions q left join assistant_sentences s on s.question_id = q.id`.execute(
      world.db,
    )
  got.push(JSON.stringify(rows))
  for (const text of got) expect(text).not.toContain(apiKey)
  expect(JSON.stringify(world.lines)).toContain('the model did not answer')
  expect(JSON.stringify(world.lines)).not.toContain('toddler')
})
