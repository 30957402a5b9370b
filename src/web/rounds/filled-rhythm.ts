/** What a pod without a rhythm is offered: today's day of the week in the evening, as often as its creator meant to meet. */
import type { RhythmWeeks } from '#contract/round-words.ts'
import type { RoundsOfPod } from '#contract/rounds.ts'
import type { MeetingFrequency } from '#contract/words.ts'
import { weekdayAt } from './words.ts'

export interface FilledRhythm {
  /** 1 is Monday */
  weekday: number
  time: string
  time_zone: string
  weeks: RhythmWeeks
}

const WEEKS_OF: Record<MeetingFrequency, RhythmWeeks> = { weekly: 1, 'bi-weekly': 2, monthly: 4, 'as-needed': 2 }

export const filledRhythm = (frequency: MeetingFrequency | null, zone: string, now: number): FilledRhythm => ({
  ...{ weekday: weekdayAt(new Date(now), zone), time: '20:00', time_zone: zone },
  weeks: WEEKS_OF[frequency ?? 'weekly'],
})

/** The words of the choice to open a round at once; null if one is open, or rounds run already. */
export function nowWords({ rhythm, open, closed }: RoundsOfPod): string | null {
  if (open || (rhythm && closed.length > 0)) return null
  return closed.length > 0 ? 'Open a round now' : 'Open the first round now'
}
