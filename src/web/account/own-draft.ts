/**
 * What a member has begun to change in his profile. What everybody will read is kept on this device until it is saved; what
 * only he may see is kept by the page alone, lest it stays on a tablet that others use. Where he has changed it
 * meanwhile on another device, that is shown, and what he began here offered beside it.
 */
import { useState } from 'react'
import type { Viewer } from '#contract/account.ts'
import type { OwnProfile } from '#contract/members.ts'
import { type Kept, typedIn, usedOf, weigh, withoutOffer } from '../kernel/beside.ts'
import { useDraft } from '../kernel/draft.ts'

const SHOWN = ['display_name', 'bio', 'location'] as const
const HIDDEN = ['first_name', 'last_name', 'date_of_birth'] as const
export type Field = (typeof SHOWN)[number] | (typeof HIDDEN)[number]

export type Change = Partial<Record<Field, string>>
type Words = Kept<Field, string>
const NOTHING: Words = {}

const markOf = (text: string) => text.trim()
const weighingOf = (fields: readonly Field[], own: Partial<OwnProfile>) => ({
  fields,
  answerOf(field: Field) {
    const mark = markOf(own[field] ?? '')
    return { mark, isBlank: mark === '' }
  },
  markOf,
})
type Weighing = ReturnType<typeof weighingOf>

export function useProfileDraft(viewer: Viewer | null) {
  const shown = useDraft(`profile.${viewer?.id}`, NOTHING)
  const [hidden, setHidden] = useState(NOTHING)

  /** Against his profile as it is now. */
  function against(own: Partial<OwnProfile>) {
    const [onShown, onHidden] = [weighingOf(SHOWN, own), weighingOf(HIDDEN, own)]
    const [one, other] = [weigh<Field, string>(shown.draft, onShown), weigh<Field, string>(hidden, onHidden)]
    const alter = (field: Field, act: (words: Words, weighing: Weighing) => Words) =>
      HIDDEN.some((one) => one === field)
        ? setHidden((before) => act(before, onHidden))
        : shown.change((before) => act(before, onShown))
    return {
      typed: { ...one.live, ...other.live } as Change,
      offered: { ...one.offered, ...other.offered } as Change,
      change: (field: Field, text: string) =>
        alter(field, (words, weighing) => typedIn<Field, string>(words, weighing, field, text)),
      use: (field: Field) => alter(field, (words, weighing) => usedOf<Field, string>(words, weighing, field)),
      discard: (field: Field) => alter(field, (words, weighing) => withoutOffer<Field, string>(words, weighing, field)),
    }
  }

  return {
    against,
    drop: () => {
      shown.drop()
      setHidden(NOTHING)
    },
    /** for the note on the closed form; what is hidden is not at hand there */
    isBegun: viewer !== null && (isBegunIn(shown.draft, viewer) || HIDDEN.some((field) => hidden[field] != null)),
  }
}
export type ProfileDraft = ReturnType<typeof useProfileDraft>

function isBegunIn(draft: Words, viewer: Viewer): boolean {
  const { live, offered } = weigh<Field, string>(draft, weighingOf(SHOWN, viewer))
  return Object.keys(changedIn(viewer, live)).length > 0 || Object.keys(offered).length > 0
}

/** What differs, as it would be sent. */
export function changedIn(own: Partial<OwnProfile>, typed: Change): Change {
  const differs = ([field, text]: [string, string]) => text.trim() !== (own[field as Field] ?? '')
  return Object.fromEntries(Object.entries(typed).filter(differs)) as Change
}
