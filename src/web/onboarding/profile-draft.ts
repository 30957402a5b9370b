/**
 * What he has begun to tell of himself. What everybody will read is kept on this device until it is saved; what only he may
 * see is kept by the page alone, which Logout ends, lest it stays on a tablet that others use.
 */
import { useState } from 'react'
import { useDraft } from '../kernel/draft.ts'
import { draftOf } from './onboarding.ts'

export type Shown = 'display_name' | 'bio' | 'location'
export type Hidden = 'first_name' | 'last_name' | 'date_of_birth'
/** only what he has touched: the rest is as it was told before */
export type Draft = Partial<Record<Shown | Hidden, string>>

const NOTHING: Draft = {}
const HIDDEN: readonly string[] = ['first_name', 'last_name', 'date_of_birth'] satisfies Hidden[]
/** by member, for when he comes back to this step */
const hiddenOf = new Map<string, Draft>()

export function useProfileDraft(member: string) {
  const shown = useDraft(draftOf(member, 'profile'), NOTHING)
  const [hidden, setHidden] = useState(() => hiddenOf.get(member) ?? NOTHING)
  return {
    draft: { ...shown.draft, ...hidden },
    change(field: Shown | Hidden, text: string) {
      if (!HIDDEN.includes(field)) return shown.change({ [field]: text })
      const after = { ...hiddenOf.get(member), [field]: text }
      hiddenOf.set(member, after)
      setHidden(after)
    },
    drop() {
      shown.drop()
      hiddenOf.delete(member)
      setHidden(NOTHING)
    },
  }
}
