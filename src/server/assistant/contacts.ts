/**
 * Finds what leads a reader out of the community or to somebody's money: telephone numbers, addresses of every kind,
 * accounts and handles. A passage with one is never quoted (docs/decisions/063). Pure functions.
 */

/** True if the text has a telephone number, an address, an account or a handle. */
export function hasContact(text: string): boolean {
  const folded = text.normalize('NFKC').replaceAll('。', '.')
  return PATTERNS.some((pattern) => pattern.test(folded)) || hasLongNumber(folded)
}

const APPS =
  'whats ?app|telegram|venmo|revolut|cash ?app|zelle|paypal|snapchat|instagram|discord|skype|we ?chat|viber|bizum|twint'

const PATTERNS: RegExp[] = [
  // electronic addresses
  /:\/\/|\bwww\.|\b(?:mailto|javascript|tel):/i,
  /\b[\w-]+\.(?:com|org|net|info|biz|io|me|co|app|dev|link|ly|gg|tv|shop|xyz|site|online|eu|uk|ie|de|at|ch|fr|es|nl|us|ca|au|example)\b/,
  /[\p{L}\p{N}._%+-]+ ?(?:@|[([{] ?at ?[)\]}]) ?[\p{L}\p{N}-]+/iu,
  /\b[\w.+-]+ at [\w-]+ dot \w+/i,
  // handles
  /(?<![\p{L}\p{N}.])@[\p{L}\p{N}_]{2,}/u,
  /(?<![\p{L}\p{N}])[$£€][A-Za-z][A-Za-z0-9_]{2,}/u,
  /\brevtag\b/i,
  new RegExp(`\\b(?:${APPS}) ?(?:[:=@]|me\\b|us\\b|(?:id|handle|name|number|user|tag|is)\\b)`, 'i'),
  new RegExp(
    `\\b(?:message|write|text|contact|add|find|reach|pay|send|donate|dm|ping|ask)\\b[^.!?]{0,30}\\b(?:on|via|over|by|to|through|with) (?:my )?(?:${APPS})\\b`,
    'i',
  ),
  /\bmy (?:venmo|paypal|cash ?app|zelle|telegram|skype|discord)\b/i,
  // accounts
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,}/,
  /\b(?:sort code|account (?:no|number)|iban|bic|swift|routing)\b\D{0,15}\d/i,
  /\b(?:bc1[a-z0-9]{20,}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|0x[0-9a-fA-F]{40})\b/,
  // postal addresses
  /\b\d{1,5}[a-z]?,? (?:\p{Lu}[\p{L}'’-]+ ){1,3}(?:[Ss]treet|St|[Rr]oad|Rd|[Aa]venue|Ave|[Ll]ane|Ln|[Dd]rive|[Cc]lose|[Cc]ourt|[Tt]errace|[Cc]rescent|[Bb]oulevard|Blvd|[Gg]ardens|[Gg]rove|[Ss]quare|[Ww]ay)\b/u,
  /\p{Lu}[\p{L}-]*(?:stra(?:ß|ss)e|str\.|gasse|platz|allee) \d{1,4}/u,
  /\b\d{1,4},? (?:bis )?(?:rue|impasse|boulevard) (?:de|du|des|\p{Lu})/u,
  /\b(?:Calle|Avenida|Plaza|Via|Viale|Corso) \p{Lu}[\p{L} ]{1,30},? \d{1,4}\b/u,
  /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/,
  /\bP\.? ?O\.? Box \d/i,
  // a short number after a word that asks for a call
  /\b(?:call|ring|text|phone|tel|mobile|fax)\b\D{0,12}\+?\d(?:[ -]?\d){5,}/i,
]

/** A telephone number, a card or an account has at least seven digits. */
const MIN_DIGITS = 7
const NUMBER = /\+?\(?\d(?:[ ()./–-]{0,3}\d)+/g
const UNIT =
  /^ ?(?:ml|mg|g|kg|km|cm|m|miles?|calories|kcal|steps|pounds|euros?|dollars|quid|words|days|nights|hours|minutes|people|times)\b/i

function hasLongNumber(text: string): boolean {
  for (const { 0: number, index } of text.matchAll(NUMBER)) {
    const digits = number.replace(/\D/g, '')
    if (digits.length < MIN_DIGITS || isAmount(number) || isDate(number) || isRange(number)) continue
    if (UNIT.test(text.slice(index + number.length)) && !/^[+(0]/.test(number)) continue
    return true
  }
  return false
}

/** "1 000 000", at most eight digits. A longer one, or one that begins with 0, is rather a telephone number. */
const isAmount = (number: string) => /^[1-9]\d{0,1}(?:[ .]\d{3}){2}(?:\.\d{1,2})?$/.test(number)

const isDate = (number: string) =>
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})$/.test(number.replaceAll(' ', ''))

/** "2019-2024", or a row of short numbers such as "20-30-40". */
const isRange = (number: string) =>
  /^[1-9]\d{3} ?[-–/] ?[1-9]\d{3}$/.test(number) || /^\d{1,2}(?:[ /–-]+\d{1,2}){1,3}$/.test(number)
