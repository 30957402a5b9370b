/**
 * The unsaved changes of a member to his profile. Public fields are kept on this device until they are saved. Private fields
 * are kept only by the page, so that they do not stay on a shared device. If the member changed the profile on another
 * device meanwhile, the form shows the new profile and offers the draft beside it.
 */
import { useState } from 'react'
import type { Viewer } from '#contract/account.ts'
import type { OwnProfile } from '#contract/members.ts'
import { PROFILE_FIELDS, type ProfileField } from '#contract/profile-words.ts'
import { useDraft } from '../kernel/draft.ts'
import { type FieldDraft, resolveDraft, withOfferUsed, withoutOffer, withTyped } from '../kernel/field-draft.ts'

const { public: SHOWN, private: HIDDEN } = PROFILE_FIELDS
export type Field = ProfileField

export type Change = Partial<Record<Field, string>>
type Words = FieldDraft<Field, string>
const NOTHING: Words = {}

const markOf = (text: string) => text.trim()
const comparisonWith = (fields: readonly Field[], own: Partial<OwnProfile>) => ({
  fields,
  answerOf(field: Field) {
    const mark = markOf(own[field] ?? '')
    return { mark, isBlank: mark === '' }
  },
  markOf,
})
type DraftComparison = ReturnType<typeof comparisonWith>

export function useProfileDraft(viewer: Viewer | null) {
  const shown = useDraft(`profile.${viewer?.id}`, NOTHING)
  const [hidden, setHidden] = useState(NOTHING)

  /** Compares the draft with the current profile. */
  function against(own: Partial<OwnProfile>) {
    const [publicFields, privateFields] = [comparisonWith(SHOWN, own), comparisonWith(HIDDEN, own)]
    const [publicDraft, privateDraft] = [
      resolveDraft<Field, string>(shown.draft, publicFields),
      resolveDraft<Field, string>(hidden, privateFields),
    ]
    const alter = (field: Field, act: (words: Words, comparison: DraftComparison) => Words) =>
      HIDDEN.some((name) => name === field)
        ? setHidden((before) => act(before, privateFields))
        : shown.change((before) => act(before, publicFields))
    return {
      typed: { ...publicDraft.live, ...privateDraft.live } as Change,
      offered: { ...publicDraft.offered, ...privateDraft.offered } as Change,
      change: (field: Field, text: string) =>
        alter(field, (words, comparison) => withTyped<Field, string>(words, comparison, field, text)),
      use: (field: Field) =>
        alter(field, (words, comparison) => withOfferUsed<Field, string>(words, comparison, field)),
      discard: (field: Field) =>
        alter(field, (words, comparison) => withoutOffer<Field, string>(words, comparison, field)),
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
  const { live, offered } = resolveDraft<Field, string>(draft, comparisonWith(SHOWN, viewer))
  return Object.keys(changedIn(viewer, live)).length > 0 || Object.keys(offered).length > 0
}

/** Returns the changed fields, in the form in which they are sent. */
export function changedIn(own: Partial<OwnProfile>, typed: Change): Change {
  const differs = ([field, text]: [string, string]) => text.trim() !== (own[field as Field] ?? '')
  return Object.fromEntries(Object.entries(typed).filter(differs)) as Change
}
