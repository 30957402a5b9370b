/** The server's clock, going on ticking in the browser, so that "5 min" is right whatever the reader's own clock says. */
import { useSyncExternalStore } from 'react'
import { usePlace } from './viewer.ts'

const STEP = 30_000

let passed = 0
const arrived = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(tick, STEP)
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

/** Milliseconds of now, in steps of half a minute. */
export function useNow(): number {
  const since = useSyncExternalStore(
    subscribe,
    () => passed,
    () => 0,
  )
  return usePlace().now.getTime() + since
}
