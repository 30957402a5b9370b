/** Two-step verification while signing in, for members who have switched it on. The password was already accepted. */
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field, TextInput } from '../ui/field.tsx'
import { authCall } from './auth.ts'
import { useAccountForm } from './form.ts'
import { loadNewPage } from './load-new-page.ts'
import { AccountForm, WayIn } from './parts.tsx'
import { checkCode, checkRecoveryCode, digitsOf } from './rules.ts'

type SecondStepProps = {
  next: string | null
  /** goes back to the first step, with a message if the member did not choose to */
  over: (words: string | null) => void
}

export function SecondStep({ next, over }: SecondStepProps) {
  const [by, setBy] = useState<'app' | 'recovery'>('app')
  const app = by === 'app'
  return (
    <WayIn
      title="One more step"
      lead={app ? 'Enter the code that your authenticator app shows now.' : 'Each recovery code works once.'}
    >
      <CodeForm key={by} app={app} next={next} over={over} />
      <p className="auth-else">
        <Button variant="bare" onClick={() => setBy(app ? 'recovery' : 'app')}>
          {app ? 'Use a recovery code instead' : 'Use a code from the app instead'}
        </Button>
        <Button variant="bare" onClick={() => over(null)}>
          Start over
        </Button>
      </p>
    </WayIn>
  )
}

function CodeForm({ app, next, over }: SecondStepProps & { app: boolean }) {
  const form = useAccountForm({
    check: app ? checkCode : checkRecoveryCode,
    send: async ({ code = '' }) => {
      if (app) await authCall('two-factor/verify-totp', { code: digitsOf(code) })
      else await authCall('two-factor/verify-backup-code', { code: code.trim() })
      await loadNewPage(next, 'Welcome back!', 'second_factor_verified')
    },
    refused: (fault) => {
      // the first step is valid only for some minutes
      if (fault.code !== 'INVALID_TWO_FACTOR_COOKIE') return false
      over('That took a little long. Please sign in once more.')
      return true
    },
  })
  return (
    <AccountForm form={form} submit="Sign In" busyLabel="Signing in...">
      {app ? (
        <CodeField error={form.errors.code} focus />
      ) : (
        <Field label="Recovery code" error={form.errors.code}>
          <TextInput
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            className="code-in"
            // the member has just opened this field
            autoFocus
          />
        </Field>
      )}
    </AccountForm>
  )
}

/** The field for the six digits of an authenticator app. */
export function CodeField({ error, hint, focus }: { error?: string; hint?: string; focus?: boolean }) {
  return (
    <Field label="6-digit code" hint={hint} error={error}>
      <TextInput
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        maxLength={9}
        className="code-in"
        // this field is the only one in the step
        autoFocus={focus}
      />
    </Field>
  )
}
