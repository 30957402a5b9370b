import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compressed } from './compress.ts'

const TEXT = '<p>words – “quoted”</p>'.repeat(200)
const app = new Hono()
app.use(compressed())
app.get('/page', (context) => context.html(TEXT))
app.get('/short', (context) => context.html('<p>short</p>'))
app.get('/image', (context) => context.body(TEXT, 200, { 'content-type': 'image/png' }))
app.get('/zipped', (context) => context.body(TEXT, 200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }))

const ask = async (path: string, accepted?: string, method = 'GET') => {
  const answer = await app.request(path, {
    method,
    headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
  })
  return { answer, encoding: answer.headers.get('content-encoding'), bytes: Buffer.from(await answer.arrayBuffer()) }
}
const readers = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }

test('a page is compressed by the best method that the client accepts', async () => {
  for (const [accepted, method] of [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip;q=1.0', 'br'],
    ['gzip', 'gzip'],
    ['zstd;q=0, br;q=0.000, gzip', 'gzip'],
  ] as const) {
    const { answer, encoding, bytes } = await ask('/page', accepted)
    expect(encoding, accepted).toBe(method)
    expect(readers[method](bytes).toString()).toBe(TEXT)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  }
})

test('a client that names no method gets the page as it is', async () => {
  for (const accepted of [undefined, '', 'identity', 'deflate', 'gzip;q=0', 'xgzip'])
    expect(await ask('/page', accepted)).toMatchObject({ encoding: null, bytes: Buffer.from(TEXT) })
})

test('short responses, images and responses that are already compressed stay unchanged', async () => {
  expect((await ask('/short', 'gzip, br, zstd')).encoding).toBeNull()
  expect((await ask('/image', 'gzip, br, zstd')).encoding).toBeNull()
  expect((await ask('/zipped', 'gzip, br, zstd')).bytes.toString()).toBe(TEXT)
  expect((await ask('/page', 'gzip, br, zstd', 'HEAD')).encoding).toBeNull()
})
