import { useRef, useState } from 'react'
import type { Onboarding } from '#contract/onboarding.ts'
import { ONBOARDING, SAY_FIRST } from '#contract/onboarding-words.ts'
import { isBlank, LOCATION_MAX } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useCommunity } from '../kernel/viewer.ts'
import { DraftOffer } from '../ui/draft-offer.tsx'
import { Field, TextArea, TextInput } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { StepFrame } from './frame.tsx'
import type { StepProps } from './onboarding.ts'
import { type Draft, type Name, useProfileDraft } from './profile-draft.ts'
import { useInputBeforeHydration, useSaveOnLeaving, useSaving } from './save-step.ts'

const NEEDED = ['first_name', 'last_name', 'display_name'] as const

const wordsOf = (stored: Onboarding | undefined, draft: Draft): Record<Name, string> => {
  const word = (name: Name) => draft[name] ?? stored?.[name] ?? ''
  return {
    first_name: word('first_name'),
    last_name: word('last_name'),
    display_name: word('display_name'),
    date_of_birth: word('date_of_birth'),
    bio: word('bio'),
    location: word('location'),
  }
}

/**
 * The input for the server. Optional fields are sent only if the member changed them, so that a field that did not load
 * is not emptied.
 */
const sentOf = (words: Record<Name, string>, draft: Draft) => ({
  first_name: words.first_name,
  last_name: words.last_name,
  display_name: words.display_name,
  ...(draft.date_of_birth === undefined ? {} : { date_of_birth: draft.date_of_birth || null }),
  ...(draft.bio === undefined ? {} : { bio: draft.bio }),
  ...(draft.location === undefined ? {} : { location: draft.location }),
})

export function ProfileStep({ member, stored, keep, next, back }: StepProps) {
  const { draft, offered, change, use, discard, drop } = useProfileDraft(member, stored)
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const today = useCommunity().now.toISOString().slice(0, 10)
  const words = wordsOf(stored, draft)
  const missing = NEEDED.filter((name) => isBlank(words[name]))
  const call = () => api.onboarding.saveProfileStep(sentOf(words, draft), withTimeout())
  const { save, busy, fields } = useSaving(
    { keep, next },
    { call, otherwise: SAY_FIRST.profileFailed, drop, onSaved: () => toast.good(SAY_FIRST.profileSaved) },
  )
  useSaveOnLeaving(
    { keep },
    {
      call,
      otherwise: SAY_FIRST.profileFailed,
      drop,
      // while an earlier draft is offered and the member has not decided about it, nothing is saved
      ready: Object.keys(draft).length > 0 && Object.keys(offered).length === 0 && missing.length === 0 && !busy,
    },
  )
  useInputBeforeHydration(form, ({ name, value }) => change(name as Name, value))

  const submit = () => {
    setChecked(true)
    if (missing.length === 0) return save()
    toast.bad(SAY_FIRST.incomplete)
    document.getElementById(`first-${missing[0]}`)?.focus()
  }
  const field = (name: Name) => ({
    id: `first-${name}`,
    required: NEEDED.some((needed) => needed === name),
    error:
      checked && missing.some((blank) => blank === name)
        ? 'Please fill this in'
        : draft[name] !== stored?.[name] && fields[name],
  })
  const input = (name: Name) => ({
    name,
    value: words[name],
    readOnly: busy,
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  })
  const beside = (name: Name, what: string) =>
    offered[name] !== undefined && (
      <DraftOffer
        what={what}
        focus={`first-${name}`}
        disabled={busy}
        onUse={() => use(name)}
        onDiscard={() => discard(name)}
      >
        {isBlank(offered[name]) ? null : offered[name]}
      </DraftOffer>
    )
  return (
    <StepFrame step="profile" back={back} onContinue={submit} busy={busy} form={form}>
      <div className="stack">
        <div className="first-names">
          <Field label="First name" note="Only you see it" {...field('first_name')}>
            <TextInput
              {...input('first_name')}
              limit={ONBOARDING.name}
              autoComplete="given-name"
              enterKeyHint="next"
              dir="auto"
            />
          </Field>
          <Field label="Last name" note="Only you see it" {...field('last_name')}>
            <TextInput
              {...input('last_name')}
              limit={ONBOARDING.name}
              autoComplete="family-name"
              enterKeyHint="next"
              dir="auto"
            />
          </Field>
        </div>
        {beside('first_name', 'First name')}
        {beside('last_name', 'Last name')}
        <Field label="Display name" hint="The name that others see." {...field('display_name')}>
          <TextInput
            {...input('display_name')}
            limit={ONBOARDING.name}
            autoComplete="nickname"
            enterKeyHint="done"
            dir="auto"
          />
        </Field>
        {beside('display_name', 'Display name')}
        <Field label="Date of birth" note="Optional. Only you see it" {...field('date_of_birth')}>
          <TextInput
            {...input('date_of_birth')}
            type="date"
            min={ONBOARDING.bornAfter}
            max={today}
            autoComplete="bday"
          />
        </Field>
        {beside('date_of_birth', 'Date of birth')}
        <Field label="Location" note="Optional" hint="A town or a region is plenty." {...field('location')}>
          <TextInput
            {...input('location')}
            limit={LOCATION_MAX}
            autoComplete="address-level2"
            enterKeyHint="done"
            dir="auto"
          />
        </Field>
        {beside('location', 'Location')}
        <Field label="About you" note="Optional" {...field('bio')}>
          <TextArea {...input('bio')} limit={ONBOARDING.bio} rows={3} dir="auto" />
        </Field>
        {beside('bio', 'About you')}
      </div>
    </StepFrame>
  )
}
