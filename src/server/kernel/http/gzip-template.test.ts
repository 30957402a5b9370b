import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gzipTemplate } from './gzip-template.ts'

const HOLE = '0123456789abcdef0123456789abcdef'
const unicode = fc.string({ unit: 'grapheme', maxLength: 300 })

test('the plain and the compressed response are the text with every placeholder filled', () => {
  fc.assert(
    fc.property(fc.array(unicode, { minLength: 1, maxLength: 8 }), unicode, (pieces, filling) => {
      const page = gzipTemplate(pieces.join(HOLE), HOLE)
      const wanted = pieces.join(filling)
      expect(page.plain(filling).toString()).toBe(wanted)
      expect(gunzipSync(page.gzipped(filling)).toString()).toBe(wanted)
    }),
  )
})

test('a long page is nearly as small as gzip makes it, and its values can have any size', () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `word ${index % 97} `).join('')
  const page = gzipTemplate(`${words}${HOLE}${words}`, HOLE)
  for (const filling of ['', 'x', 'y'.repeat(65_535)])
    expect(gunzipSync(page.gzipped(filling)).toString()).toBe(`${words}${filling}${words}`)
  expect(page.gzipped('').length).toBeLessThan(words.length / 50)
  expect(() => page.gzipped('y'.repeat(65_536))).toThrow('at most')
})

test('its size is the memory that it uses', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = () => {
    collect()
    return process.memoryUsage().arrayBuffers
  }
  const page = Array.from({ length: 8 }, (_, part) => `part ${part} of a page, `.repeat(100)).join(HOLE)
  // memory that was collected is returned in later turns of the event loop
  await expect.poll(() => held() - held()).toBe(0)
  const before = held()
  const pages = Array.from({ length: 300 }, () => gzipTemplate(page, HOLE))
  const counted = pages.reduce((sum, { size }) => sum + size, 0)
  await expect.poll(() => (held() - before) / counted).toBeLessThan(1.2)
  expect(pages).toHaveLength(300)
})
