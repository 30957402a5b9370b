/**
 * Parses Markdown into a small safe tree: paragraphs, line breaks, lists, bold, italic, quotes, code, links. Never
 * HTML.
 */
import type { Token } from 'markdown-it'
import { mailHref } from '#contract/link-words.ts'
import type { Block, Inline } from '#contract/text.ts'
import { blocksOf } from './markdown-blocks.ts'
import { makeParser } from './markdown-rules.ts'

const parser = makeParser()

/** The maximum nesting of marks; deeper ones change nothing. */
const MAX_DEPTH = 6
const EXCERPT_LENGTH = 280

/** Returns the tree of a text. For any text this takes less than a tenth of a second (docs/performance.md). */
export const parseBody = (content: string): Block[] => blocksOf(content, inlines)

function inlines(lines: string): Inline[] {
  const content = parser.utils.asciiTrim(lines)
  if (!POSSIBLE_MARKUP.test(content)) return content ? [content] : []
  const tokens: Token[] = []
  parser.inline.parse(content, parser, {}, tokens)
  const all: Inline[] = []
  const open: Inline[][] = []
  let here = all
  const add = (text: string) => {
    if (typeof here.at(-1) === 'string') here[here.length - 1] += text
    else if (text) here.push(text)
  }
  const enter = (node: { c: Inline[] } & Inline) => {
    open.push(here)
    // marks that are too deep are dropped; their text stays in place
    if (open.length > MAX_DEPTH) return
    here.push(node)
    here = node.c
  }
  for (const token of tokens) {
    switch (token.type) {
      case 'text':
      case 'text_special':
        add(token.content)
        break
      case 'softbreak':
      case 'hardbreak':
        endLine(here)
        break
      case 'code_inline':
        here.push({ t: 'code', s: token.content })
        break
      case 'strong_open':
        enter({ t: 'b', c: [] })
        break
      case 'em_open':
        enter({ t: 'i', c: [] })
        break
      case 'link_open': {
        const href = safeHref(hrefOf(token))
        if (href) enter({ t: 'a', href, c: [] })
        else open.push(here)
        break
      }
      default:
        if (token.nesting < 0) here = open.pop()!
    }
  }
  return all
}

const POSSIBLE_MARKUP = /[\n\\`*_[\]<@]|:\/\/|www\./i

/** Removes trailing white space of a line. */
function endLine(line: Inline[]): void {
  const last = line.at(-1)
  if (typeof last === 'string') {
    let end = last.length
    while (end > 0 && ' \t'.includes(last[end - 1]!)) end--
    line.pop()
    if (end > 0) line.push(last.slice(0, end))
  }
  line.push({ t: 'br' })
}

/** In `<a?b@example.org>` the signs of the address are escaped; otherwise it would be an address with a query. */
function hrefOf(token: Token): string {
  const href = String(token.attrGet('href'))
  const isMail = token.markup === 'autolink' && href.startsWith('mailto:') && href.includes('@')
  return isMail ? mailHref(href.slice('mailto:'.length)) : href
}

/** Allows http, https and mailto. Any other address, `javascript:` in particular, stays plain text. */
function safeHref(url: string): string | null {
  const parsed = URL.parse(url)
  if (!parsed) return null
  const isPlain = parsed.username === '' && parsed.password === ''
  return isPlain && ['http:', 'https:', 'mailto:'].includes(parsed.protocol) ? parsed.href : null
}

/** Returns all text, without formatting. */
export const plainOf = (body: Block[]): string => body.map(plainBlock).join(' ').replace(/\s+/g, ' ').trim()

/** Returns the beginning of the plain text, for cards and descriptions: at most 280 code points. */
export function excerptOf(body: Block[]): string {
  const words = plainOf(body)
  const points = [...words]
  return points.length <= EXCERPT_LENGTH
    ? words
    : `${points
        .slice(0, EXCERPT_LENGTH - 1)
        .join('')
        .trimEnd()}…`
}

function plainBlock(block: Block): string {
  if (block.t === 'pre') return block.s
  if (block.t === 'p') return block.c.map(plainInline).join('')
  if (block.t === 'quote') return block.c.map(plainBlock).join(' ')
  return block.c.map((item) => item.map(plainBlock).join(' ')).join(' ')
}

function plainInline(node: Inline): string {
  if (typeof node === 'string') return node
  if (node.t === 'br') return ' '
  return node.t === 'code' ? node.s : node.c.map(plainInline).join('')
}
