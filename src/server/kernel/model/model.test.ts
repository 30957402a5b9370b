/** The port of the model: what it sends, and that no answer, however bad, holds it up or gets too large. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import * as bad from '#test/model.ts'
import { type Asked, ModelFailure, type ModelOptions, makeModel } from './model.ts'

const server = await bad.makeModelServer(bad.says('Hello there.'))
afterAll(() => server.stop())
beforeEach(() => {
  server.calls.length = 0
  server.answer = bad.says('Hello there.')
})

const DATA = JSON.stringify({ question: 'How?', passages: [{ n: 1, text: 'We kept the lights low.' }] })
const QUICK = { first: 150, silence: 150 }
const made = (options: ModelOptions = {}, url = server.config.url) => makeModel({ ...server.config, url }, options)!

async function hear(model = made(QUICK), asked: Partial<Asked> = {}) {
  const { signal } = new AbortController()
  let [text, tokens] = ['', 0]
  const messages = [{ role: 'user' as const, content: DATA }]
  for await (const piece of model.ask({ messages, most: 100, within: 5000, signal, ...asked }))
    if ('text' in piece) text += piece.text
    else tokens = piece.tokens
  return { text, tokens }
}
/** Why it failed. */
const why = (call: Promise<unknown>) =>
  call.then(
    () => 'it did not',
    (error: unknown) => (error instanceof ModelFailure ? error.why : error),
  )

test('its words come as they are said, with what they took', async () => {
  expect(await hear()).toEqual({ text: 'Hello there.', tokens: 340 })
  expect(server.calls[0]).toMatchObject({
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${server.config.apiKey}` },
    body: { model: 'test-model', stream: true, max_tokens: 100, stream_options: { include_usage: true } },
  })
})

test('more tokens than any call takes are not believed', async () => {
  const usage = (total_tokens: number) => `data: ${JSON.stringify({ choices: [], usage: { total_tokens } })}\n\n`
  const END = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\n`
  server.answer = (response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(END + usage(50) + usage(1_000_001))
  expect(await hear()).toEqual({ text: '', tokens: 50 })
})

test('the address may be that of its chat completions, and the key may be missing', async () => {
  await hear(made(QUICK, `${server.config.url}/chat/completions`))
  await hear(makeModel({ ...server.config, url: `${server.config.url}/`, apiKey: null })!)
  expect(server.calls.map(({ path }) => path)).toEqual(Array(2).fill('/v1/chat/completions'))
  expect(server.calls[1]!.headers).not.toHaveProperty('authorization')
})

test('without an address there is none', () => expect(makeModel(null)).toBeNull())

describe('it fails', () => {
  test.each<[string, Parameters<typeof bad.makeModelServer>[0], string]>([
    ['when it is refused with 500', bad.fails(500), 'refused'],
    ['when it is refused with 429', bad.fails(429), 'refused'],
    ['when it is refused with 401', bad.fails(401), 'refused'],
    ['when nothing comes', bad.silent, 'silent'],
    ['when nothing comes after the beginning', bad.begins, 'silent'],
    ['when it stops in the middle', bad.firstAndThen(() => {}), 'silent'],
    ['when it breaks off', bad.breaksOff, 'unreachable'],
    ['when it breaks off in the middle', bad.firstAndThen(bad.breaksOff), 'unreachable'],
    ['when it ends in the middle', bad.firstAndThen((response) => response.end()), 'broken off'],
    ['when it says what is no JSON', bad.malformed, 'not understood'],
    ['when it is a page', bad.page, 'not understood'],
    ['when it leads to another host', bad.redirects, 'unreachable'],
  ])('%s', async (_what, answer, reason) => {
    server.answer = answer!
    expect(await why(hear())).toBe(reason)
  })

  test('when it says ten megabytes', async () => {
    server.answer = bad.large
    expect(await why(hear(made()))).toBe('too large')
  })

  test('when it never ends, in the time that it is given', async () => {
    server.answer = bad.endless
    expect(await why(hear(made(QUICK), { within: 300 }))).toBe('too long')
    await expect.poll(() => server.calls[0]!.isLeft).toBe(true)
  })

  test('when nobody is there', async () =>
    expect(await why(hear(made({}, 'http://127.0.0.1:9/v1')))).toBe('unreachable'))
})

test('time in which nobody reads is not its time', async () => {
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

test('who goes away ends the call, and that is no failure', async () => {
  server.answer = bad.silent
  const left = new AbortController()
  const model = made({ failures: 1 })
  const call = why(hear(model, { signal: left.signal }))
  await expect.poll(() => server.calls.length).toBe(1)
  left.abort(new Error('he left'))
  expect(await call).toEqual(new Error('he left'))
  await expect.poll(() => server.calls[0]!.isLeft).toBe(true)
  server.answer = bad.says('Yes.')
  expect((await hear(model)).text).toBe('Yes.')
})

test('after five failures in a row it is not asked for a while, then once; what it says then decides', async () => {
  let now = 0
  const model = made({ ...QUICK, now: () => now })
  server.answer = bad.fails(500)
  for (let count = 0; count < 4; count++) expect(await why(hear(model))).toBe('refused')
  server.answer = bad.says('Yes.')
  await hear(model)
  server.answer = bad.fails(500)
  for (let count = 0; count < 5; count++) expect(await why(hear(model))).toBe('refused')
  const asked = server.calls.length
  for (let count = 0; count < 10; count++) expect(await why(hear(model))).toBe('resting')
  expect(server.calls.length).toBe(asked)
  now = 30_000
  expect(await Promise.all([why(hear(model)), why(hear(model))])).toEqual(['refused', 'resting'])
  now = 59_000
  expect(await why(hear(model))).toBe('resting')
  now = 61_000
  server.answer = bad.says('Yes.')
  expect((await hear(model)).text).toBe('Yes.')
  expect((await hear(model)).text).toBe('Yes.')
})

test('no failure says the key or the question', async () => {
  for (const answer of [bad.fails(401), bad.breaksOff, bad.malformed, bad.redirects]) {
    server.answer = answer
    const error = (await hear(made({ failures: 99 })).catch((error: unknown) => error)) as Error
    const told = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
    expect(told).not.toContain(server.config.apiKey)
    expect(told).not.toContain('How?')
  }
})
