/**
 * Loaded by Settings on demand: the setup of an authenticator app (QR code, text, or a link on the same phone, confirmed
 * by a code), and the recovery codes.
 */
import { Copy, Download, Smartphone } from 'lucide'
import { type ReactNode, useEffect, useRef } from 'react'
import { encode } from 'uqr'
import { useCommunity } from '../kernel/viewer.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { authCall } from './auth.ts'
import { copyToClipboard } from './copy-to-clipboard.ts'
import { useAccountForm } from './form.ts'
import { AccountForm } from './parts.tsx'
import { checkCode, digitsOf } from './rules.ts'
import { CodeField } from './second-step.tsx'

type TwoStepSetupProps = { uri: string; onConfirmed: () => void; cancel: ReactNode }

export function TwoStepSetup({ uri, onConfirmed, cancel }: TwoStepSetupProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const key = new URL(uri).searchParams.get('secret') ?? ''
  const form = useAccountForm({
    check: checkCode,
    send: async ({ code }) => {
      await authCall('two-factor/verify-totp', { code: digitsOf(code) })
      onConfirmed()
    },
  })
  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1}>
        Show this to your authenticator app
      </h3>
      <QrCode text={uri} />
      <p className="hint">Or type this key into the app:</p>
      <p className="row wrap">
        <code className="key" translate="no">
          {key.match(/.{1,4}/g)?.join(' ')}
        </code>
        <Button variant="bare" icon={Copy} onClick={() => copyToClipboard(key, 'Key copied')}>
          Copy
        </Button>
      </p>
      <a className={buttonClass({ variant: 'quiet' }, 'hide-desk')} href={uri}>
        <Icon of={Smartphone} size="s" />
        The app is on this phone
      </a>
      <AccountForm form={form} small submit="Confirm" busyLabel="Checking..." aside={cancel}>
        <CodeField error={form.errors.code} hint="Then enter the code that the app shows." />
      </AccountForm>
    </div>
  )
}

/**
 * Dark on light in both themes, since many cameras cannot read it otherwise. The standard requires a margin of four
 * modules.
 */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code with the key"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}

type RecoveryCodesProps = { codes: string[]; fresh: boolean; onKept: () => void }

/** Recovery codes are shown once and not stored here: the member saves them or creates new ones. */
export function RecoveryCodes({ codes, fresh, onKept }: RecoveryCodesProps) {
  const { brand } = useCommunity()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  function download() {
    const text = `Recovery codes for ${brand.name}. Each works once.\r\n\r\n${codes.join('\r\n')}\r\n`
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = `${brand.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-recovery-codes.txt`
    link.click()
    // after the browser has started the download
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }

  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1}>
        {fresh ? 'It is on. Keep these recovery codes' : 'Your new recovery codes'}
      </h3>
      <p className="ui">
        If you lose your phone, each of them lets you in once. They are shown only now: print them, or keep them where
        you keep your passwords.
      </p>
      <ul className="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className="btn-row">
        <Button variant="quiet" icon={Copy} onClick={() => copyToClipboard(codes.join('\n'), 'Recovery codes copied')}>
          Copy
        </Button>
        <Button variant="quiet" icon={Download} onClick={download}>
          Download
        </Button>
        <Button onClick={onKept}>I have kept them</Button>
      </div>
    </div>
  )
}
