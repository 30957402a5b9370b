/** What a member sends: the rhythm of his pod, and his check-in. */
import * as z from 'zod'
import { Clock, Zone } from './event-fields.ts'
import { Id, Line, SentTime, Text } from './kernel.ts'
import { CHECK_IN, OUTCOMES, PRIVATE_LINES, RHYTHM_WEEKS, ROUND, SAY_ROUNDS } from './round-words.ts'

export const NewRhythm = z.strictObject({
  pod_id: Id,
  weekday: z.int('Choose a day').min(1, 'Choose a day').max(7, 'Choose a day'),
  time: Clock,
  time_zone: Zone,
  weeks: z.literal(RHYTHM_WEEKS, 'Choose how often you meet'),
  season_rounds: z
    .int('A season has six to eight rounds')
    .min(ROUND.season.min, 'A season has six to eight rounds')
    .max(ROUND.season.max, 'A season has six to eight rounds')
    .default(ROUND.season.usual),
  /** opens the first round at once; the next one follows on the day. Without effect if a round is open, or rounds run already. */
  opens_now: z.boolean().optional(),
})

const line = (name: string) =>
  Text({ name, max: CHECK_IN.line, blank: 'Leave it empty, or say something' }).nullable().default(null)

export const NewCheckIn = z.strictObject({
  round_id: Id,
  outcome: z.enum(OUTCOMES, SAY_ROUNDS.outcomeMissing),
  win: line('The win'),
  struggle: line('The struggle'),
  ask: line('The ask'),
  commitment: z
    .strictObject({
      cue: Line({ name: '“If”', max: CHECK_IN.commitmentCue, blank: 'Leave it empty, or say when' })
        .nullable()
        .default(null),
      action: Line({ name: '“Then”', max: CHECK_IN.commitmentAction, blank: SAY_ROUNDS.actionMissing }),
    })
    .nullable()
    .default(null),
  private_lines: z
    .array(z.enum(PRIVATE_LINES, SAY_ROUNDS.privateLines), SAY_ROUNDS.privateLines)
    .max(PRIVATE_LINES.length, SAY_ROUNDS.privateLines)
    .default([]),
  /**
   * `updated_at` of the check-in that the form started from; null if there was none. If the server has a newer one with other
   * content, the call is refused with `CHECK_IN_CHANGED` and nothing is overwritten.
   */
  seen_at: SentTime.nullable().default(null),
})
