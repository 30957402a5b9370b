import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { draw, type Picture, svgOf } from './drawing.ts'
import { drawableText, linesOf, outline, SANS, SLAB, widthOf, withEllipsis } from './fonts.ts'

const POST: Picture = {
  brand: 'Fatherkin',
  title: 'Phones overnight: where do they sleep in your house?',
  category: { name: 'Teenage Years', color: 'teen' },
  author: 'Hassan Amin',
}
const LONG = 'My son asked me why I never cry and I had no answer. '.repeat(4).slice(0, 200)

describe('letters that the fonts do not have', () => {
  test.each([
    ['plain words', 'Sleep at last', 'Sleep at last', 1],
    ['words of Europe', 'Łukasz, Żółć, Ødegård, naïve', 'Łukasz, Żółć, Ødegård, naïve', 1],
    ['combining marks are drawn as one letter', 'Cafe\u0301', 'Café', 1],
    ['a letter that the font has only without its mark', 'Nguyễn', 'Nguyen', 1],
    ['emoji are left out', 'Hello 👋🏽 world ❤️ 👨‍👩‍👧', 'Hello world', 1],
    ['words in another script are an ellipsis', 'Hello Привет мир Kraków', 'Hello … Kraków', 11 / 20],
    ['only another script', 'كيف حالكم', '…', 0],
    ['control and direction characters', '\u202Eabc\u0001\u200B\uFEFF def', 'abc def', 1],
    ['only emoji', '🔥🔥🔥', '', 0],
    ['nothing', '', '', 0],
  ])('%s', (_what, written, text, share) => {
    const found = drawableText(SLAB, written)
    expect(found.text).toBe(text)
    expect(found.share).toBeCloseTo(share)
    expect(outline(SLAB, found.text, 0, 0, 40)).not.toMatch(/NaN|undefined/)
  })

  test('no text is drawn with the box of a missing letter', () => {
    const box = SLAB[0]!.glyphs.get(0).path.commands.length
    expect(box).toBeGreaterThan(0)
    for (let code = 0; code < 0x3000; code += 1) {
      const letter = String.fromCodePoint(code)
      const { text } = drawableText(SLAB, letter)
      for (const one of text.replaceAll(' ', '')) expect(SLAB.some((font) => font.charToGlyphIndex(one) > 0)).toBe(true)
    }
  })

  test('a title of which most letters are missing gives the preview of the instance, with the category', () => {
    const card = svgOf({ ...POST, title: 'Вопрос about sleep для отцов' })
    expect(card).toContain(outline(SLAB, 'Fatherkin', 72, 420, 124))
    const without = svgOf({ ...POST, title: '🔥' })
    expect(without).toBe(card)
    expect(card).not.toBe(svgOf({ brand: 'Fatherkin' }))
  })
})

describe('the preview image', () => {
  test('a long title is wrapped and ends with an ellipsis; a long word is broken', () => {
    const lines = linesOf(SLAB, LONG, 58, 788)
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.join(' ')).toBe(LONG.trimEnd())
    for (const line of [...lines, ...linesOf(SLAB, 'W'.repeat(200), 58, 788)])
      expect(widthOf(SLAB, line, 58)).toBeLessThanOrEqual(788)
    expect(linesOf(SLAB, 'W'.repeat(200), 58, 788).join('')).toBe('W'.repeat(200))
    const end = withEllipsis(SANS, LONG, 32, 400)
    expect(end).toMatch(/^My son asked[\w ]*\w…$/)
    expect(LONG.startsWith(`${end.slice(0, -1)} `)).toBe(true)
    expect(widthOf(SANS, end, 32)).toBeLessThanOrEqual(400)
  })

  test('nothing that a member wrote is in the drawing as text', () => {
    const drawing = svgOf({
      ...POST,
      title: '"/><script>x</script><image href="file:///etc/passwd"/>',
      author: '<b>&amp;"',
    })
    expect(drawing).not.toMatch(/script|passwd|<b>|amp;|<text|<image/)
    expect(svgOf({ ...POST, category: { name: 'x', color: '"/><script>' } })).not.toContain('script')
    expect(svgOf({ ...POST, title: LONG })).not.toMatch(/NaN|undefined/)
  })

  test.each([
    ['a usual title', POST],
    ['a long one', { ...POST, title: LONG, author: 'A'.repeat(80) }],
    ['one word', { ...POST, title: 'W'.repeat(200) }],
    ['a hostile one', { ...POST, title: '<script>alert(1)</script> ]]> "&' }],
    ['the place', { brand: 'Fatherkin' }],
    ['a place with a long name', { brand: 'The fathers of Kingston upon Thames and its surroundings' }],
  ] as [string, Picture][])(
    '%s: ink stands within the paper, and nothing runs into the board',
    async (_what, picture) => {
      const bytes = await draw(picture)
      const image = sharp(bytes).removeAlpha()
      expect(await image.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
      expect(bytes.length).toBeLessThan(90_000)
      const { data } = await image.raw().toBuffer({ resolveWithObject: true })
      const isPaper = (x: number, y: number) => data[(y * 1200 + x) * 3]! > 225 && data[(y * 1200 + x) * 3 + 2]! > 215
      let [ink, outside] = [0, 0]
      for (let y = 0; y < 630; y++)
        for (let x = 0; x < 905; x++) {
          if (isPaper(x, y)) continue
          ink++
          if (x < 40 || x > 880 || y < 40 || y > 625) outside++
        }
      expect(outside).toBe(0)
      expect(ink).toBeGreaterThan(3000)
    },
  )
})
