/**
 * The unsaved changes of a member to his profile. Public fields are kept on this device until they are saved. Private fields
 * are kept only by the page, so that they do not stay on a shared device. If the member changed the profile on another
 * device meanwhile, the form shows the new profile and offers the draft beside it.
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

  /** Compares the draft with the current profile. */
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
    /** for the note on the closed form; the saved private fields are not loaded there */
    isBegun: viewer !== null && (isBegunIn(shown.draft, viewer) || HIDDEN.some((field) => hidden[field] != null)),
  }
}
export type ProfileDraft = ReturnType<typeof useProfileDraft>

function isBegunIn(draft: Words, viewer: Viewer): boolean {
  const { live, offered } = weigh<Field, string>(draft, weighingOf(SHOWN, viewer))
  return Object.keys(changedIn(viewer, live)).length > 0 || Object.keys(offered).length > 0
}

/** Returns the changed fields, in the form in which they are sent. */
export function changedIn(own: Partial<OwnProfile>, typed: Change): Change {
  const differs = ([field, text]: [string, string]) => text.trim() !== (own[field as Field] ?? '')
  return Object.fromEntries(Object.entries(typed).filter(differs)) as Change
}
