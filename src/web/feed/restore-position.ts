/** Restores a list with Back or after a reload: the same posts at the same position. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type ListQuery, type Posts, pageOf } from './feed.ts'
import { joined, keepPlace, type ListPosition, MAX_PAGES, missingAfter, recallPlace } from './list-position.ts'

/** The maximum number of pages that are loaded to find posts that are new since the reader left. */
const MAX_NEW_PAGES = 5
const BATCH_SIZE = 6

/**
 * `settled`: it is known whether there is a position to restore; before that the list must not load more by itself.
 * `restoring`: the list is being restored.
 */
interface Staying {
  settled: boolean
  restoring: boolean
}

export function useRestoredPosition(
  query: ListQuery,
  posts: Posts | undefined,
  sheet: RefObject<HTMLElement | null>,
): Staying {
  const router = useRouter()
  const client = useQueryClient()
  const [restoring, setRestoring] = useState(false)
  const [settled, setSettled] = useState(false)
  const shown = useRef(posts)
  useLayoutEffect(() => {
    shown.current = posts
  })

  useEffect(() => {
    const leave = (entry = router.state.resolvedLocation ?? router.state.location) => {
      if (shown.current && sheet.current) keepPlace(entry, placeIn(shown.current, sheet.current))
    }
    const hide = () => leave()
    const unsubscribe = router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) => {
      if (fromLocation && fromLocation.state.__TSR_key !== toLocation.state.__TSR_key) leave(fromLocation)
    })
    window.addEventListener('pagehide', hide)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', hide)
    }
  }, [router, sheet])

  const key = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).state.__TSR_key })
  const ready = posts !== undefined
  const latest = useRef(query)
  useEffect(() => {
    latest.current = query
  })
  const done = useRef<string>(undefined)
  useEffect(() => {
    if (!ready || !key || done.current === key) return
    done.current = key
    const kept = recallPlace(router.state.resolvedLocation ?? router.state.location)
    if (!kept?.post) return setSettled(true)
    const stop = { asked: false }
    const stopRestoring = () => {
      stop.asked = true
    }
    for (const move of MOVES) window.addEventListener(move, stopRestoring, { passive: true })
    const end = () => {
      for (const move of MOVES) window.removeEventListener(move, stopRestoring)
    }
    setRestoring(true)
    void reloadPages(client, latest.current, kept)
      // without the missing pages the list ends earlier, and continues to load from there
      .catch(() => {})
      .then(() => (stop.asked ? undefined : scrollToPost(kept, stop)))
      .then(() => (stop.asked ? undefined : holdPosition(kept)))
      .finally(() => {
        end()
        setRestoring(false)
        setSettled(true)
      })
    return end
  }, [ready, key, router, client])
  return { settled, restoring }
}

const MOVES = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** The pages down to the reader's position, and the topmost visible post. */
function placeIn(posts: Posts, sheet: HTMLElement): Omit<ListPosition, 'href'> {
  const starts = posts.pageParams.slice(1) as string[]
  if (window.scrollY < 8) return { starts: [] }
  const bar = document.querySelector('.top:not(.away)')?.getBoundingClientRect().bottom ?? 0
  const card = [...sheet.querySelectorAll<HTMLElement>('.post')].find(
    (one) => one.getBoundingClientRect().bottom > Math.max(bar, 0) + 1,
  )
  const post = card?.dataset.post
  if (!card || !post) return { starts: [] }
  const page = posts.pages.findIndex(({ items }) => items.some(({ id }) => id === post))
  return { starts: starts.slice(0, page + 1), post, top: card.getBoundingClientRect().top }
}

/** Loads the pages that were there and are not cached any more. */
async function reloadPages(client: QueryClient, query: ListQuery, kept: ListPosition): Promise<void> {
  const held = client.getQueryData<Posts>(query.queryKey)
  const first = held?.pages[0]
  if (!held || !first || held.pages.length > kept.starts.length) return
  if (held.pages.some(({ items }) => items.some(({ id }) => id === kept.post)) && held.pages.length > 1) return
  const starts = kept.starts.slice(-MAX_PAGES)
  if (starts.length === 0) return
  const fetchPage = (start: string) => pageOf(client, query, start)
  const later = await inBatches(starts, fetchPage)
  const parts = starts.map((start, index) => ({ start: start as string | undefined, page: later[index]! }))
  if (starts.length === kept.starts.length) {
    const start = held.pageParams[0]
    const above = [{ start, page: first }]
    let next = missingAfter(first, later[0]!, starts[0]!)
    for (let pages = 0; next !== null && pages < MAX_NEW_PAGES; pages++) {
      const page = await fetchPage(next)
      above.push({ start: next, page })
      next = missingAfter(page, later[0]!, starts[0]!)
    }
    // too many new posts to make the pages contiguous: the list starts at his position, with a link to the top
    if (next === null) parts.unshift(...above)
  }
  // a page that is being loaded would restore the earlier pages
  await client.cancelQueries({ queryKey: query.queryKey, exact: true })
  client.setQueryData<Posts>(query.queryKey, joined(parts))
}

async function inBatches<From, To>(from: readonly From[], load: (one: From) => Promise<To>): Promise<To[]> {
  const done: To[] = []
  for (let at = 0; at < from.length; at += BATCH_SIZE)
    done.push(...(await Promise.all(from.slice(at, at + BATCH_SIZE).map(load))))
  return done
}

/**
 * Scrolls the post to its old position. Cards change their height when they become visible, so it repeats until it is
 * stable.
 */
async function scrollToPost({ post, top = 0 }: ListPosition, stop: { asked: boolean }): Promise<void> {
  for (let frame = 0, still = 0; frame < 30 && still < 3 && !stop.asked; frame++) {
    await new Promise(requestAnimationFrame)
    const card = document.querySelector(`.post[data-post="${post}"]`)
    if (!card) continue
    const off = card.getBoundingClientRect().top - top
    const before = window.scrollY
    if (Math.abs(off) >= 0.5) window.scrollBy({ top: off, behavior: 'instant' })
    still = Math.abs(off) < 0.5 || window.scrollY === before ? still + 1 : 0
  }
}

/** in ms; by then avatars have loaded and cards near the viewport have their real height */
const HOLD_MS = 2000
/** in ms; a scroll this soon after a change of height is the browser's scroll anchoring; a later one is by the reader */
const ANCHORING_MS = 200

/**
 * Keeps the post at its position while content above it grows, until the reader scrolls. Checks every frame, because the
 * browser's scroll anchoring also corrects the position, and both together would correct it twice.
 */
function holdPosition({ post, top = 0 }: ListPosition): void {
  const card = document.querySelector(`.post[data-post="${post}"]`)
  if (!card) return
  const from = performance.now()
  let hasMoved = false
  let depth = Number.NaN // distance from the top of the page
  let grew = from
  const look = (now: number) => {
    const off = card.getBoundingClientRect().top - top
    if (!(Math.abs(off + window.scrollY - depth) < 0.5)) grew = now
    const isPushed = Math.abs(off) >= 0.5
    // scrolled by the reader, or a new page
    if (isPushed && now - grew > ANCHORING_MS) hasMoved = true
    if (hasMoved || !card.isConnected || now - from > HOLD_MS) return end()
    depth = off + window.scrollY
    if (isPushed) window.scrollBy({ top: off, behavior: 'instant' })
    requestAnimationFrame(look)
  }
  const move = () => {
    hasMoved = true
  }
  const end = () => {
    for (const kind of MOVES) window.removeEventListener(kind, move)
  }
  for (const kind of MOVES) window.addEventListener(kind, move, { passive: true, once: true })
  requestAnimationFrame(look)
}
