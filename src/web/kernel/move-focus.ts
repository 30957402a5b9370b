/** Moves the focus after a press whose button disappears. */
import { useEffect, useRef } from 'react'

/** `moveFocus` takes the selector of the element that gets the focus as soon as it is rendered inside `place`. */
export function useMoveFocus<Container extends HTMLElement>() {
  const place = useRef<Container>(null)
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (!wanted.current) return
    // an element that is hidden at this width cannot take the focus
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
