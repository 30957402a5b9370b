/**
 * The reader's position in a list, per entry of the browser's history: which pages were loaded, and where a post was on the
 * screen. It is stored in the tab's sessionStorage, so that it survives a reload. Posts are not stored: they are loaded again.
 */
import type { PageOf } from '#contract/kernel.ts'

export interface ListPosition {
  /** the address, so that the position of another page is not used */
  href: string
  /** the cursors of the pages after the first, up to the one after the reader's position */
  starts: string[]
  /** the topmost visible post, and its distance from the top of the window in px; not set at the very top */
  post?: string
  top?: number
}

const STORE = 'places'
const MAX_ENTRIES = 30
/** in pages; a reader who was further down gets a list that starts at his position, with a link to the top */
export const MAX_PAGES = 25

interface Entry {
  href: string
  state: { __TSR_key?: string | undefined }
}

export function keepPlace({ href, state }: Entry, place: Omit<ListPosition, 'href'>): void {
  const key = state.__TSR_key
  if (!key) return
  const { [key]: _, ...others } = read()
  const kept = [...Object.entries(others), [key, { href, ...place }] as const].slice(-MAX_ENTRIES)
  try {
    sessionStorage.setItem(STORE, JSON.stringify(Object.fromEntries(kept)))
  } catch {} // storage is full or not available: the page then starts at the top, as without script
}

export function recallPlace({ href, state }: Entry): ListPosition | undefined {
  const kept = state.__TSR_key ? read()[state.__TSR_key] : undefined
  return kept?.href === href ? kept : undefined
}

export const isKnown = (entry: Entry): boolean => typeof window !== 'undefined' && recallPlace(entry) !== undefined

function read(): Record<string, ListPosition> {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '{}') as Record<string, ListPosition>
  } catch {
    return {}
  }
}

interface Pages<Item> {
  pages: PageOf<Item>[]
  pageParams: (string | undefined)[]
}

/**
 * Compares the current first page with the second one, loaded by its old cursor. New posts push older ones off the first
 * page. Returns the cursor at which those are, or null if the pages are contiguous.
 */
export function missingAfter<Item extends { id: string }>(first: PageOf<Item>, second: PageOf<Item>, start: string) {
  if (first.next === null || first.next === start) return null
  const there = new Set(first.items.map(({ id }) => id))
  return second.items.some(({ id }) => there.has(id)) ? null : first.next
}

/** Joins pages without repeated posts. The end of one page is the start of the next. */
export function joined<Item extends { id: string }>(parts: { start: string | undefined; page: PageOf<Item> }[]) {
  const seen = new Set<string>()
  const result: Pages<Item> = { pages: [], pageParams: [] }
  for (const { start, page } of parts) {
    const items = page.items.filter(({ id }) => !seen.has(id) && seen.add(id))
    result.pages.push({ ...page, items })
    result.pageParams.push(start)
  }
  return result
}
