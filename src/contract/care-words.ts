/**
 * Whether a text is about self-harm, violence or a child in danger. The server checks this before it answers a question, and
 * the browser checks it while a father writes. A match blocks nothing; it only shows where help is, so a false match is
 * harmless. Two things look at what was written: rules, which name phrases, and a model that has learned from sentences
 * (docs/decisions/062). Words that a rule names, but that the model takes for a way of speaking, lower the panel to one line.
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

import { dangerOf, isEnglish, languageOf } from './care-danger.ts'
import { normalized } from './care-features.ts'
import type { Care } from './care-levels.ts'
import { LISTS, SAID_OF_EVERYDAY_THINGS, SPOKEN_OF } from './care-phrases.ts'
import { careScore } from './care-score.ts'

export type { Care } from './care-levels.ts'

/** Returns null if the text does not speak of danger. Runs in time linear to the length of the text. */
export function careOf(text: string): Care | null {
  const level = levelOf(text)
  if (!level) return null
  const words = normalized(text)
  const danger = dangerOf(words)
  // where a life is at stake there is no time to doubt
  return { level: danger.now ? 'panel' : level, ...danger, language: languageOf(words) }
}

/**
 * Whether nothing may be quoted at once: help is shown, or the text or one of its sentences may hint at danger. True for about
 * one everyday question in four.
 */
export function mayHint(text: string): boolean {
  if (levelOf(text)) return true
  if (careScore(text) >= ofLanguage(HINT_SCORE, text)) return true
  return sentencesOf(text).some((one) => hasEnglish(one) && careScore(one) >= HINT_SCORE.english)
}

const sentencesOf = (text: string) => text.split(/[.!?;:\n\r…]+/)

/** Scores of care-score.ts from which the panel and the line are shown (docs/decisions/062). */
const PANEL_SCORE = 1.2
/**
 * In English the model has learned most, so a lower score counts. Of a few words or of unknown ones it says little: they
 * score near -0.85, whatever they mean.
 */
const LINE_SCORE = { english: -1.1, other: -0.8 }
/** The score from which a question is not answered at once. */
const HINT_SCORE = { english: -2.6, other: -2 }
const MIN_ENGLISH_WORDS = 3
/** With a lower score, the words that a rule names are a way of speaking: more so if they are a known figure of speech. */
const DOUBTFUL_SCORE = { figure: -2, other: -2.5 }

/**
 * The rules look at what was written. If the model takes the words that a rule names for a way of speaking, the panel is
 * lowered to a line, never removed; a known figure of speech needs less doubt. The model also finds what no rule names.
 */
function levelOf(text: string): Care['level'] | null {
  const words = plain(text)
  const score = careScore(text)
  if (score >= PANEL_SCORE) return 'panel'
  // a grave sentence among others is not doubted because of these
  const highest = () => Math.max(score, ...sentencesOf(text).map(careScore))
  if (isNamed(words.replace(FIGURES_OF_SPEECH, ' ~ '))) return highest() >= DOUBTFUL_SCORE.other ? 'panel' : 'line'
  if (isNamed(words)) return highest() >= DOUBTFUL_SCORE.figure ? 'panel' : 'line'
  return score >= ofLanguage(LINE_SCORE, text) ? 'line' : null
}

const ofLanguage = ({ english, other }: typeof LINE_SCORE, text: string) => (hasEnglish(text) ? english : other)

const hasEnglish = (text: string) => isEnglish(normalized(text), MIN_ENGLISH_WORDS)

const isNamed = (words: string) => RULES.some((rule) => rule.test(words))

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
