/** The letters of a word as the index of the search has them. `search_folded` in db/functions/search.sql does the same. */

/** Letters that Unicode does not decompose into a letter and an accent. */
const PLAIN_LETTERS: Record<string, string> = {
  ...{ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't', ŋ: 'n', ĸ: 'k' },
  ...{ ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ς: 'σ', æ: 'ae', œ: 'oe', þ: 'th' },
}
const LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g')
/** The content of a class of a regular expression, like the ones below. */
export const APOSTROPHES = "'‘’‛´`ʹʻʼʽˊˋ′‵＇׳՚ꞌ᾽᾿｀"
/** Apostrophes, accents, and signs that are not seen. */
const DROPPED = new RegExp(
  `[${APOSTROPHES}\\u00ad\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f` +
    '\\u0670\\u06d6-\\u06dc\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\u20d0-\\u20f0\\u302a-\\u302f\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\ufeff]',
  'g',
)

/** The content of a class of a regular expression: what a word consists of, and the hyphens of a compound. */
export const WORD_SIGNS = String.raw`\p{L}\p{N}\p{M}${APOSTROPHES}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff`
export const HYPHENS = String.raw`\-\u058a\u05be\u1806\u2010-\u2013\u2043\u2212\ufe63\uff0d`
export const WORD = new RegExp(`[${WORD_SIGNS}]+`, 'gu')

/**
 * The content of such a class: letters of scripts without spaces between words, and of Korean. `unspaced_letters` in the
 * database has the same list for compatibility-decomposed text; the last line is what other texts have instead.
 */
export const UNSPACED = [
  String.raw`\u0e01-\u0e3e\u0e40-\u0e4e\u0e81-\u0ecf\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u109a-\u109f\u1100-\u11ff`,
  String.raw`\u1780-\u17d3\u17d7\u17dc\u17dd\u1950-\u19cf\u1a20-\u1a7f\u1b00-\u1b4f\u2e80-\u2fdf\u3005-\u3007`,
  String.raw`\u3021-\u3029\u3031-\u3035\u303b\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf`,
  String.raw`\u4e00-\u9fff\ua960-\ua97f\ua980-\ua9cf\ua9e0-\ua9ef\ua9fa-\ua9fe\uaa60-\uaadf\ud7b0-\ud7ff\uf900-\ufaff`,
  String.raw`\u{1b000}-\u{1b16f}\u{20000}-\u{3ffff}`,
  String.raw`\u3131-\u318e\uac00-\ud7a3\uff66-\uffdc`,
].join('')
const UNSPACED_LETTER = new RegExp(`[${UNSPACED}][\\p{M}\\u1160-\\u11ff\\ud7b0-\\ud7ff\\uff9e\\uff9f]*`, 'gu')

export const isUnspaced = (word: string): boolean => new RegExp(`^[${UNSPACED}]`, 'u').test(word)

/** Returns the letters of a decomposed run of such a script, as `letters_of` in the database does. */
export const lettersOf = (run: string): string[] => run.match(UNSPACED_LETTER) ?? []

export const folded = (word: string): string =>
  word
    .replace(DROPPED, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(DROPPED, '')
    .replace(LETTER, (letter) => PLAIN_LETTERS[letter]!)
