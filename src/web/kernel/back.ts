import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** What lies over the page, the uppermost last. */
const layers: object[] = []

/**
 * While something lies over the page, the way back leads out of it and no further, as on a phone every app does it.
 * Holds within a visit; the browser lets nobody hold up the way out of the site.
 */
export function useBackCloses(open: boolean, close: () => void) {
  const { history } = useRouter()
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!open) return
    const layer = {}
    layers.push(layer)
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        if (action !== 'BACK' || layers.at(-1) !== layer) return false
        latest.current()
        return true
      },
    })
    return () => {
      unblock()
      layers.splice(layers.indexOf(layer), 1)
    }
  }, [open, history])
}
