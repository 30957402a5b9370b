/** What a member wrote, drawn from the server's tree. Nothing here parses anything, so nothing here can inject anything. */
import { Fragment, type ReactNode } from 'react'
import type { Block, Inline } from '#contract/text.ts'

/** `className` beside `prose`, for the size. */
export function Prose({ body, className }: { body: readonly Block[]; className?: string }) {
  return <div className={className ? `prose ${className}` : 'prose'}>{body.map(drawOuter)}</div>
}

/** Only what stands by itself finds its own direction: a list or a quote takes it from all that is in it. */
const drawOuter = (block: Block, index: number) => drawBlock(block, index, 'auto')
const drawInner = (block: Block, index: number) => drawBlock(block, index)

// The tree never changes under a reader, so the position is as good a key as any.
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
        // a box that scrolls sideways must be reachable by keyboard
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
