import { expect, test } from 'vitest'
import { parseBody } from '../kernel/text/text.ts'
import { htmlOf } from './html.ts'

test.each([0, 7, 999_999_999])('a list that begins at %i does so in a feed, also within another', (start) => {
  const html = htmlOf(parseBody(`${start}. a\n\n- ${start}. b`), 'https://example.org/post/1')
  expect(html.match(new RegExp(`<ol start="${start}">`, 'g'))).toHaveLength(2)
  expect(htmlOf(parseBody('1. a'), 'https://example.org')).toContain('<ol><li>')
})
