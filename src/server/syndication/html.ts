/** Renders the tree of a post as HTML for feed readers. As on the page, nothing that a member wrote becomes markup. */
import type { Block, Inline } from '#contract/text.ts'
import { escapeHtml } from '../kernel/text/text.ts'

/** Maximum number of HTML characters of one post in a feed; the rest is behind the link. */
const MAX_LENGTH = 8000

/** Renders whole blocks, as many as fit. If some do not fit, a link to `url` follows. */
export function htmlOf(body: readonly Block[], url: string): string {
  let html = ''
  for (const one of body) {
    const more = block(one)
    if (html.length + more.length > MAX_LENGTH) return `${html}<p><a href="${escapeHtml(url)}">Read on</a></p>`
    html += more
  }
  return html
}

function block(node: Block): string {
  switch (node.t) {
    case 'p':
      return `<p>${node.c.map(inline).join('')}</p>`
    case 'ul':
      return `<ul>${items(node.c)}</ul>`
    case 'ol':
      return `<ol${node.start !== undefined ? ` start="${Number(node.start)}"` : ''}>${items(node.c)}</ol>`
    case 'quote':
      return `<blockquote>${node.c.map(block).join('')}</blockquote>`
    case 'pre':
      return `<pre><code>${escapeHtml(node.s)}</code></pre>`
  }
}

const items = (all: Block[][]) => all.map((item) => `<li>${item.map(block).join('')}</li>`).join('')

function inline(node: Inline): string {
  if (typeof node === 'string') return escapeHtml(node)
  switch (node.t) {
    case 'br':
      return '<br>'
    case 'code':
      return `<code>${escapeHtml(node.s)}</code>`
    case 'a':
      return `<a href="${escapeHtml(node.href)}" rel="nofollow ugc">${node.c.map(inline).join('')}</a>`
    default:
      return `<${node.t}>${node.c.map(inline).join('')}</${node.t}>`
  }
}
