import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { hasHole } from './broken.ts'

const Broken = (): never => {
  throw new Error('in the middle of a page')
}

test('a component that threw during rendering is found', () => {
  const drawn = (part: typeof Broken | string) =>
    renderToString(createElement('main', null, createElement(Suspense, null, createElement(part))))
  expect(hasHole(drawn(Broken))).toBe(true)
  expect(hasHole(drawn('p'))).toBe(false)
})

test.each(['$!-->', '$$!-->', 'a <p>$!--></p> b', '', '<!--$-->'])(
  'text that resembles the marker is not mistaken for it: %s',
  (words) => {
    expect(hasHole(words)).toBe(false)
    expect(hasHole(`${words}<!--$!-->`)).toBe(true)
  },
)
