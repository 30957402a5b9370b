/**
 * In Settings: a new e-mail address, a copy of the member's data, and deleting the account. The forms are loaded on
 * demand.
 */
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Viewer } from '#contract/account.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Note, Spoken } from './parts.tsx'

const fetchForms = () => import('./own-account-forms.tsx')
const fetchDelete = () => import('./delete-account.tsx')

export function EmailPanel({ email }: { email: string }) {
  const { piece, ask, waiting } = useLazyPart(fetchForms)
  const [isOpen, setOpen] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { place, close } = usePlaceOf(setOpen)
  return (
    <Panel title="Email address">
      <div className="stack" ref={place} tabIndex={-1}>
        <p className="whole" dir="auto">
          {email}
        </p>
        <p className="hint">Only you see it. We write to it when something about your account changes.</p>
        <Spoken>
          {sentTo && (
            <Note tone="good" follows>
              A mail is on its way to <span className="whole">{sentTo}</span>. Your address changes once you press the
              button behind its link. Until then nothing changes.
            </Note>
          )}
        </Spoken>
        {isOpen && piece ? (
          <piece.ChangeEmail
            email={email}
            onSent={(to) => {
              setOpen(false)
              setSentTo(to)
            }}
            onCancel={close}
          />
        ) : (
          <div className="btn-row">
            <Button
              variant="quiet"
              busy={waiting}
              busyLabel="One moment..."
              onClick={async () => {
                setSentTo(null)
                setOpen((await ask()) !== undefined)
              }}
            >
              {sentTo ? 'Use another address' : 'Change email address'}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

export function DataPanel({ email }: { email: string }) {
  const { piece, ask, waiting } = useLazyPart(fetchForms)
  const [isOpen, setOpen] = useState(false)
  const [isDone, setDone] = useState(false)
  const { place, close } = usePlaceOf(setOpen)
  return (
    <Panel title="Your data">
      <div className="stack" ref={place} tabIndex={-1}>
        <p className="hint">
          Everything that is kept about you here, as one file (JSON): your profile, what you wrote, your votes,
          networks, pods, kin, events and settings.
        </p>
        <Link className="more" to="/settings/check-ins" search={{}}>
          Your check-ins in all pods
        </Link>
        <Spoken>
          {isDone && (
            <Note tone="good" follows>
              Your copy is in your downloads.
            </Note>
          )}
        </Spoken>
        {isOpen && piece ? (
          <piece.TakeData
            email={email}
            onDone={() => {
              setOpen(false)
              setDone(true)
            }}
            onCancel={close}
          />
        ) : (
          <div className="btn-row">
            <Button
              variant="quiet"
              busy={waiting}
              busyLabel="One moment..."
              onClick={async () => {
                setDone(false)
                setOpen((await ask()) !== undefined)
              }}
            >
              Download your data
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

/** A form that closes takes the focused button with it, so the focus moves to the panel. */
function usePlaceOf(setOpen: (isOpen: boolean) => void) {
  const place = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    place.current?.focus()
  }
  return { place, close }
}

export function DeletePanel({ viewer }: { viewer: Viewer }) {
  const { piece, ask, waiting } = useLazyPart(fetchDelete)
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title="Delete account">
      <div className="stack">
        <p className="hint">For good. Before anything happens we say what will, and ask for your password.</p>
        <div className="btn-row">
          <Button
            variant="quiet"
            busy={waiting}
            busyLabel="One moment..."
            onClick={async () => setOpen((await ask()) !== undefined)}
          >
            Delete account
          </Button>
        </div>
      </div>
      {piece && <piece.DeleteAccount viewer={viewer} open={isOpen} onOpenChange={setOpen} />}
    </Panel>
  )
}
