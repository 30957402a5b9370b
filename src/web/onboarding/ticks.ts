/** What he has ticked and not sent: on this device, beside what he has answered meanwhile on another one. */
import type { Onboarding } from '#contract/onboarding.ts'
import { STEPS, type Step } from '#contract/onboarding-words.ts'
import { type Answer, type Kept, typedIn, usedOf, weigh, withoutOffer } from '../kernel/beside.ts'
import { useDraft } from '../kernel/draft.ts'

type Ticks = Kept<'chosen', string[]>
const NOTHING: Ticks = {}

interface TicksOf {
  /** under which they are kept */
  key: string
  /** what the server has; undefined: it did not load */
  answer: Answer | undefined
  /** ticked before he touches anything */
  before: readonly string[]
  /** as the answer's, for ticks that say the same */
  markOf: (chosen: readonly string[]) => string
}

export function useTicks({ key, answer, before, markOf }: TicksOf) {
  const { draft, change, drop } = useDraft(key, NOTHING)
  const weighing = { fields: ['chosen'] as const, answerOf: () => answer, markOf }
  const { live, offered } = weigh<'chosen', string[]>(draft, weighing)
  return {
    chosen: live.chosen ?? before,
    isTouched: live.chosen !== undefined,
    /** undefined: nothing is offered */
    offered: offered.chosen,
    turn: (word: string, on: boolean) =>
      change((kept) => {
        const others = (weigh<'chosen', string[]>(kept, weighing).live.chosen ?? before).filter((one) => one !== word)
        return typedIn<'chosen', string[]>(kept, weighing, 'chosen', on ? [...others, word] : others)
      }),
    use: () => change((kept) => usedOf<'chosen', string[]>(kept, weighing, 'chosen')),
    discard: () => change((kept) => withoutOffer<'chosen', string[]>(kept, weighing, 'chosen')),
    drop,
  }
}

/** Rooms to join: where he is in already is shown in any case. That he has taken the step elsewhere is an answer. */
export const ofStep = (step: Step, told: Onboarding | undefined) => {
  const isTaken = told !== undefined && told.step > STEPS.indexOf(step)
  return {
    answer: told && { mark: isTaken ? 'taken' : 'open', isBlank: !isTaken },
    before: [],
    markOf: (chosen: readonly string[]) => [...chosen].sort().join(),
  }
}
