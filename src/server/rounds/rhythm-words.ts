/** What a change of the rhythm is called in the conversation and in the mail, after the name of the man who made it. */
import { WEEKDAYS } from '#contract/round-words.ts'
import type { Rhythm } from '#contract/rounds.ts'
import { zoneName } from '#contract/zone-words.ts'

export type Beat = Pick<Rhythm, 'weekday' | 'time' | 'time_zone' | 'weeks' | 'season_rounds'>

const OFTEN = { 1: 'every week', 2: 'every two weeks', 4: 'every four weeks' } as const

/** "Sunday 20:00" */
export const beatWords = ({ weekday, time }: Pick<Beat, 'weekday' | 'time'>) => `${WEEKDAYS[weekday - 1]} ${time}`
/** "every two weeks" */
export const oftenOf = ({ weeks }: Pick<Beat, 'weeks'>) => OFTEN[weeks]

/** "moved the rounds to Sunday 20:00." */
export function changeWords(before: Beat, now: Beat): string {
  const hasOtherZone = before.time_zone !== now.time_zone
  const hasMoved = hasOtherZone || beatWords(before) !== beatWords(now)
  const zone = hasOtherZone ? ` (${zoneName(now.time_zone)})` : ''
  const often = before.weeks === now.weeks ? '' : oftenOf(now)
  if (hasMoved) return `moved the rounds to ${beatWords(now)}${zone}${often && `, ${often}`}.`
  if (often) return `changed the rounds to ${often}.`
  return `changed the season to ${now.season_rounds} rounds.`
}
