import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Block } from '#contract/text.ts'
import { Prose } from './text.tsx'

test.each([0, 7, 999_999_999])('a list that begins at %i is drawn with this number, also within another', (start) => {
  const list: Block = { t: 'ol', start, c: [[{ t: 'p', c: ['a'] }]] }
  const html = renderToStaticMarkup(<Prose body={[list, { t: 'ul', c: [[list]] }]} />)
  expect(html.match(/<ol[^>]*start="(\d+)"/g)).toHaveLength(2)
  expect(html).toContain(`start="${start}"`)
})
