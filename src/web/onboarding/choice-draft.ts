/**
 * Choices that are not sent yet, kept on this device. They are compared with what the member has saved on another device.
 */
import type { Onboarding } from '#contract/onboarding.ts'
import { STEPS, type Step } from '#contract/onboarding-words.ts'
import { useDraft } from '../kernel/draft.ts'
import {
  type FieldDraft,
  resolveDraft,
  type StoredAnswer,
  withOfferUsed,
  withoutOffer,
  withTyped,
} from '../kernel/field-draft.ts'

type ChoiceDraft = FieldDraft<'chosen', string[]>
const NOTHING: ChoiceDraft = {}

interface ChoiceDraftOptions {
  /** the key of the stored draft */
  key: string
  /** what the server has; undefined if it did not load */
  answer: StoredAnswer | undefined
  /** the choices before the member's first change */
  before: readonly string[]
  /** compares choices in the same form as the server's answer */
  markOf: (chosen: readonly string[]) => string
}

export function useChoiceDraft({ key, answer, before, markOf }: ChoiceDraftOptions) {
  const { draft, change, drop } = useDraft(key, NOTHING)
  const context = { fields: ['chosen'] as const, answerOf: () => answer, markOf }
  const { live, offered } = resolveDraft<'chosen', string[]>(draft, context)
  return {
    chosen: live.chosen ?? before,
    isTouched: live.chosen !== undefined,
    /** undefined if there is no offer */
    offered: offered.chosen,
    turn: (word: string, on: boolean) =>
      change((kept) => {
        const others = (resolveDraft<'chosen', string[]>(kept, context).live.chosen ?? before).filter(
          (one) => one !== word,
        )
        return withTyped<'chosen', string[]>(kept, context, 'chosen', on ? [...others, word] : others)
      }),
    use: () => change((kept) => withOfferUsed<'chosen', string[]>(kept, context, 'chosen')),
    discard: () => change((kept) => withoutOffer<'chosen', string[]>(kept, context, 'chosen')),
    drop,
  }
}

/**
 * Rooms to join. Rooms that the member has joined are always shown. If he completed the step on another device, that
 * counts as an answer.
 */
export const stepDraftOptions = (step: Step, stored: Onboarding | undefined) => {
  const isTaken = stored !== undefined && stored.step > STEPS.indexOf(step)
  return {
    answer: stored && { mark: isTaken ? 'taken' : 'open', isBlank: !isTaken },
    before: [],
    markOf: (chosen: readonly string[]) => [...chosen].sort().join(),
  }
}
