/**
 * Whether this tab has just heard of an event. What it reads then must contain the event, so it asks for the latest state; after some
 * seconds every replica has it.
 */
import { LATEST_HEADER } from '#contract/live-words.ts'

/** In ms: longer than a replica may be behind (src/server/kernel/replica). */
const RECENT_MS = 6000

let heardAt = Number.NEGATIVE_INFINITY

export const noteEvent = () => {
  heardAt = performance.now()
}

export const latestHeader = (): Record<string, string> =>
  performance.now() - heardAt < RECENT_MS ? { [LATEST_HEADER]: '1' } : {}
