/**
 * Every sign in every address, for visitors and members: no redirect leads to itself or to another site, nothing fails, and
 * every answer has words. Requests go over a plain connection, because `fetch` would write an address as a browser does.
 */
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { URLS } from '#contract/url-words.ts'
import { signIn } from './client.ts'
import { isFull } from './guarantees/guarantee.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const isBuilt = Boolean(process.env.PAGES_DIR)
// the public name: signing in under another one redirects to it
const { baseUrl: url } = await world.serve({ pages: isBuilt ? 'built' : 'stub' })
const { host, port } = new URL(url)
const sam = await world.member({ name: 'sam', password: 'the quick brown kettle' })
const newcomer = await world.member({ name: 'new', password: 'the quick brown kettle', onboarded: false })
const cookies = {
  visitor: {},
  member: { cookie: (await signIn(url, sam)).cookieHeader() },
  newcomer: { cookie: (await signIn(url, newcomer)).cookieHeader() },
}
type Viewer = keyof typeof cookies

interface Raw {
  status: number
  /** by their lower-case names; of several with one name the last */
  headers: Record<string, string>
  body: string
}

/** `path` stands in the request as it is: each character is one byte. */
function ask(path: string, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    const parts: Buffer[] = []
    socket.on('data', (part) => parts.push(part))
    socket.on('error', reject)
    socket.on('close', () => resolve(parsed(Buffer.concat(parts).toString('utf8'))))
    const lines = Object.entries({ host, accept: 'text/html', ...headers, connection: 'close' })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.write(Buffer.from(`GET ${path} HTTP/1.1\r\n${head}\r\n`, 'latin1'))
  })
}

function parsed(answer: string): Raw {
  const at = answer.indexOf('\r\n\r\n')
  const [line = '', ...lines] = answer.slice(0, at).split('\r\n')
  const headers = lines
    .map((one) => one.split(/: ?(.*)/s))
    .map(([name = '', value = '']) => [name.toLowerCase(), value])
  // an empty body that is sent in chunks consists of its end
  const body = answer.slice(at + 4).replace(/^0\r\n\r\n$/, '')
  return { status: Number(line.split(' ')[1] ?? 0), headers: Object.fromEntries(headers), body }
}

const encoded = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
/** As bytes of UTF-8 in the request. */
const raw = (text: string) => Buffer.from(text).toString('latin1')

const PRINTABLE = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n))
const CONTROLS = ['\0', '\n', '\r', '\t', '\x7f']
const BEYOND_ASCII = ['\x85', '\xa0', 'é', 'e\u0301', 'ß', '日本', '\u200f', '\u202e', '\u2028', '\ufeff', '😀']
const PIECES = [
  ...[
    '%',
    '%%',
    '%z',
    '%zz',
    '%1',
    '%u0041',
    '%25',
    '%2525',
    '%255E',
    '%252F',
    '%2F..%2F',
    '%E0%A4%A',
    '%E0%A4',
    '%C0%AF',
  ],
  ...[
    '%ED%A0%80',
    '%ff',
    '%F4%90%80%80',
    '.',
    '..',
    '...',
    'x.',
    '../..',
    '%2e%2e',
    '%2E%2e/',
    '/..;/',
    ';a=b',
    '/',
    '//',
    '///',
  ],
  ...[
    '//evil.example',
    '%2F%2Fevil.example',
    '/%5Cevil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '@evil.example',
    ':80',
  ],
  ...[
    '%0d%0aset-cookie:%20is=injected',
    '%0d%0alocation:%20//evil.example',
    '??',
    '?&=',
    '$',
    '$postId',
    '{}',
    '__proto__',
    '*',
  ],
  ...['^'.repeat(300), '%5E'.repeat(200), 'x'.repeat(3000)],
]
/** What Node's parser refuses: no browser sends it. */
const UNPARSED = [...CONTROLS.filter((sign) => !'\0\n\r'.includes(sign)), ...BEYOND_ASCII.map(raw)]
const SIGNS = [
  ...PRINTABLE.filter((sign) => !/\w/.test(sign)).flatMap((sign) => [sign, encoded(sign), encoded(sign).toLowerCase()]),
  ...[...CONTROLS, ...BEYOND_ASCII].flatMap((sign) => [encoded(sign), encoded(sign).toLowerCase()]),
  ...PIECES,
].filter((sign, at, all) => all.indexOf(sign) === at)
/** All of them in one address. */
const TOGETHER = [
  encoded(PRINTABLE.join('')).replace('%2F', ''),
  PRINTABLE.filter((sign) => !'/?#% '.includes(sign)).join('') + encoded('[]{}|^').toLowerCase(),
  encoded(CONTROLS.join('') + BEYOND_ASCII.join('')),
  '%E0%A4%A%ff%C0%AF%',
]

const PAGES = Object.values(URLS).map(({ path }) => path)
/** `{}` is where the sign stands. */
const OTHERS = [
  ...['/feed.xml{}', '/robots.txt{}', '/sitemap.xml{}', '/sitemap/{}', '/category/{}/feed.xml', '/preview.png{}'],
  ...['/post/{}/preview.png', '/event/{}/calendar.ics', '/calendar/{}.ics', '/pod-text/{}', '/files/{}', '/assets/{}'],
  ...[
    '/api/v1/{}',
    '/api/v1/posts/{}',
    '/api/v1/feed?after={}',
    '/api/auth/{}',
    '/api/auth/get-session?x={}',
    '/rpc/{}',
  ],
  ...[
    '/rpc/feed/listFeed?data={}',
    '/_serverFn/{}',
    '/healthz{}',
    '/readyz?{}',
    '/.well-known/{}',
    '/unknown{}',
    '/{}',
  ],
]
const PLACES = [
  ...PAGES.map((path) => (path.includes('$') ? path.replace(/\$\w+/, '{}') : `${path}{}`)),
  ...PAGES.map((path) => `${path.replace(/\$\w+/, 'x')}?q={}&next=/pod/{}&after={}&key={}&x{}=`),
  ...OTHERS,
]
/** One of each kind, for every single sign. In the full run of the guarantees that is every place. */
const KINDS = ['/{}', '/user/{}', '/categories?q={}', '/about?{}', '/login?next=/pod/{}']

const at = (place: string, sign: string) => place.replaceAll('{}', () => sign)

/** As the server reads it: "//x" is a path, and a backslash is a sign. */
const hrefOf = (address: string) => new URL(url + address.replaceAll('\\', '%5C')).href

/** Follows redirects. Returns what is wrong; undefined if nothing is. */
async function faultAt(start: string, viewer: Viewer): Promise<string | undefined> {
  const asked = [hrefOf(start)]
  for (let address = start; ; ) {
    const { status, headers, body } = await ask(address, cookies[viewer])
    const { location, 'set-cookie': cookie = '', 'content-type': type = '' } = headers
    const fault = (words: string) => `${viewer} ${start.slice(0, 200)}: ${words} (${status} ${address.slice(0, 200)})`
    if (cookie.includes('injected')) return fault('a header was injected')
    if (status < 200 || status >= 500) return fault('failed')
    if (status < 300 || status >= 400) {
      if (!body.trim()) return fault('no words')
      if (type.startsWith('text/html') && !body.includes('</h1>')) return fault('a page without a heading')
      return undefined
    }
    if (!location || !/^\/(?![/\\])/.test(location)) return fault(`leads to ${location}`)
    const next = new URL(location, url)
    if (next.host !== host) return fault(`leads to ${location}`)
    next.hash = ''
    if (asked.includes(next.href)) return fault('leads in a circle')
    if (asked.push(next.href) > 4) return fault('leads on and on')
    address = next.pathname + next.search
  }
}

async function faultsOf(addresses: string[], viewers: Viewer[]): Promise<string[]> {
  const left = viewers.flatMap((viewer) => addresses.map((address) => ({ address, viewer })))
  const faults: string[] = []
  const work = async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      const fault = await faultAt(one.address, one.viewer)
      if (fault) faults.push(fault)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return faults
}

describe.runIf(isBuilt)('an address with unusual signs', () => {
  for (const place of isFull ? PLACES : KINDS)
    test(`has an answer at ${place}, whichever sign it is`, async () => {
      const addresses = SIGNS.map((sign) => at(place, sign))
      expect(await faultsOf(addresses, isFull ? ['visitor', 'member'] : ['visitor'])).toEqual([])
    })

  test('has an answer at every page and every other endpoint, with all signs at once', {
    timeout: 120_000,
  }, async () => {
    const addresses = (sets: string[]) => PLACES.flatMap((place) => sets.map((signs) => at(place, signs)))
    const before = world.lines.filter(({ level }) => level === 'error').length
    expect(await faultsOf(addresses(TOGETHER), ['visitor'])).toEqual([])
    expect(await faultsOf(addresses(isFull ? TOGETHER : TOGETHER.slice(0, 1)), ['member'])).toEqual([])
    expect(
      await faultsOf(
        PAGES.map((path) => `${path.replace(/\$\w+/, '^x')}?x=%5E^`),
        ['newcomer'],
      ),
    ).toEqual([])
    expect(world.lines.filter(({ level }) => level === 'error')).toHaveLength(before)
  })
})

describe.runIf(isBuilt)('an address', () => {
  const seen = async (path: string, viewer: Viewer = 'visitor', headers = {}) => {
    const { status, headers: said, body } = await ask(path, { ...cookies[viewer], ...headers })
    return { status, location: said.location, type: said['content-type'], body }
  }

  test('that cannot be decoded is the page for unknown addresses', async () => {
    for (const viewer of ['visitor', 'member'] as const)
      for (const place of ['/post/{}', '/user/{}', '/category/{}', '/pod/{}', '/event/{}', '/{}', '/post/x/{}'])
        for (const sign of ['%E0%A4%A', '%', '%ff', '%C0%AF', '%ED%A0%80'])
          expect(await seen(at(place, sign), viewer), at(place, sign)).toMatchObject({
            status: 404,
            type: 'text/html; charset=utf-8',
            body: expect.stringMatching(/<main.*Oops! Page not found/s),
          })
  })

  test('with a caret is answered where it is, and one with a dollar is not taken for a pattern', async () => {
    for (const viewer of ['visitor', 'member'] as const)
      for (const path of ['/^', '/%5E', '/%5e', '/user/a^b', '/post/%5e', '/category/^', '/event/%5E'])
        expect(await seen(path, viewer), path).toMatchObject({ status: 404, location: undefined })
    for (const path of ['/pod/%5Ex', '/group/^', '/pod/^/rounds'])
      expect(await seen(path, 'member'), path).toMatchObject({ status: 404, location: undefined })
    expect(await seen('/help-lines?^=%5e')).toMatchObject({ status: 200 })
    for (const path of ['/user/$username', '/post/$postId', '/$x', '/user/%24username$'])
      expect(await seen(path), path).toMatchObject({ status: 404, location: undefined })
  })

  test('that calls of programs do not know is "not found" in JSON', async () => {
    for (const path of ['/api/v1/%5E', '/api/v1/%E0%A4%A', '/api/v1/posts/^', '/api/v1/posts/%ff', '/rpc/%', '/rpc/\\'])
      expect(await seen(path), path).toMatchObject({ status: 404, body: expect.stringContaining('NOT_FOUND"') })
  })

  test('that cannot be read at all is refused with words', async () => {
    for (const sign of UNPARSED)
      expect(await seen(`/x${sign}`), encodeURI(sign)).toMatchObject({
        status: 400,
        body: expect.stringContaining('cannot be read'),
      })
    expect(await seen(`/${'x'.repeat(20_000)}`)).toMatchObject({
      status: 431,
      body: expect.stringContaining('too long'),
    })
    // the address is short
    expect(await seen('/', 'visitor', { cookie: `x=${'x'.repeat(20_000)}` })).toMatchObject({
      status: 431,
      body: expect.stringContaining('delete the cookies'),
    })
    expect(await seen('/', 'visitor', { host: 'a b' })).toMatchObject({
      status: 400,
      body: expect.stringContaining('cannot be read'),
    })
    expect(await seen('/x\\y')).toMatchObject({ status: 404, body: expect.stringContaining('Page not found') })
  })

  test('means what stands in it: a search for digits, JSON or a phrase is not rewritten', async () => {
    for (const [asked, shown] of [
      ['7', '7'],
      ['1e3', '1e3'],
      ['007', '007'],
      ['1.0', '1.0'],
      ['null', 'null'],
      ['true', 'true'],
      ['%22night+shift%22', '&quot;night shift&quot;'],
      ['%5B1%5D', '[1]'],
    ]) {
      const { status, body } = await seen(`/categories?q=${asked}`)
      expect([asked, status], asked).toEqual([asked, 200])
      expect(body, asked).toContain(`value="${shown}"`)
    }
  })

  test('to open after signing in keeps its signs, and is never on another site', async () => {
    const after = async (next: string) => (await seen(`/auth?next=${encodeURIComponent(next)}`, 'member')).location
    for (const next of [
      '/pod/%5Ex',
      '/pod/%25',
      '/categories?q=a%26b%3Dc&in=text',
      '/category/%E6%97%A5',
      '/settings#password',
    ])
      expect(await after(next)).toBe(next)
    expect(await after('/pod/^x')).toBe('/pod/%5Ex')
    const elsewhere = [
      '//evil.example',
      '/\\evil.example',
      '/%5Cevil.example',
      '/%5cevil.example',
      '/%2f/evil.example',
      '/.//evil.example',
    ]
    for (const next of [...elsewhere, 'https:evil.example', '/\r\nlocation: //evil.example'])
      expect(await after(next), next).toBe('/')
  })

  test('to open after signing in does not lead on and on', async () => {
    let next = '/settings'
    for (let depth = 0; depth < 6; depth++) next = `/welcome?next=${encodeURIComponent(next)}`
    expect(await faultAt(next, 'member')).toBeUndefined()
    expect(await faultAt(`/login?next=${encodeURIComponent(next)}`, 'member')).toBeUndefined()
  })
})

describe('/.well-known', () => {
  test('change-password leads to the form, through signing in if necessary', async () => {
    const to = async (viewer: Viewer) => {
      const { status, headers } = await ask('/.well-known/change-password', cookies[viewer])
      return [status, headers.location, headers['cache-control']]
    }
    expect(await to('member')).toEqual([302, '/settings#password', 'no-store'])
    expect(await to('visitor')).toEqual([302, '/auth?next=%2Fsettings%23password', 'no-store'])
  })

  test.runIf(isBuilt)('change-password leads to a page that has the form under its name', async () => {
    const { body } = await ask('/settings', cookies.member)
    expect(body).toMatch(/<section[^>]* id="password".*name="currentPassword"/s)
    expect((await ask('/auth?next=%2Fsettings%23password', cookies.member)).headers.location).toBe('/settings#password')
  })

  test('anything else is not found, for every method, and no page is rendered for it', async () => {
    const unknown = 'resource-that-should-not-exist-whose-status-code-should-not-be-200'
    for (const name of [unknown, 'security.txt', 'change-passwords', '%5E', '%E0%A4%A', 'a/b'])
      expect(await ask(`/.well-known/${name}`), name).toMatchObject({ status: 404, body: 'Not found' })
  })
})
