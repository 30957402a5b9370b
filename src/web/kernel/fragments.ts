/**
 * The fragment cache: HTML of cards, comments and other parts that are the same for many readers (docs/decisions/044).
 *
 * The key of a fragment holds everything that its HTML depends on, its data included. So a changed name, picture or text
 * has another key, and shows at once. Nothing has to be invalidated, and a reader can only hit what his own data would
 * have rendered.
 *
 * React renders a mark in the place of a fragment that is cached, and marks around one that is not. The marks are replaced
 * when the page is put together. No reader can write one: React escapes "<". A fragment may contain others: a list of
 * cards is one fragment for all readers with the same data, and its cards are fragments for the other readers.
 */
import { LRUCache } from 'lru-cache'

/** in bytes, keys included */
const MAX_BYTES = 24_000_000
const MARK = /<cached-html (at|from|to)="(\d+)"><\/cached-html>/g
/** The beginning of each id by `useId`, which depends on the position in the page. Members cannot write it: `"` is escaped. */
const REACT_ID = '"_R_'

interface FragmentSlot {
  /** the position of the fragment among those of this page */
  index: number
  isCached: boolean
}

/** The fragments of one page. */
export interface Fragments {
  place(by: readonly unknown[]): FragmentSlot
  /** The page in UTF-8. What was rendered for the first time is cached. */
  assemble(html: string): Bytes
}

type Bytes = Uint8Array<ArrayBuffer>
type Cache = LRUCache<string, Bytes>

export const makeFragmentCache = (maxSize = MAX_BYTES): Cache =>
  new LRUCache({
    maxSize,
    maxEntrySize: maxSize / 10,
    sizeCalculation: (html, key) => html.length + key.length,
  })

/** `page` is what all fragments of the page depend on; `nonce` belongs to this page only. */
export function makeFragments(cache: Cache, page: readonly unknown[], nonce: string): Fragments {
  const places: { key: string; html: Bytes | undefined }[] = []

  const keep = (key: string, html: Bytes) => {
    const bytes = Buffer.from(html.buffer)
    if (bytes.includes(REACT_ID)) throw new Error(`useId cannot be used in a cached fragment: ${key.slice(0, 200)}`)
    if (!bytes.includes(nonce)) cache.set(key, html)
  }
  return {
    place(by) {
      const key = JSON.stringify([page, by])
      const html = cache.get(key)
      return { index: places.push({ key, html }) - 1, isCached: html !== undefined }
    },
    assemble(html) {
      const pieces: Bytes[] = []
      /** for each fragment that is not closed yet: how many pieces are before it */
      const open: number[] = []
      let done = 0
      for (const { 0: mark, 1: kind, 2: number, index: at } of html.matchAll(MARK)) {
        const { key, html: cached } = places[Number(number)]!
        pieces.push(encoder.encode(html.slice(done, at)))
        done = at + mark.length
        if (kind === 'from') open.push(pieces.length)
        else if (kind === 'to') keep(key, concatenated(pieces.slice(open.pop())))
        else if (cached) pieces.push(cached)
      }
      pieces.push(encoder.encode(html.slice(done)))
      return concatenated(pieces)
    },
  }
}

const encoder = new TextEncoder()

function concatenated(pieces: Bytes[]): Bytes {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
