/** Adds words that are used like those of a question, for a question whose own words find no sure answer. */
import type { Ctx } from '../kernel/ctx.ts'
import { type NearWord, nearWords } from './near-words.ts'
import { idfOf, MAX_SCORED_WORDS, type NearTerm, type QuestionTerms, type Term } from './terms.ts'

/** How many words of the index that are near to one word of the question are used, and how many near to all of them. */
const MAX_NEAR_OF_WORD = 16
const MAX_NEAR_WORDS = 64
/** A near word counts this much of the word itself, times its nearness; beside a word that some document has, less. */
const NEAR_SHARE = 1
const NEAR_SHARE_OF_KNOWN = 0.2
/**
 * Near words select and score threads as long as they are in no more documents than this in total; those that are left over
 * count in titles.
 */
const MAX_NEAR_POSTINGS = 5000
/** A word that no document contains counts this much of the rarest word, if a near word is found for it. */
const UNKNOWN_IDF = 0.8

/** The same terms with their near words, and terms for unknown words that have near words. */
export async function withNear({ db }: Pick<Ctx, 'db'>, asked: QuestionTerms): Promise<QuestionTerms> {
  const absent = asked.unknown.slice(0, MAX_SCORED_WORDS).map((word): Term => {
    const idf = idfOf(0, asked.all) * UNKNOWN_IDF
    return { ...word, ids: [], documents: 0, postings: 0, idf, near: [] }
  })
  const terms = [...asked.terms, ...absent]
  const own = new Set([...terms.map(({ lexeme }) => lexeme), ...terms.flatMap(({ ids }) => ids)])
  const tokens = terms.map(({ token }) => token)
  // a near word that the question has itself does not count twice
  const near = (await nearWords({ db }, tokens)).filter(({ lexeme, id }) => !own.has(lexeme) && !own.has(id))
  const byToken = Map.groupBy(near, ({ of }) => of)
  const all = terms.map((term) => ({ ...term, near: nearOf(term, byToken.get(term.token) ?? [], asked.all) }))
  return { ...asked, terms: withFewNear(all).filter(({ ids, near }) => ids.length > 0 || near.length > 0) }
}

/** `words`: the nearest first. Two of them may have one stem. */
function nearOf({ ids, idf }: Term, words: NearWord[], all: number): NearTerm[] {
  const most = ids.length > 0 ? NEAR_SHARE_OF_KNOWN : NEAR_SHARE
  const found = new Map<number, NearTerm>()
  for (const { id, documents, nearness } of words) {
    if (found.has(id) || ids.includes(id)) continue
    if (found.size === MAX_NEAR_OF_WORD) break
    // a frequent word that is near to a rare one says no more than any frequent word
    const rarity = idf > 0 ? Math.min(1, idfOf(documents, all) / idf) : 0
    found.set(id, { id, documents, share: most * nearness * rarity, selects: false })
  }
  return [...found.values()]
}

/** The near words that add most; these select threads, those that add most first, until they are in too many documents. */
function withFewNear(terms: Term[]): Term[] {
  const all = terms.flatMap(({ near, idf }) => near.map((word) => ({ word, adds: word.share * idf })))
  const best = all
    .sort((a, b) => b.adds - a.adds)
    .slice(0, MAX_NEAR_WORDS)
    .map(({ word }) => word)
  let sum = 0
  for (const word of best) {
    word.selects = sum + word.documents <= MAX_NEAR_POSTINGS
    if (word.selects) sum += word.documents
  }
  const kept = new Set(best)
  return terms.map((term) => ({ ...term, near: term.near.filter((word) => kept.has(word)) }))
}
