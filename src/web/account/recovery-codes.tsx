import { Copy, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { usePlace } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { copy } from './copy.ts'

type RecoveryCodesProps = { codes: string[]; fresh: boolean; onKept: () => void }

/** Shown once. Nothing here is stored: he takes them along, or makes new ones. */
export default function RecoveryCodes({ codes, fresh, onKept }: RecoveryCodesProps) {
  const { brand } = usePlace()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  function download() {
    const text = `Recovery codes for ${brand.name}. Each works once.\r\n\r\n${codes.join('\r\n')}\r\n`
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = `${brand.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-recovery-codes.txt`
    link.click()
    // after the browser has taken hold of it
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
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="btn-row">
        <Button variant="quiet" icon={Copy} onClick={() => copy(codes.join('\n'), 'Recovery codes copied')}>
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
