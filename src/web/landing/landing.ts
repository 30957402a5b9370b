/**
 * The front page comes drawn and reads and leads on without any script. What brings it to life is fetched with the first
 * move, or before the samples are to move: so a stranger on a slow line loads nothing that he does not need yet.
 */
import { lazy } from 'react'

const fetchPage = () => import('./landing.tsx')
let asked: ReturnType<typeof fetchPage> | undefined

/** For whoever comes from another page of ours: then it is drawn here. */
export function askForLanding() {
  asked ??= fetchPage().catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

/** in ms; a second before the samples move for the first time, had they been alive from the beginning */
const SOON = 3000
const MOVES = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin'] as const

const firstMove = () =>
  new Promise<void>((go) => {
    const end = new AbortController()
    const move = () => {
      end.abort()
      clearTimeout(timer)
      go()
    }
    const timer = setTimeout(move, SOON)
    for (const name of MOVES) window.addEventListener(name, move, { signal: end.signal, passive: true })
  })

/** A piece that did not come is asked for again with the next move: the page stays as it is. */
const whenWanted = (): ReturnType<typeof fetchPage> => firstMove().then(askForLanding).catch(whenWanted)

export const LateLanding = lazy(() => (asked ?? whenWanted()).then(({ Landing }) => ({ default: Landing })))
