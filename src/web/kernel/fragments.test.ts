import { expect, test } from 'vitest'
import { makeFragmentCache, makeFragments } from './fragments.ts'

const NONCE = 'the-nonce'
const decoder = new TextDecoder()

/** Renders a page with one fragment as React would. `rendered` counts the fragments that were not cached. */
function makePages(cache = makeFragmentCache()) {
  let rendered = 0
  const page = (by: unknown, html: string, shownTo: unknown[] = ['/']) => {
    const fragments = makeFragments(cache, shownTo, NONCE)
    const { index, isCached } = fragments.place([by])
    if (!isCached) rendered++
    const mark = (kind: string) => `<cached-html ${kind}="${index}"></cached-html>`
    const inside = isCached ? mark('at') : `${mark('from')}${html}${mark('to')}`
    return decoder.decode(fragments.assemble(`<p>before</p>${inside}<p>behind …</p>`))
  }
  return { page, rendered: () => rendered }
}

test('a fragment is rendered once for each key and page', () => {
  const { page, rendered } = makePages()
  for (let round = 0; round < 3; round++) {
    expect(page('one', '<b>eins – “1”</b>')).toBe('<p>before</p><b>eins – “1”</b><p>behind …</p>')
    expect(page('two', '<b>zwei</b>')).toBe('<p>before</p><b>zwei</b><p>behind …</p>')
    expect(page('two', '<b>hier</b>', ['/two'])).toBe('<p>before</p><b>hier</b><p>behind …</p>')
  }
  expect(rendered()).toBe(3)
})

test('keys with different data are different', () => {
  const { page } = makePages()
  const keys = [1, '1', true, 'true', null, [], {}, { a: 1 }, { a: '1' }, new Date(0), 0]
  for (const [index, key] of keys.entries()) expect(page(key, `<b>${index}</b>`)).toContain(`<b>${index}</b>`)
})

test('a fragment may contain others: a changed part is rendered alone', () => {
  const cache = makeFragmentCache()
  let rendered: string[] = []
  const list = (items: string[]) => {
    rendered = []
    const fragments = makeFragments(cache, ['/'], NONCE)
    const fragment = (by: unknown, children: () => string) => {
      const { index, isCached } = fragments.place([by])
      const mark = (kind: string) => `<cached-html ${kind}="${index}"></cached-html>`
      if (isCached) return mark('at')
      rendered.push(JSON.stringify(by))
      return mark('from') + children() + mark('to')
    }
    const html = fragment(items, () => items.map((item) => `<li>${fragment(item, () => item)}</li>`).join(''))
    return decoder.decode(fragments.assemble(`<ul>${html}</ul>`))
  }
  expect(list(['a', 'b'])).toBe('<ul><li>a</li><li>b</li></ul>')
  expect(rendered).toEqual(['["a","b"]', '"a"', '"b"'])
  expect(list(['a', 'b'])).toBe('<ul><li>a</li><li>b</li></ul>')
  expect(rendered).toEqual([])
  expect(list(['c', 'b', 'a'])).toBe('<ul><li>c</li><li>b</li><li>a</li></ul>')
  expect(rendered).toEqual(['["c","b","a"]', '"c"'])
})

test('a fragment with the nonce of its page is rendered each time', () => {
  const { page, rendered } = makePages()
  for (let round = 0; round < 3; round++) page('script', `<script nonce="${NONCE}"></script>`)
  expect(rendered()).toBe(3)
})

test('an id from useId in a fragment is an error, because it depends on the position in the page', () => {
  const { page } = makePages()
  expect(() => page('field', '<label for="_R_1_">Name</label>')).toThrow('useId')
})

test('the cache is bounded and evicts the least recently used fragment first', () => {
  const cache = makeFragmentCache(20_000)
  const { page, rendered } = makePages(cache)
  for (let n = 0; n < 100; n++) {
    page(n, 'x'.repeat(1000))
    page(0, 'x'.repeat(1000))
  }
  expect(cache.calculatedSize).toBeLessThanOrEqual(20_000)
  expect(rendered()).toBe(100)
  page('large', 'x'.repeat(5000))
  expect(cache.size).toBeGreaterThan(10)
})
