/** The texts about a man who looks for a pod, and about a pod that fits. */
import type { RhythmWeeks } from '#contract/round-words.ts'
import { AIMS, type Aim, STAGES, type Stage, WEEKS_WORDS } from '#contract/seeker-words.ts'

const SAME_TIME = 'same time zone'

/** "2 hours apart", "5½ hours apart" */
export function hoursWords(hours: number): string {
  if (hours === 0) return SAME_TIME
  const whole = Math.floor(hours)
  const text = `${whole === 0 ? '' : whole}${hours % 1 >= 0.25 ? '½' : ''}`
  return `${text || '0'} ${hours === 1 ? 'hour' : 'hours'} apart`
}

const DAY_MS = 24 * 3600 * 1000

/** "can answer for 3 more days" */
export function leftWords(until: Date, now: number): string {
  const days = Math.max(1, Math.ceil((until.getTime() - now) / DAY_MS))
  return `can answer for ${days} more ${days === 1 ? 'day' : 'days'}`
}

/** "2 more rounds" */
export const roundsWords = (rounds: number) => `${rounds} more ${rounds === 1 ? 'round' : 'rounds'}`

interface Said {
  stages: Stage[]
  aims: Aim[]
  weeks?: RhythmWeeks
}

/** "Baby, School age · Health · Every week", without what was not said */
export const saidWords = ({ stages, aims, weeks }: Said): string =>
  [stages.map((one) => STAGES[one]).join(', '), aims.map((one) => AIMS[one]).join(', '), weeks && WEEKS_WORDS[weeks]]
    .filter(Boolean)
    .join(' · ')
