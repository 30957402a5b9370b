/** Highlights words without changing the DOM, so that screen readers still read the text as a whole. */

const NAME = 'quoted'

/** Highlights the first match and scrolls to it. Returns undefined if there is no match. */
export function markWords(place: string, words: string): (() => void) | undefined {
  const root = document.querySelector(place)
  const range = root && findWords(root, words)
  if (!range) return undefined
  bringIntoView(range)
  // an older browser only scrolls to the element
  if (typeof Highlight === 'undefined') return () => {}
  CSS.highlights.set(NAME, new Highlight(range))
  return () => CSS.highlights.delete(NAME)
}

function bringIntoView(range: Range) {
  const { top, bottom } = range.getBoundingClientRect()
  if (top >= 0 && bottom <= window.innerHeight) return
  range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
}

/** Finds words, ignoring spaces, line breaks and case. A match may span links and bold text. */
export function findWords(root: Element, words: string): Range | null {
  const sought = [...folded(words)].map(({ letter }) => letter).join('')
  if (sought === '') return null
  let text = ''
  const at: { node: Text; from: number; to: number }[] = []
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node instanceof Text; node = nodes.nextNode())
    for (const { letter, from, to } of folded(node.data)) {
      text += letter
      for (let unit = 0; unit < letter.length; unit++) at.push({ node, from, to })
    }
  const start = text.indexOf(sought)
  const [first, last] = [at[start], at[start + sought.length - 1]]
  if (!first || !last) return null
  const range = document.createRange()
  range.setStart(first.node, first.from)
  range.setEnd(last.node, last.to)
  return range
}

/** Yields the letters in lower case without spaces, each with its position. */
function* folded(text: string) {
  let from = 0
  for (const letter of text) {
    const to = from + letter.length
    if (!/\s/.test(letter)) yield { letter: letter.toLowerCase(), from, to }
    from = to
  }
}
