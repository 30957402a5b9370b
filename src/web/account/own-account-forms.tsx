/** Two forms of Settings: a new e-mail address, and a copy of the member's data. */
import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Field, PasswordInput, TextInput } from '../ui/field.tsx'
import { authCall } from './auth.ts'
import { useAccountForm } from './form.ts'
import { AccountForm, WhoseForm } from './parts.tsx'
import { checkEmail, checkPassword } from './rules.ts'
import { takeData } from './take-data.ts'

type ChangeEmailProps = { email: string; onSent: (to: string) => void; onCancel: () => void }

export function ChangeEmail({ email, onSent, onCancel }: ChangeEmailProps) {
  const first = useFocus()
  const form = useAccountForm({
    check: ({ newEmail = '', password = '' }) => {
      const { email: newEmailFault } = checkEmail({ email: newEmail })
      return { ...(newEmailFault ? { newEmail: newEmailFault } : {}), ...checkPassword({ password }) }
    },
    send: async ({ newEmail = '', password = '' }) => {
      await authCall('change-email', { newEmail: newEmail.trim(), password })
      onSent(newEmail.trim())
    },
  })
  return (
    <div ref={first}>
      <AccountForm
        form={form}
        small
        submit="Send the mail"
        busyLabel="Sending..."
        aside={
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        }
      >
        <Field label="New email address" error={form.errors.newEmail}>
          <TextInput name="newEmail" type="email" autoComplete="email" enterKeyHint="next" />
        </Field>
        <WhoseForm name={email} />
        <Field label="Password" error={form.errors.password}>
          <PasswordInput name="password" autoComplete="current-password" enterKeyHint="send" />
        </Field>
      </AccountForm>
    </div>
  )
}

type TakeDataProps = { email: string; onDone: () => void; onCancel: () => void }

export function TakeData({ email, onDone, onCancel }: TakeDataProps) {
  const first = useFocus()
  const form = useAccountForm({
    check: checkPassword,
    send: async ({ password = '' }) => {
      await takeData(password)
      onDone()
    },
  })
  return (
    <div ref={first}>
      <AccountForm
        form={form}
        small
        submit="Download"
        busyLabel="Putting it together..."
        aside={
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        }
      >
        <WhoseForm name={email} />
        <Field label="Password" error={form.errors.password}>
          <PasswordInput name="password" autoComplete="current-password" enterKeyHint="go" />
        </Field>
      </AccountForm>
    </div>
  )
}

/** The pressed button disappears, so the focus moves to the first field. */
function useFocus() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus(), [])
  return place
}
