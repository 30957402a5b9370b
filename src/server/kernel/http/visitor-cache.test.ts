import { describe, expect, test } from 'vitest'
import { makeVisitorCache, sharedAddress } from './visitor-cache.ts'

const html = (text: string, init: ResponseInit = {}) =>
  new Response(text, { ...init, headers: { 'content-type': 'text/html', ...init.headers } })

/** A cache with a clock of its own, and a renderer that counts how often it renders. */
function made(draw: (address: string, count: number) => Promise<Response> | Response, mostBytes?: number) {
  const clock = { ms: 1000 }
  const drawn: string[] = []
  const visitors = makeVisitorCache(
    async (address, nonce) => {
      drawn.push(address)
      const response = await draw(address, drawn.length)
      return new Response(`${await response.text()}<script nonce="${nonce}">1</script>`, response)
    },
    { now: () => clock.ms, ...(mostBytes ? { mostBytes } : {}) },
  )
  const text = async (address: string) => (await visitors.page(address))?.body.plain('N').toString()
  return { clock, drawn, visitors, text }
}

test('the age of a page counts from the state that it was rendered from', async () => {
  const clock = { ms: 1000 }
  let count = 0
  const visitors = makeVisitorCache(async () => html(String(++count)), { now: () => clock.ms, stateAge: () => 3000 })
  const text = async () => (await visitors.page('/categories'))?.body.plain('N').toString()
  expect(await text()).toBe('1')
  clock.ms += 1400
  expect(await text()).toBe('1')
  clock.ms += 3200
  expect(await text()).not.toBe('1')
})

test('a request learns that a page is rendered because of it: a new one or one that is stale, and no other', async () => {
  const { clock, visitors } = made(() => html('x'))
  const begins = async (address: string) => {
    let count = 0
    await visitors.page(address, () => count++)
    return count
  }
  expect(await Promise.all([begins('/categories'), begins('/categories')])).toEqual([1, 0])
  expect(await begins('/categories')).toBe(0)
  clock.ms += 3000
  expect(await Promise.all([begins('/categories'), begins('/categories')])).toEqual([1, 0])
  expect(await begins('/categories')).toBe(0)
})

describe('requests that share a page', () => {
  const asked = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    sharedAddress(method, `http://any.name${path}`, new Headers(headers))
  const id = 'f4b1c1c0-0000-4000-8000-000000000000'

  test('are the same however the address is encoded', () => {
    for (const path of ['/user/%73am', '/user/s%61m', '/user/%73%61%6D', '/user/%73%61%6d', '/user/sam?x=%5E'])
      expect(asked(path)).toBe('/user/sam')
    for (const path of ['/category/%E6%97%A5', '/category/%e6%97%a5']) expect(asked(path)).toBe('/category/%E6%97%A5')
    for (const path of ['/user/a%2Fb', '/user/a%2fb']) expect(asked(path)).toBe('/user/a%2Fb')
    expect(asked('/user/%E0%A4%A')).toBe('/user/%E0%A4%A')
  })

  test('are those for the feed, a category, a post, a member and the front page', () => {
    for (const path of [
      '/',
      '/categories',
      '/category/new-dads',
      `/post/${id}`,
      '/user/Sam.1',
      '/categories?after=abc',
    ])
      expect(asked(path)).toBe(path)
    expect(asked('/categories', {}, 'HEAD')).toBe('/categories')
  })

  test('may have their parameters in any order', () => {
    expect(asked('/category/x?after=b&type=poll')).toBe(asked('/category/x?type=poll&after=b'))
  })

  test('may have cookies: the caller has found that none of them is a session', () => {
    for (const cookie of ['', 'consent=all', 'fk.device=x'])
      expect(asked('/categories', { cookie })).toBe('/categories')
  })

  test('do not identify their caller in another way', () => {
    expect(asked('/categories', { authorization: 'x' })).toBeNull()
  })

  test('may have parameters that no page reads: other sites add them to links', () => {
    for (const search of ['?utm_source=x', '?n=1', '?fbclid=a&fbclid=b', '?token=x', '?__proto__=x'])
      expect(asked(`/categories${search}`)).toBe('/categories')
    expect(asked('/categories?n=1&after=abc')).toBe('/categories?after=abc')
  })

  test('do not write, contain a key, or ask for one reader', () => {
    expect(asked('/categories', {}, 'POST')).toBeNull()
    for (const path of ['/verify?token=x', '/reset', '/auth', '/settings', '/profile', '/nowhere', '/post/a/b'])
      expect(asked(path)).toBeNull()
    for (const search of ['?q=sleep', '?after=a&after=b', `?after=${'a'.repeat(121)}`, '?type=poll&comment=x'])
      expect(asked(`/categories${search}`)).toBeNull()
  })
})

describe('a page', () => {
  test('is rendered once for all requests at the same time, and for the next seconds', async () => {
    const { drawn, text } = made((_, count) => html(`page ${count} `))
    const texts = await Promise.all(Array.from({ length: 50 }, () => text('/')))
    expect(new Set(texts)).toEqual(new Set(['page 1 <script nonce="N">1</script>']))
    await text('/')
    expect(drawn).toEqual(['/'])
  })

  test('is never sent at the age of five seconds, counted from the beginning of its rendering', async () => {
    const started = Promise.withResolvers<void>()
    const { clock, text } = made(async (_, count) => {
      if (count === 1) await started.promise
      return html(`page ${count} `)
    })
    const first = text('/')
    clock.ms += 4600
    started.resolve()
    expect(await first).toContain('page 1')
    expect(await text('/')).toContain('page 2')
  })

  test('is rendered again while the cached one is still sent', async () => {
    const { clock, drawn, text } = made((_, count) => html(`page ${count} `))
    await text('/')
    clock.ms += 3000
    expect(await text('/')).toContain('page 1')
    await expect.poll(() => text('/')).toContain('page 2')
    expect(drawn).toHaveLength(2)
  })

  test('that was rendered, or begun, before a network became private is sent to nobody afterwards', async () => {
    const started = Promise.withResolvers<void>()
    const { drawn, text, visitors } = made(async (address, count) => {
      if (count === 2) await started.promise
      return html(`${address} ${count} `)
    })
    expect(await text('/')).toContain('/ 1')
    const waiting = text('/feed')
    visitors.forgetAll()
    expect(visitors.size()).toEqual({ bytes: 0, pages: 0 })
    expect(await text('/')).toContain('/ 3')
    // a request that comes afterwards does not wait for it, and a request that waited before gets the new page
    expect(await text('/feed')).toContain('/feed 4')
    started.resolve()
    expect(await waiting).toContain('/feed 4')
    expect(await text('/feed')).toContain('/feed 4')
    expect(drawn).toEqual(['/', '/feed', '/', '/feed'])
  })

  test('that fails to render is a failure for the waiting requests, and is rendered again for the next one', async () => {
    const { text } = made((_, count) => {
      if (count === 1) throw new Error('no database')
      return html('a page')
    })
    const both = await Promise.allSettled([text('/'), text('/')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await text('/')).toContain('a page')
  })

  test('that is missing, broken or a redirect is not cached', async () => {
    for (const status of [301, 404, 500, 503]) {
      const { drawn, text, visitors } = made(() => html('x', { status }))
      await text('/')
      await text('/')
      expect(drawn).toHaveLength(2)
      expect(visitors.size()).toEqual({ bytes: 0, pages: 0 })
    }
  })

  test('that sets a cookie is not shared', async () => {
    const { visitors } = made(() => html('x', { headers: { 'set-cookie': 'a=b' } }))
    expect(await visitors.page('/')).toBeNull()
    expect(visitors.size().pages).toBe(0)
  })
})

test('memory is bounded: the least recently used page is evicted first', async () => {
  const { visitors, text, drawn } = made(() => html('x'.repeat(2000)), 30_000)
  await text('/post/first')
  for (let number = 0; number < 100; number++) {
    await text(`/post/${number}`)
    await text('/post/first')
    expect(visitors.size().bytes).toBeLessThanOrEqual(30_000)
  }
  expect(visitors.size().pages).toBeGreaterThan(5)
  expect(drawn.filter((address) => address === '/post/first')).toHaveLength(1)
})
