/** The rows of the form in which a member edits his profile: one for each field. A field without a row does not compile. */
import type { ChangeEvent, ReactNode } from 'react'
import { BIO_MAX, PERSON_NAME_MAX, type ProfileField } from '#contract/profile-words.ts'
import { LOCATION_MAX } from '#contract/words.ts'
import { PlaceField } from '../places/places.tsx'
import { Field, TextArea, TextInput } from '../ui/field.tsx'

interface InputProps {
  name: ProfileField
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

interface Row {
  label: string
  hint?: string
  isRequired?: true
  /** `place`: an input that offers known places */
  input: 'place' | ((props: InputProps) => ReactNode)
}

/** The order on the screen is the order of `PROFILE_FIELDS`. */
const ROWS: Record<ProfileField, Row> = {
  display_name: {
    label: 'Display name',
    isRequired: true,
    input: (props) => <TextInput {...props} limit={PERSON_NAME_MAX} dir="auto" autoComplete="nickname" />,
  },
  bio: {
    label: 'Bio',
    hint: 'Who you are a father to, and what keeps you busy.',
    input: (props) => <TextArea {...props} limit={BIO_MAX} dir="auto" rows={4} />,
  },
  location: { label: 'Location', hint: 'A town is enough. Everybody sees it.', input: 'place' },
  first_name: {
    label: 'First name',
    input: (props) => <TextInput {...props} limit={PERSON_NAME_MAX} dir="auto" autoComplete="given-name" />,
  },
  last_name: {
    label: 'Last name',
    input: (props) => <TextInput {...props} limit={PERSON_NAME_MAX} dir="auto" autoComplete="family-name" />,
  },
  date_of_birth: {
    label: 'Date of birth',
    input: (props) => <TextInput {...props} type="date" min="1900-01-01" autoComplete="bday" />,
  },
}

export const labelOf = (name: ProfileField) => ROWS[name].label

interface RowProps {
  name: ProfileField
  value: string
  error: string | undefined
  onType: (typed: string) => void
}

export function ProfileRow({ name, value, error, onType }: RowProps) {
  const { label, hint, isRequired, input } = ROWS[name]
  const row = { id: `own-${name}`, label, hint, error, ...(isRequired ? {} : { note: 'Optional' }) }
  if (input === 'place')
    return <PlaceField {...row} limit={LOCATION_MAX} value={value} onType={onType} onPick={() => {}} />
  return (
    <Field {...row} required={isRequired ?? false}>
      {input({ name, value, onChange: (event) => onType(event.currentTarget.value) })}
    </Field>
  )
}
