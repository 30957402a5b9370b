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
  const tree = fromMarkdown(tame(content), { extensions: EXTENSIONS, mdastExtensions: MDAST })
  return blocks(tree.children)
}

/** A parser's time grows with the square of nested containers and emphasis runs; nobody writes a hundred of them in a line. */
function tame(content: string): string {
  return content
    .split('\n')
    .map((line) => {
      const flat = line.replace(
        /^((?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){4})([\s\S]*)$/,
        (_all, front: string, rest: string) =>
          front + rest.replace(/[>*+-]|\d+[.)]/g, (mark) => mark.replace(/([>*+.)-])/, '\\$1')),
      )
      return (flat.match(/[*_`[\]<]/g)?.length ?? 0) > 200 ? flat.replace(/[*_`[\]<]/g, '\\$&') : flat
    })
    .join('\n')
}

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
  return ['http:', 'https:', 'mailto:'].includes(parsed.protocol) && parsed.username === '' ? parsed.href : null
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
