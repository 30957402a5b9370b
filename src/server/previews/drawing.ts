/** Draws the preview image of a link: a note of paper under a lamp, 1200 by 630 px. */
import sharp from 'sharp'
import { drawableText, type Font, linesOf, outline, SANS, SANS_BOLD, SLAB, widthOf, withEllipsis } from './fonts.ts'

export const SIZE = { width: 1200, height: 630 } as const

export interface Picture {
  brand: string
  /** of a post; the preview of the community itself has none of these */
  title?: string
  category?: { name: string; color: string }
  author?: string
}

// the tokens of the light theme, because the image is the same for all readers
const PAPER = '#F8F6F0'
const INK = '#211C16'
const INK_SOFT = '#4E463B'
const LINE_COLOR = '#D5CEBF'
const ACCENT = '#1B5546'
const SUPPORT = '#E6A63C'
const ENAMEL = '#17493C'
const ENAMEL_INK = '#F3EFE4'
const ENAMEL_DEEP = '#0D2A22'
const DOT_COLORS: Readonly<Record<string, string>> = {
  new: '#2F7D8C',
  mind: '#6C5A9A',
  fit: '#B4472E',
  rel: '#A8456B',
  step: '#7A6A1F',
  diy: '#B8741A',
  son: '#2F6A9E',
  dau: '#94518F',
  hob: '#4C7F3A',
  teen: '#5A6470',
  biz: '#33615A',
  fash: '#8A5A44',
}

const MARGIN_LEFT = 72
const BOARD_WIDTH = 912
const TEXT_WIDTH = BOARD_WIDTH - MARGIN_LEFT - 52
/** in px; the larger the letters, the fewer lines */
const TITLE_SIZES = [
  { size: 84, line: 92, lines: 3 },
  { size: 70, line: 77, lines: 4 },
  { size: 58, line: 65, lines: 5 },
] as const
const TITLE_TOP = 132

/**
 * Returns a PNG. If the faces lack letters of a title, the card of the community is drawn instead, with the category.
 */
export async function draw(picture: Picture): Promise<Uint8Array> {
  const image = sharp(Buffer.from(svgOf(picture)), { density: 72 })
  return image.png({ palette: true, colours: 96, dither: 0, compressionLevel: 9 }).toBuffer()
}

// synchronous: this runs in a worker thread, one image after the other
sharp.cache(false)
sharp.concurrency(1)

/** The drawing as SVG. It contains no word of a member as text: letters are outlines, colours come from the table. */
export function svgOf({ brand, title = '', category, author = '' }: Picture): string {
  const written = drawableText(SLAB, title)
  const isWritten = written.share >= 0.5
  const by = drawableText(SANS, author)
  const body = isWritten ? titleBlock(written.text) : brandBlock(brand)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" viewBox="0 0 ${SIZE.width} ${SIZE.height}">
<rect width="${SIZE.width}" height="${SIZE.height}" fill="${PAPER}"/>
${category ? categoryRow(category) : ''}
${body}
${isWritten && by.share >= 0.5 ? text(SANS, INK_SOFT, clipped(SANS, by.text, 32, TEXT_WIDTH), MARGIN_LEFT, 516, 32) : ''}
${isWritten ? brandRow(brand) : ''}
${board()}
</svg>`
}

function titleBlock(title: string): string {
  const fitting = TITLE_SIZES.find(({ size, lines }) => linesOf(SLAB, title, size, TEXT_WIDTH).length <= lines)
  const { size, line, lines } = fitting ?? TITLE_SIZES[2]
  const all = linesOf(SLAB, title, size, TEXT_WIDTH)
  const shown = all.slice(0, lines)
  if (all.length > lines) shown.push(withEllipsis(SLAB, shown.pop() ?? '', size, TEXT_WIDTH))
  const d = shown
    .map((words, index) => outline(SLAB, words, MARGIN_LEFT, TITLE_TOP + size * 0.82 + index * line, size))
    .join('')
  return `<path fill="${INK}" d="${d}"/>`
}

/** The name in large letters, for the community itself and for a title that the faces cannot write. */
function brandBlock(brand: string): string {
  const name = drawableText(SLAB, brand).text
  const fitted = Math.min(124, (124 * TEXT_WIDTH) / Math.max(1, widthOf(SLAB, name, 124)))
  return `${mark(MARGIN_LEFT - 16, 166, 4.4)}
${text(SLAB, ACCENT, name, MARGIN_LEFT, 420, fitted)}
${text(SANS, INK_SOFT, 'Connect, Share, Grow', MARGIN_LEFT, 570, 34)}`
}

function brandRow(brand: string): string {
  const name = clipped(SLAB, drawableText(SLAB, brand).text, 40, TEXT_WIDTH - 60)
  return `<path d="M${MARGIN_LEFT} 544H${BOARD_WIDTH - 52}" stroke="${LINE_COLOR}" stroke-width="2"/>
${mark(MARGIN_LEFT - 5, 558, 1.5)}${text(SLAB, ACCENT, name, MARGIN_LEFT + 50, 597, 40)}`
}

function categoryRow({ name, color }: { name: string; color: string }): string {
  const words = drawableText(SANS_BOLD, name)
  if (words.share < 0.5) return ''
  return `<circle cx="${MARGIN_LEFT + 12}" cy="82" r="12" fill="${DOT_COLORS[color] ?? INK_SOFT}"/>
${text(SANS_BOLD, INK_SOFT, clipped(SANS_BOLD, words.text, 34, TEXT_WIDTH - 42), MARGIN_LEFT + 42, 94, 34)}`
}

/** The peg board, and the lamp whose light falls on the note. */
function board(): string {
  const middle = (BOARD_WIDTH + SIZE.width) / 2
  const pegs: string[] = []
  for (let x = BOARD_WIDTH + 24; x < SIZE.width; x += 48)
    for (let y = 27; y < SIZE.height; y += 48) pegs.push(`M${x} ${y}h.01`)
  return `<rect x="${BOARD_WIDTH}" width="${SIZE.width - BOARD_WIDTH}" height="${SIZE.height}" fill="${ENAMEL}"/>
<path d="${pegs.join('')}" stroke="#000" stroke-opacity=".28" stroke-width="10" stroke-linecap="round"/>
<g transform="translate(${middle} 0)">
<linearGradient id="beam" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#FFD68A" stop-opacity=".62"/>
<stop offset="1" stop-color="#FFD68A" stop-opacity=".06"/></linearGradient>
<path d="M-80 268H80L144 630H-144z" fill="url(#beam)"/>
<path d="M0 0v150" stroke="${ENAMEL_DEEP}" stroke-width="9"/>
<path d="M-84 266c0-58 38-118 84-118s84 60 84 118z" fill="${ENAMEL_INK}"/>
<path d="M-34 269h68a34 34 0 0 1-68 0z" fill="${SUPPORT}"/></g>`
}

/** The logo of 32 by 32, at `scale`. */
const mark = (x: number, y: number, scale: number) => `<g transform="translate(${x} ${y}) scale(${scale})" fill="none">
<path d="M10.4 28V9.4a6.45 6.45 0 0 1 12.9 0" stroke="${ACCENT}" stroke-width="3.7"/>
<path d="M4.6 17.9h10.6M5.8 28h9.6" stroke="${ACCENT}" stroke-width="3.3"/>
<path d="M16 15.6a7.3 7.3 0 0 1 14.6 0z" fill="${ACCENT}"/><path d="M19.4 17.7h7.8a3.9 3.9 0 0 1-7.8 0z" fill="${SUPPORT}"/></g>`

const text = (face: Font, fill: string, words: string, x: number, y: number, size: number) =>
  `<path fill="${fill}" d="${outline(face, words, x, y, size)}"/>`

const clipped = (face: Font, words: string, size: number, width: number) =>
  widthOf(face, words, size) <= width ? words : withEllipsis(face, words, size, width)
