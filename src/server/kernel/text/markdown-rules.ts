/** The inline marks of a paragraph, as rules of markdown-it. */
import Library, { type MarkdownIt } from 'markdown-it'
import { addAddresses } from './markdown-addresses.ts'

/**
 * The maximum number of marks in a row that count as emphasis. A row of twenty stars is a line that a member has drawn.
 */
const MAX_MARKS = 12

export function makeParser(): MarkdownIt {
  const parser = new Library('zero')
  parser.enable(['newline', 'escape', 'backticks', 'emphasis', 'link', 'autolink'])
  const emphasis = ruleOf('emphasis')
  parser.inline.ruler.at('emphasis', (state, silent) => {
    const marks = MARKS.exec(state.src.slice(state.pos, state.pos + MAX_MARKS + 1))?.[0] ?? ''
    return marks.length <= MAX_MARKS && emphasis(state, silent)
  })
  addAddresses(parser)
  keepAddresses(parser)
  return parser
}
const MARKS = /^(?:\*+|_+)/

/** Returns the library's own rule of this name. */
function ruleOf(name: string) {
  const { ruler } = new Library().inline
  ruler.enableOnly(name)
  return ruler.getRules('')[0]!
}

/** Addresses and entities stay as typed. Whether an address may become a link is decided when the tree is made. */
function keepAddresses(parser: MarkdownIt): void {
  parser.normalizeLink = (address) => address
  parser.normalizeLinkText = (address) => address
  parser.validateLink = () => true
  const { helpers, utils } = parser
  const destinationAt = helpers.parseLinkDestination
  helpers.parseLinkDestination = (text, from, max) => {
    const found = destinationAt(text, from, max)
    if (!found.ok) return found
    const typed = text[from] === '<' ? text.slice(from + 1, found.pos - 1) : text.slice(from, found.pos)
    return { ...found, str: utils.unescapeMd(typed) }
  }
}
