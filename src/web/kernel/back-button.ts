import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** The open layers (dialogs, drawers), the topmost last. */
const layers: object[] = []

/**
 * While a layer is open, the browser's back button closes it and does nothing else, as in phone apps. It works for
 * navigation within the site; browsers do not allow blocking the way out.
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
