/**
 * Finds links in plain text: https://…, www.… and mail addresses. Posts and chat share this rule. A link ends with the
 * address and never holds the punctuation around it. A mail address is linked as a whole or not at all, because a part
 * of it may be the mailbox of another person. Linear in the length of the text.
 */
import { MAIL_ADDRESS_MAX, MAIL_LOCAL_MAX } from './mail-words.ts'

export interface Link {
  start: number
  end: number
  /** null: this is plain text, and nothing within it is a link either */
  href: string | null
}

export interface LinkFinder {
  /** positions where a link may begin, sorted */
  starts: number[]
  at(start: number): Link | null
}

export function makeLinkFinder(text: string): LinkFinder {
  const mails = new Map<number, Link>()
  const starts = new Set<number>()
  for (const { 0: trigger, index } of text.matchAll(/https?:\/\/|www\.|@/gi)) {
    if (trigger === '@') {
      const mail = mailAround(text, index)
      if (mail) {
        starts.add(mail.start)
        mails.set(mail.start, mail)
      }
    } else if (trigger.endsWith('/') ? !/[a-z]/i.test(text[index - 1] ?? '') : mayBeginName(text, index))
      starts.add(index)
  }
  return { starts: [...starts].sort((a, b) => a - b), at: (start) => mails.get(start) ?? webLinkAt(text, start) }
}

/** Returns the links of a text from its beginning to its end. */
export function linksIn(text: string): (Link & { href: string })[] {
  const { starts, at } = makeLinkFinder(text)
  const links: (Link & { href: string })[] = []
  let done = 0
  for (const start of starts) {
    const link = start >= done && at(start)
    if (!link) continue
    done = link.end
    if (link.href !== null) links.push({ ...link, href: link.href })
  }
  return links
}

/** Scripts without spaces between words: their text may stand directly before or after an address. */
const SPACELESS =
  'ー\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}' +
  '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}'
const IS_SPACELESS = new RegExp(`^[${SPACELESS}]`, 'u')
const WORD = /^[\p{L}\p{M}\p{N}]/u

const signAt = (text: string, at: number): string => {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function signBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1)
  return at > 1 && low >= 0xdc00 && low < 0xe000 ? signAt(text, at - 2) : (text[at - 1] ?? '')
}

/** Letters, digits and their marks; not what changes the look of an emoji. */
const isWord = (sign: string) => WORD.test(sign) && !/[\ufe00-\ufe0f\u20e3]/.test(sign)

const matchAt = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

/** Marks that belong to the letter before them. A link must not end between the two, so it shows them. */
const MARKS = /(?:[\p{M}\u0e33\u0eb3\u{e0020}-\u{e007f}]|[\u{1f3fb}-\u{1f3ff}]|\u200c|\u200d)*/uy
const withMarks = (text: string, end: number) => end + matchAt(MARKS, text, end)!.length

/** "www." begins no link within a word or a host name. Underscores before it are marks. */
function mayBeginName(text: string, start: number): boolean {
  let at = start
  while (text[at - 1] === '_') at--
  const before = signBefore(text, at)
  if (before === '.' || before === '-') {
    const earlier = signBefore(text, at - 1)
    return !/^[\p{Script=Latin}\p{N}_]/u.test(earlier)
  }
  return !isWord(before) || IS_SPACELESS.test(before)
}

/** The signs before the @ in the HTML standard. */
const LOCAL = /[\w.!#$%&'*+/=?^`{|}~-]/
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const MAIL_HOST = new RegExp(`${LABEL}(?:\\.${LABEL})*\\.(?:xn--[a-zA-Z0-9-]{0,58}[a-zA-Z0-9]|[a-zA-Z]{1,63})`, 'iy')
/** What is written as an apostrophe, in a class of a pattern: apostrophes, quotation marks, primes and accents. */
const OTHER_APOSTROPHES =
  '\\u00b4\\u02b9\\u02bb-\\u02bd\\u0384\\u055a\\u05f3\\u1fbd\\u1fbf\\u1fef\\u1ffd\\u1ffe\\u2018-\\u201b' +
  '\\u2032-\\u2037\\ua78b\\ua78c\\uff07\\uff40'
const IS_APOSTROPHE = new RegExp(`['${OTHER_APOSTROPHES}]`, 'u')
const INVISIBLE = '\\p{Default_Ignorable_Code_Point}'
/** Hyphens and dots of other kinds, and signs of full width. */
const OTHER_MARKS = '\\u2010-\\u2013\\u2212\\ufe63\\uff0d\\uff06\\uff0b\\uff0e\\uff3f\\u2024\\ufe52\\u00b7\\\\'
/**
 * If this stands before, more of the address does: a sign of another kind or an invisible one after a letter, or an entity of
 * HTML, which may stand for any sign.
 */
const CONTINUED_BEFORE = new RegExp(
  `(?:[\\p{L}\\p{M}\\p{N}.]${INVISIBLE}*[${OTHER_APOSTROPHES}${OTHER_MARKS}]?${INVISIBLE}*|&[#\\w]{1,12};|${INVISIBLE}{8}|["@\\\\\\u2060\\u00ad\\p{L}\\p{M}\\p{N}]|\\u200c|\\u200d)$`,
  'u',
)
/** The most units of a text that are read before an address. */
const READ_BEFORE = 20
/** If this stands after, more of the address does. */
const CONTINUED_AFTER = new RegExp(
  `^(?:[a-zA-Z0-9]|["'”’]?@|_+[a-zA-Z0-9]|[.-][\\p{L}\\p{M}\\p{N}]|[．｡\\u2024\\ufe52][\\p{L}\\p{N}]|[${SPACELESS}]{1,63}\\.[\\p{L}\\p{N}]|(?![${SPACELESS}])[\\p{L}\\p{M}\\p{N}]|[\\p{M}\\u0e33\\u0eb3\\uff9e\\uff9f\\u2060\\u00ad])`,
  'u',
)
/** An invisible sign within a host name: more of the name follows it. */
const CONTINUED_HOST = new RegExp(
  `${INVISIBLE}+(?:[.-]?(?![${SPACELESS}])[\\p{L}\\p{N}]|[.-][\\p{L}\\p{N}]|[${SPACELESS}]{1,63}\\.[\\p{L}\\p{N}])`,
  'uy',
)
const HIDDEN_WORD = new RegExp(`${INVISIBLE}+[\\p{L}\\p{N}]`, 'uy')

/** Returns the mail address around this @. */
function mailAround(text: string, at: number): Link | null {
  let start = at
  while (at - start <= MAIL_LOCAL_MAX && LOCAL.test(text[start - 1] ?? '')) start--
  const local = text.slice(start, at)
  const name = local.replace(/^[^a-zA-Z0-9]+/, '')
  const host = matchAt(MAIL_HOST, text, at + 1)
  // "'john smith'@example.org" is the address of another person than "smith'@example.org"
  if (/['`]$/.test(local)) return null
  if (!name || !host || local.length > MAIL_LOCAL_MAX || local.length + 1 + host.length > MAIL_ADDRESS_MAX) return null
  const end = at + 1 + host.length
  const marks = local.slice(0, local.length - name.length)
  if (isContinuedBefore(text, start, marks) || CONTINUED_AFTER.test(text.slice(end, end + 70))) return null
  if (matchAt(CONTINUED_HOST, text, end) !== null) return null
  if (marks && !isClosed(text, end, marks.at(-1)!)) return null
  return { start: start + marks.length, end: withMarks(text, end), href: mailHref(`${name}@${host}`) }
}

/** Escapes what would have a meaning in a URL, such as the beginning of a query. */
export function mailHref(address: string): string {
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at)).replaceAll('%2B', '+')}${address.slice(at)}`
}

/** A straight quotation mark before an address opens a quotation, except an escaped one: that is within a name. */
function isContinuedBefore(text: string, start: number, marks: string): boolean {
  const before = text.slice(Math.max(0, start - READ_BEFORE), start)
  if (marks === '' && before.endsWith('"')) return before.endsWith('\\"')
  // the presentation of an emoji is a mark
  return !/(?:(?<!\p{L})[\ufe0e\ufe0f]|\u20e3)$/u.test(before) && CONTINUED_BEFORE.test(before)
}

/**
 * Signs such as * or ' may begin an address, or stand around it. They stand around it if the same sign follows; those of
 * emphasis may follow later in the line.
 */
function isClosed(text: string, end: number, mark: string): boolean {
  const closer = mark === '{' ? '}' : mark
  if (text[end] === closer) return "*_~'`|/}".includes(closer)
  if (!'*_~'.includes(mark)) return false
  const line = text.slice(end, end + 300).split('\n', 1)[0]!
  return new RegExp(`[^\\s][${mark}]+(?![\\p{L}\\p{N}@])`, 'u').test(line)
}

const BEGINNING = /https?:\/\/|www\./iy
/** No host name is longer. */
const HOST = /\[[0-9a-f:.]{2,45}\]|[\p{L}\p{M}\p{N}_.-]{1,253}/iuy
/** A user before the host: the link would lead elsewhere than it says. */
const USER = /[^\s/?#<>"\\()[\]{},\u0080-\uffff]{0,256}@/y
const PORT = new RegExp(`:\\d{1,5}(?!(?![${SPACELESS}])[\\p{L}\\p{M}\\p{N}])`, 'uy')
const WORDS_AFTER_LABEL = new RegExp(`[^.${SPACELESS}][${SPACELESS}]+(?![${SPACELESS}]|\\.[\\p{L}\\p{N}])`, 'u')

function webLinkAt(text: string, start: number): Link | null {
  const beginning = matchAt(BEGINNING, text, start)
  if (beginning === null) return null
  const from = start + beginning.length
  const host = hostAt(text, from)
  if (host === null) return null
  let end = from + host.length
  const isOther =
    text[end] === '%' ||
    matchAt(USER, text, end) !== null ||
    isDotOfAnotherKind(text, end, host) ||
    isCutByInvisible(text, end, host)
  if (isOther) return { start, end: tailEnd(text, end), href: null }
  end += matchAt(PORT, text, end)?.length ?? 0
  if (/[/?#]/.test(text[end] ?? '')) end = tailEnd(text, end)
  const address = text.slice(start, end)
  return { start, end: withMarks(text, end), href: hrefOf(beginning.endsWith('/') ? address : `http://${address}`) }
}

/** Returns the host without what follows it; null if it is none: it has an underscore in its last two parts. */
function hostAt(text: string, from: number): string | null {
  let host = matchAt(HOST, text, from)
  if (host === null || host.startsWith('[')) return host
  const dots = host.indexOf('..')
  if (dots >= 0) host = host.slice(0, dots)
  const words = WORDS_AFTER_LABEL.exec(host)
  if (words) host = host.slice(0, words.index + signAt(host, words.index).length)
  const bare = host.replace(/[._-]+$/, '')
  if (!/[\p{L}\p{N}]/u.test(bare)) return null
  const isFit = !bare
    .split('.')
    .slice(-2)
    .some((part) => part.includes('_'))
  if (!isFit) return null
  return /[/?#:]/.test(text[from + host.length] ?? '') && host.endsWith('.') ? host : bare
}

/** Browsers read full-width dots in a host as dots. */
function isDotOfAnotherKind(text: string, end: number, host: string): boolean {
  const sign = text[end] ?? ''
  if (!'．｡。'.includes(sign) || sign === '' || !isWord(signAt(text, end + 1))) return false
  return sign !== '。' || !host.includes('.')
}

/** Words of scripts without spaces may follow an invisible sign, which divides them. */
const isCutByInvisible = (text: string, end: number, host: string) =>
  matchAt(CONTINUED_HOST, text, end) !== null || (!host.includes('.') && matchAt(HIDDEN_WORD, text, end) !== null)

const CLOSERS: Record<string, string> = { '(': ')', '[': ']', '{': '}' }
const MAX_NESTED = 8
/** Allowed between two letters or digits: apostrophes, hyphens, dashes and dots within words, and joiners. */
const WITHIN_WORDS = /^[’ʼꞌ‐‑–·‧・･〜~\u05be\u05f3\u05f4\u0f0b\u200c\u200d]$/u
/** Ends every address: spaces, invisible signs, quotation marks, and all other signs that are not ASCII. */
const ENDS = /^[\s\p{C}\p{Z}<>"`\\]|^(?![!-~])[\p{P}\p{S}]/u
const SIMPLE = /[a-z0-9/]/i
const NEXT_ADDRESS = /https?:\/\/|www\./iy

/** Returns the end of path, query and fragment. Brackets belong to them only in pairs. */
function tailEnd(text: string, from: number): number {
  const open: { closer: string; at: number }[] = []
  let [at, last] = [from, '/']
  while (at < text.length) {
    const sign = signAt(text, at)
    if (!SIMPLE.test(sign) && !mayStand(text, at, sign, last)) break
    if (CLOSERS[sign]) {
      if (open.length === MAX_NESTED) break
      open.push({ closer: CLOSERS[sign], at })
    } else if (')]}'.includes(sign)) {
      if (open.at(-1)?.closer !== sign) break
      open.pop()
    }
    if (!'()[]{}'.includes(sign)) last = sign
    at += sign.length
  }
  return withoutTrail(text, from, open[0]?.at ?? at)
}

/** `last`: the sign before, brackets left out. */
function mayStand(text: string, at: number, sign: string, last: string): boolean {
  const next = signAt(text, at + sign.length)
  if (IS_APOSTROPHE.test(sign) && !continuesWord(text, at + sign.length, next)) return false
  if (',;|'.includes(sign) && matchAt(NEXT_ADDRESS, text, at + 1) !== null) return false
  if (WITHIN_WORDS.test(sign) && sign !== '~') return isWord(last) && isWord(next)
  if (ENDS.test(sign)) return false
  return !IS_SPACELESS.test(sign) || !/[a-z0-9.,!;'"*|$^]/i.test(last)
}

/** Of what follows an apostrophe: not "s" alone, and not a sign that no address has there. */
const continuesWord = (text: string, at: number, next: string) =>
  /^[\p{L}\p{N}_/=&%+-]/u.test(next) && !/^s(?![\p{L}\p{M}\p{N}_/?=&#%+-])/iu.test(text.slice(at, at + 3))

/** Removes the end of the sentence, and marks of emphasis. */
function withoutTrail(text: string, from: number, to: number): number {
  for (let end = to; end > from; ) {
    const last = text[end - 1]!
    if (last === ';') end = entityBefore(text, from, end)
    else if ("!'*,.:?_~|^@&%".includes(last)) end--
    else if (last === '-' && text[end - 2] === '-') while (text[end - 1] === '-' && end > from) end--
    else return end
  }
  return from
}

/** Returns where the entity begins that ends at this semicolon, or the semicolon's own position if there is none. */
function entityBefore(text: string, from: number, end: number): number {
  let at = end - 2
  while (at > from && /[a-z]/i.test(text[at]!)) at--
  return text[at] === '&' && at < end - 2 ? at : end - 1
}

/** Returns the address as a browser reads it; null if it has a user, or is none. */
function hrefOf(address: string): string | null {
  try {
    const url = new URL(address)
    return /^https?:$/.test(url.protocol) && url.hostname && !url.username && !url.password ? url.href : null
  } catch {
    return null
  }
}
