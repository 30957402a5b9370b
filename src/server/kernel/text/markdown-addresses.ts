/** Autolinks: https://…, www.… and mail addresses in plain text become links, by the rule that chat has too. */
import type { MarkdownIt, StateInline } from 'markdown-it'
import { type LinkFinder, makeLinkFinder } from '#contract/link-words.ts'

/** Characters that begin something other than plain text. */
const MARK = /[\n\\`*_[\]<]/g

/** What has been found in one paragraph. */
interface ScannedParagraph {
  links: LinkFinder
  /** a range without marks; found once, however many addresses it contains */
  words: [from: number, to: number]
}

export function addAddresses({ inline: { ruler } }: MarkdownIt): void {
  const ofAll = new WeakMap<StateInline, ScannedParagraph>()
  const knownOf = (state: StateInline): ScannedParagraph => {
    const known = ofAll.get(state)
    if (known) return known
    const made: ScannedParagraph = { links: makeLinkFinder(state.src), words: [0, 0] }
    ofAll.set(state, made)
    return made
  }

  // a link in the label of a link would be nested
  ruler.before('text', 'address', (state, silent) => {
    if (silent || state.linkLevel > 0) return false
    const { starts, at } = knownOf(state).links
    if (starts[after(starts, state.pos - 1)] !== state.pos) return false
    const found = at(state.pos)
    if (!found) return false
    const text = state.src.slice(found.start, found.end)
    if (found.href === null) state.pending += text
    else {
      state.push('link_open', 'a', 1).attrs = [['href', found.href]]
      state.push('text', '', 0).content = text
      state.push('link_close', 'a', -1)
    }
    state.pos = found.end
    return true
  })

  ruler.at('text', (state, silent) => {
    const known = knownOf(state)
    let end = Math.min(wordsTo(state, known), state.posMax)
    const { starts } = known.links
    if (!silent && state.linkLevel === 0) end = Math.min(end, starts[after(starts, state.pos)] ?? end)
    if (end === state.pos) return false
    if (!silent) state.pending += state.src.slice(state.pos, end)
    state.pos = end
    return true
  })
}

function wordsTo({ src, pos }: StateInline, known: ScannedParagraph): number {
  const [from, to] = known.words
  if (from <= pos && pos <= to && to > from) return to
  MARK.lastIndex = pos
  known.words = [pos, MARK.exec(src)?.index ?? src.length]
  return known.words[1]
}

/** Returns the index of the first number in a sorted list that is greater than this one. */
function after(all: number[], number: number): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (all[middle]! > number) high = middle
    else low = middle + 1
  }
  return low
}
