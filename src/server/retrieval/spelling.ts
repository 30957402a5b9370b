/**
 * Corrects words of a question that no thread contains. The index stores stems, so a misspelled word is compared with the
 * forms that a stem may have: "sleepnig" is nearest to "sleeping", whose stem is "sleep".
 */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { distance, folded, isUnspaced, maxMistakes, WORD } from '../kernel/text/text.ts'
import { type English, englishWords, nearWords } from './near-words.ts'
import { SAME_WORDS } from './same-things.ts'

/** A word of a question. */
export interface Word {
  /** as it was typed, in lower case and without accents */
  token: string
  /** its stem */
  lexeme: string
}

export interface Correction {
  from: string
  to: string
  /** a word such as "about", which the index leaves out */
  isStopWord: boolean
}

/** A question with more wrong words than this is probably in another language. */
const MAX_CORRECTED = 5
/** Maximum number of words of the index that are compared with the misspelled words, the most frequent first. */
const MAX_COMPARED = 600
/** Letters that a misspelled ending may have: its word is also looked up without them. */
const MAX_ENDING = 4
const MIN_LETTERS = 3
/** A word that is at least this near to a word of the index is a word, and not a misspelled one. */
const MIN_NEARNESS = 0.6
/** People seldom mistype the first letter. In mistakes. */
const FIRST_LETTER = 0.5
/** In a shorter word the first letter is right: "tell" is a word that no thread has, and not a misspelled "fell". */
const LONG = 6
/** A word that is in ten times as many threads may be this much further away. In mistakes. */
const FREQUENCY = 0.12
/** Stop words that can be misspelled: a misspelled "about" must not become "abort". */
const STOP_WORDS = `about above after again against because been before being below between cannot could does doing
  down during each from further have having here herself himself into itself just more most myself once only other
  over same should some such than that their them then there these they this those through under until very were what when
  where which while whom will with would your yours yourself`.split(/\s+/)

/** For each unknown word the nearest known one, if one is near. */
export async function correctionsOf({ db }: Pick<Ctx, 'db'>, unknown: Word[]): Promise<Correction[]> {
  const english = await englishWords({ db })
  const isCandidate = ({ token }: Word) =>
    maxMistakes(token) > 0 && !/[0-9]/.test(token) && !isUnspaced(token) && !english.isCommon(token)
  const candidates = unknown.filter(isCandidate)
  if (candidates.length === 0) return []
  const tokens = candidates.map(({ token }) => token)
  const withMeaning = new Set((await nearWords({ db }, tokens, MIN_NEARNESS)).map(({ of }) => of))
  const words = candidates.filter(({ token }) => !withMeaning.has(token))
  if (words.length === 0 || words.length > MAX_CORRECTED) return []
  const forms = [...new Set(words.flatMap(formsToLookUp))]
  const { rows } = await sql<Candidate>`
    select lexeme, documents from retrieval_words_like(${forms}::text[], ${MAX_COMPARED})`.execute(db)
  return words.flatMap(({ token }) => nearest(token, rows, english) ?? [])
}

interface Candidate {
  lexeme: string
  documents: number
}

function formsToLookUp({ token, lexeme }: Word): string[] {
  const cut = Array.from({ length: MAX_ENDING }, (_, nth) => token.slice(0, -1 - nth))
  return [token, lexeme, ...cut].filter((form) => form.length >= MIN_LETTERS)
}

function nearest(token: string, candidates: Candidate[], english: English): Correction | null {
  let best: (Correction & { cost: number }) | null = null
  const consider = (word: string, documents: number, isStopWord: boolean) => {
    const most = maxMistakes(token)
    if (Math.abs(word.length - token.length) > most) return
    if (word[0] !== token[0] && (token.length < LONG || isStopWord)) return
    const mistakes = distance(token, word)
    if (mistakes > most) return
    const cost = mistakes + (word[0] === token[0] ? 0 : FIRST_LETTER) - FREQUENCY * Math.log10(documents)
    if (!best || cost < best.cost) best = { from: token, to: word, isStopWord, cost }
  }
  const most = Math.max(1, ...candidates.map(({ documents }) => documents))
  for (const word of STOP_WORDS) consider(word, most, true)
  // "stroler" is a stroller, which no thread may name: it says pram
  for (const word of SAME_WORDS) consider(word, 1, false)
  for (const { lexeme, documents } of candidates) {
    const words = wordsOf(lexeme)
    const real = words.filter(english.has)
    for (const word of real.length > 0 ? real : words) consider(word, documents, false)
  }
  if (!best) return null
  const { from, to, isStopWord } = best as Correction
  // "sleeper", of which the index has only the stem "sleep"
  if (from === to) return null
  return { from, to, isStopWord }
}

const ENDINGS = ['', 's', 'es', 'ed', 'er', 'ers', 'ing', 'ly', 'y', 'ion', 'ions', 'al', 'able', 'ment', 'ness', 'ful']

/** Words that have this stem: "babi" is that of "baby", "hope" that of "hoping", "run" that of "running". */
function wordsOf(stem: string): string[] {
  const shorter = stem.slice(0, -1)
  const last = stem.at(-1)!
  const words = ENDINGS.map((ending) => stem + ending)
  if (last === 'i') words.push(`${shorter}y`, `${shorter}ying`)
  else if (last === 'e') words.push(`${shorter}ing`, `${shorter}ion`)
  else words.push(`${stem}e`, `${stem}${last}ing`, `${stem}${last}ed`, `${stem}${last}er`, `${stem}ity`)
  return words
}

/** The question as it was typed, with these words replaced. */
export function respelled(question: string, corrected: Correction[]): string {
  const meant = new Map(corrected.map(({ from, to }) => [from, to]))
  return question.replace(WORD, (run) => meant.get(folded(run)) ?? run)
}
