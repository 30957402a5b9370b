/** Plain text in which web addresses are links. There is no other markup. */
import { Fragment, type ReactNode } from 'react'

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/gi

export interface TextPart {
  text: string
  /** the target of a link; not set for plain text */
  href?: string
}

/**
 * Finds http and https addresses. Punctuation at the end, or a bracket that was opened before the address, is not part of
 * it.
 */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutEnd(found)
    const href = hrefOf(address)
    if (!href) continue
    if (index > done) parts.push({ text: text.slice(done, index) })
    parts.push({ text: address, href })
    done = index + address.length
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}

const OPENERS: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Counts the brackets once, because a message may consist of brackets only. */
function withoutEnd(found: string): string {
  const amounts = new Map<string, number>()
  for (const sign of found) amounts.set(sign, amountOf(amounts, sign) + 1)
  let length = found.length
  for (;;) {
    const end = found[length - 1]!
    const opener = OPENERS[end]
    const isAlone = opener !== undefined && amountOf(amounts, end) > amountOf(amounts, opener)
    if (!isAlone && !/[.,;:!?…*_~|]/.test(end)) return found.slice(0, length)
    amounts.set(end, amountOf(amounts, end) - 1)
    length--
  }
}

const amountOf = (amounts: Map<string, number>, sign: string) => amounts.get(sign) ?? 0

function hrefOf(address: string): string | null {
  const url = URL.parse?.(address) ?? parsed(address)
  return url && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.href : null
}

// older browsers do not have URL.parse
function parsed(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
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
