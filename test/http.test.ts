/** The headers of every response, and that the process keeps running whatever else fails. */
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#config'
import { type HttpParts, makeHttp } from '#server/http.ts'
import { makeFiles } from '#server/kernel/files/files.ts'
import { noGeocoder } from '#server/kernel/geo/geocoder.ts'
import { unlimited } from '#server/kernel/http/limits.ts'
import { noLive } from '#server/kernel/live/hub.ts'
import { type Answer, makeBrowser, signIn } from './client.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const PASSWORD = 'the quick brown kettle'
const sam = await world.member({ name: 'sam', password: PASSWORD })
const isBuilt = Boolean(process.env.PAGES_DIR)
const pages = isBuilt ? 'built' : 'stub'
const local = await world.serve({ pages })
const PUBLIC = 'https://app.example.com'
const named = await world.serve({ pages, env: { PUBLIC_URL: PUBLIC } })

/** One response of every kind. */
const KINDS: [string, string, string, unknown?, Record<string, string>?][] = [
  ['a page', 'GET', '/'],
  ['a missing page', 'GET', '/nowhere/at/all'],
  ['the page of a mailed link', 'GET', '/verify?token=x'],
  ['data', 'GET', '/api/v1/feed'],
  ['data of a page', 'GET', '/rpc/feed/listFeed'],
  ['something missing', 'GET', '/api/v1/posts/nothing'],
  ['a refused body', 'POST', '/api/v1/posts', { title: 1 }],
  ['no JSON', 'POST', '/api/v1/posts', '{'],
  ['another type', 'POST', '/api/v1/posts', 'x', { 'content-type': 'text/plain' }],
  ['too much', 'POST', '/api/v1/posts', 'x'.repeat(1_000_001)],
  ['another site', 'PUT', '/api/v1/me/dark-mode', {}, { origin: 'https://evil.example' }],
  ['a visitor', 'PUT', '/api/v1/me/dark-mode', { dark_mode_enabled: true }],
  ['an account call', 'POST', '/api/auth/sign-out', {}],
  ['a refused account call', 'POST', '/api/auth/sign-in/email', {}],
  ['an unknown account call', 'GET', '/api/auth/session'],
  ['no call', 'GET', '/api/v2/feed'],
  ['another method', 'PATCH', '/'],
  ['the description', 'GET', '/api/v1/openapi.json'],
  ['its page', 'GET', '/api/v1/docs'],
  ['a missing file', 'GET', '/assets/none.js'],
  ['health', 'GET', '/healthz'],
  ['readiness', 'GET', '/readyz'],
  ['an OPTIONS request', 'OPTIONS', '/api/v1/feed'],
  ['a HEAD request', 'HEAD', '/api/v1/feed'],
]

const directives = ({ headers }: Answer) =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split(';').map((one) => {
      const [name = '', ...values] = one.trim().split(' ')
      return [name, values]
    }),
  )

describe('78: headers:', () => {
  for (const [what, method, path, body, headers] of KINDS)
    test(`${what} carries the security headers`, async () => {
      const answer = await makeBrowser(local.url).send(method, path, body, headers)
      expect(answer.status).not.toBe(500)
      const said = Object.fromEntries(answer.headers)
      expect(said).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('geolocation=(self)'),
      })
      expect(['strict-origin-when-cross-origin', 'no-referrer']).toContain(said['referrer-policy'])
      expect(said['strict-transport-security']).toBeUndefined()
      expect(said['x-powered-by'] ?? said.server).toBeUndefined()
      const policy = directives(answer)
      expect(policy['default-src']).toEqual(["'none'"])
      expect(policy['frame-ancestors']).toEqual(["'none'"])
      expect(policy['base-uri']).toEqual(["'none'"])
      expect(policy['script-src']?.join(' ') ?? '').not.toMatch(/unsafe|https?:|\*/)
      if (/^\/(api|rpc)\//.test(path) && !/openapi|docs/.test(path) && answer.status !== 403 && answer.status < 413)
        expect(said['cache-control']).toBe('no-store')
    })

  test('over https every response has HSTS for a year', async () => {
    for (const [what, method, path, body, headers] of KINDS) {
      const { headers: said } = await makeBrowser(named.url, { origin: PUBLIC }).send(method, path, body, headers)
      expect(said.get('strict-transport-security'), what).toBe('max-age=31536000; includeSubDomains')
    }
  })

  test('a page runs only scripts with the nonce of its own response, and is not cached', async () => {
    const browser = await signIn(local.url, sam)
    const [one, two] = [await browser.get('/'), await browser.get('/')]
    const nonces = [one, two].map((answer) => directives(answer)['script-src']![0]!)
    expect(new Set(nonces).size).toBe(2)
    for (const nonce of nonces) expect(nonce).toMatch(/^'nonce-[A-Za-z0-9+/]{22}=='$/)
    expect(one.headers.get('cache-control')).toBe('private, no-store')
    const scripts = one.text.match(/<script(?![^>]*type="application\/(?:ld\+)?json")[^>]*>/g) ?? []
    if (isBuilt) expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) expect(script).toContain(`nonce="${nonces[0]!.slice(7, -1)}"`)
    expect(one.text).not.toMatch(/ on[a-z]+="/)
  })

  test('the URL of a mailed link is not sent to other sites', async () => {
    for (const path of ['/verify?token=x', '/reset?token=x', '/verify/', '/reset/x'])
      expect((await makeBrowser(local.url).get(path)).headers.get('referrer-policy')).toBe('no-referrer')
  })

  test.runIf(isBuilt)(
    'the scripts and styles of a page may be kept for ever, under names that change with them',
    async () => {
      const { text } = await makeBrowser(local.url).get('/')
      const files = [...new Set(text.match(/\/assets\/[\w.-]+\.(?:js|css)/g))]
      expect(files.length).toBeGreaterThan(1)
      for (const file of files) {
        const { status, headers } = await makeBrowser(local.url).get(file)
        expect(status).toBe(200)
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('content-type')).toMatch(/^text\/(javascript|css)/)
      }
    },
  )

  test.runIf(isBuilt)('no URL leads out of the folder of the pages', async () => {
    for (const path of [
      '/../package.json',
      '/assets/..%2f..%2fpackage.json',
      '/assets/%2e%2e/%2e%2e/server/server.js',
      '//etc/passwd',
      '/.env',
      '/server/server.js',
    ]) {
      const { text, status } = await makeBrowser(local.url).get(path)
      expect(text).not.toMatch(/"dependencies"|root:x|createServer|export default/)
      expect(status).toBeGreaterThanOrEqual(300)
    }
  })
})

test('a page with an unusual URL is not a server error', async () => {
  const browser = await signIn(local.url, sam)
  const before = world.lines.filter(({ level }) => level === 'error').length
  const words = [
    '%00',
    '%ff',
    '%',
    '%zz',
    '%ED%A0%80',
    "'--",
    'x'.repeat(5000),
    '%2e%2e%2f',
    '%F0%9F%91%A8',
    '__proto__',
  ]
  for (const path of [
    '/',
    '/user/',
    '/category/',
    '/post/',
    '/verify?token=',
    '/reset?token=',
    '/?after=',
    '/auth?next=',
    '/auth?mode=',
  ])
    for (const word of words)
      for (const who of [browser, makeBrowser(local.url)])
        expect((await who.get(path + word)).status, path + word).toBeLessThan(500)
  expect(world.lines.filter(({ level }) => level === 'error')).toHaveLength(before)
})

test('no endpoint calls functions of pages', async () => {
  for (const path of ['/_serverFn/', '/_serverFn/abc', '/_serverFn/constructor'])
    for (const method of ['GET', 'POST'])
      expect(
        await makeBrowser(local.url).send(method, path, undefined, { 'sec-fetch-site': 'same-origin' }),
      ).toMatchObject({
        status: 404,
        json: { code: 'NOT_FOUND' },
      })
})

test('a search text that looks like a pattern is plain text: refused, not compiled, and not in the log', async () => {
  const before = world.lines.length
  const body = { json: { after: '/(secretwords/' }, meta: [[5, 'after']] }
  expect(await makeBrowser(local.url).send('POST', '/rpc/feed/listFeed', body)).toMatchObject({ status: 400 })
  expect(JSON.stringify(world.lines.slice(before))).not.toContain('secretwords')
})

test.runIf(isBuilt)('a page redirects nobody to the host that the request names', async () => {
  let sent = 0
  for (const path of ['//x', '//evil.example/x', '/feed/', '/login', '/groups/all', '/user/a/../b']) {
    const { status, location } = await askAs('evil.example', path)
    expect(status, path).toBeLessThan(500)
    if (!location) continue
    sent++
    expect(location, path).toMatch(/^\/(?!\/)/)
  }
  expect(sent).toBeGreaterThan(1)
})

/** fetch() would correct the host. */
function askAs(host: string, path: string): Promise<{ status: number; location: string | undefined }> {
  const { hostname, port } = new URL(local.url)
  return new Promise((resolve, reject) =>
    request({ hostname, port, path, headers: { host } }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location })
    })
      .on('error', reject)
      .end(),
  )
}

describe('a server error', () => {
  const parts: Omit<HttpParts, 'pages'> = {
    config: readConfig({}),
    secret: 'a secret of forty characters for testing',
    baseUrl: 'http://localhost:3000',
    origins: ['http://localhost:3000'],
    database: world.database,
    auth: world.auth,
    limits: unlimited,
    live: noLive,
    files: makeFiles(readConfig({})),
    geocoder: noGeocoder,
    model: null,
    log: world.log,
    assets: null,
    migrations: [],
  }
  const broken = makeHttp({
    ...parts,
    pages: async () => {
      throw new Error('the secret of the cellar')
    },
  })

  test('in the middle of a page gives a plain page as well: no reader gets half a page', async () => {
    const pages = async () => ({
      fetch: async () => {
        const beginning = new TextEncoder().encode('<!doctype html>'.padEnd(4000))
        const body = new ReadableStream({
          start: (controller) => controller.enqueue(beginning),
          pull: (controller) => controller.error(new Error('in the middle')),
        })
        return new Response(body, { headers: { 'content-type': 'text/html' } })
      },
    })
    const app = makeHttp({ ...parts, pages })
    const peer = { incoming: { method: 'GET', socket: { remoteAddress: '127.0.0.1' } } }
    const answer = await app.request('/', { headers: { 'accept-encoding': 'gzip', authorization: 'none' } }, peer)
    expect(answer.status).toBe(500)
    expect(await answer.text()).toMatch(/Something went wrong.*<\/html>/s)
    expect((await app.request('/healthz')).status).toBe(200)
  })

  test('is not a redirect to itself: such an address has no page', async () => {
    const to = (path: string) => new Response(null, { status: 307, headers: { Location: path } })
    const missing = new Response('no page', { status: 404, headers: { 'content-type': 'text/html' } })
    const pages = async () => ({
      fetch: async ({ url }: Request) => {
        const { pathname, search } = new URL(url)
        if (pathname === '/-') return missing.clone()
        return to(pathname === '/to-another' ? '/another' : `${pathname}${search}#here`)
      },
    })
    const app = makeHttp({ ...parts, pages })
    for (const path of ['/itself', '/itself?x=%5E', '/user/itself', '/post/%5E']) {
      const answer = await app.request(path)
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 404, null])
    }
    expect((await app.request('/to-another')).headers.get('location')).toBe('/another')
  })

  test('is a plain page with status 500 that reveals nothing, and a line in the log', async () => {
    const failuresLogged = () =>
      world.lines.filter(({ level, text }) => level === 'error' && text === 'a request failed').length
    const before = failuresLogged()
    const answer = await broken.request('/')
    const text = await answer.text()
    expect(answer.status).toBe(500)
    expect(text).toContain('Something went wrong')
    expect(text).not.toMatch(/cellar|Error|\.ts/)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(failuresLogged()).toBe(before + 1)
  })
})

test('visitors who use up the time of the main thread are told when to come back; health and help lines are not part of it', async () => {
  const { url } = await world.serve({
    ...{ pages: 'stub', env: { RATE_LIMITS: 'on' }, visitorCpu: { burst: 20, perSecond: 0.001 } },
  })
  const statuses = []
  // a shared page costs so little that a fast machine answers hundreds in 20 ms
  for (let n = 0; n < 5000 && statuses.at(-1) !== 429; n++) statuses.push((await fetch(`${url}/`)).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  const refused = await fetch(`${url}/api/v1/feed`)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  for (const path of ['/healthz', '/readyz', '/help-lines', '/api/v1/help-lines'])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200])
})

test('a page that is rendered for one visitor is charged at least 5 ms', async () => {
  const { url } = await world.serve({
    ...{ pages: 'stub', env: { RATE_LIMITS: 'on' }, visitorCpu: { burst: 200, perSecond: 0.001 } },
  })
  const statuses = []
  for (let n = 0; n < 42; n++) statuses.push((await fetch(`${url}/categories?q=${n}`)).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
})

describe('77: health', () => {
  test('is ready when every migration and the functions are applied, and not before', async () => {
    const { url } = local
    expect(await makeBrowser(url).get('/readyz')).toMatchObject({ status: 200, json: { status: 'ready' } })
    const [{ name, timestamp } = { name: '', timestamp: '' }] = await migrationsApplied()
    await world.database.pool.query('delete from kysely_migration where name = $1', [name])
    const waiting = await makeBrowser(url).get('/readyz')
    await world.database.pool.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [name, timestamp])
    expect(waiting).toMatchObject({ status: 503, json: { status: 'waiting for migrations' } })
    await world.database.pool.query(`update function_sets set hash = 'old' || hash where nth > 1`)
    const withoutFunctions = await makeBrowser(url).get('/readyz')
    await world.database.pool.query(`update function_sets set hash = substr(hash, 4) where nth > 1`)
    expect(withoutFunctions).toMatchObject({ status: 503, json: { status: 'waiting for migrations' } })
    expect((await makeBrowser(url).get('/healthz')).text).toBe('{"status":"ok"}')
  })

  test('reads the database at most about ten times a second, however often it is asked', async () => {
    const { url } = local
    await Promise.all(Array.from({ length: 5 }, () => makeBrowser(url).get('/readyz')))
    const before = await readings()
    const from = performance.now()
    for (let n = 0; n < 400; n++) expect((await makeBrowser(url).get('/readyz')).status).toBe(200)
    const seconds = (performance.now() - from) / 1000
    // the server counts some readings of the tests before only now: its connections report up to ten seconds later
    expect((await readings()) - before).toBeLessThanOrEqual(40 + Math.ceil(10 * seconds))
  })

  /** How often this table was read since the last reset. */
  const readings = async () => {
    await world.database.pool.query('select pg_stat_clear_snapshot()')
    const { rows } = await world.database.pool.query<{ n: string }>(
      `select seq_scan + coalesce(idx_scan, 0) as n from pg_stat_user_tables where relname = 'kysely_migration'`,
    )
    return Number(rows[0]!.n)
  }

  const migrationsApplied = async () =>
    (
      await world.database.pool.query<{ name: string; timestamp: string }>(
        'select name, timestamp from kysely_migration order by name desc',
      )
    ).rows
})

test('a visitor who signs in by another loopback name is redirected to the name that mails use', async () => {
  const { url, baseUrl } = local
  for (const path of ['/auth?mode=sign-up', '/login']) {
    const sent = await makeBrowser(url).get(path)
    expect([sent.status, sent.headers.get('location')]).toEqual([307, `${baseUrl}${path}`])
  }
  // behind a proxy that uses our internal name the redirects would never end
  expect((await makeBrowser(named.url).get('/auth')).headers.get('location')).not.toBe(`${PUBLIC}/auth`)
})

test('no log line of all this contains an address, a key, a query or a text', () => {
  const lines = JSON.stringify(world.lines)
  expect(lines).toContain('/api/v1/feed')
  for (const secret of [sam.email, PASSWORD, 'token=', '?', 'fk.session_token']) expect(lines).not.toContain(secret)
})

describe('the documents of the API', () => {
  const { url } = local
  for (const path of ['/api/v1/openapi.json', '/api/v1/docs'])
    test(`${path} is made once: it has an ETag, and is compressed beforehand for each method`, async () => {
      const plain = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } })
      const text = await plain.text()
      const tag = plain.headers.get('etag') ?? ''
      expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
      expect(plain.headers.get('content-encoding')).toBeNull()
      expect(Number(plain.headers.get('content-length'))).toBe(Buffer.byteLength(text))
      for (const method of ['zstd', 'br', 'gzip']) {
        const answer = await fetch(url + path, { headers: { 'accept-encoding': method } })
        expect(answer.headers.get('content-encoding')).toBe(method)
        expect(Number(answer.headers.get('content-length'))).toBeLessThan(50_000)
        expect(answer.headers.get('vary')).toContain('Accept-Encoding')
        expect(await answer.text()).toBe(text)
      }
      const known = await fetch(url + path, { headers: { 'if-none-match': tag } })
      expect([known.status, await known.text()]).toEqual([304, ''])
      expect((await fetch(url + path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    })
})

describe('a header that is longer than any client sends', () => {
  const long = ','.repeat(15_000)
  const encodingOf = async (path: string, accepted: string) =>
    (await fetch(local.url + path, { headers: { 'accept-encoding': accepted } })).headers.get('content-encoding')

  test('is read at its start only, wherever it is read', async () => {
    const assets = isBuilt ? [/\/assets\/[\w.-]+\.js/.exec((await makeBrowser(local.url).get('/')).text)![0]] : []
    for (const path of ['/api/v1/openapi.json', '/api/v1/help-lines', ...assets]) {
      expect(await encodingOf(path, `gzip${long}`), path).toBe('gzip')
      expect(await encodingOf(path, `${long}gzip`), path).toBeNull()
    }
  })

  test('does not name the document that the client has', async () => {
    const url = `${local.url}/api/v1/openapi.json`
    const tag = (await fetch(url)).headers.get('etag') ?? ''
    const statusFor = async (known: string) => (await fetch(url, { headers: { 'if-none-match': known } })).status
    expect([await statusFor(`${tag}${long}`), await statusFor(`${long}${tag}`)]).toEqual([304, 200])
  })
})
