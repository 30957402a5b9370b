/** A button that becomes another one in the same place: the second press of two quick ones was meant for the one before. */
import { useEffect, useRef, useState } from 'react'

/** in ms; longer than between the two presses of a double click */
const REST = 600

/** `rest` after the step; while `resting`, presses do nothing. */
export function useRest() {
  const nth = useRef(0)
  // each rest has a number of its own: one that begins in the moment in which another ends must have its end as well
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    if (current === 0) return
    const timer = setTimeout(() => setCurrent(0), REST)
    return () => clearTimeout(timer)
  }, [current])
  return { resting: current > 0, rest: () => setCurrent(++nth.current) }
}
