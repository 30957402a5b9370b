/** A button that becomes another one in the same place: the second press of two quick ones was meant for the one before. */
import { useEffect, useState } from 'react'

/** in ms; longer than between the two presses of a double click */
const REST = 600

/**
 * While `isGuarded`, presses are to do nothing. The button rests when `step`, the name of what it does, changes, from the very
 * drawing that shows the new one; or when `guard` is called.
 */
export function useDoublePressGuard(step?: string | null) {
  // each rest has a number of its own: one that begins in the moment in which another ends must have its end as well
  const [state, setState] = useState({ nth: 0, isGuarded: false, step })
  const { nth, isGuarded } = state
  if (state.step !== step) setState({ nth: nth + 1, isGuarded: true, step })
  useEffect(() => {
    if (nth === 0) return
    const end = () => setState((now) => (now.nth === nth ? { ...now, isGuarded: false } : now))
    const timer = setTimeout(end, REST)
    return () => clearTimeout(timer)
  }, [nth])
  return { isGuarded, guard: () => setState((now) => ({ ...now, nth: now.nth + 1, isGuarded: true })) }
}
