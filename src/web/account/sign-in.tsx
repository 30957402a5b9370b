/** /auth and /login: signing in and signing up. */
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { Field, PasswordInput, TextInput } from '../ui/field.tsx'
import { authCall } from './auth.ts'
import { readDraft, writeDraft } from './draft.ts'
import { useAccountForm } from './form.ts'
import { loadNewPage } from './load-new-page.ts'
import { AccountForm, NeedsScript, Note, WayIn } from './parts.tsx'
import { rememberNext } from './return-path.ts'
import { checkSignIn, isEmail } from './rules.ts'
import { SecondStep } from './second-step.tsx'
import { AskVerification, SendAgain } from './send-again.tsx'
import { SignUpForm } from './sign-up.tsx'

type Mode = 'sign-in' | 'sign-up'

type Stage =
  | { at: 'form' }
  | { at: 'second-step' }
  /** `email` is null if the member signed in by username: then the page does not know the address */
  | { at: 'mail'; email: string | null; said: string | null }

type AuthScreenProps = {
  mode: Mode
  /** the page to open afterwards */
  next: string | null
  /** the member has just set a new password */
  changed?: boolean
}

export function AuthScreen({ mode, next, changed }: AuthScreenProps) {
  const [stage, goTo] = useState<Stage>({ at: 'form' })
  const [moved, setMoved] = useState(false)
  const [lateWords, setLateWords] = useState<string | null>(null)

  function setStage(to: Stage) {
    setMoved(true)
    goTo(to)
  }

  // a reload after the mail was sent shows the same step; a switch between the two forms starts anew, but stays on the same
  // page, so that the pressed link does not take the focus with it
  useEffect(() => {
    const draft = readDraft()
    goTo(mode === 'sign-up' && draft.sent ? { at: 'mail', email: draft.email, said: null } : { at: 'form' })
    setLateWords(null)
  }, [mode])

  if (stage.at === 'mail') {
    const back = () => {
      writeDraft({ sent: false })
      setStage({ at: 'form' })
    }
    return <MailSent {...stage} follows={moved} next={next} back={back} />
  }
  if (stage.at === 'second-step') {
    return (
      <SecondStep
        next={next}
        over={(words) => {
          setLateWords(words)
          setStage({ at: 'form' })
        }}
      />
    )
  }
  const [title, lead] =
    mode === 'sign-in'
      ? ['Welcome back', 'The kettle is where you left it.']
      : ['Pull up a chair', 'Joining is free. A name, an address and a password are all it takes.']
  return (
    <WayIn title={title} lead={lead} follows={moved}>
      <nav className="seg" aria-label="Sign in or sign up">
        {(['sign-in', 'sign-up'] as const).map((other) => (
          <Link
            key={other}
            to="/auth"
            search={{ ...(other === 'sign-up' ? { mode: other } : {}), ...(next ? { next } : {}) }}
            replace
            activeOptions={{ exact: true }}
            aria-current={other === mode ? 'page' : undefined}
          >
            {other === 'sign-in' ? 'Sign In' : 'Sign Up'}
          </Link>
        ))}
      </nav>
      <NeedsScript>{mode === 'sign-in' ? 'Signing in' : 'Signing up'} needs JavaScript, which is off here.</NeedsScript>
      {lateWords ? (
        <Note>{lateWords}</Note>
      ) : (
        changed && mode === 'sign-in' && <Note tone="good">Your password is changed. Sign in with the new one.</Note>
      )}
      {mode === 'sign-in' ? (
        <SignInForm
          next={next}
          onSecondStep={() => setStage({ at: 'second-step' })}
          onUnverified={(email, said) => setStage({ at: 'mail', email, said })}
        />
      ) : (
        <SignUpForm
          onSent={(email) => {
            rememberNext(next)
            setStage({ at: 'mail', email, said: null })
          }}
        />
      )}
    </WayIn>
  )
}

type SignInFormProps = {
  next: string | null
  onSecondStep: () => void
  onUnverified: (email: string | null, said: string) => void
}

function SignInForm({ next, onSecondStep, onUnverified }: SignInFormProps) {
  const form = useAccountForm({
    check: checkSignIn,
    send: async ({ identity = '', password = '' }) => {
      const name = identity.trim()
      const answer = isEmail(name)
        ? await authCall('sign-in/email', { email: name, password })
        : await authCall('sign-in/username', { username: name, password })
      if (answer.twoFactorRedirect) return onSecondStep()
      await loadNewPage(next, 'Welcome back!', 'signed_in')
    },
    refused: (fault, { identity = '' }) => {
      if (fault.code !== 'EMAIL_NOT_VERIFIED') return false
      const name = identity.trim()
      // a target that was saved while signing up stays, unless there is a newer one
      if (next) rememberNext(next)
      onUnverified(isEmail(name) ? name : null, fault.message)
      return true
    },
  })
  // both forms share what was typed
  const identity = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const { email, username } = readDraft()
    if (identity.current && !identity.current.value) identity.current.value = email || username
  }, [])
  const keep = (name: string) => {
    if (!readDraft().sent) writeDraft(isEmail(name) ? { email: name } : { username: name })
  }
  return (
    <>
      <AccountForm form={form} submit="Sign In" busyLabel="Signing in...">
        <Field label="Email or username" error={form.errors.identity}>
          <TextInput
            name="identity"
            ref={identity}
            onBlur={(event) => keep(event.currentTarget.value)}
            type="text"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            dir="auto"
          />
        </Field>
        <Field label="Password" error={form.errors.password}>
          <PasswordInput name="password" autoComplete="current-password" enterKeyHint="go" />
        </Field>
      </AccountForm>
      <p className="auth-else">
        <Link className="more" to="/forgot">
          Forgot password?
        </Link>
      </p>
    </>
  )
}

type MailSentProps = {
  email: string | null
  said: string | null
  follows: boolean
  next: string | null
  back: () => void
}

/** `said` is the message of the server that refused the sign-in; without it the member has just signed up. */
function MailSent({ email, said, follows, next, back }: MailSentProps) {
  const other = (
    <button type="button" className={buttonClass({ variant: 'bare' })} onClick={back}>
      {said ? 'Back to sign in' : 'Use another address'}
    </button>
  )
  return (
    <WayIn title={said ? 'Your email is not verified yet' : 'Check your email'} follows={follows}>
      <div className="stack">
        {said && <Note>{said}</Note>}
        {email ? (
          <>
            <p>
              We sent a link to <b className="whole">{email}</b>. Open it and press the button there. It can take a
              minute to arrive; look among the unwanted mail too.
            </p>
            <SendAgain
              send={() => authCall('send-verification-email', { email })}
              sent="A new mail is on its way."
              aside={other}
            />
          </>
        ) : (
          <>
            <p>When you signed up we sent a link to your address. If you cannot find it, we can send a new one.</p>
            <AskVerification />
            {other}
          </>
        )}
        {!said && (
          <p className="auth-else">
            Verified already?{' '}
            <Link className="more" to="/auth" search={next ? { next } : {}} onClick={() => writeDraft({ sent: false })}>
              Sign In
            </Link>
          </p>
        )}
      </div>
    </WayIn>
  )
}
