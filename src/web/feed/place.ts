/**
 * The place in a list, per entry of the browser's history: which pages were there, and which post stood where. Kept in the
 * tab's own storage, so that it outlives a reload. Posts themselves are not kept: they are fetched again by their keys.
 */
import type { PageOf } from '#contract/kernel.ts'

export interface Kept {
  /** the address, lest another one's place be taken for this one's */
  href: string
  /** the beginnings of the pages after the first, as far down as the place and one page more */
  starts: string[]
  /** the post that was uppermost, and its distance from the top of the window in px; none at the very top */
  post?: string
  top?: number
}

const STORE = 'places'
const ENTRIES = 30
/** of pages; whoever was further down finds the list begin in its middle, with a way up */
export const WINDOW = 25

interface Entry {
  href: string
  state: { __TSR_key?: string | undefined }
}

export function keepPlace({ href, state }: Entry, place: Omit<Kept, 'href'>): void {
  const key = state.__TSR_key
  if (!key) return
  const { [key]: _, ...others } = read()
  const kept = [...Object.entries(others), [key, { href, ...place }] as const].slice(-ENTRIES)
  try {
    sessionStorage.setItem(STORE, JSON.stringify(Object.fromEntries(kept)))
  } catch {} // a full or forbidden storage: the page then begins at its top, as without script
}

export function recallPlace({ href, state }: Entry): Kept | undefined {
  const kept = state.__TSR_key ? read()[state.__TSR_key] : undefined
  return kept?.href === href ? kept : undefined
}

export const isKnown = (entry: Entry): boolean => typeof window !== 'undefined' && recallPlace(entry) !== undefined

function read(): Record<string, Kept> {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '{}') as Record<string, Kept>
  } catch {
    return {}
  }
}

interface Pages<Item> {
  pages: PageOf<Item>[]
  pageParams: (string | undefined)[]
}

/**
 * The first page as it is now, and the later ones by their old beginnings. New posts push older ones off the first page:
 * `missing` answers where those are, or null when the pages meet.
 */
export function missingAfter<Item extends { id: string }>(first: PageOf<Item>, second: PageOf<Item>, start: string) {
  if (first.next === null || first.next === start) return null
  const there = new Set(first.items.map(({ id }) => id))
  return second.items.some(({ id }) => there.has(id)) ? null : first.next
}

/** Pages one below the other, nothing twice. What is the end of one is where the next begins. */
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
