/** The texts of rounds: days, times and how often. Days and months are named here, because server and browser may differ. */

import { OUTCOME_WORDS, type Outcome, type RhythmWeeks, WEEKDAYS } from '#contract/round-words.ts'
import type { Rhythm, Steady } from '#contract/rounds.ts'
import { formattable, zoneTime } from '#contract/zone-words.ts'

const OFTEN: Record<RhythmWeeks, string> = { 1: 'Every week', 2: 'Every two weeks', 4: 'Every four weeks' }
export const oftenWords = (weeks: RhythmWeeks) => OFTEN[weeks]

/** "Sunday 20:00", in the pod's own time zone. */
export const dayAndTime = ({ weekday, time }: Pick<Rhythm, 'weekday' | 'time'>) =>
  `${WEEKDAYS[weekday - 1] ?? ''} ${time}`

/** After a change of the day the next round may stay on its old one. */
export const keepsDay = ({ weekday, next_at, time_zone }: Rhythm) =>
  !momentWords(next_at, time_zone).startsWith(WEEKDAYS[weekday - 1] ?? '')

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

let latest: { zone: string; format: Intl.DateTimeFormat } | undefined

/** Making a format takes eight times as long as using it, and nearly all dates of a page are in one zone. */
function formatIn(zone: string): Intl.DateTimeFormat {
  if (latest?.zone !== zone) {
    const format = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: formattable(zone), weekday: 'long', day: 'numeric', month: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    })
    latest = { zone, format }
  }
  return latest.format
}

/** The zone in which `momentWords` really shows a time. */
export const shownZone = (zone: string) => (formattable(zone) === 'UTC' ? 'UTC' : zone)

/** What calendar and clock show in this zone. */
function partsOf(at: Date, zone: string) {
  const parts = formatIn(zone).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const [day, month] = [Number(part('day')), MONTHS[Number(part('month')) - 1] ?? '']
  return { weekday: part('weekday'), day, month, hour: part('hour'), minute: part('minute') }
}

/** "Sunday 29 November, 20:00" on a clock in this zone. */
export function momentWords(at: Date, zone: string): string {
  const { weekday, day, month, hour, minute } = partsOf(at, zone)
  return `${weekday} ${day} ${month}, ${hour}:${minute}`
}

/** The same on the viewer's own clock. A viewer whose zone nobody knows reads UTC, so it says so. */
export const ownMomentWords = (at: Date, zone: string) => `${momentWords(at, zone)}${zone === 'UTC' ? ' UTC' : ''}`

/** The day of the week there, as a rhythm has it: 1 is Monday. */
export const weekdayAt = (at: Date, zone: string) =>
  (WEEKDAYS as readonly string[]).indexOf(partsOf(at, zone).weekday) + 1

/** "Sunday 29 November, 19:00"; with "(20:00 Berlin time)" for a viewer whose clock shows another time than the pod's. */
export function hereAndThere(at: Date, zone: string, podZone: string | undefined): string {
  const here = momentWords(at, zone)
  const there = podZone === undefined ? here : momentWords(at, podZone)
  if (podZone === undefined || there === here) return ownMomentWords(at, zone)
  const [day, time] = there.split(', ')
  return `${ownMomentWords(at, zone)} (${here.startsWith(`${day},`) ? time : there} ${zoneTime(shownZone(podZone))})`
}

/** "29 November" on a calendar in this zone. */
export const dateWords = (at: Date, zone: string) => momentWords(at, zone).replace(/^\S+ | *,.*$/g, '')

/** "Kept it" if the outcome is about a commitment, otherwise "Went well". */
export const outcomeWords = (outcome: Outcome, isAboutCommitment: boolean) =>
  OUTCOME_WORDS[outcome][isAboutCommitment ? 'commitment' : 'time']

/** Of the viewer alone. It says what he did, and nothing about rounds without him. */
export function ownSteadyWords({ came, of }: Steady): string {
  if (came === 0) return 'The next round has a place for you.'
  // no total: graces and pauses are not in it, and he remembers them
  return came === 1 || came < of / 2 ? 'Good that you are in this pod.' : `You came to ${came} rounds lately.`
}

/**
 * Of the whole pod, without a total: the members could subtract, and learn who was on a pause. Null if nobody came but the viewer:
 * it would say that all others were away.
 */
export const podSumWords = (came: number, own: number) =>
  came < 2 || came <= own ? null : `Together you checked in ${came} times lately.`
