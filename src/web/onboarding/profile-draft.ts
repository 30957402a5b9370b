/**
 * The draft of the profile step. Public fields are kept on this device until they are saved. Private fields are kept only
 * in memory, which logging out clears, so that they do not stay on a shared device. If the member saved a different value
 * on another device, that value is shown and the draft is offered beside it.
 */
import { useState } from 'react'
import type { Onboarding } from '#contract/onboarding.ts'
import { type FieldDraft, typedIn, usedOf, type Weighed, weigh, withoutOffer } from '../kernel/beside.ts'
import { useDraft } from '../kernel/draft.ts'
import { draftOf } from './onboarding.ts'

const SHOWN = ['display_name', 'bio', 'location'] as const
const HIDDEN = ['first_name', 'last_name', 'date_of_birth'] as const
export type Name = (typeof SHOWN)[number] | (typeof HIDDEN)[number]
/** only the fields that the member has changed */
export type Draft = Partial<Record<Name, string>>

type Words = FieldDraft<Name, string>
const NOTHING: Words = {}
/** by member id, for when the member returns to this step */
const hiddenOf = new Map<string, Words>()

const weighingOf = (fields: readonly Name[], stored: Onboarding | undefined) => ({
  fields,
  answerOf(name: Name) {
    if (!stored) return
    const mark = markOf(stored[name] ?? '')
    return { mark, isBlank: mark === '' }
  },
  markOf,
})
const markOf = (text: string) => text.trim()

export function useProfileDraft(member: string, stored: Onboarding | undefined) {
  const shown = useDraft(draftOf(member, 'profile'), NOTHING)
  const [hidden, setHidden] = useState(() => hiddenOf.get(member) ?? NOTHING)
  const [onShown, onHidden] = [weighingOf(SHOWN, stored), weighingOf(HIDDEN, stored)]
  const merged = (one: Weighed<Name, string>, other: Weighed<Name, string>) => ({
    draft: { ...one.live, ...other.live } as Draft,
    offered: { ...one.offered, ...other.offered } as Draft,
  })
  type Weighing = typeof onShown
  const alter = (name: Name, act: (words: Words, weighing: Weighing) => Words) => {
    if (!HIDDEN.some((one) => one === name)) return shown.change((before) => act(before, onShown))
    const after = act(hiddenOf.get(member) ?? NOTHING, onHidden)
    hiddenOf.set(member, after)
    setHidden(after)
  }
  return {
    ...merged(weigh<Name, string>(shown.draft, onShown), weigh<Name, string>(hidden, onHidden)),
    change: (name: Name, text: string) =>
      alter(name, (words, weighing) => typedIn<Name, string>(words, weighing, name, text)),
    use: (name: Name) => alter(name, (words, weighing) => usedOf<Name, string>(words, weighing, name)),
    discard: (name: Name) => alter(name, (words, weighing) => withoutOffer<Name, string>(words, weighing, name)),
    drop() {
      shown.drop()
      hiddenOf.delete(member)
      setHidden(NOTHING)
    },
  }
}
