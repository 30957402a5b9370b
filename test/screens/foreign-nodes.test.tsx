/** React draws on although translators and extensions have changed the page. */
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { guardForeignNodes } from '#web/kernel/foreign-nodes.ts'
import { translate } from '../foreign.ts'

guardForeignNodes()

/** Draws it with this number. The returned function draws it with another one. */
function draw(children: (n: number) => ReactNode, n: number) {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  const set = (n: number) => flushSync(() => root.render(children(n)))
  set(n)
  return { place, set }
}

const score = (n: number) => (
  <p>
    <b>Score </b>
    {n} of {n * 2}
    <i>!</i>
  </p>
)
const changing = (n: number) => (
  <p>
    {n > 5 ? null : 'first '}
    {n % 2 ? <b>odd</b> : 'even'}
    {n > 6 && <i>big</i>} last {n}
  </p>
)

function eachText(root: Node, change: (text: Text) => void) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) if (text.data.trim()) change(text)
}
const font = (words: string) => {
  const element = document.createElement('font')
  element.textContent = words
  return element
}

/** How programs change a page that is shown. */
const CHANGES: Record<string, (place: Element) => void> = {
  'a translator replaces each text': (place) => translate(place),
  'a translator replaces each text twice': (place) => {
    translate(place)
    eachText(place, (text) => text.replaceWith(font(text.data)))
  },
  'a translator inserts each word and removes the text': (place) =>
    eachText(place, (text) => {
      text.before(...text.data.split(/(?<= )/).map(font))
      text.remove()
    }),
  'a translator removes each text and inserts an element then': (place) =>
    eachText(place, (text) => {
      const { parentNode, nextSibling } = text
      text.remove()
      parentNode!.insertBefore(font(text.data), nextSibling)
    }),
  'a translator of the page itself inserts an element and removes the text': (place) =>
    eachText(place, (text) => {
      text.parentNode!.insertBefore(font(text.data), text)
      text.parentNode!.removeChild(text)
    }),
  'a translator of the page itself removes each text and inserts an element then': (place) =>
    eachText(place, (text) => {
      const { parentNode, nextSibling } = text
      parentNode!.removeChild(text)
      parentNode!.insertBefore(font(text.data), nextSibling)
    }),
  'a translator of the page itself replaces each text, and takes its words back': (place) =>
    eachText(place, (text) => {
      const { parentNode } = text
      const element = font(text.data)
      parentNode!.replaceChild(element, text)
      parentNode!.insertBefore(text, element)
      parentNode!.removeChild(element)
    }),
  'a translator of the page itself replaces each text': (place) =>
    eachText(place, (text) => {
      text.parentNode!.replaceChild(font(text.data), text)
    }),
  'a translator changes the words in place': (place) =>
    eachText(place, (text) => {
      text.data = `x${text.data}`
    }),
  'a translator puts each text into a span': (place) =>
    eachText(place, (text) => {
      const span = document.createElement('span')
      text.replaceWith(span)
      span.append(text)
    }),
  'a highlighter splits each text': (place) =>
    eachText(place, (text) => {
      if (text.data.length > 1) text.splitText(1)
    }),
  'a highlighter marks a part of each text': (place) =>
    eachText(place, (text) => {
      const range = document.createRange()
      range.setStart(text, 0)
      range.setEnd(text, 1)
      range.surroundContents(document.createElement('mark'))
    }),
  'texts are joined': (place) => place.normalize(),
  'a translator writes the elements anew': (place) => {
    for (const element of place.querySelectorAll('p')) {
      const kept = [...element.childNodes].map((node) =>
        node instanceof Text ? document.createTextNode(`x${node.data}`) : node,
      )
      while (element.firstChild) element.firstChild.remove()
      element.append(...kept)
    }
  },
  'an extension wraps each element': (place) => {
    for (const element of place.querySelectorAll('b, i')) {
      const span = document.createElement('span')
      element.replaceWith(span)
      span.append(element)
    }
  },
  'an extension inserts elements everywhere': (place) => {
    for (const element of place.querySelectorAll('*')) {
      element.prepend(document.createElement('ext-a'))
      element.after(document.createElement('ext-b'))
    }
  },
}

const NUMBERS = [6, 7, 8, 5, 9]

describe.each([true, false])('the observer has seen the change: %s', (isSeen) => {
  test.each(Object.entries(CHANGES))('new values are shown after %s', async (_, change) => {
    for (const sample of [score, changing]) {
      const { place, set } = draw(sample, 5)
      await seen()
      change(place)
      if (isSeen) await seen()
      for (const n of NUMBERS) {
        set(n)
        // the words of a translator begin with an x in place of ours
        expect(place.textContent?.replaceAll('x', '')).toBe(draw(sample, n).place.textContent)
        if (isSeen) await seen()
      }
    }
  })

  test.each(Object.entries(CHANGES))('a part can be removed after %s', async (_, change) => {
    const { place, set } = draw((n) => (n === 5 ? score(n) : null), 5)
    await seen()
    change(place)
    if (isSeen) await seen()
    set(6)
    expect(place.textContent).toBe('')
  })
})

/** Resolves after the observers. */
const seen = () => new Promise<void>((go) => queueMicrotask(go))

test('an element that a blocker has removed can be drawn over', () => {
  const { place, set } = draw(changing, 5)
  place.querySelector('b')!.remove()
  set(6)
  expect(place.textContent).toContain('even last 6')
  set(7)
  expect(place.textContent).toBe('oddbig last 7')
})

test('a neighbour of a text that React has removed can stand for another text later', async () => {
  const two = (n: number) => (
    <p>
      {n === 5 && 'first '}
      {`second ${n > 6}`}
    </p>
  )
  const { place, set } = draw(two, 5)
  const second = place.querySelector('p')!.lastChild as Text
  second.before(font(second.data))
  await seen()
  set(6)
  await seen()
  second.remove()
  await seen()
  set(7)
  expect(place.textContent).toBe('second true')
})

test('a call with the wrong parent fails as in every page', () => {
  const { place } = draw(score, 5)
  const other = document.createElement('div')
  const child = place.querySelector('b')!
  expect(() => other.removeChild(child)).toThrow(DOMException)
  expect(() => other.insertBefore(document.createElement('i'), child)).toThrow(DOMException)
  expect(() => other.replaceChild(document.createElement('i'), child)).toThrow(DOMException)
  expect(child.isConnected).toBe(true)
})

/** `Score 5` as two texts, and an element of an extension after them. */
async function besideForeign(tag: string) {
  const drawn = draw((n) => <p>Score {n}</p>, 5)
  const line = drawn.place.querySelector('p')!
  const foreign = document.createElement(tag)
  foreign.textContent = '.x{}'
  line.append(foreign)
  await seen()
  return { ...drawn, text: line.childNodes[1] as Text }
}

test.each(['button', 'style', 'ext-box'])('a %s of an extension stays when the text before it changes', async (tag) => {
  const { place, set, text } = await besideForeign(tag)
  text.data = 'five'
  text.splitText(2)
  await seen()
  set(6)
  expect(place.textContent).toBe('Score 6.x{}')
})

test.each(['button', 'style'])('a %s of an extension does not stand for a text that is removed', async (tag) => {
  const { place, set, text } = await besideForeign(tag)
  text.remove()
  await seen()
  set(6)
  expect(place.textContent).toBe('Score 6.x{}')
})
