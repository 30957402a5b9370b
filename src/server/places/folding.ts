/** Normalizes names for the table and for queries: "Zürich", "zurich"; "St. Louis", "Saint Louis". */

/** Letters that Unicode does not decompose into a letter and an accent. */
const LETTERS: Record<string, string> = {
  ...{ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ə: 'e', æ: 'ae', œ: 'oe', þ: 'th' },
}
/** Abbreviations that are written out if a word follows. */
const ABBREVIATIONS: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' }

export const folded = (words: string): string =>
  words
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßøłđðħıəæœþ]/g, (letter) => LETTERS[letter]!)
    // an apostrophe of any shape does not separate words, and D.C. is one word
    .replace(/['’‘ʻʼ`´]/g, '')
    .replace(/(?<=(?:^|[^\p{L}])\p{L})\.(?=\p{L}(?:[^\p{L}]|$))/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/(?<=^| )(?:ste?|ft|mt)(?= )/g, (word) => ABBREVIATIONS[word]!)
