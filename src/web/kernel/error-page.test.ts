import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { hasRenderError } from './error-page.ts'

const Broken = (): never => {
  throw new Error('in the middle of a page')
}

test('a component that threw during rendering is found', () => {
  const drawn = (part: typeof Broken | string) =>
    renderToString(createElement('main', null, createElement(Suspense, null, createElement(part))))
  expect(hasRenderError(drawn(Broken))).toBe(true)
  expect(hasRenderError(drawn('p'))).toBe(false)
})

test.each(['$!-->', '$$!-->', 'a <p>$!--></p> b', '', '<!--$-->'])(
  'text that resembles the marker is not mistaken for it: %s',
  (words) => {
    expect(hasRenderError(words)).toBe(false)
    expect(hasRenderError(`${words}<!--$!-->`)).toBe(true)
  },
)
