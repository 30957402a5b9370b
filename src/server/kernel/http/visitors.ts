/**
 * The visitors' cache: whole pages, drawn for nobody in particular, for requests that bring no valid session
 * (docs/decisions/012, 043). Each answer gets a nonce of its own. A page is as old as the moment its drawing began, and given
 * out for less than five seconds; one drawing at a time for each address, and whoever comes meanwhile waits for it.
 * When something is shut, all of them are forgotten at once (`SHUT`), those being drawn included.
 */
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { patternOf, URLS, type Url } from '#contract/url-words.ts'
import { type GzipTemplate, gzipTemplate } from './gzip-template.ts'

/** From this age on the next visitor has it drawn anew, and still gets the one that is there. */
const STALE_MS = 2500
/** Older is given to nobody. With the time that the answer takes on its way this stays below five seconds. */
const OLDEST_MS = 4500
const MOST_BYTES = 24_000_000
const MOST_AT_ONCE = 500

/** What is rung after something was shut from visitors: nothing that is kept for them, in any process, is given out any more. */
export const SHUT = 'visitors'

/** Pages that are the same for all visitors; everything else is drawn for each request. */
const PAGES = new RegExp(
  `^(?:${Object.values<Url>(URLS)
    .flatMap((url) => (url.shared ? [patternOf(url, '[\\w.~%-]{1,100}')] : []))
    .join('|')})$`,
)
/** What an address may carry behind "?", in this order. */
const KNOWN = ['type', 'after']
/** What others hang on to a link that is passed around; no page of ours reads it. */
const TRACKING = /^(utm_\w+|fbclid|gclid|mc_[ce]id)$/

export interface KeptPage {
  status: number
  headers: [string, string][]
  body: GzipTemplate
}

interface Entry {
  began: number
  page: KeptPage
}

/** Draws this address (path and search) for a visitor, with the nonce given. */
export type Draw = (address: string, nonce: string) => Promise<Response>

/**
 * The normalised address under which a request may be answered from here if it is a visitor's, or null. The caller finds
 * out whether it is: pages depend on no other cookie than that of the session.
 */
export function sharedAddress(method: string, url: string, headers: Headers): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  if (headers.has('authorization')) return null
  const { pathname, searchParams } = new URL(url)
  if (!PAGES.test(pathname)) return null
  const given = [...searchParams].filter(([name]) => !TRACKING.test(name))
  const isKnown = given.every(([name, value]) => KNOWN.includes(name) && value.length <= 120)
  if (!isKnown || new Set(given.map(([name]) => name)).size < given.length) return null
  given.sort(([one], [other]) => KNOWN.indexOf(one) - KNOWN.indexOf(other))
  return given.length ? `${pathname}?${new URLSearchParams(given)}` : pathname
}

export function makeVisitors(draw: Draw, { now = () => performance.now(), mostBytes = MOST_BYTES } = {}) {
  const kept = new LRUCache<string, Entry>({
    maxSize: mostBytes,
    maxEntrySize: mostBytes / 10,
    sizeCalculation: ({ page }) => Math.max(1, page.body.size),
  })
  const underWay = new Map<string, Promise<KeptPage | null>>()
  let shuttings = 0

  const drawn = (address: string): Promise<KeptPage | null> => {
    const already = underWay.get(address)
    if (already) return already
    const began = now()
    const before = shuttings
    const drawing = drawOnce(draw, address)
      .then((made) => {
        // it may show what has been shut meanwhile
        if (before !== shuttings) return page(address)
        if (made?.status === 200) kept.set(address, { began, page: made })
        return made
      })
      .finally(() => underWay.get(address) === drawing && underWay.delete(address))
    underWay.set(address, drawing)
    return drawing
  }

  /** The page, or null: this request has to be drawn for itself. Throws what the drawing threw. */
  async function page(address: string): Promise<KeptPage | null> {
    const entry = kept.get(address)
    const age = entry ? now() - entry.began : Number.POSITIVE_INFINITY
    if (!entry || age >= OLDEST_MS) {
      kept.delete(address)
      return underWay.size >= MOST_AT_ONCE && !underWay.has(address) ? null : drawn(address)
    }
    // a failure shows when nothing fresh is left to give
    if (age >= STALE_MS) drawn(address).catch(() => {})
    return entry.page
  }

  return {
    page,
    /** Nothing that was drawn, or whose drawing began, before this moment is given to anybody after it. */
    forgetAll() {
      shuttings++
      kept.clear()
      underWay.clear()
    },
    size: () => ({ bytes: kept.calculatedSize, pages: kept.size }),
  }
}

/** Null for what is meant for one caller only. */
async function drawOnce(draw: Draw, address: string): Promise<KeptPage | null> {
  // no reader can write it into a page: it is gone before anybody sees one
  const hole = randomBytes(16).toString('hex')
  const response = await draw(address, hole)
  if (response.headers.has('set-cookie')) {
    await response.body?.cancel()
    return null
  }
  const headers = [...response.headers].filter(([name]) => name !== 'content-length')
  if (headers.some(([, value]) => value.includes(hole))) return null
  return { status: response.status, headers, body: gzipTemplate(await response.text(), hole) }
}
