/** /forgot and /reset: a new password, with a link in a mail. */
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { Field, FormError, TextInput } from '../ui/field.tsx'
import { authCall } from './auth.ts'
import { useAccountForm } from './form.ts'
import { AccountForm, ChosenPassword, NeedsScript, WayIn } from './parts.tsx'
import { checkEmail, checkNewPassword } from './rules.ts'
import { SendAgain } from './send-again.tsx'
import { announce } from './session.ts'

export function ForgotScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useAccountForm({
    check: checkEmail,
    send: async ({ email = '' }) => {
      await authCall('request-password-reset', { email: email.trim() })
      setSentTo(email.trim())
    },
  })
  if (sentTo) {
    return (
      <WayIn title="Check your email">
        <div className="stack">
          <p>
            If there is an account for <b className="whole">{sentTo}</b>, a link to choose a new password is on its way.
            It works once, and only for a short while.
          </p>
          <SendAgain
            send={() => authCall('request-password-reset', { email: sentTo })}
            sent="If there is an account, a new mail is on its way."
            aside={<BackToSignIn />}
          />
        </div>
      </WayIn>
    )
  }
  return (
    <WayIn title="Forgot password?" lead="Tell us the address of your account, and we send a link to choose a new one.">
      <NeedsScript>Asking for a new password needs JavaScript, which is off here.</NeedsScript>
      <AccountForm form={form} submit="Send the link" busyLabel="Sending...">
        <Field label="Email" error={form.errors.email}>
          <TextInput name="email" type="email" autoComplete="email" enterKeyHint="send" />
        </Field>
      </AccountForm>
      <p className="auth-else">
        <BackToSignIn />
      </p>
    </WayIn>
  )
}

const BackToSignIn = () => (
  <Link className={buttonClass({ variant: 'bare' })} to="/auth">
    Back to sign in
  </Link>
)

export function ResetScreen({ token }: { token: string | null }) {
  const navigate = useNavigate()
  /** why the link is not valid; '' if there was no link */
  const [spent, setSpent] = useState<string | null>(token ? null : '')
  const form = useAccountForm({
    check: checkNewPassword,
    send: async ({ newPassword = '' }) => {
      await authCall('reset-password', { token: token ?? '', newPassword })
      // the new password ended every session: other tabs must know
      announce('password_recovery')
      window.location.replace('/auth?note=password-changed')
      await new Promise(() => {})
    },
    refused: (fault) => {
      if (!/TOKEN/.test(fault.code) && !('token' in fault.fields)) return false
      setSpent(fault.message)
      void navigate({ to: '/reset', search: {}, replace: true, resetScroll: false })
      return true
    },
  })
  if (spent !== null) {
    return (
      <WayIn
        title="This link does not work"
        lead="It may have been used already, or it is too old. Your password is as it was."
      >
        <div className="stack">
          <FormError>{spent}</FormError>
          <Link className={buttonClass({ size: 'big', wide: true })} to="/forgot">
            Ask for a new link
          </Link>
        </div>
      </WayIn>
    )
  }
  return (
    <WayIn title="Choose a new password" lead="You are signed out everywhere, and sign in with the new one.">
      <NeedsScript>Choosing a new password needs JavaScript, which is off here.</NeedsScript>
      <AccountForm form={form} submit="Save the password" busyLabel="Saving...">
        <ChosenPassword name="newPassword" label="New password" error={form.errors.newPassword} />
      </AccountForm>
    </WayIn>
  )
}
