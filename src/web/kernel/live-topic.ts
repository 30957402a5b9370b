/** A component that follows a live topic while it is on the screen. */
import { useEffect, useRef } from 'react'
import { listenTo } from './live.ts'
import type { LiveEvent } from './live-subscriptions.ts'
import { isSigningOut } from './signing-out.ts'

/** in ms */
const RETRY_MS = 1000

/**
 * Calls `follow` with the events of `topic` after the sequence number `after`; several that arrive together come in one
 * call. Null instead of events: some may have been missed, so the caller must read everything again. Without a number
 * that is also the first call. If `topic` is null, nothing is followed.
 */
export function useLiveTopic(
  topic: string | null,
  after: number | null,
  follow: (events: readonly LiveEvent[] | null) => void,
) {
  const latest = useRef({ after, follow })
  useEffect(() => {
    latest.current = { after, follow }
  })
  useEffect(() => {
    if (topic === null) return
    let waiting: LiveEvent[] = []
    let soon: ReturnType<typeof setTimeout> | undefined
    let isKnown = latest.current.after !== null
    const take = () => {
      // while the member signs out nothing is refetched; if signing out fails, it is refetched then
      if (isSigningOut()) {
        soon = setTimeout(take, RETRY_MS)
        return
      }
      soon = undefined
      const events = waiting
      waiting = []
      latest.current.follow(events)
    }
    const stop = listenTo(topic, latest.current.after, {
      onEvent: (event) => {
        waiting.push(event)
        soon ??= setTimeout(take)
      },
      onUpToDate: () => {
        if (!isKnown) latest.current.follow(null)
        isKnown = true
      },
      onReset: () => {
        // they are older than what the caller reads now
        waiting = []
        latest.current.follow(null)
      },
      onGone() {},
    })
    return () => {
      stop()
      clearTimeout(soon)
    }
  }, [topic])
}
