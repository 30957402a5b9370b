/** A body is read only of a caller who may make the call, and only up to the limits of that call. */
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Meta } from '#contract/kernel.ts'
import { CALLS } from '#server/account/calls.ts'
import { callAt } from '#server/calls.ts'
import { makeBrowser, signIn } from './client.ts'
import { PROCEDURES } from './operations.ts'
import { sampled } from './sample.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { url } = await world.serve({ pages: 'stub', env: { TRUST_PROXY: '127.0.0.1' } })
const limited = await world.serve({ pages: 'stub', env: { TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'on' } })
const sam = await world.member({ name: 'sam', password: 'the quick brown kettle' })
const cookie = (await signIn(url, sam)).cookieHeader()

interface Announced {
  method: string
  path: string
  bytes: number
  headers?: Record<string, string>
}

/** Announces a body and sends none of it. Returns the answer, which must arrive all the same. */
function announce({ method, path, bytes, headers = {} }: Announced): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, {
      method,
      headers: { 'content-type': 'application/json', 'content-length': bytes, origin: url, ...headers },
    })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      answer.on('end', () => {
        sent.destroy()
        resolve({ status: answer.statusCode ?? 0, text })
      })
    })
    sent.flushHeaders()
  })
}

const metaOf = (rpc: string): Meta => {
  const [, room = '', name = ''] = rpc.split('/')
  return (contract as unknown as Record<string, Record<string, { '~orpc': { meta: Meta } }>>)[room]![name]!['~orpc']
    .meta
}
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
const ADDRESSES = PROCEDURES.flatMap(({ method, path, rpc }) => {
  const { signIn, administrators } = metaOf(rpc)
  const callers = administrators ? 'administrators' : signIn ? 'members' : 'everyone'
  return [
    ...(method === 'GET' ? [] : [{ method, path: `/api/v1${filled(path)}`, callers }]),
    { method: 'POST', path: `/rpc${rpc}`, callers },
  ]
})

test('every call of the contract and of the accounts is known by its address', () => {
  for (const { method, path, callers } of ADDRESSES) expect(callAt(method, path)?.callers, path).toBe(callers)
  for (const path of Object.keys(CALLS)) expect(callAt('POST', `/api/auth${path}`)?.callers).toBe('everyone')
  for (const path of ['/api/v1/nothing', '/rpc/posts', '/rpc/posts/createPost/more', '/api/auth/nothing'])
    expect(callAt('POST', path), path).toBeNull()
})

describe('a call for members without a session', () => {
  test('is refused before its body has arrived, with the answer that it has without a body', async () => {
    for (const { method, path } of sampled(
      ADDRESSES.filter(({ callers }) => callers === 'members'),
      120,
    )) {
      const early = await announce({ method, path, bytes: 900_000 })
      expect(early.status, path).toBe(401)
      const bare = await makeBrowser(url).send(method, path, undefined)
      expect({ status: bare.status, text: bare.text }, path).toEqual(early)
    }
  })

  test('is refused in the same way with a forged cookie', async () => {
    const headers = { cookie: `fk.session_token=${'x'.repeat(40)}.${'y'.repeat(44)}` }
    const [path, bytes] = ['/api/v1/posts', 900_000]
    expect((await announce({ method: 'POST', path, bytes, headers })).status).toBe(401)
  })
})

test('a call for administrators looks like no call to a member, before its body has arrived', async () => {
  for (const { method, path } of ADDRESSES.filter(({ callers }) => callers === 'administrators')) {
    const early = await announce({ method, path, bytes: 900_000, headers: { cookie } })
    expect(early.status, path).toBe(404)
    const other = await announce({ method, path: '/api/v1/nothing', bytes: 900_000, headers: { cookie } })
    expect(JSON.parse(early.text), path).toEqual(JSON.parse(other.text))
  }
})

describe('the limits of a call', () => {
  const accountAddresses = Object.keys(CALLS).map((path) => ({ method: 'POST', path: `/api/auth${path}` }))
  const reachable = [...ADDRESSES.filter(({ callers }) => callers !== 'administrators'), ...accountAddresses]

  test('a larger body is refused by its header', async () => {
    for (const { method, path } of sampled(reachable, 120)) {
      const { bytes } = callAt(method, path)!.limits()
      const answer = await announce({ method, path, bytes: bytes + 1, headers: { cookie } })
      expect([answer.status, JSON.parse(answer.text)], path).toMatchObject([413, { code: 'TOO_LARGE' }])
    }
  })

  test('a body with more values than the call can use is refused before it is parsed', async () => {
    // the server closes a connection on which a large refused body still arrives
    const browser = await signIn(url, sam, { headers: { connection: 'close' } })
    for (const { method, path } of sampled(reachable, 60)) {
      const { values, bytes } = callAt(method, path)!.limits()
      const list = `{"a":[${'0,'.repeat(values)}0]${' '.repeat(4096)}}`
      expect(list.length, path).toBeLessThanOrEqual(bytes + 4096)
      const answer = await browser.send(method, path, list)
      expect([400, 413], path).toContain(answer.status)
      expect(answer.json.code, path).toMatch(/^(?:INVALID|TOO_LARGE)$/)
    }
  })

  test('are small for most calls: those of a visitor allow a few hundred values, and none a megabyte of brackets', () => {
    for (const { method, path } of reachable) {
      const { values, levels } = callAt(method, path)!.limits()
      expect(values, path).toBeLessThan(1000)
      expect(levels, path).toBeLessThanOrEqual(32)
    }
  })

  test('leave room for the longest post in the longest way to write it', async () => {
    const category = await world.category()
    const escaped = (text: string) =>
      [...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
    const content = 'Größe, Länge. '.repeat(600)
    const body = `{ "type": "text", "title": "${escaped('Größe')}", "content": "${escaped(content)}", "category_id": "${category.id}" }`
    const stored = await (await signIn(url, sam)).send('POST', '/api/v1/posts', body)
    expect(stored).toMatchObject({ status: 201, json: { title: 'Größe', content: content.trim() } })
  })
})

test('the bytes of bodies from one address are counted; another address and a member are not refused', async () => {
  const path = '/rpc/comments/getThread'
  const body = JSON.stringify({ json: { post_id: 'x'.repeat(15_000) } })
  const from = (address: string) => makeBrowser(limited.url, { from: address })
  const member = await signIn(limited.url, sam, { from: '192.0.2.7' })
  const busy = from('192.0.2.7')
  let refused = await busy.send('POST', path, body)
  for (let sent = 1; sent < 100 && refused.status !== 429; sent++) refused = await busy.send('POST', path, body)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await from('192.0.2.8').send('POST', path, body)).status).not.toBe(429)
  expect((await member.send('POST', path, body)).status).not.toBe(429)
})
