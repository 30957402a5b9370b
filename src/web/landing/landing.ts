/**
 * The landing page is rendered on the server, and can be read and used without any script. The script that makes it
 * interactive is loaded at the first interaction, or before the samples start to move. So a visitor on a slow connection
 * loads nothing that is not needed yet.
 */
import { lazy } from 'react'

const fetchPage = () => import('./landing.tsx')
let asked: ReturnType<typeof fetchPage> | undefined

/** For navigation from another page of the application: the landing page is then rendered in the browser. */
export function fetchLanding() {
  asked ??= fetchPage().catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

/** in ms; one second before the samples would move for the first time on a page that is interactive from the start */
const MAX_WAIT_MS = 3000
const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin'] as const

const firstInteraction = () =>
  new Promise<void>((go) => {
    const end = new AbortController()
    const move = () => {
      end.abort()
      clearTimeout(timer)
      go()
    }
    const timer = setTimeout(move, MAX_WAIT_MS)
    for (const name of INTERACTIONS) window.addEventListener(name, move, { signal: end.signal, passive: true })
  })

/** A chunk that failed to load is requested again at the next interaction; the page stays as it is. */
const fetchOnInteraction = (): ReturnType<typeof fetchPage> =>
  firstInteraction().then(fetchLanding).catch(fetchOnInteraction)

export const LazyLanding = lazy(() => (asked ?? fetchOnInteraction()).then(({ Landing }) => ({ default: Landing })))
