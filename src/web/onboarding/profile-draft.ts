/**
 * What he has begun to tell of himself. What everybody will read is kept on this device until it is saved; what only he may
 * see is kept by the page alone, which Logout ends, lest it stays on a tablet that others use. Where he has told
 * something else meanwhile on another device, that is shown, and what is kept here offered beside it.
 */
import { useState } from 'react'
import type { Onboarding } from '#contract/onboarding.ts'
import { type Kept, typedIn, usedOf, type Weighed, weigh, withoutOffer } from '../kernel/beside.ts'
import { useDraft } from '../kernel/draft.ts'
import { draftOf } from './onboarding.ts'

const SHOWN = ['display_name', 'bio', 'location'] as const
const HIDDEN = ['first_name', 'last_name', 'date_of_birth'] as const
export type Name = (typeof SHOWN)[number] | (typeof HIDDEN)[number]
/** only what he has touched: the rest is as it was told before */
export type Draft = Partial<Record<Name, string>>

type Words = Kept<Name, string>
const NOTHING: Words = {}
/** by member, for when he comes back to this step */
const hiddenOf = new Map<string, Words>()

const weighingOf = (fields: readonly Name[], told: Onboarding | undefined) => ({
  fields,
  answerOf(name: Name) {
    if (!told) return
    const mark = markOf(told[name] ?? '')
    return { mark, isBlank: mark === '' }
  },
  markOf,
})
const markOf = (text: string) => text.trim()

export function useProfileDraft(member: string, told: Onboarding | undefined) {
  const shown = useDraft(draftOf(member, 'profile'), NOTHING)
  const [hidden, setHidden] = useState(() => hiddenOf.get(member) ?? NOTHING)
  const [onShown, onHidden] = [weighingOf(SHOWN, told), weighingOf(HIDDEN, told)]
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
