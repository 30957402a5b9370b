/** The parts of a sentence that can be checked against a source: words, numbers and names. Pure functions. */
import { dictionary } from '@zxcvbn-ts/language-en'

/** Words of letters and digits, with an apostrophe inside; decimals and times are one word. */
export const WORD = /\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu

export const wordsOf = (text: string): string[] => text.normalize('NFKC').match(WORD) ?? []

/** The words "it's" and "dad's" without their endings. */
const bare = (word: string) => word.toLowerCase().replace(/['’].*$/, '')

const STOP_WORDS = new Set(
  `a about after again all also always am an and any are as at back be because been before being but by can could did do does
  doing done down each else even ever every few for from get gets getting got had has have having he her here hers him his
  how i if in into is it its just let like lot made make many may me might more most much must my no nor not now of off often
  on once only or other others our out over own per put same say says she should so some still such take than that the their
  them then there these they thing things this those through to too try two under until up upon us use used very was way we
  well were what when where which while who why will with would yes yet you your yours`
    .split(/\s+/)
    .filter(Boolean),
)

/** The words that carry meaning, each with its stem: "sleeping" and "sleeps" have one stem. */
export const contentWordsOf = (text: string): { word: string; stem: string }[] =>
  wordsOf(text)
    .map(bare)
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word) && !isNumber(word))
    .map((word) => ({ word, stem: stem(word) }))

export const contentOf = (text: string): string[] => contentWordsOf(text).map(({ stem }) => stem)

const IRREGULAR = new Map(
  `ate:eat eaten:eat bit:bite bitten:bite bought:buy broke:break broken:break built:build caught:catch drank:drink drove:drive
  driven:drive fed:feed fell:fall fallen:fall fought:fight forgot:forget forgotten:forget froze:freeze frozen:freeze
  gave:give given:give grew:grow grown:grow hid:hide hidden:hide kept:keep laid:lay lit:light lost:lose paid:pay ran:run
  sang:sing slept:sleep sold:sell stole:steal stolen:steal swam:swim taught:teach threw:throw thrown:throw woke:wake woken:wake
  won:win wore:wear worn:wear`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
)

/** A simple folding of English forms, applied to both sides of a comparison. */
function stem(form: string): string {
  const word = IRREGULAR.get(form) ?? form
  // "waving" is a form of "wave", which keeps its last letter
  const short = /^([^aeiou]*[aeiou][^aeiouwxy])(?:ing|ed|es)$/.exec(word)?.[1]
  if (short && short.length <= 3) return `${short}e`
  if (word.length <= 4) return word.replace(/s$/, '')
  return word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?:ingly|edly|ing|ed|ers|er|es|ly|s|e)$/, '')
    .replace(/([^aeiouls])\1$/, '$1')
    .replace(/y$/, 'i')
}

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(' ')
ONES.push('seventeen', 'eighteen', 'nineteen')
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const ORDINALS = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')
const OTHER_NUMBERS: Record<string, string> = {
  ...{
    hundred: '100',
    hundreds: '100',
    thousand: '1000',
    thousands: '1000',
    million: '1000000',
    billion: '1000000000',
  },
  ...{ half: '1/2', halves: '1/2', quarter: '1/4', quarters: '1/4', dozen: '12', dozens: '12', couple: '2', pair: '2' },
  ...{ once: '1', twice: '2', thrice: '3', double: '2', triple: '3', single: '1', both: '2' },
}
const NUMBERS = new Map<string, string>([
  ...ONES.map((word, value): [string, string] => [word, String(value)]),
  ...TENS.map((word, place): [string, string] => [word, String((place + 2) * 10)]),
  ...ORDINALS.map((word, value): [string, string] => [word, String(value)]),
  ...Object.entries(OTHER_NUMBERS),
])

const isNumber = (word: string) => NUMBERS.has(word) || /\p{N}/u.test(word)

/** Every number, written in digits or in words, as digits: "21", "twenty-one" and "21st" are equal. */
export function numbersOf(text: string): Set<string> {
  const found = new Set<string>()
  const words = wordsOf(text).map(bare)
  for (const [place, word] of words.entries()) {
    const values = valuesOf(word)
    const value = NUMBERS.get(word)
    if (value === undefined) {
      for (const number of values) found.add(number)
      continue
    }
    const unit = ONES.indexOf(words[place + 1] ?? '')
    const isTens = TENS.includes(word) && unit > 0 && unit < 10
    found.add(isTens ? String(Number(value) + unit) : value)
    if (isTens) words.splice(place + 1, 1, '')
  }
  return found
}

/** The numbers in a word. */
export function valuesOf(word: string): string[] {
  if (/\p{N}/u.test(word)) return digitsOf(word)
  const value = NUMBERS.get(word)
  return value === undefined ? [] : [value]
}

/** "1,200" and "1200" are equal, and so are "07:30" and "7:30"; of "6am" and "v2" the digits are the number. */
const digitsOf = (word: string): string[] =>
  (word.match(/\p{N}+(?:[.,:]\p{N}+)*/gu) ?? []).map((number) =>
    number.replace(/,(?=\d{3}(?:\D|$))/g, '').replace(/^0+(?=\p{N})/u, ''),
  )

/** Units and quantities: a sentence with another one says something else. */
const MEASURES = new Set(
  `second minute hour day night week weekend fortnight month year decade age daily weekly monthly yearly hourly nightly
  metre meter centimetre inch foot mile kilometre gram kilo ounce litre pint degree percent pound dollar euro cent penny
  every all always each only everyone everybody everything most best worst`.split(/\s+/),
)

/** Words for effects: the source must contain the same effect. */
const EFFECTS = new Set(
  `reduce increase prevent cure heal fix solve improve enough guarantee ensure cause worsen speed shorten lessen lower raise boost
  relieve calm soothe`
    .split(/\s+/)
    .map(stem),
)

/** The units, quantities and effects in a text, as stems. */
export const measuresOf = (text: string): Set<string> =>
  new Set(
    wordsOf(text).flatMap((word) => {
      const singular = bare(word).replace(/(?<=[^s])s$/, '')
      const effect = stem(bare(word))
      return [...(MEASURES.has(singular) ? [singular] : []), ...(EFFECTS.has(effect) ? [effect] : [])]
    }),
  )

const OPENERS = new Set(
  `a after all also always an another any as ask at be because before both but by do don don't each every everybody everyone first
  focus for from get give go going have having he her here his how i if in is it its just keep let letting look make making many
  most my never no nobody none not of often on once one only or other our over remember say see she so some somebody someone
  start stay stick take taking talk tell that the their then there these they this those to try trying turn use using wait
  walk was we what when where while who why with without you your`
    .split(/\s+/)
    .filter(Boolean),
)
const COMMON = new Set(list('commonWords-en').slice(0, 12_000))
const NAMES = new Set([
  ...list('firstnames-en'),
  ...list('lastnames-en').slice(0, 5000),
  ...['daysOfWeek-en', 'months-en', 'planets-en', 'zodiacSigns-en'].flatMap(list),
])

function list(name: string): string[] {
  return ((dictionary as Record<string, (string | number)[]>)[name] ?? []).map((word) => String(word).toLowerCase())
}

/**
 * Words that may be names: those with a capital letter (except "I"), or in another script than Latin. The first word of
 * a sentence always has a capital letter: it counts unless it is a common word that is no name.
 */
export function namesOf(text: string): string[] {
  const names: string[] = []
  let isFirst = true
  for (const part of text.normalize('NFKC').split(/(?<=[.!?:…]["'”’)]*)\s+/u)) {
    isFirst = true
    for (const word of part.match(WORD) ?? []) {
      const known = bare(word)
      const isName = /\p{Lu}/u.test(word)
        ? !isOrdinary(word, known, isFirst)
        : /[^\p{Script=Latin}\p{M}\p{N}'’]/u.test(word)
      if (isName) names.push(known)
      isFirst = false
    }
  }
  return names
}

function isOrdinary(word: string, known: string, isFirst: boolean): boolean {
  if (known === 'i') return true
  if (!isFirst || /\p{Lu}/u.test(word.slice(1))) return false
  return OPENERS.has(known) || (COMMON.has(known) && !NAMES.has(known))
}

/** Every word in lower case, without endings after an apostrophe. */
export const bareWordsOf = (text: string): Set<string> => new Set(wordsOf(text).map(bare))

const NEGATIONS =
  /^(?:no|not|never|none|nobody|nothing|without|cannot|avoid|stop|stopped|quit|neither|nor|hardly|except|unless)$/
/** True if the text denies something or advises against it. */
export const isNegated = (text: string): boolean =>
  wordsOf(text).some(
    (word) =>
      NEGATIONS.test(word.toLowerCase()) ||
      /n['’]t$/i.test(word) ||
      /^(?:dont|wont|cant|didnt|doesnt|isnt)$/i.test(word),
  )
