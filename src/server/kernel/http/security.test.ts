/** What the log says if members use the site at another address than PUBLIC_URL. */
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { sameOrigin } from './security.ts'

const SITE = 'https://dads.example'

test('a refused origin is logged with the one that was expected, once a minute', async () => {
  const lines: [object, string | undefined][] = []
  let now = 0
  const log = {
    debug() {},
    info() {},
    error() {},
    warn: (data: object, text?: string) => void lines.push([data, text]),
  }
  const app = new Hono()
    .use(sameOrigin([SITE], log, () => now))
    .post('/rpc/anything', (context) => context.text('well'))
  const send = async (headers: Record<string, string>) =>
    (await app.request('/rpc/anything', { method: 'POST', headers })).status

  expect(await send({ origin: SITE })).toBe(200)
  expect(await send({})).toBe(200)
  // another site that uses our own member, and a browser that says nothing: no address to name
  expect(await send({ origin: SITE, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await send({ cookie: 'a=b' })).toBe(403)
  expect(lines).toEqual([])

  expect(await send({ origin: 'https://www.dads.example', 'sec-fetch-site': 'same-origin' })).toBe(403)
  const text =
    'a request from another origin than that of PUBLIC_URL was refused: if members use the site there, correct PUBLIC_URL and restart'
  expect(lines).toEqual([[{ origin: 'https://www.dads.example', expected: SITE }, text]])
  now = 59_999
  expect(await send({ origin: 'https://www.dads.example' })).toBe(403)
  expect(lines).toHaveLength(1)
  now = 60_000
  // only what an origin has
  expect(await send({ origin: `https://dad:kestrel@evil.example/${'a'.repeat(900)}` })).toBe(403)
  now = 120_000
  expect(await send({ origin: 'nonsense kestrel' })).toBe(403)
  expect(lines.slice(1).map(([data]) => data)).toEqual([
    { origin: 'https://evil.example', expected: SITE },
    { origin: 'unreadable', expected: SITE },
  ])
})
