/**
 * Texts for measurements: real words in the frequency of a language (Zipf's law), with the tree that the product would parse
 * from them. The words are those of the password check (OpenSubtitles, ODC-BY, in the order of their frequency). They come with
 * that package and are credited in its notice.
 */
import { dictionary } from '@zxcvbn-ts/language-en'
import type { Block } from '#contract/text.ts'
import type { Random } from './random.ts'

/** Each of these words occurs in one of twenty threads, and nowhere else. */
export const THREAD_WORDS = ['bicycle', 'campfire', 'daycare', 'mortgage', 'treehouse']
const IN_THREADS = 0.05

const known = dictionary as Record<string, (string | number)[]>
const plain = (name: string) =>
  known[name]!.filter((word): word is string => typeof word === 'string' && /^[a-z]{1,14}$/.test(word))

/** The index of the search also stores such a word joined with the next one (search_compounds). The seed does without. */
const WRITTEN_APART =
  /^(?:anti|bio|co|ex|foster|god|grand|great|half|mid|multi|non|pre|re|self|semi|step|sub|wi|[b-hj-z])$/

/** The most frequent words first. */
export const WORDS = plain('commonWords-en').filter((word) => !THREAD_WORDS.includes(word) && !WRITTEN_APART.test(word))
export const FIRST_NAMES = plain('firstnames-en').filter((name) => name.length >= 3 && name.length <= 10)
export const LAST_NAMES = plain('lastnames-en').slice(0, 5000)

/** Chance in 2^20 steps → rank: one look-up per word. The rarest of 50,000 words has about two steps. */
const STEPS = 2 ** 20
const RANKS = ranksByZipf(WORDS.length)

function ranksByZipf(count: number): Uint16Array {
  const ranks = new Uint16Array(STEPS)
  let sum = 0
  for (let rank = 1; rank <= count; rank++) sum += 1 / rank
  let [reached, step] = [0, 0]
  for (let rank = 0; rank < count; rank++) {
    reached += 1 / (rank + 1) / sum
    const end = rank === count - 1 ? STEPS : Math.round(reached * STEPS)
    ranks.fill(rank, step, end)
    step = end
  }
  return ranks
}

const word = (random: Random) => WORDS[RANKS[(random() * STEPS) | 0]!]!
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** At least `least`, mostly little more, sometimes up to `most`. */
const some = (random: Random, least: number, most: number) => least + Math.floor((most - least + 1) * random() ** 2.2)

function sentence(random: Random, count: number): string {
  let text = capital(word(random))
  for (let place = 1; place < count; place++) text += ` ${word(random)}`
  return text
}

export function makeTitle(random: Random, end = ''): string {
  return sentence(random, 3 + Math.floor(random() * 7)) + end
}

export interface Written {
  content: string
  body: Block[]
  /** the words alone, as an excerpt begins */
  words: string
}

/** Some sentences in one to four paragraphs; sometimes a list, or a word in bold. */
export function makePost(random: Random): Written {
  const special = THREAD_WORDS.filter(() => random() < IN_THREADS)
  return written(random, some(random, 12, 220), special.length ? `${capital(special.join(' '))}.` : '')
}

export const makeComment = (random: Random): Written => written(random, some(random, 3, 90), '')

const PARAGRAPH = 60

function written(random: Random, count: number, first: string): Written {
  const parts: Part[] = []
  for (let left = count; left > 0; left -= PARAGRAPH) {
    const words = Math.min(left, PARAGRAPH)
    const chance = random()
    // two adjacent lists would be parsed as one
    if (chance < 0.05 && parts.at(-1)?.block.t !== 'ul') parts.push(list(random))
    else if (chance < 0.12) parts.push(withBold(random, words))
    else parts.push(paragraph(sentences(random, words)))
  }
  if (first) parts.unshift(paragraph(first))
  return {
    content: parts.map(({ content }) => content).join('\n\n'),
    body: parts.map(({ block }) => block),
    words: parts.map(({ words }) => words).join(' '),
  }
}

interface Part {
  content: string
  block: Block
  words: string
}

const paragraph = (text: string): Part => ({ content: text, block: { t: 'p', c: [text] }, words: text })

function sentences(random: Random, count: number): string {
  let text = ''
  for (let left = count; left > 0; ) {
    const words = Math.min(left, 4 + Math.floor(random() * 11))
    text += `${text && ' '}${sentence(random, words)}.`
    left -= words
  }
  return text
}

function withBold(random: Random, count: number): Part {
  const [before, bold, after] = [sentence(random, 3), word(random), `${sentence(random, Math.max(2, count - 4))}.`]
  return {
    content: `${before} **${bold}** ${after}`,
    block: { t: 'p', c: [`${before} `, { t: 'b', c: [bold] }, ` ${after}`] },
    words: `${before} ${bold} ${after}`,
  }
}

function list(random: Random): Part {
  const items = Array.from({ length: 3 }, () => sentence(random, 4))
  return {
    content: items.map((item) => `- ${item}`).join('\n'),
    block: { t: 'ul', c: items.map((item): Block[] => [{ t: 'p', c: [item] }]) },
    words: items.join(' '),
  }
}

const EXCERPT = 280

/** Like the product's own excerpt, for words that contain only letters: one UTF-16 unit is one code point. */
export const excerptOfWords = (words: string): string =>
  words.length <= EXCERPT ? words : `${words.slice(0, EXCERPT - 1).trimEnd()}…`
