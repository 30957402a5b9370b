/** Components that the screens of this room share. */
import { Link } from '@tanstack/react-router'
import { Info } from 'lucide'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PASSWORD } from '#contract/words.ts'
import { useCommunity, useViewer } from '../kernel/viewer.ts'
import { NotYet, SendButton } from '../ui/button.tsx'
import { Field, FormError, PasswordInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { LampBeam, Mark } from '../ui/lamp-art.tsx'
import type { useAccountForm } from './form.ts'
import { lengthOf } from './rules.ts'

type WayInProps = {
  title: string
  lead?: ReactNode
  children: ReactNode
  /** replaces another step: the focus moves to its title */
  follows?: boolean
}

/** The layout of the pages for signing in: one column under the logo, with the lamp beside it on a desktop. */
export function WayIn({ title, lead, children, follows = false }: WayInProps) {
  const { brand } = useCommunity()
  const isMember = useViewer() !== null // members have the bars around the page, with the brand in them
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(follows ? null : title)
  useEffect(() => {
    if (shown.current !== title) heading.current?.focus()
    shown.current = title
  }, [title])
  return (
    <div className="auth">
      <section className="auth-form">
        {!isMember && (
          <Link className="brand" to="/">
            <Mark />
            <span>{brand.name}</span>
          </Link>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="soft ui">{lead}</p>}
        {children}
      </section>
      <div className="peg auth-art" aria-hidden="true">
        <LampBeam />
        <p className="lit-card">Nobody here has it worked out. That is what the bench is for.</p>
      </div>
    </div>
  )
}

export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="note">
        <span>
          {children} <a href="/feed">Reading works without it.</a>
        </span>
      </p>
    </noscript>
  )
}

type AccountFormProps = {
  form: ReturnType<typeof useAccountForm>
  children: ReactNode
  submit: string
  busyLabel: string
  /** next to the submit button */
  aside?: ReactNode
  /** inside a panel: narrower than the column */
  small?: boolean
  /** the action cannot be undone */
  danger?: boolean
}

/** A real form, so that password managers and Enter work. Only script sends it, so that no value gets into an address. */
export function AccountForm({ form, children, submit, busyLabel, aside, small, danger }: AccountFormProps) {
  return (
    <form {...form.bind} className="stack">
      <NotYet />
      {children}
      <FormError>{form.failure}</FormError>
      <div className="btn-row">
        <SendButton
          variant={danger ? 'bad' : 'primary'}
          size={small ? 'm' : 'big'}
          wide={!small}
          busy={form.busy}
          busyLabel={busyLabel}
        >
          {submit}
        </SendButton>
        {aside}
      </div>
    </form>
  )
}

/** The address, for password managers, in forms that only ask for a password. */
export function WhoseForm({ name }: { name: string }) {
  return <input type="text" name="whose" autoComplete="username" value={name} readOnly hidden />
}

type ChosenPasswordProps = { name: 'password' | 'newPassword'; label: string; error?: string }

/** A field for a new password; shows its length while it is typed. */
export function ChosenPassword({ name, label, error }: ChosenPasswordProps) {
  const [length, setLength] = useState(0)
  const { min, max } = PASSWORD
  const words =
    length === 0
      ? null
      : length < min
        ? `${length} of at least ${min} characters`
        : length > max
          ? `${length} characters, at most ${max} fit`
          : 'Long enough. How hard it is to guess is checked when you send it.'
  return (
    <div>
      <Field label={label} hint={`${min} to ${max} characters. A few words in a row are good.`} error={error}>
        <PasswordInput
          name={name}
          autoComplete="new-password"
          enterKeyHint="go"
          onInput={(event) => setLength(lengthOf(event.currentTarget.value))}
        />
      </Field>
      {words && !error && (
        <p className="left" aria-hidden="true">
          {words}
        </p>
      )}
    </div>
  )
}

type NoteProps = {
  tone?: 'good'
  /** replaces the element that was pressed: gets the focus */
  follows?: boolean
  children: ReactNode
}

/** A calm message. If it appears next to a button that stays, put it into `Spoken`. */
export function Note({ tone, follows = false, children }: NoteProps) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (follows) note.current?.focus()
  }, [follows])
  return (
    <div className={tone ? `note ${tone}` : 'note'} ref={note} tabIndex={follows ? -1 : undefined}>
      <Icon of={Info} />
      <div className="grow">{children}</div>
    </div>
  )
}

/** Always in the page, because screen readers announce only changes in a live region that already exists. */
export const Spoken = ({ children }: { children: ReactNode }) => (
  <div className="spoken" role="status">
    {children}
  </div>
)
