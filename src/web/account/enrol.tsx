/** The authenticator app learns the key: as a picture, as text, or by a link on the phone itself. A code from it confirms. */
import { Copy, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { encode } from 'uqr'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { authCall } from './auth.ts'
import { copy } from './copy.ts'
import { useAccountForm } from './form.ts'
import { AccountForm } from './parts.tsx'
import { checkCode, digitsOf } from './rules.ts'
import { CodeField } from './second-step.tsx'

type EnrolProps = { uri: string; onConfirmed: () => void; cancel: ReactNode }

export default function Enrol({ uri, onConfirmed, cancel }: EnrolProps) {
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
        <code className="key">{key.match(/.{1,4}/g)?.join(' ')}</code>
        <Button variant="bare" icon={Copy} onClick={() => copy(key, 'Key copied')}>
          Copy
        </Button>
      </p>
      <a className={buttonClass({ variant: 'quiet' }, 'hide-desk')} href={uri}>
        <Icon of={Smartphone} size="s" />
        The app is on this phone
      </a>
      <AccountForm form={form} small submit="Confirm" busyLabel="Checking..." aside={cancel} label="Confirm the code">
        <CodeField error={form.errors.code} hint="Then enter the code that the app shows." />
      </AccountForm>
    </div>
  )
}

/** Dark on light in both themes, since many cameras read nothing else. Four free modules around it, as the standard asks. */
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
