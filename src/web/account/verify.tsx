/**
 * /verify: the page of the link in the verification mail. Opening it changes nothing, because mail scanners open links too.
 * One button verifies the address; another deletes an account that a stranger made with this address.
 */
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { signInPath } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Field, FormError, PasswordInput } from '../ui/field.tsx'
import { type AuthFault, asFault, authCall } from './auth.ts'
import { useAccountForm } from './form.ts'
import { loadNewPage } from './load-new-page.ts'
import { NewAddress } from './new-address.tsx'
import { AccountForm, NeedsScript, Note, Spoken, WayIn, WhoseForm } from './parts.tsx'
import { takeNext } from './return-path.ts'
import { checkPassword } from './rules.ts'
import { AskVerification } from './send-again.tsx'

const fetchDisown = () => import('./remove-account.tsx')

type Outcome =
  /** `asked`: the member did not sign up in this browser, so the password is needed as well */
  | { is: 'open'; asked: boolean }
  | { is: 'verified'; next: string | null }
  | { is: 'removed' }
  /** the link is not valid any more */
  | { is: 'spent'; said: string | null }

const isSpent = (fault: AuthFault) => /TOKEN/.test(fault.code) || 'token' in fault.fields

export function VerifyScreen({ token }: { token: string | null }) {
  const navigate = useNavigate()
  // from the link that opened the page; the token is removed from the address once it is used
  const [change] = useState(() => (token ? newAddressIn(token) : null))
  if (!change) return <FirstAddress token={token} />
  const settled = () => void navigate({ to: '/verify', search: {}, replace: true, resetScroll: false })
  return <NewAddress {...change} onSettled={settled} />
}

function FirstAddress({ token }: { token: string | null }) {
  const navigate = useNavigate()
  const viewer = useViewer()
  const email = token && emailIn(token)
  const [outcome, setOutcome] = useState<Outcome>(token ? { is: 'open', asked: false } : { is: 'spent', said: null })

  /** Also removes the used token from the address. */
  function settle(to: Outcome) {
    setOutcome(to)
    void navigate({ to: '/verify', search: {}, replace: true, resetScroll: false })
  }

  const form = useAccountForm({
    check: (values) => ('password' in values ? checkPassword(values) : {}),
    send: async ({ password }) => {
      const { signed_in, needs_password } = await authCall('verify/confirm', {
        token: token ?? '',
        ...(password ? { password } : {}),
      })
      if (needs_password) return setOutcome({ is: 'open', asked: true })
      const next = takeNext()
      if (signed_in) await loadNewPage(next, 'Your email is verified. Welcome.', 'signed_in')
      settle({ is: 'verified', next })
    },
    refused: (fault) => {
      if (!isSpent(fault)) return false
      settle({ is: 'spent', said: fault.message })
      return true
    },
  })

  if (outcome.is === 'verified') {
    return (
      <WayIn title="Thank you" lead={`Your address is verified.${viewer ? '' : ' Sign in to go on.'}`}>
        {viewer ? (
          <Link className={buttonClass({ size: 'big', wide: true }, 'auth-go')} to="/categories">
            Go to the feed
          </Link>
        ) : (
          <SignInLink next={outcome.next} />
        )}
      </WayIn>
    )
  }
  if (outcome.is === 'removed') {
    return (
      <WayIn title="The account is removed" lead="Nobody can use it, and nothing more will be sent to your address.">
        <Link className={buttonClass({ variant: 'quiet' }, 'auth-go')} to="/">
          Return to Home
        </Link>
      </WayIn>
    )
  }
  if (outcome.is === 'spent') {
    return (
      <WayIn title="This link does not work" lead="It may have been used already, or it is too old.">
        <div className="stack">
          <FormError>{outcome.said}</FormError>
          <p>If you have verified your address before, simply sign in. Otherwise we can send you a new mail.</p>
          <AskVerification />
          <p className="auth-else">
            <Link className="more" to="/auth">
              Sign In
            </Link>
          </p>
        </div>
      </WayIn>
    )
  }
  return (
    <WayIn
      title="Is this your address?"
      lead={
        <>
          You, or somebody else, made an account with {email ? <b className="whole">{email}</b> : 'it'}. One press, and
          it is yours.
        </>
      }
    >
      <NeedsScript>Verifying your email needs JavaScript, which is off here.</NeedsScript>
      <AccountForm form={form} submit="Verify my email" busyLabel="Verifying...">
        <Spoken>
          {outcome.asked && (
            <Note>
              This is not the browser in which you signed up, so we ask for the password that you chose there.
            </Note>
          )}
        </Spoken>
        {outcome.asked && (
          <>
            <WhoseForm name={email ?? ''} />
            <Field label="Password" error={form.errors.password}>
              <PasswordInput name="password" autoComplete="current-password" enterKeyHint="go" autoFocus />
            </Field>
          </>
        )}
      </AccountForm>
      {outcome.asked && (
        <p className="auth-else">
          <Link className="more" to="/forgot">
            Forgot password?
          </Link>
        </p>
      )}
      <NotMe
        token={token ?? ''}
        onRemoved={() => settle({ is: 'removed' })}
        onSpent={(said) => settle({ is: 'spent', said })}
      />
    </WayIn>
  )
}

/** The claims in the token, not verified; the server verifies them. */
function wordsIn(token: string): Record<string, unknown> {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))
  } catch {
    return {}
  }
}

/** The address that the link verifies. */
function emailIn(token: string): string | null {
  const { email } = wordsIn(token)
  return typeof email === 'string' ? email : null
}

/** The new address of an existing account, if the link is for that. */
function newAddressIn(token: string) {
  const email = emailIn(token)
  return email && typeof wordsIn(token).from === 'string' ? { token, email } : null
}

const SignInLink = ({ next }: { next: string | null }) => (
  <a className={buttonClass({ size: 'big', wide: true }, 'auth-go')} href={signInPath(next ?? '/')}>
    Sign In
  </a>
)

type NotMeProps = { token: string; onRemoved: () => void; onSpent: (said: string) => void }

function NotMe({ token, onRemoved, onSpent }: NotMeProps) {
  const { piece, ask } = useLazyPart(fetchDisown)
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function remove() {
    setBusy(true)
    setFailure(null)
    try {
      await authCall('verify/disown', { token })
      setOpen(false)
      onRemoved()
    } catch (thrown) {
      const fault = asFault(thrown)
      if (isSpent(fault)) onSpent(fault.message)
      else setFailure(fault.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <p className="auth-else">
        <Button variant="bare" onClick={async () => setOpen((await ask()) !== undefined)}>
          This wasn't me
        </Button>
      </p>
      {piece && (
        <piece.RemoveAccountDialog
          open={open}
          onOpenChange={setOpen}
          busy={busy}
          failure={failure}
          onConfirm={remove}
        />
      )}
    </>
  )
}
