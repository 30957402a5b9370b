/** Autolinks: https://…, www.… and mail addresses in plain text become links, as on GitHub. */
import type { MarkdownIt, StateInline } from 'markdown-it'

/**
 * Where an address may begin: never inside what could be a host name, so that no part of a text is scanned twice.
 * Underscores before it are marks.
 */
const BEGINNING = /(?<![a-z])https?:\/\/|(?<![\p{L}\p{M}\p{N}_.-])_*www\.|(?<![\w.+-])[\w.+-]+@/giu
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/iy
/** No host name is longer. */
const HOST = /(?:https?:\/\/|www\.)([\p{L}\p{M}\p{N}_.-]{1,253})/iuy
/** The address also ends where the label of a link ends. */
const REST = /(?:[^\s<\]]|\](?![[(]))*/y
/** Characters that begin something other than plain text. */
const MARK = /[\n\\`*_[\]<]/g

/** What has been found in one paragraph. */
interface ScannedParagraph {
  /** positions where an address may begin */
  beginnings: number[]
  /** a range without marks; found once, however many addresses it contains */
  words: [from: number, to: number]
}

export function addAddresses({ inline: { ruler } }: MarkdownIt): void {
  const ofAll = new WeakMap<StateInline, ScannedParagraph>()
  const knownOf = (state: StateInline): ScannedParagraph => {
    const known = ofAll.get(state)
    if (known) return known
    const beginnings = Array.from(state.src.matchAll(BEGINNING), ({ index, 0: text }) => index + text.search(/[^_]/))
    const made: ScannedParagraph = { beginnings, words: [0, 0] }
    ofAll.set(state, made)
    return made
  }

  // a link in the label of a link would be nested
  ruler.before('text', 'address', (state, silent) => {
    if (silent || state.linkLevel > 0) return false
    const { beginnings } = knownOf(state)
    if (beginnings[after(beginnings, state.pos - 1)] !== state.pos) return false
    const found = addressAt(state.src, state.pos)
    if (!found) return false
    state.push('link_open', 'a', 1).attrs = [['href', found.href]]
    state.push('text', '', 0).content = found.text
    state.push('link_close', 'a', -1)
    state.pos += found.text.length
    return true
  })

  ruler.at('text', (state, silent) => {
    const known = knownOf(state)
    let end = Math.min(wordsTo(state, known), state.posMax)
    if (!silent && state.linkLevel === 0)
      end = Math.min(end, known.beginnings[after(known.beginnings, state.pos)] ?? end)
    if (end === state.pos) return false
    if (!silent) state.pending += state.src.slice(state.pos, end)
    state.pos = end
    return true
  })
}

function wordsTo({ src, pos }: StateInline, known: ScannedParagraph): number {
  const [from, to] = known.words
  if (from <= pos && pos <= to && to > from) return to
  MARK.lastIndex = pos
  known.words = [pos, MARK.exec(src)?.index ?? src.length]
  return known.words[1]
}

/** Returns the index of the first number in a sorted list that is greater than this one. */
function after(all: number[], number: number): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (all[middle]! > number) high = middle
    else low = middle + 1
  }
  return low
}

interface Address {
  text: string
  href: string
}

function addressAt(text: string, from: number): Address | null {
  MAIL.lastIndex = HOST.lastIndex = from
  const mail = withoutMarks(MAIL.exec(text)?.[0] ?? '')
  if (/[a-z]$/i.test(mail) && mail.includes('.', mail.indexOf('@'))) return { text: mail, href: `mailto:${mail}` }
  const [, host] = HOST.exec(text) ?? []
  if (host === undefined || !isHost(withoutMarks(host))) return null
  REST.lastIndex = from
  const whole = withoutTrail(REST.exec(text)![0])
  return { text: whole, href: /^www/i.test(whole) ? `http://${whole}` : whole }
}

/** Removes underscores after an address: they belong to the text around it. */
function withoutMarks(address: string): string {
  let end = address.length
  while (address[end - 1] === '_') end--
  return address.slice(0, end)
}

/** Returns whether the name has a letter or a digit, and no underscore in its last two parts. */
function isHost(name: string): boolean {
  const parts = name.split('.')
  return /[\p{L}\p{N}]/u.test(name) && !parts.slice(-2).some((part) => part.includes('_'))
}

/** Removes the end of the sentence: punctuation, and closing brackets that are not opened in the address. */
function withoutTrail(address: string): string {
  let [end, surplus] = [address.length, 0]
  for (const letter of address) surplus += letter === ')' ? 1 : letter === '(' ? -1 : 0
  for (; end > 0; end--) {
    const last = address[end - 1]!
    if (last === ')') {
      if (surplus-- <= 0) break
    } else if (last === ';') {
      end = 1 + entityBefore(address, end)
    } else if (!'!"\'*,.:?_~]'.includes(last)) break
  }
  return address.slice(0, end)
}

/** Returns where the entity begins that ends at this semicolon, or the semicolon's own position if there is none. */
function entityBefore(address: string, end: number): number {
  let at = end - 2
  while (at >= 0 && /[a-z]/i.test(address[at]!)) at--
  return address[at] === '&' && at < end - 2 ? at : end - 1
}
