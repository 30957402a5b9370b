/** Markdown to the small safe tree: paragraphs, line breaks, lists, bold, italic, quotes, code, links. No HTML, ever. */
import type { PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal'
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal'
import type { Block, Inline } from '#contract/text.ts'

/** What the subset does not know stays the text that was typed. */
const DISABLED = [
  'htmlFlow',
  'htmlText',
  'headingAtx',
  'setextUnderline',
  'thematicBreak',
  'definition',
  'labelStartImage',
  'codeIndented',
  'characterReference',
]
const EXTENSIONS = [gfmAutolinkLiteral(), { disable: { null: DISABLED } }]
const MDAST = [gfmAutolinkLiteralFromMarkdown()]

/** Deeper nesting than this is somebody testing us; the marks beyond it stay text. */
const MAX_DEPTH = 6
const EXCERPT = 280

export function parseBody(content: string): Block[] {
  const body: Block[] = []
  for (const { text, resumes } of pieces(content)) {
    const more = blocks(fromMarkdown(text, { extensions: EXTENSIONS, mdastExtensions: MDAST }).children)
    const [last, first] = [body.at(-1), more[0]]
    if (resumes && last?.t === 'pre' && first?.t === 'pre') {
      last.s += `\n${first.s}`
      more.shift()
    }
    body.push(...more)
  }
  return body
}

interface Piece {
  text: string
  /** it goes on with the code block in which the piece before it ends */
  resumes: boolean
}

/**
 * The parser's time grows with the square of what hangs together, and 40,000 characters of nothing but nested lists would
 * hold everyone up for seconds. So a long text is parsed in pieces: cut where a plain paragraph begins after an empty
 * line, which ends whatever was open and changes nothing; failing that between two lines, sooner or later.
 */
function pieces(content: string): Piece[] {
  const done: Piece[] = []
  let lines: string[] = []
  let [size, fence, before, resumes] = [0, '', '', false]
  const cut = () => {
    done.push({ text: [...lines, ...(fence ? [fence] : [])].join('\n'), resumes })
    resumes = fence !== ''
    lines = resumes ? [fence] : []
    size = 0
  }
  for (const typed of content.split(/\r\n?|\n/)) {
    const line = fence && typed.length <= 300 ? typed : tame(typed) // code stays as it is
    const isLongerThan = (limit: number) => lines.length >= limit || size >= limit * 10
    const beginsAnew = before.trim() === '' && PLAIN.test(line)
    if (isLongerThan(500) || (!fence && ((isLongerThan(300) && /^\S/.test(line)) || (isLongerThan(100) && beginsAnew))))
      cut()
    lines.push(line)
    size += line.length
    before = line
    const mark = FENCE.exec(line)?.slice(1).find(Boolean) ?? ''
    if (!fence) fence = mark
    else if (mark.startsWith(fence) && line.trim() === mark) fence = ''
  }
  fence = ''
  cut()
  return done
}
/** begins with what can only be the words of a paragraph */
const PLAIN = /^[^\s>*+\-\d`~]/
const FENCE = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/

/** Nobody nests five deep in one line, or sets two hundred marks in it; who does reads his marks as they are. */
function tame(line: string): string {
  const front = DEEP.exec(line)?.[0] ?? ''
  let rest = line.slice(front.length)
  if (front) rest = rest.replace(/\\.|[>*+-]|(?<=\d)[.)]/gu, escaped)
  if ((rest.match(MARKS)?.length ?? 0) > 200) rest = rest.replace(/\\.|[*_`[\]<]/gu, escaped)
  return front + rest
}
const DEEP = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){4}/
const MARKS = /[*_`[\]<]/g
/** What is escaped already stays so: a second backslash would set the mark free. */
const escaped = (mark: string) => (mark.startsWith('\\') ? mark : `\\${mark}`)

function blocks(nodes: readonly RootContent[]): Block[] {
  return nodes.flatMap((node): Block[] => {
    switch (node.type) {
      case 'paragraph': {
        const content = inlines(node.children)
        return content.length ? [{ t: 'p', c: content }] : []
      }
      case 'blockquote':
        return [{ t: 'quote', c: blocks(node.children) }]
      case 'list': {
        const items = node.children.map((item) => blocks(item.children))
        if (!node.ordered) return [{ t: 'ul', c: items }]
        return [node.start && node.start !== 1 ? { t: 'ol', c: items, start: node.start } : { t: 'ol', c: items }]
      }
      case 'code':
        return [{ t: 'pre', s: node.value }]
      default:
        return []
    }
  })
}

function inlines(nodes: readonly PhrasingContent[], depth = 0): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    switch (node.type) {
      case 'text':
        return withBreaks(node.value)
      case 'break':
        return [{ t: 'br' }]
      case 'inlineCode':
        return [{ t: 'code', s: node.value }]
      case 'strong':
      case 'emphasis': {
        const inner = inlines(node.children, depth + 1)
        return depth >= MAX_DEPTH ? inner : [{ t: node.type === 'strong' ? 'b' : 'i', c: inner }]
      }
      case 'link': {
        const href = safeHref(node.url)
        const inner = inlines(node.children, depth + 1)
        return href ? [{ t: 'a', href, c: inner }] : inner
      }
      default:
        return []
    }
  })
}

/** A line end that a man typed is a line end that he sees. */
function withBreaks(text: string): Inline[] {
  return text
    .split('\n')
    .flatMap((line, index): Inline[] =>
      index === 0 ? (line ? [line] : []) : line ? [{ t: 'br' }, line] : [{ t: 'br' }],
    )
}

/** http, https and mailto only; anything else, `javascript:` first of all, stays plain words. */
function safeHref(url: string): string | null {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  const isPlain = parsed.username === '' && parsed.password === ''
  return isPlain && ['http:', 'https:', 'mailto:'].includes(parsed.protocol) ? parsed.href : null
}

/** The first plain words, for cards and descriptions: at most 280 code points. */
export function excerptOf(body: Block[]): string {
  const words = body.map(plainBlock).join(' ').replace(/\s+/g, ' ').trim()
  const points = [...words]
  return points.length <= EXCERPT
    ? words
    : `${points
        .slice(0, EXCERPT - 1)
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
