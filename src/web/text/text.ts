/** A member's text as plain words, for places that cannot show markup. */
import type { Block, Inline } from '#contract/text.ts'

/** Returns one line per block, at most `most` characters in total. Characters are never split. */
export function plainOf(body: readonly Block[], most: number): string {
  const words = body.map(plainBlock).join('\n').trim()
  return words.length <= most ? words : `${words.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

function plainBlock(block: Block): string {
  switch (block.t) {
    case 'pre':
      return block.s
    case 'p':
      return block.c.map(plainInline).join('')
    case 'quote':
      return block.c.map(plainBlock).join('\n')
    default:
      return block.c.map((item) => item.map(plainBlock).join(' ')).join('\n')
  }
}

function plainInline(node: Inline): string {
  if (typeof node === 'string') return node
  if (node.t === 'br') return '\n'
  return node.t === 'code' ? node.s : node.c.map(plainInline).join('')
}
