/**
 * Guards a button that turns into another one in the same place: the second of two quick presses was meant for the first
 * button.
 */
import { useEffect, useState } from 'react'

/** in ms; longer than the time between the two presses of a double click */
const GUARD_MS = 600

/**
 * While `isGuarded` is true, the caller ignores presses. The guard starts when `step`, the name of the button's action,
 * changes, from the first render on that shows the new one, or when `guard` is called.
 */
export function useDoublePressGuard(step?: string | null) {
  // Each guard period has its own number, so that one that starts when another ends gets its own end.
  const [state, setState] = useState({ nth: 0, isGuarded: false, step })
  const { nth, isGuarded } = state
  if (state.step !== step) setState({ nth: nth + 1, isGuarded: true, step })
  useEffect(() => {
    if (nth === 0) return
    const end = () => setState((now) => (now.nth === nth ? { ...now, isGuarded: false } : now))
    const timer = setTimeout(end, GUARD_MS)
    return () => clearTimeout(timer)
  }, [nth])
  return { isGuarded, guard: () => setState((now) => ({ ...now, nth: now.nth + 1, isGuarded: true })) }
}
