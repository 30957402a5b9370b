/** A screen that follows what is told of something while it is looked at. */
import { useEffect, useRef } from 'react'
import { isLeaving } from './leaving.ts'
import type { LiveEvent } from './line.ts'
import { listenTo } from './live.ts'

/** in ms */
const LATER = 1000

/**
 * What is told of `topic` after the number `after`, several at once where they come at once; null: something may have been
 * missed, so that all of it is to be read anew. Without a number that is so at the beginning, too. `topic` null: nothing.
 */
export function useFollowing(
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
      // while he signs out nothing is read anew; should he stay after all, it is read then
      if (isLeaving()) {
        soon = setTimeout(take, LATER)
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
        // of before: what is read anew knows it
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
