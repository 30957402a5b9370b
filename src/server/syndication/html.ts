/** The tree of a post as HTML, for feed readers. As on the page, nothing in it is markup that a member wrote. */
import type { Block, Inline } from '#contract/text.ts'
import { escapeHtml } from '../kernel/text/text.ts'

/** Characters of HTML that a feed carries of one post; whoever wants more follows the link. */
const MOST = 8000

/** Whole blocks, as many as fit; what is missing stands behind a link to `url`. */
export function htmlOf(body: readonly Block[], url: string): string {
  let html = ''
  for (const one of body) {
    const more = block(one)
    if (html.length + more.length > MOST) return `${html}<p><a href="${escapeHtml(url)}">Read on</a></p>`
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
      return `<ol${node.start ? ` start="${Number(node.start)}"` : ''}>${items(node.c)}</ol>`
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
