/**
 * What a member has begun to change in his profile. What everybody will read is kept on this device until it is saved; what
 * only he may see is kept by the page alone, lest it stays on a tablet that others use.
 */
import { useState } from 'react'
import type { Viewer } from '#contract/account.ts'
import type { OwnProfile } from '#contract/members.ts'
import { useDraft } from '../kernel/draft.ts'

type Shown = 'display_name' | 'bio' | 'location'
type Hidden = 'first_name' | 'last_name' | 'date_of_birth'
export type Field = Shown | Hidden

/** null: as it is */
type Typed<Name extends string> = Record<Name, string | null>
const NOTHING: Typed<Shown> = { display_name: null, bio: null, location: null }
const NOTHING_HIDDEN: Typed<Hidden> = { first_name: null, last_name: null, date_of_birth: null }

export type Change = Partial<Record<Field, string>>

export function useProfileDraft(viewer: Viewer | null) {
  const shown = useDraft(`profile.${viewer?.id}`, NOTHING)
  const [hidden, setHidden] = useState(NOTHING_HIDDEN)
  const typed: Typed<Field> = { ...shown.draft, ...hidden }
  return {
    typed,
    change: (field: Field, text: string) =>
      field in NOTHING_HIDDEN
        ? setHidden((before) => ({ ...before, [field]: text }))
        : shown.change({ [field]: text } as Partial<Typed<Shown>>),
    drop: () => {
      shown.drop()
      setHidden(NOTHING_HIDDEN)
    },
    /** for the note on the closed form; what is hidden is not at hand there */
    isBegun:
      viewer !== null &&
      (Object.keys(changedIn(viewer, shown.draft)).length > 0 || Object.values(hidden).some((text) => text !== null)),
  }
}
export type ProfileDraft = ReturnType<typeof useProfileDraft>

/** What differs, as it would be sent. */
export function changedIn(own: Partial<OwnProfile>, typed: Partial<Typed<Field>>): Change {
  const differs = ([field, text]: [string, string | null]) =>
    text !== null && text.trim() !== (own[field as Field] ?? '')
  return Object.fromEntries(Object.entries(typed).filter(differs)) as Change
}
