/**
 * The draft of the profile step. Public fields are kept on this device until they are saved. Private fields are kept only
 * in memory, which logging out clears, so that they do not stay on a shared device. If the member saved a different value
 * on another device, that value is shown and the draft is offered beside it.
 */
import { useState } from 'react'
import type { Onboarding } from '#contract/onboarding.ts'
import { useDraft } from '../kernel/draft.ts'
import {
  type FieldDraft,
  type ResolvedDraft,
  resolveDraft,
  withOfferUsed,
  withoutOffer,
  withTyped,
} from '../kernel/field-draft.ts'
import { draftOf } from './onboarding.ts'

const PUBLIC_FIELDS = ['display_name', 'bio', 'location'] as const
const HIDDEN = ['first_name', 'last_name', 'date_of_birth'] as const
export type Name = (typeof PUBLIC_FIELDS)[number] | (typeof HIDDEN)[number]
/** only the fields that the member has changed */
export type Draft = Partial<Record<Name, string>>

type Words = FieldDraft<Name, string>
const NOTHING: Words = {}
/** by member id, for when the member returns to this step */
const hiddenOf = new Map<string, Words>()

const contextOf = (fields: readonly Name[], stored: Onboarding | undefined) => ({
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
  const [onShown, onHidden] = [contextOf(PUBLIC_FIELDS, stored), contextOf(HIDDEN, stored)]
  const merged = (one: ResolvedDraft<Name, string>, other: ResolvedDraft<Name, string>) => ({
    draft: { ...one.live, ...other.live } as Draft,
    offered: { ...one.offered, ...other.offered } as Draft,
  })
  type Context = typeof onShown
  const alter = (name: Name, act: (words: Words, context: Context) => Words) => {
    if (!HIDDEN.some((one) => one === name)) return shown.change((before) => act(before, onShown))
    const after = act(hiddenOf.get(member) ?? NOTHING, onHidden)
    hiddenOf.set(member, after)
    setHidden(after)
  }
  return {
    ...merged(resolveDraft<Name, string>(shown.draft, onShown), resolveDraft<Name, string>(hidden, onHidden)),
    change: (name: Name, text: string) =>
      alter(name, (words, context) => withTyped<Name, string>(words, context, name, text)),
    use: (name: Name) => alter(name, (words, context) => withOfferUsed<Name, string>(words, context, name)),
    discard: (name: Name) => alter(name, (words, context) => withoutOffer<Name, string>(words, context, name)),
    drop() {
      shown.drop()
      hiddenOf.delete(member)
      setHidden(NOTHING)
    },
  }
}
