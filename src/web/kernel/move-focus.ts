/** What was pressed is often gone with the press: the focus is led to what stands for it now. */
import { useEffect, useRef } from 'react'

/** `moveFocus` names what gets the focus as soon as it is drawn inside `place`. */
export function useMoveFocus<Place extends HTMLElement>() {
  const place = useRef<Place>(null)
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (!wanted.current) return
    // what is hidden at this width cannot take the focus
    const found = [...(place.current?.querySelectorAll<HTMLElement>(wanted.current) ?? [])]
    const next = found.find((one) => one.getClientRects().length > 0)
    if (!next) return
    wanted.current = undefined
    next.focus({ preventScroll: true })
  })
  return {
    place,
    moveFocus: (selector: string) => {
      wanted.current = selector
    },
  }
}
