/**
 * The blocks of a text: paragraphs, lists, quotes and code, by CommonMark's way of reading them, line by line. Each
 * line is held against the few containers that are open and against nothing else, so the time grows with the length alone;
 * of a library's blocks that cannot be said (docs/decisions/005).
 */
import type { Block, Inline } from '#contract/text.ts'

/** Lists and quotes in each other. What would lie deeper are words. */
const MAX_CONTAINERS = 10

interface Container {
  blocks: Block[]
  /** the columns that a line must be indented by to stand in it; null: the mark of a quote instead */
  indent: number | null
  /** the list that its last block is, and how its items are marked */
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
  /** Ends what stands in the innermost container, and every container but the first few. */
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
      put(start === null ? { t: 'ul', c: items } : start > 1 ? { t: 'ol', c: items, start } : { t: 'ol', c: items })
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
      // without the marks before it, a line still goes on with a paragraph
      if (words.length === 0) close()
      words.push(line.words())
    }
  }
  endAllBut(0)
  return root.blocks
}

/** How many of the open containers go on in this line; what makes them do so is taken from it. */
function keptBy(open: Container[], line: Line, isInLeaf: boolean): number {
  for (const [at, { indent, blocks }] of open.entries()) {
    const isEmpty = blocks.length === 0 && at === open.length - 1 && !isInLeaf
    if (indent === null ? !line.takeQuote() : line.isBlank() ? isEmpty : !line.take(indent)) return at
  }
  return open.length
}

/** Of a list that begins in the middle of a paragraph it must be clear that it is one. */
const mayInterrupt = ({ start, isEmpty }: Marker) => !isEmpty && (start === null || start === 1)

function isEndOf({ mark }: Code, line: Line): boolean {
  const typed = line.words().trimEnd()
  return typed.length >= mark.length && typed === mark[0]!.repeat(typed.length)
}

interface Marker {
  /** what tells one list from another: the sign, of a number the one behind it */
  mark: string
  length: number
  /** null: no number */
  start: number | null
  isEmpty: boolean
}
const MARKER = /(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/y
const FENCE = /(?:(`{3,})[^`]*|(~{3,}).*)$/y

/** What is left of a line, beside the marks that have been taken from it. A tab reaches to the next fourth column. */
class Line {
  #text: string
  #at = 0
  #column = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Where the first sign stands that can be seen, and how many columns there are before it. */
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

  /** The rest from the first sign on that can be seen. */
  words(): string {
    return this.#text.slice(this.#look().at)
  }

  /** The rest as it is, but for so many columns of nothing before it. */
  without(columns: number): string {
    this.take(Math.min(columns, this.indent()))
    return this.#text.slice(this.#at)
  }

  /** So many columns of nothing; false: there is less. */
  take(columns: number): boolean {
    if (this.indent() < columns) return false
    const until = this.#column + columns
    while (this.#column < until) {
      const width = this.#text[this.#at] === ' ' ? 1 : 4 - (this.#column % 4)
      if (this.#column + width > until)
        // a part of a tab: what is left of it are spaces
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

  /** Takes it, and says how far a line must be indented to go on with what follows it. */
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
