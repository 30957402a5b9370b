/** Two-step verification in Settings: on, off, and new recovery codes. Each action needs the password. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { changeViewer } from '../kernel/viewer.ts'
import { Stamp } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Field, PasswordInput } from '../ui/field.tsx'
import { authCall } from './auth.ts'
import { useRefreshDevices } from './devices.tsx'
import { useAccountForm } from './form.ts'
import { AccountForm, Note, Spoken, WhoseForm } from './parts.tsx'
import { checkPassword } from './rules.ts'
import { announce } from './session.ts'

const fetchPieces = () => import('./two-step-setup.tsx')

/** Keys and codes are only in this state and are lost with it. */
type Step =
  | { at: 'rest'; said?: string }
  | { at: 'password'; to: 'switch-on' | 'switch-off' | 'new-codes' }
  | { at: 'enrol'; uri: string; codes: string[] }
  | { at: 'codes'; codes: string[]; fresh: boolean }

export function TwoStep({ on, email }: { on: boolean; email: string }) {
  const client = useQueryClient()
  const refreshDevices = useRefreshDevices()
  const { piece, ask } = useLazyPart(fetchPieces)
  const place = useRef<HTMLDivElement>(null)
  const [step, setStep] = useState<Step>({ at: 'rest' })

  /** Goes back to the buttons. The focused element is gone, so the panel gets the focus. */
  function rest(said?: string) {
    setStep({ at: 'rest', said })
    place.current?.focus()
  }

  function changed(two_factor_enabled: boolean) {
    changeViewer(client, { two_factor_enabled })
    announce('user_updated')
    // switching it on creates a new session on this device
    refreshDevices()
  }

  async function withPassword(to: Extract<Step, { at: 'password' }>['to'], password: string) {
    // load the component that shows keys and codes before they are created, because the server sends them only once
    if (to !== 'switch-off' && !(await ask())) return
    if (to === 'switch-on') {
      const { totpURI, backupCodes } = await authCall('two-factor/enable', { password })
      setStep({ at: 'enrol', uri: totpURI, codes: backupCodes })
    } else if (to === 'new-codes') {
      const { backupCodes } = await authCall('two-factor/generate-backup-codes', { password })
      setStep({ at: 'codes', codes: backupCodes, fresh: false })
    } else {
      await authCall('two-factor/disable', { password })
      changed(false)
      rest('Two-step verification is off. Your password alone signs you in.')
    }
  }

  return (
    <Panel title="Two-step verification" action={on ? <Stamp variant="standing">On</Stamp> : <Stamp>Off</Stamp>}>
      <div className="stack" ref={place} tabIndex={-1}>
        <p className="ui">
          {on
            ? 'Besides your password, signing in asks for a code from your phone.'
            : 'Besides your password, signing in then asks for a code from your phone. Whoever learns your password still stays outside.'}
        </p>
        <Spoken>{step.at === 'rest' && step.said && <Note tone="good">{step.said}</Note>}</Spoken>
        {step.at === 'rest' && (
          <div className="btn-row">
            {on ? (
              <>
                <Button variant="quiet" onClick={() => setStep({ at: 'password', to: 'new-codes' })}>
                  New recovery codes
                </Button>
                <Button variant="quiet" onClick={() => setStep({ at: 'password', to: 'switch-off' })}>
                  Switch off
                </Button>
              </>
            ) : (
              <Button variant="soft" onClick={() => setStep({ at: 'password', to: 'switch-on' })}>
                Switch on
              </Button>
            )}
          </div>
        )}
        {step.at === 'password' && (
          <PasswordForm
            email={email}
            to={step.to}
            send={(password) => withPassword(step.to, password)}
            cancel={() => rest()}
          />
        )}
        {piece && step.at === 'enrol' && (
          <piece.TwoStepSetup
            uri={step.uri}
            onConfirmed={() => {
              changed(true)
              setStep({ at: 'codes', codes: step.codes, fresh: true })
            }}
            cancel={<Cancel onClick={() => rest()} />}
          />
        )}
        {piece && step.at === 'codes' && (
          <piece.RecoveryCodes
            codes={step.codes}
            fresh={step.fresh}
            onKept={() => rest(step.fresh ? 'Two-step verification is on.' : 'The old recovery codes no longer work.')}
          />
        )}
      </div>
    </Panel>
  )
}

const Cancel = ({ onClick }: { onClick: () => void }) => (
  <Button variant="bare" onClick={onClick}>
    Cancel
  </Button>
)

const words = {
  'switch-on': { why: 'First your password, to be sure that it is you.', submit: 'Go on' },
  'switch-off': { why: 'Your password, to switch it off.', submit: 'Switch off' },
  'new-codes': { why: 'Your password, for new recovery codes. The old ones stop working.', submit: 'Make new codes' },
} as const

type PasswordFormProps = {
  email: string
  to: keyof typeof words
  send: (password: string) => Promise<void>
  cancel: () => void
}

function PasswordForm({ email, to, send, cancel }: PasswordFormProps) {
  const form = useAccountForm({ check: checkPassword, send: ({ password = '' }) => send(password) })
  return (
    <AccountForm
      form={form}
      small
      submit={words[to].submit}
      busyLabel="Checking..."
      aside={<Cancel onClick={cancel} />}
    >
      <WhoseForm name={email} />
      <Field label="Password" hint={words[to].why} error={form.errors.password}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
          // the member has just opened this field
          autoFocus
        />
      </Field>
    </AccountForm>
  )
}
