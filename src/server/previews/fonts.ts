/** The product's two faces as outlines: which letters they have, how wide a text is, and where its lines break. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype, { type Font as FontFile, type Path } from 'opentype.js'

/** A face in one weight: the font files in which its letters are looked up, in this order. */
export type Font = readonly FontFile[]

/** A text reduced to the letters that the face has. */
export interface DrawableText {
  text: string
  /** 0 to 1: the share of letters and digits that can be drawn */
  share: number
}

const { resolve } = createRequire(import.meta.url)
const open = (file: string): FontFile => {
  const { buffer, byteOffset, byteLength } = readFileSync(resolve(`@fontsource/${file}-normal.woff`))
  return opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength))
}
const face = (name: string, weight: number): Font =>
  ['latin', 'latin-ext'].map((letters) => open(`${name}/files/${name}-${letters}-${weight}`))

export const SLAB = face('zilla-slab', 600)
export const SANS = face('public-sans', 500)
export const SANS_BOLD = face('public-sans', 600)

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const fontOf = (face: Font, letter: string) => face.find((font) => font.charToGlyphIndex(letter) > 0)
const isLetter = (letter: string) => /[\p{L}\p{N}]/u.test(letter)
const isSilent = (letter: string) => /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u.test(letter)

/**
 * Returns a letter that the face has. If the face has the letter only without its marks, returns it without ("ễ"
 * becomes "e"); null if not at all.
 */
function drawable(face: Font, grapheme: string): string | null {
  const [composed = ''] = grapheme.normalize('NFC')
  const [plain = ''] = grapheme.normalize('NFD')
  return [composed, plain].find((letter) => fontOf(face, letter)) ?? null
}

/**
 * Drops what the face cannot draw, so that no box appears in place of a letter. A word with a missing letter is dropped
 * whole, and "…" stands for such words; symbols and emoji are dropped without a replacement.
 */
export function drawableText(face: Font, written: string): DrawableText {
  let [kept, all] = [0, 0]
  const words: string[] = []
  for (const word of written.split(/[\s\u2800]+/u)) {
    let [drawn, letters, lost] = ['', 0, false]
    for (const { segment } of graphemes.segment(word)) {
      if (isSilent(segment.slice(0, 1)) && !isLetter(segment)) continue
      const letter = drawable(face, segment)
      if (isLetter(segment)) letters++
      if (letter) drawn += letter
      else if (isLetter(segment)) lost = true
    }
    all += letters
    if (!lost) kept += letters
    if (lost && words.at(-1) !== '…') words.push('…')
    else if (!lost && drawn) words.push(drawn)
  }
  return { text: words.join(' '), share: all === 0 ? 0 : kept / all }
}

/** The text split into pieces that one font file can draw. */
function pieces(face: Font, text: string): { font: FontFile; text: string }[] {
  const found: { font: FontFile; text: string }[] = []
  for (const letter of text) {
    const last = found.at(-1)
    // a space belongs to the word before it
    const font = letter === ' ' && last ? last.font : fontOf(face, letter)
    if (!font) continue
    if (last?.font === font) last.text += letter
    else found.push({ font, text: letter })
  }
  return found
}

/** Width in px, letter by letter. Kerning would make the line a little narrower than this. */
export function widthOf(face: Font, text: string, size: number): number {
  let width = 0
  for (const letter of text) {
    const font = fontOf(face, letter)
    if (font) width += ((font.charToGlyph(letter).advanceWidth ?? 0) / font.unitsPerEm) * size
  }
  return width
}

/** The outline of one line for the `d` attribute of a path; `y` is the baseline. */
export function outline(face: Font, text: string, x: number, y: number, size: number): string {
  let at = x
  let d = ''
  for (const piece of pieces(face, text)) {
    d += dataOf(piece.font.getPath(piece.text, at, y, size))
    at += piece.font.getAdvanceWidth(piece.text, size)
  }
  return d
}

/** Our own serialization: the library's rounding returns NaN for some lengths, and the rest of the line is lost. */
const dataOf = ({ commands }: Path) =>
  commands
    .map((command) => {
      if (command.type === 'Z') return 'Z'
      const { type, x, y } = command
      const bends =
        'x2' in command
          ? [command.x1, command.y1, command.x2, command.y2]
          : 'x1' in command
            ? [command.x1, command.y1]
            : []
      return type + [...bends, x, y].map((length) => Math.round(length * 10) / 10).join(' ')
    })
    .join('')

/** Breaks the text into lines no wider than `width`; a word that is wider than a line is broken. */
export function linesOf(face: Font, text: string, size: number, width: number): string[] {
  const fits = (line: string) => widthOf(face, line, size) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const letter of word) {
      if (fits(line + letter)) line += letter
      else {
        lines.push(line)
        line = letter
      }
    }
  }
  return [...lines, line]
}

/** Shortens the line until it fits with "…"; to whole words if it has more than one. */
export function withEllipsis(face: Font, line: string, size: number, width: number): string {
  const letters = [...line.replace(/…$/, '')]
  const shortened = () => `${letters.join('').replace(/[\s.,:;!?–—-]+$/u, '')}…`
  const all = letters.length
  let ahead: string | undefined = ' '
  while (letters.length && widthOf(face, shortened(), size) > width) ahead = letters.pop()
  // a partly drawn word is dropped if other words stand before it
  if (letters.length < all && letters.lastIndexOf(' ') > 0 && ahead !== ' ') letters.length = letters.lastIndexOf(' ')
  return shortened()
}
