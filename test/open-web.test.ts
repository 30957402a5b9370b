/**
 * The open web as other programs read it: feeds and sitemap by libraries, pictures by their pixels; none of them contains
 * anything private.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { parseAtomFeed } from 'feedsmith'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import sharp from 'sharp'
import { parseSitemap, parseSitemapIndex } from 'sitemap'
import { describe, expect, test } from 'vitest'
import { RATE_LIMITS } from '#server/kernel/http/limits.ts'
import { makeBrowser } from './client.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { url, baseUrl } = await world.serve({ pages: 'stub' })
const visitor = makeBrowser(url)

const HOSTILE = '\u0001<script>alert(1)</script> ]]> "quoted" & \'\u202Eabc\uFFFE\u000B <b>bold</b>'
/** A title after removing the characters that XML does not allow. */
const SPOKEN = '<script>alert(1)</script> ]]> "quoted" & \'abc  <b>bold</b>'
const BAIT =
  'Look ]]> here <img src=x onerror=alert(1)>\n\n[press](javascript:alert(1)) **bold**\n\n```\n<script>\u0002\n```'

const ana = await world.member({ name: 'ana' })
const ben = await world.member({ name: 'ben' })
const cat = await world.category('Sleep & <Noise>')
const secret = await world.privateNetwork({ members: [ana] })
const open = await world.publicNetwork({ members: [ben] })
const hostile = await world.post({ by: ana, title: HOSTILE, content: BAIT, category: cat })
const shown = await world.postIn(open, { by: ben, title: 'Seen by all', category: cat })
const hidden = await world.postIn(secret, { by: ana, title: 'Whispered', content: 'Whispered too', category: cat })
const lurker = await world.member({ name: 'lurker' })
const pending = await world.publicNetwork({ members: [ben] })
await world.db.updateTable('groups').set({ status: 'pending' }).where('id', '=', pending.id).execute()
const early = await world.postIn(pending, { by: ben, title: 'Too early', category: cat })
const whisperer = await world.member({ name: 'whisperer' })
await world.postIn(secret, { by: whisperer, title: 'Whispered again', category: cat })

/** Throws unless a strict parser finds it well-formed. */
function wellFormed(xml: string): string {
  XmlDocument.fromString(xml).dispose()
  return xml
}
const xsd = XmlDocument.fromString(
  readFileSync(
    createRequire(import.meta.url)
      .resolve('sitemap/package.json')
      .replace('package.json', 'schema/sitemap.xsd'),
    'utf8',
  ),
)
const schema = XsdValidator.fromDoc(xsd)
const mustBeValid = (xml: string) => {
  const parsed = XmlDocument.fromString(xml)
  schema.validate(parsed)
  parsed.dispose()
}
const CATEGORY_FEED = `/category/${encodeURIComponent(cat.slug)}/feed.xml`
const secretWords = [hidden.id, early.id, 'Whispered', 'Too early', whisperer.username, lurker.username]

describe('feeds', () => {
  for (const path of ['/feed.xml', CATEGORY_FEED])
    test(`${path} is Atom with the newest public posts, whatever is in their titles`, async () => {
      const answer = await visitor.get(path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
      const feed = parseAtomFeed(wellFormed(answer.text))
      expect(feed.entries?.map(({ id }) => id)).toEqual([`urn:uuid:${shown.id}`, `urn:uuid:${hostile.id}`])
      const entry = feed.entries?.[1]
      expect(titleOf(entry?.title)).toBe(SPOKEN)
      expect(entry?.authors).toEqual([{ name: 'Ana', uri: `${baseUrl}/user/${ana.username}` }])
      expect(entry?.links).toEqual([{ rel: 'alternate', type: 'text/html', href: `${baseUrl}/post/${hostile.id}` }])
      expect(entry?.categories).toEqual([{ term: cat.slug, label: 'Sleep & <Noise>' }])
      expect(feed.links?.find(({ rel }) => rel === 'self')?.href).toBe(baseUrl + path)
      for (const word of secretWords) expect(answer.text).not.toContain(word)
    })

  test('no feed contains markup or a link from a member’s text', async () => {
    const { text } = await visitor.get('/feed.xml')
    const content = JSON.stringify(parseAtomFeed(text).entries?.[1]?.content)
    expect(content).toContain('<strong>bold</strong>'.replace(/strong/g, 'b'))
    expect(content).toContain('&#60;img src=x onerror=alert(1)&#62;')
    expect(content).not.toMatch(/<(script|img)|href=\\?"javascript:/)
  })

  test('a feed has at most twenty entries, the newest first, and a long one ends in a link', async () => {
    const busy = await world.category()
    const long = Array.from({ length: 60 }, () => 'word '.repeat(60)).join('\n\n')
    for (let n = 0; n < 22; n++)
      await world.post({ by: ben, title: `Number ${n}`, category: busy, content: n === 21 ? long : 'x' })
    const { text } = await visitor.get(`/category/${busy.slug}/feed.xml`)
    const { entries = [] } = parseAtomFeed(text)
    expect(entries.map(({ title }) => titleOf(title))).toEqual(Array.from({ length: 20 }, (_, n) => `Number ${21 - n}`))
    expect(JSON.stringify(entries[0]?.content)).toContain('Read on')
    expect(text.length).toBeLessThan(40_000)
  })

  test('a category without posts has an empty feed, a missing one has none', async () => {
    const empty = await world.category()
    const answer = await visitor.get(`/category/${empty.slug}/feed.xml`)
    expect(parseAtomFeed(wellFormed(answer.text)).entries).toBeUndefined()
    expect((await visitor.get('/category/no-such/feed.xml')).status).toBe(404)
    expect((await visitor.send('HEAD', '/category/no-such/feed.xml')).status).toBe(404)
    expect((await visitor.get('/category/%00/feed.xml')).status).toBe(404)
  })

  test('a reader with the current version gets 304, by tag and by time', async () => {
    const first = await visitor.get('/feed.xml')
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    const tag = first.headers.get('etag') ?? ''
    const time = first.headers.get('last-modified') ?? ''
    const known: Record<string, string>[] = [
      { 'if-none-match': tag },
      { 'if-none-match': `"other", ${tag.replace('W/', '')}` },
      { 'if-modified-since': time },
    ]
    for (const headers of known) {
      const again = await visitor.get('/feed.xml', headers)
      expect(again.status).toBe(304)
      expect(again.text).toBe('')
      expect(again.headers.get('etag')).toBe(tag)
    }
    const other = { 'if-none-match': '"other"', 'if-modified-since': time }
    expect((await visitor.get('/feed.xml', other)).status).toBe(200)
    const ahead = new Date(Date.parse(time) + 60_000).toUTCString()
    expect((await visitor.get('/feed.xml', { 'if-modified-since': ahead })).status).toBe(200)
  })
})

describe('the sitemap', () => {
  test('lists every URL that a visitor may open, and no other', async () => {
    const index = (await visitor.get('/sitemap.xml')).text
    wellFormed(index)
    const parts = (await parseSitemapIndex(Readable.from(index))).map((part) => part.url)
    expect(parts).toEqual(
      ['places.xml', 'posts-1.xml', 'members-1.xml', 'groups-1.xml'].map((name) => `${baseUrl}/sitemap/${name}`),
    )
    const urls: string[] = []
    for (const part of parts) {
      const { text, status, headers } = await visitor.get(part.slice(baseUrl.length))
      expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
      mustBeValid(text)
      const items = await parseSitemap(Readable.from(text))
      urls.push(...items.map((item) => item.url.slice(baseUrl.length)))
      for (const word of secretWords) expect(text).not.toContain(word)
      if (part.includes('posts')) for (const { lastmod } of items) expect(Date.parse(lastmod ?? '')).toBeGreaterThan(0)
    }
    expect(urls).toEqual(expect.arrayContaining(['/', '/categories', `/category/${encodeURIComponent(cat.slug)}`]))
    expect(urls).toContain(`/post/${hostile.id}`)
    expect(urls).toContain(`/post/${shown.id}`)
    expect(urls).toContain(`/user/${ana.username}`)
    expect(urls).toContain(`/user/${ben.username}`)
    expect(new Set(urls).size).toBe(urls.length)
  })

  test('a missing part is a 404', async () => {
    for (const name of [
      'posts-2.xml',
      'posts-0.xml',
      'posts-01.xml',
      'posts-999999.xml',
      'groups-2.xml',
      'x',
      'posts-1',
    ])
      expect((await visitor.get(`/sitemap/${name}`)).status, name).toBe(404)
  })

  test('a part is available as soon as it has entries, also if it was just requested in vain', async () => {
    expect((await visitor.get('/sitemap/members-2.xml')).status).toBe(404)
    const from = { kind: 'members', number: 2, created_at: new Date('2100-01-01'), id: ana.id } as const
    await world.db.insertInto('sitemap_parts').values(from).execute()
    expect((await visitor.get('/sitemap/members-2.xml')).status).toBe(200)
    await world.db.deleteFrom('sitemap_parts').where('number', '=', 2).execute()
  })

  test('robots.txt leads to it', async () => {
    const { text, headers } = await visitor.get('/robots.txt')
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
    expect(text).toContain(`\nSitemap: ${baseUrl}/sitemap.xml\n`)
    expect(text).toMatch(/^User-agent: \*\nDisallow: \/api\/$/m)
    expect(text).not.toMatch(/^Disallow: \/$/m)
  })
})

describe('previews', () => {
  const picture = async (path: string) => {
    const response = await fetch(url + path)
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  test('a public post has a picture of 1200 by 630 that may be kept and shown elsewhere', async () => {
    const version = hostile.updated_at.getTime().toString(36)
    const { response, bytes } = await picture(`/post/${hostile.id}/preview.png?v=${version}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    expect(bytes.length).toBeLessThan(100_000)
    const known = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await visitor.get(`/post/${hostile.id}/preview.png`, known)).status).toBe(304)
    const old = await picture(`/post/${hostile.id}/preview.png?v=old`)
    expect(old.response.headers.get('cache-control')).toBe('public, max-age=300')
    expect((await picture(`/post/${shown.id}/preview.png`)).response.status).toBe(200)
  })

  test('hidden, missing and invented items give the same 404', async () => {
    const ids = [hidden.id, early.id, '00000000-0000-4000-8000-000000000000', 'none', "';drop", '%00']
    const answers = await Promise.all(
      ids.flatMap((id) => ['GET', 'HEAD'].map((method) => visitor.send(method, `/post/${id}/preview.png`))),
    )
    for (const { status, headers } of answers) {
      expect(status).toBe(404)
      expect(headers.get('cache-control')).toBe('no-store')
    }
    // also for a member of the network: the picture belongs to a link that others receive
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['Not found', '']))
  })

  test('the instance itself has one', async () => {
    const { response, bytes } = await picture('/preview.png')
    expect(response.status).toBe(200)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
  })

  test('if many pictures are requested at the same time, some requests are refused with Retry-After, and no other request is delayed', async () => {
    const posts = await Promise.all(
      Array.from({ length: 60 }, (_, n) => world.post({ by: ben, title: `Picture ${n}` })),
    )
    const all = Promise.all(posts.map(({ id }) => picture(`/post/${id}/preview.png`)))
    let isDone = false
    void all.then(() => (isDone = true))
    const [feed, health] = await Promise.all([visitor.get('/api/v1/feed'), visitor.get('/healthz')])
    expect([feed.status, health.status, isDone]).toEqual([200, 200, false])
    const answers = await all
    const drawn = answers.filter(({ response }) => response.status === 200)
    const refused = answers.filter(({ response }) => response.status === 503)
    expect(drawn.length).toBeGreaterThanOrEqual(20)
    expect(drawn.length + refused.length).toBe(60)
    for (const { response } of refused) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('the number of rendered pictures is limited for one visitor, who gets the time to retry; others are not delayed, and cached pictures are free', async () => {
    const env = { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' }
    const limited = await world.serve({ env, pages: 'stub' })
    const { points, seconds } = RATE_LIMITS.picture
    const posts = await Promise.all(
      Array.from({ length: points + 8 }, (_, n) => world.post({ by: ben, title: `Link ${n}` })),
    )
    const ask = (who: string, { id }: { id: string }) =>
      fetch(`${limited.url}/post/${id}/preview.png`, { headers: { 'x-forwarded-for': who } })
    const answers = await Promise.all(posts.map((post) => ask('192.0.2.1', post)))
    const drawn = posts.filter((_, n) => answers[n]!.status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    expect([drawn.length, refused.length]).toEqual([points, 8])
    for (const { headers } of refused) {
      const wait = Number(headers.get('retry-after'))
      expect(wait > 0 && wait <= seconds).toBe(true)
      expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null])
    }
    const left = posts.find((post) => !drawn.includes(post))!
    expect((await ask('192.0.2.2', left)).status).toBe(200)
    for (const post of [...drawn, left]) expect((await ask('192.0.2.1', post)).status).toBe(200)
  })
})

test('a slash at the end redirects to the URL without it, and never to another host', async () => {
  for (const [from, to] of [
    ['/categories/', '/categories'],
    ['/category/new-dads/?type=text', '/category/new-dads?type=text'],
    ['/feed.xml/', '/feed.xml'],
    ['//evil.example/', '/evil.example'],
    ['/post/x///', '/post/x'],
  ] as const)
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await visitor.send(method, from)
      expect([from, status, headers.get('location')]).toEqual([from, 308, to])
    }
  expect((await visitor.get('/')).status).toBe(200)
  // thousands of them cost nothing
  const slashes = await visitor.get(`/${'/'.repeat(15_000)}x/`)
  expect([slashes.status, slashes.headers.get('location')]).toEqual([308, `/x`])
  expect((await visitor.get('/api/v1/feed/')).status).not.toBe(308)
})

/** A title in Atom's form: a string, or an object with one. */
const titleOf = (title: unknown): unknown =>
  typeof title === 'object' && title !== null && 'value' in title ? title.value : title
