/** A button that sends a mail again, after a minimum wait. */
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field, FormError, TextInput } from '../ui/field.tsx'
import { asFault, authCall, inWords } from './auth.ts'
import { useAccountForm } from './form.ts'
import { AccountForm, Note, Spoken } from './parts.tsx'
import { checkEmail } from './rules.ts'

/** in seconds; a mail takes some time to arrive, and a second one before that does not help */
const MIN_WAIT_S = 60

type SendAgainProps = { send: () => Promise<unknown>; sent: ReactNode; aside?: ReactNode }

export function SendAgain({ send, sent, aside }: SendAgainProps) {
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  /** During the wait the button stays enabled and keeps the focus; a press shows the remaining time. */
  const [until, setUntil] = useState(0)

  async function onClick() {
    const wait = Math.ceil((until - Date.now()) / 1000)
    if (wait > 0) {
      setDone(false)
      return setFailure(`One mail is on its way. You can ask for another ${inWords(wait)}.`)
    }
    setBusy(true)
    setFailure(null)
    setDone(false)
    try {
      await send()
      setDone(true)
      setUntil(Date.now() + MIN_WAIT_S * 1000)
    } catch (thrown) {
      const fault = asFault(thrown)
      setFailure(fault.message)
      if (fault.retryAfter) setUntil(Date.now() + fault.retryAfter * 1000)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="stack">
      <Spoken>{done && <Note tone="good">{sent}</Note>}</Spoken>
      <FormError>{failure}</FormError>
      <div className="btn-row">
        <Button variant="quiet" busy={busy} busyLabel="Sending..." onClick={onClick}>
          Send it again
        </Button>
        {aside}
      </div>
    </div>
  )
}

/** Requests a new verification mail when the page does not know the address. The answer is the same for every address. */
export function AskVerification() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useAccountForm({
    check: checkEmail,
    send: async ({ email = '' }) => {
      await authCall('send-verification-email', { email: email.trim() })
      setSentTo(email.trim())
    },
  })
  if (sentTo) {
    return (
      <Note tone="good" follows>
        If <b className="whole">{sentTo}</b> belongs to an account that is not verified yet, a new mail is on its way.
      </Note>
    )
  }
  return (
    <AccountForm form={form} submit="Send a new mail" busyLabel="Sending...">
      <Field label="Email" error={form.errors.email}>
        <TextInput name="email" type="email" autoComplete="email" enterKeyHint="send" />
      </Field>
    </AccountForm>
  )
}
