/**
 * The visitors' cache: whole pages for requests without a valid session (docs/decisions/012, 043). Each response gets its
 * own nonce. The age of a page counts from the state that it shows (the start of its rendering, or the state of a replica), and a page is used for less than five seconds. A page
 * is rendered once at a time; requests that arrive meanwhile wait for it. When something becomes private or is removed, the
 * whole cache is cleared (`VISITORS_TOPIC`), including pages that are being rendered.
 */
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { PAGE_PARAMETERS, patternOf, SHARED_PARAMETERS, URLS, type Url } from '#contract/url-words.ts'
import { type GzipTemplate, gzipTemplate } from './gzip-template.ts'

/** From this age on, the next request starts a new rendering and still gets the cached page. */
const STALE_MS = 2500
/** An older page is not used. With the time of the response this stays below five seconds. */
const MAX_AGE_MS = 4500
const MAX_BYTES = 24_000_000
const MAX_RENDERING = 500

/** The topic that is notified when something is hidden from visitors. Every process then clears its cache. */
export const VISITORS_TOPIC = 'visitors'

/** Pages that are the same for all visitors. Any other page is rendered for each request. */
const SHARED_PAGES = new RegExp(
  `^(?:${Object.values<Url>(URLS)
    .flatMap((url) => (url.shared ? [patternOf(url, '[\\w.~%-]{1,100}')] : []))
    .join('|')})$`,
)
export interface CachedPage {
  status: number
  headers: [string, string][]
  body: GzipTemplate
}

interface Entry {
  began: number
  page: CachedPage
}

/** Renders this address (path and search) for a visitor, with this nonce. */
export type RenderPage = (address: string, nonce: string) => Promise<Response>

/**
 * Returns the normalised address of a shared page, or null if the page is not shared. The caller checks that the request has
 * no session; pages depend on no other cookie.
 */
export function sharedAddress(method: string, url: string, headers: Headers): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  if (headers.has('authorization')) return null
  const { pathname, searchParams } = new URL(url)
  if (!SHARED_PAGES.test(pathname)) return null
  const given = [...searchParams].filter(([name]) => PAGE_PARAMETERS.includes(name))
  const isShared = given.every(([name, value]) => SHARED_PARAMETERS.includes(name) && value.length <= 120)
  if (!isShared || new Set(given.map(([name]) => name)).size < given.length) return null
  given.sort(([one], [other]) => SHARED_PARAMETERS.indexOf(one) - SHARED_PARAMETERS.indexOf(other))
  const path = encodedOnce(pathname)
  return given.length ? `${path}?${new URLSearchParams(given)}` : path
}

/** One spelling of a path: "%61" is "a". Otherwise each spelling of one address would take a place in the cache. */
function encodedOnce(pathname: string): string {
  try {
    return pathname.split('/').map(decodeURIComponent).map(encodeURIComponent).join('/')
  } catch {
    // it cannot be decoded and has no page
    return pathname
  }
}

interface VisitorCacheOptions {
  now?: () => number
  mostBytes?: number
  /** in ms: how old the data of a rendering that begins now may be */
  stateAge?: (() => number) | undefined
}

export function makeVisitorCache(
  draw: RenderPage,
  { now = () => performance.now(), mostBytes = MAX_BYTES, stateAge = () => 0 }: VisitorCacheOptions = {},
) {
  const kept = new LRUCache<string, Entry>({
    maxSize: mostBytes,
    maxEntrySize: mostBytes / 10,
    sizeCalculation: ({ page }) => Math.max(1, page.body.size),
  })
  const underWay = new Map<string, Promise<CachedPage | null>>()
  let shuttings = 0

  const drawn = (address: string, onDraw: () => void): Promise<CachedPage | null> => {
    const already = underWay.get(address)
    if (already) return already
    onDraw()
    const began = now() - stateAge()
    const before = shuttings
    const drawing = drawOnce(draw, address)
      .then((made) => {
        // the rendering may show what has been hidden in the meantime
        if (before !== shuttings) return page(address)
        if (made?.status === 200) kept.set(address, { began, page: made })
        return made
      })
      .finally(() => underWay.get(address) === drawing && underWay.delete(address))
    underWay.set(address, drawing)
    return drawing
  }

  /**
   * Returns the page, or null if this request needs a rendering of its own. Throws the error of the rendering. Calls `onDraw`
   * if a rendering begins because of this request.
   */
  async function page(address: string, onDraw = () => {}): Promise<CachedPage | null> {
    const entry = kept.get(address)
    const age = entry ? now() - entry.began : Number.POSITIVE_INFINITY
    if (!entry || age >= MAX_AGE_MS) {
      kept.delete(address)
      return underWay.size >= MAX_RENDERING && !underWay.has(address) ? null : drawn(address, onDraw)
    }
    // a failed rendering is only reported when no cached page is left
    if (age >= STALE_MS) drawn(address, onDraw).catch(() => {})
    return entry.page
  }

  return {
    page,
    /** No page whose rendering began before this moment is used after it. */
    forgetAll() {
      shuttings++
      kept.clear()
      underWay.clear()
    },
    size: () => ({ bytes: kept.calculatedSize, pages: kept.size }),
  }
}

/** Returns null for a page that is meant for one visitor only. */
async function drawOnce(draw: RenderPage, address: string): Promise<CachedPage | null> {
  // random for each rendering, so that no member can write it into a page
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
