/**
 * Parses the blocks of a text (paragraphs, lists, quotes and code) with CommonMark's algorithm, line by line. Each line
 * is compared only with the few open containers, so the time is linear in the length of the text. No library's block
 * parser guarantees that (docs/decisions/005).
 */
import type { Block, Inline } from '#contract/text.ts'

/** The maximum nesting of lists and quotes. Anything deeper is plain text. */
const MAX_CONTAINERS = 10

interface Container {
  blocks: Block[]
  /** the columns of indentation that a line needs to belong to it; null for a quote, which has a mark instead */
  indent: number | null
  /** the list that is its last block, and the mark of its items */
  list: { mark: string; items: Block[][] } | null
}

interface Code {
  mark: string
  indent: number
  lines: string[]
}

export function blocksOf(text: string, inlines: (words: string) => Inline[]): Block[] {
  const root: Container = { blocks: [], indent: 0, list: null }
  const open: Container[] = []
  let words: string[] = []
  let code: Code | null = null
  const here = () => open.at(-1) ?? root
  const put = (block: Block) => {
    here().blocks.push(block)
    here().list = null
  }
  /** Closes the innermost block, and every container except the first few. */
  const endAllBut = (count: number) => {
    const c = words.length ? inlines(words.join('\n')) : []
    if (c.length) put({ t: 'p', c })
    if (code) put({ t: 'pre', s: code.lines.join('\n') })
    words = []
    code = null
    open.length = count
  }
  const beginItem = ({ mark, start }: Marker, indent: number) => {
    const parent = here()
    if (parent.list?.mark !== mark) {
      const items: Block[][] = []
      put(start === null ? { t: 'ul', c: items } : start === 1 ? { t: 'ol', c: items } : { t: 'ol', c: items, start })
      parent.list = { mark, items }
    }
    const blocks: Block[] = []
    parent.list.items.push(blocks)
    open.push({ blocks, indent, list: null })
  }

  for (const typed of text.replace(/(?:\r\n?|\n)$/, '').split(/\r\n?|\n/)) {
    const line = new Line(typed)
    const kept = keptBy(open, line, words.length > 0 || code !== null)
    if (code && kept === open.length) {
      if (isEndOf(code, line)) endAllBut(kept)
      else code.lines.push(line.without(code.indent))
      continue
    }
    let depth = kept
    const isOutside = () => depth < open.length
    const close = () => {
      if (isOutside()) endAllBut(depth)
    }
    while (depth < MAX_CONTAINERS) {
      const isInWords: boolean = words.length > 0 && !isOutside()
      if (line.takeQuote()) {
        endAllBut(depth)
        put({ t: 'quote', c: [] })
        const quote = here().blocks.at(-1) as Extract<Block, { t: 'quote' }>
        open.push({ blocks: quote.c, indent: null, list: null })
      } else {
        const marker = line.marker()
        if (!marker || (isInWords && !mayInterrupt(marker))) break
        endAllBut(depth)
        beginItem(marker, line.takeMarker(marker))
      }
      depth++
    }
    const mark = line.fence()
    if (mark) {
      endAllBut(depth)
      code = { mark, indent: line.indent(), lines: [] }
    } else if (line.isBlank()) endAllBut(depth)
    else {
      // a line without the container's marks can still continue a paragraph
      if (words.length === 0) close()
      words.push(line.words())
    }
  }
  endAllBut(0)
  return root.blocks
}

/** Returns how many of the open containers this line continues, and removes their marks from it. */
function keptBy(open: Container[], line: Line, isInLeaf: boolean): number {
  for (const [at, { indent, blocks }] of open.entries()) {
    const isEmpty = blocks.length === 0 && at === open.length - 1 && !isInLeaf
    if (indent === null ? !line.takeQuote() : line.isBlank() ? isEmpty : !line.take(indent)) return at
  }
  return open.length
}

/** A list that interrupts a paragraph must not be empty, and must start with 1 if it is numbered. */
const mayInterrupt = ({ start, isEmpty }: Marker) => !isEmpty && (start === null || start === 1)

function isEndOf({ mark }: Code, line: Line): boolean {
  const typed = line.words().trimEnd()
  return typed.length >= mark.length && typed === mark[0]!.repeat(typed.length)
}

interface Marker {
  /** distinguishes lists: the bullet, or the sign after the number */
  mark: string
  length: number
  /** null for a bullet list */
  start: number | null
  isEmpty: boolean
}
const MARKER = /(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/y
const FENCE = /(?:(`{3,})[^`]*|(~{3,}).*)$/y

/** The rest of a line, after the marks that have been removed. A tab reaches to the next multiple of four columns. */
class Line {
  #text: string
  #at = 0
  #column = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Returns the position of the first visible character, and the columns before it. */
  #look(): { at: number; columns: number } {
    let [at, column] = [this.#at, this.#column]
    for (; this.#text[at] === ' ' || this.#text[at] === '\t'; at++)
      column += this.#text[at] === ' ' ? 1 : 4 - (column % 4)
    return { at, columns: column - this.#column }
  }

  indent(): number {
    return this.#look().columns
  }

  isBlank(): boolean {
    return this.#look().at === this.#text.length
  }

  /** Returns the rest from the first visible character on. */
  words(): string {
    return this.#text.slice(this.#look().at)
  }

  /** Returns the rest, without so many columns of white space at its beginning. */
  without(columns: number): string {
    this.take(Math.min(columns, this.indent()))
    return this.#text.slice(this.#at)
  }

  /** Removes so many columns of white space. Returns false if there are fewer. */
  take(columns: number): boolean {
    if (this.indent() < columns) return false
    const until = this.#column + columns
    while (this.#column < until) {
      const width = this.#text[this.#at] === ' ' ? 1 : 4 - (this.#column % 4)
      if (this.#column + width > until)
        // a part of a tab: the remaining columns become spaces
        this.#text = `${' '.repeat(this.#at + width)}${this.#text.slice(this.#at + 1)}`
      else {
        this.#at++
        this.#column += width
      }
    }
    return true
  }

  takeQuote(): boolean {
    const { at, columns } = this.#look()
    if (this.#text[at] !== '>') return false
    this.#at = at + 1
    this.#column += columns + 1
    this.take(Math.min(1, this.indent()))
    return true
  }

  marker(): Marker | null {
    MARKER.lastIndex = this.#look().at
    const found = MARKER.exec(this.#text)
    if (!found) return null
    const [mark, number] = found
    const isEmpty = this.#text.slice(MARKER.lastIndex).trim() === ''
    return { mark: mark.at(-1)!, length: mark.length, start: number === undefined ? null : Number(number), isEmpty }
  }

  /** Removes the marker, and returns the indentation that a line needs to continue its item. */
  takeMarker({ length, isEmpty }: Marker): number {
    const { at, columns } = this.#look()
    this.#at = at + length
    this.#column += columns + length
    const space = isEmpty ? 1 : this.indent()
    if (!isEmpty) this.take(space)
    return columns + length + space
  }

  fence(): string | null {
    FENCE.lastIndex = this.#look().at
    const [, ticks, waves] = FENCE.exec(this.#text) ?? []
    return ticks ?? waves ?? null
  }
}
