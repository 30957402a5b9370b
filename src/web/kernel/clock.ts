/**
 * The server's clock, which keeps running in the browser, so that "5 min" is correct even if the visitor's clock is
 * wrong.
 */
import { useSyncExternalStore } from 'react'
import { useCommunity } from './viewer.ts'

const STEP_MS = 30_000

let passed = 0
const arrived = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(tick, STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick() {
  passed = Date.now() - arrived
  for (const listener of listeners) listener()
}

/** Returns the current time in ms since 1970, in steps of 30 seconds. */
export function useNow(): number {
  const since = useSyncExternalStore(
    subscribe,
    () => passed,
    () => 0,
  )
  return useCommunity().now.getTime() + since
}
