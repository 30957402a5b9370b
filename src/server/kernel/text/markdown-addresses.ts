/** Addresses that stand in a text as they are: https://…, www.…, and of mail. As GitHub links them; nothing else is one. */
import type { MarkdownIt, StateInline } from 'markdown-it'

/**
 * Where one may begin: nowhere in the middle of what could be the name of a machine, so that no stretch of a text is looked
 * at twice. Underscores before it are marks.
 */
const BEGINNING = /(?<![a-z])https?:\/\/|(?<![\p{L}\p{M}\p{N}_.-])_*www\.|(?<![\w.+-])[\w.+-]+@/giu
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/iy
/** No name of a machine is longer. */
const HOST = /(?:https?:\/\/|www\.)([\p{L}\p{M}\p{N}_.-]{1,253})/iuy
/** The label of a link ends it, too. */
const REST = /(?:[^\s<\]]|\](?![[(]))*/y
/** What begins something else than words. */
const MARK = /[\n\\`*_[\]<]/g

/** What is known of one paragraph. */
interface Known {
  /** where an address may begin */
  beginnings: number[]
  /** from here to there are no marks; found once, however many addresses lie between */
  words: [from: number, to: number]
}

export function addAddresses({ inline: { ruler } }: MarkdownIt): void {
  const ofAll = new WeakMap<StateInline, Known>()
  const knownOf = (state: StateInline): Known => {
    const known = ofAll.get(state)
    if (known) return known
    const beginnings = Array.from(state.src.matchAll(BEGINNING), ({ index, 0: text }) => index + text.search(/[^_]/))
    const made: Known = { beginnings, words: [0, 0] }
    ofAll.set(state, made)
    return made
  }

  // in the label of a link it would be a link in a link
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

function wordsTo({ src, pos }: StateInline, known: Known): number {
  const [from, to] = known.words
  if (from <= pos && pos <= to && to > from) return to
  MARK.lastIndex = pos
  known.words = [pos, MARK.exec(src)?.index ?? src.length]
  return known.words[1]
}

/** The place in a sorted list of the first number beyond this one. */
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

/** Underscores behind an address belong to what is written around it. */
function withoutMarks(address: string): string {
  let end = address.length
  while (address[end - 1] === '_') end--
  return address.slice(0, end)
}

/** A letter or a number in it, and no underscore in its last two parts. */
function isHost(name: string): boolean {
  const parts = name.split('.')
  return /[\p{L}\p{N}]/u.test(name) && !parts.slice(-2).some((part) => part.includes('_'))
}

/** Without what ends the sentence rather than the address: punctuation, and brackets that are not opened in it. */
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

/** Where the entity begins that ends at this semicolon; the semicolon's own place where there is none. */
function entityBefore(address: string, end: number): number {
  let at = end - 2
  while (at >= 0 && /[a-z]/i.test(address[at]!)) at--
  return address[at] === '&' && at < end - 2 ? at : end - 1
}
