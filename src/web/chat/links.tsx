/** Plain text in which addresses are links, by the rule that posts have too. There is no other markup. */
import { Fragment, type ReactNode } from 'react'
import { linksIn } from '#contract/link-words.ts'

export interface TextPart {
  text: string
  /** the target of a link; not set for plain text */
  href?: string
}

export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const { start, end, href } of linksIn(text)) {
    if (start > done) parts.push({ text: text.slice(done, start) })
    parts.push({ text: text.slice(start, end), href })
    done = end
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}

export const drawWords = (text: string): ReactNode =>
  partsOf(text).map(({ text, href }, index) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
      <a key={index} href={href} rel="nofollow ugc noopener">
        {text}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={index}>{text}</Fragment>
    ),
  )
