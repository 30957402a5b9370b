/** Renders a member's text from the tree that the server sends. Nothing is parsed here, so nothing can be injected. */
import { Fragment, type ReactNode } from 'react'
import type { Block, Inline } from '#contract/text.ts'

/** `className` is added to `prose` and sets the size. */
export function Prose({ body, className }: { body: readonly Block[]; className?: string }) {
  return <div className={className ? `prose ${className}` : 'prose'}>{body.map(drawOuter)}</div>
}

/** Only outer blocks detect their own text direction; a list or a quotation takes it from its whole content. */
const drawOuter = (block: Block, index: number) => drawBlock(block, index, 'auto')
const drawInner = (block: Block, index: number) => drawBlock(block, index)

// The tree never changes while it is shown, so the index can be the key.
function drawBlock(block: Block, index: number, dir?: 'auto'): ReactNode {
  switch (block.t) {
    case 'p':
      return (
        <p key={index} dir={dir}>
          {block.c.map(drawInline)}
        </p>
      )
    case 'ul':
      return (
        <ul key={index} dir={dir}>
          {block.c.map(drawItem)}
        </ul>
      )
    case 'ol':
      return (
        <ol key={index} dir={dir} start={block.start}>
          {block.c.map(drawItem)}
        </ol>
      )
    case 'quote':
      return (
        <blockquote key={index} dir={dir}>
          {block.c.map(drawInner)}
        </blockquote>
      )
    case 'pre':
      return (
        // a region that scrolls sideways must be reachable by keyboard
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <pre key={index} tabIndex={0}>
          <code>{block.s}</code>
        </pre>
      )
  }
}

function drawItem(item: Block[], index: number): ReactNode {
  return <li key={index}>{item.map(drawInner)}</li>
}

function drawInline(inline: Inline, index: number): ReactNode {
  if (typeof inline === 'string') return inline
  switch (inline.t) {
    case 'b':
      return <strong key={index}>{inline.c.map(drawInline)}</strong>
    case 'i':
      return <em key={index}>{inline.c.map(drawInline)}</em>
    case 'code':
      return <code key={index}>{inline.s}</code>
    case 'a':
      return (
        <a key={index} href={inline.href} rel="nofollow ugc noopener">
          {inline.c.map(drawInline)}
        </a>
      )
    case 'br':
      return (
        <Fragment key={index}>
          <br />
        </Fragment>
      )
  }
}
