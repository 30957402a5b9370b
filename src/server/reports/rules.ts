/**
 * Who may report what.
 *
 * - `whyNotReport`: a member reports what he sees at this moment (`seenBy` of the thing, things/things.ts), except what he made
 *   himself.
 * - who reads a report: administrators of the place. The author is not told that it was reported, nor by whom.
 */
import type { Fault } from '#contract/kernel.ts'
import { reportFaults } from '#contract/reports.ts'
import type { SeenThing } from '../things/things.ts'

/** Returns null if the member may report the thing that he sees. */
export const whyNotReport = (viewer: { id: string }, { author_id }: Pick<SeenThing, 'author_id'>): Fault | null =>
  author_id === viewer.id ? reportFaults.own : null
