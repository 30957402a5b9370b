/**
 * Whether a text is about self-harm, violence or a child in danger. The server checks this before it answers a question, and
 * the browser checks it while a father writes. A match blocks nothing; it only shows where help is, so a false match is
 * harmless. Figures of speech that are common among fathers are removed before the rules are applied.
 *
 * How a phrase of care-phrases.ts is written:
 *   word word    words in a row; case, punctuation, accents and apostrophes make no difference
 *   a|b          either; `_` joins the words of one alternative
 *   word?        optional
 *   abus*        every word that begins with this
 *   @child       one word of a list
 *   ...  ....    up to four or twelve words of the same sentence
 *   .            the end of a sentence
 */

import { LISTS, SAID_OF_EVERYDAY_THINGS, SPOKEN_OF } from './care-phrases.ts'

/** What a text calls for. */
export interface Care {
  /** panel: the help lines are shown at once · line: one quiet line that opens them */
  level: 'panel' | 'line'
  /** a life is at stake at this moment: the emergency number comes first */
  now: boolean
  /** whom it is about */
  kind: 'self' | 'partner' | 'child' | 'health'
  /** the language of the text */
  language: 'en' | 'de' | 'es' | 'fr' | 'pl'
}

/** Returns what the text calls for; null if it calls for nothing. */
export function careOf(text: string): Care | null {
  return needsCare(text) ? { level: 'panel', now: false, kind: 'self', language: 'en' } : null
}

/** Returns true if the panel with help lines is to be shown first. Runs in time linear to the length of the text. */
export function needsCare(text: string): boolean {
  const words = plain(text).replace(FIGURES_OF_SPEECH, ' ~ ')
  return RULES.some((rule) => rule.test(words))
}

/** Lower case and single spaces, with " . " at the end of a sentence; a repeated letter is reduced to one. */
function plain(text: string): string {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’‘`´ʼ]+/gu, '')
  const sentences = letters.replace(/[.!?;:\n\r…]+/g, ' . ').replace(/[^a-z0-9.]+/g, ' ')
  return ` ${sentences.replace(/([a-z])\1{2,}/g, '$1')} . `.replace(/ {2,}/g, ' ')
}

const choice = (text: string): string =>
  text
    .split('|')
    .map((word) => {
      if (word === '@child') return `(?:(?:${choice(LISTS.young)}) )?(?:${choice(LISTS.child)})`
      if (word.startsWith('@')) return choice(LISTS[word.slice(1) as keyof typeof LISTS])
      return word.replaceAll('_', ' ').replace('.', '\\.').replace('*', '[a-z]*')
    })
    .join('|')

/** Returns a phrase as a regular expression over normalized words. Gaps have a maximum length, so matching is linear. */
function written(phrase: string): string {
  const tokens = phrase.split(' ')
  return tokens
    .map((token) => {
      if (token.startsWith('....')) return '(?:[a-z0-9]+ ){0,12}'
      if (token.startsWith('...')) return '(?:[a-z0-9]+ ){0,4}'
      if (token.endsWith('?')) return `(?:(?:${choice(token.slice(0, -1))}) )?`
      return `(?:${choice(token)}) `
    })
    .join('')
}

const FIGURES_OF_SPEECH = new RegExp(` (?:${SAID_OF_EVERYDAY_THINGS.map(written).join('|')})`, 'g')
const RULES = SPOKEN_OF.map(({ phrases }) => new RegExp(` (?:${phrases.map(written).join('|')})`))
