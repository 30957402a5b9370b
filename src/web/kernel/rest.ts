/** A button that becomes another one in the same place: the second press of two quick ones was meant for the one before. */
import { useEffect, useState } from 'react'

/** in ms; longer than between the two presses of a double click */
const REST = 600

/** `rest` after the step; while `resting`, presses do nothing. */
export function useRest() {
  const [resting, setResting] = useState(false)
  useEffect(() => {
    if (!resting) return
    const timer = setTimeout(() => setResting(false), REST)
    return () => clearTimeout(timer)
  }, [resting])
  return { resting, rest: () => setResting(true) }
}
