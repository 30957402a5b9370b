/** The Model port: its requests, and that no bad answer blocks it or grows without limit. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import * as bad from '#test/model.ts'
import { type ModelCall, ModelFailure, type ModelOptions, makeModel } from './model.ts'

const server = await bad.makeModelServer(bad.says('Hello there.'))
afterAll(() => server.stop())
beforeEach(() => {
  server.calls.length = 0
  server.answer = bad.says('Hello there.')
})

const DATA = JSON.stringify({ question: 'How?', passages: [{ n: 1, text: 'We kept the lights low.' }] })
/** Only for a server that stays silent: on a busy machine an answer may take longer than this. */
const QUICK = { first: 150, silence: 150 }
const made = (options: ModelOptions = {}, url = server.config.url) => makeModel({ ...server.config, url }, options)!

async function askModel(model = made(), asked: Partial<ModelCall> = {}) {
  const { signal } = new AbortController()
  let [text, tokens] = ['', 0]
  const messages = [{ role: 'user' as const, content: DATA }]
  for await (const piece of model.ask({ messages, most: 100, within: 5000, signal, ...asked }))
    if ('text' in piece) text += piece.text
    else tokens = piece.tokens
  return { text, tokens }
}
/** Returns the reason of the failure. */
const failureReason = (call: Promise<unknown>) =>
  call.then(
    () => 'it did not',
    (error: unknown) => (error instanceof ModelFailure ? error.why : error),
  )

test('the text is passed on as it arrives, with the number of tokens', async () => {
  expect(await askModel()).toEqual({ text: 'Hello there.', tokens: 340 })
  expect(server.calls[0]).toMatchObject({
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${server.config.apiKey}` },
    body: { model: 'test-model', stream: true, max_tokens: 100, stream_options: { include_usage: true } },
  })
})

test('a token count that no call can reach is ignored', async () => {
  const usage = (total_tokens: number) => `data: ${JSON.stringify({ choices: [], usage: { total_tokens } })}\n\n`
  const END = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\n`
  server.answer = (response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(END + usage(50) + usage(1_000_001))
  expect(await askModel()).toEqual({ text: '', tokens: 50 })
})

test('the URL may be that of the chat completions, and the key may be missing', async () => {
  await askModel(made({}, `${server.config.url}/chat/completions`))
  await askModel(makeModel({ ...server.config, url: `${server.config.url}/`, apiKey: null })!)
  expect(server.calls.map(({ path }) => path)).toEqual(Array(2).fill('/v1/chat/completions'))
  expect(server.calls[1]!.headers).not.toHaveProperty('authorization')
})

test('without a URL there is no model', () => expect(makeModel(null)).toBeNull())

describe('a call fails', () => {
  test.each<[string, Parameters<typeof bad.makeModelServer>[0], string]>([
    ['when it is refused with 500', bad.fails(500), 'refused'],
    ['when it is refused with 429', bad.fails(429), 'refused'],
    ['when it is refused with 401', bad.fails(401), 'refused'],
    ['when no response comes', bad.silent, 'silent'],
    ['when nothing comes after the first part', bad.begins, 'silent'],
    ['when it stops in the middle', bad.firstAndThen(() => {}), 'silent'],
    ['when the connection breaks', bad.breaksOff, 'unreachable'],
    ['when the connection breaks in the middle', bad.firstAndThen(bad.breaksOff), 'unreachable'],
    ['when it ends in the middle', bad.firstAndThen((response) => response.end()), 'broken off'],
    ['when the response is not JSON', bad.malformed, 'not understood'],
    ['when the response is an HTML page', bad.page, 'not understood'],
    ['when it redirects to another host', bad.redirects, 'unreachable'],
  ])('%s', async (_what, answer, reason) => {
    server.answer = answer!
    expect(await failureReason(askModel(made(reason === 'silent' ? QUICK : {})))).toBe(reason)
  })

  test('when the model answers with ten megabytes', async () => {
    server.answer = bad.large
    expect(await failureReason(askModel(made()))).toBe('too large')
  })

  test('when the answer does not end within the timeout', async () => {
    server.answer = bad.endless
    expect(await failureReason(askModel(made(), { within: 300 }))).toBe('too long')
    await expect.poll(() => server.calls[0]!.isLeft).toBe(true)
  })

  test('when the model is unreachable', async () =>
    expect(await failureReason(askModel(made({}, 'http://127.0.0.1:9/v1')))).toBe('unreachable'))
})

test('time in which the caller does not read does not count against the model', async () => {
  const { signal } = new AbortController()
  const events = made({ silence: 50 }).ask({
    messages: [{ role: 'user', content: DATA }],
    most: 100,
    within: 5000,
    signal,
  })
  await events.next()
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(await events.next()).toMatchObject({ done: false })
  await events.return()
})

test('a caller who leaves ends the call, and that is not a failure', async () => {
  server.answer = bad.silent
  const left = new AbortController()
  const model = made({ failures: 1 })
  const call = failureReason(askModel(model, { signal: left.signal }))
  await expect.poll(() => server.calls.length).toBe(1)
  left.abort(new Error('he left'))
  expect(await call).toEqual(new Error('he left'))
  await expect.poll(() => server.calls[0]!.isLeft).toBe(true)
  server.answer = bad.says('Yes.')
  expect((await askModel(model)).text).toBe('Yes.')
})

test('after five failures in a row the model is not called for a while; then one call decides whether it is called again', async () => {
  let now = 0
  const model = made({ now: () => now })
  server.answer = bad.fails(500)
  for (let count = 0; count < 4; count++) expect(await failureReason(askModel(model))).toBe('refused')
  server.answer = bad.says('Yes.')
  await askModel(model)
  server.answer = bad.fails(500)
  for (let count = 0; count < 5; count++) expect(await failureReason(askModel(model))).toBe('refused')
  const asked = server.calls.length
  for (let count = 0; count < 10; count++) expect(await failureReason(askModel(model))).toBe('resting')
  expect(server.calls.length).toBe(asked)
  now = 30_000
  expect(await Promise.all([failureReason(askModel(model)), failureReason(askModel(model))])).toEqual([
    'refused',
    'resting',
  ])
  now = 59_000
  expect(await failureReason(askModel(model))).toBe('resting')
  now = 61_000
  server.answer = bad.says('Yes.')
  expect((await askModel(model)).text).toBe('Yes.')
  expect((await askModel(model)).text).toBe('Yes.')
})

test('no failure contains the key or the question', async () => {
  for (const answer of [bad.fails(401), bad.breaksOff, bad.malformed, bad.redirects]) {
    server.answer = answer
    const error = (await askModel(made({ failures: 99 })).catch((error: unknown) => error)) as Error
    const text = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
    expect(text).not.toContain(server.config.apiKey)
    expect(text).not.toContain('How?')
  }
})
