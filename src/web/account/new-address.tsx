/**
 * /verify, for a new address of an existing account. Opening the link changes nothing; the member confirms with a button.
 */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { signInPath } from '../kernel/sign-in.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Field, FormError, PasswordInput } from '../ui/field.tsx'
import { authCall } from './auth.ts'
import { useAccountForm } from './form.ts'
import { loadNewPage } from './load-new-page.ts'
import { AccountForm, NeedsScript, Note, Spoken, WayIn, WhoseForm } from './parts.tsx'
import { checkPassword } from './rules.ts'

type Outcome =
  /** `asked`: the browser is not signed in to this account, so the password is needed as well */
  { is: 'open'; asked: boolean } | { is: 'changed' } | { is: 'spent'; said: string }

/** `onSettled` is called when the token is used up, to remove it from the address. */
export function NewAddress({ token, email, onSettled }: { token: string; email: string; onSettled: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>({ is: 'open', asked: false })
  const settle = (to: Outcome) => {
    setOutcome(to)
    onSettled()
  }
  const form = useAccountForm({
    check: (values) => ('password' in values ? checkPassword(values) : {}),
    send: async ({ password }) => {
      const { signed_in, needs_password } = await authCall('change-email/confirm', {
        token,
        ...(password ? { password } : {}),
      })
      if (needs_password) return setOutcome({ is: 'open', asked: true })
      if (signed_in) await loadNewPage('/settings', 'Your email address is changed.', 'signed_in')
      settle({ is: 'changed' })
    },
    refused: (fault) => {
      if (!/TOKEN/.test(fault.code) && !('token' in fault.fields)) return false
      settle({ is: 'spent', said: fault.message })
      return true
    },
  })

  if (outcome.is === 'changed')
    return (
      <WayIn title="Your address is changed" lead="Every device was signed out. Sign in with the new address.">
        <a className={buttonClass({ size: 'big', wide: true }, 'auth-go')} href={signInPath('/settings')}>
          Sign In
        </a>
      </WayIn>
    )
  if (outcome.is === 'spent')
    return (
      <WayIn title="This link does not work" lead="It may have been used already, or it is too old.">
        <div className="stack">
          <FormError>{outcome.said}</FormError>
          <p>In your settings you can ask for a new mail.</p>
          <p className="auth-else">
            <Link className="more" to="/settings">
              Go to your settings
            </Link>
          </p>
        </div>
      </WayIn>
    )
  return (
    <WayIn
      title="Is this your new address?"
      lead={
        <>
          One press, and your account uses <b className="whole">{email}</b>. Every other device is signed out.
        </>
      }
    >
      <NeedsScript>Changing your email address needs JavaScript, which is off here.</NeedsScript>
      <AccountForm form={form} submit="Use this address" busyLabel="Changing...">
        <Spoken>
          {outcome.asked && <Note>You are not signed in to that account here, so we ask for its password.</Note>}
        </Spoken>
        {outcome.asked && (
          <>
            <WhoseForm name={email} />
            <Field label="Password" error={form.errors.password}>
              <PasswordInput name="password" autoComplete="current-password" enterKeyHint="go" autoFocus />
            </Field>
          </>
        )}
      </AccountForm>
      <p className="hint">If you did not ask for this, close the page. Nothing happens then.</p>
    </WayIn>
  )
}
