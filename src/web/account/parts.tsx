/** What the screens of this room are made of. */
import { Link, useHydrated } from '@tanstack/react-router'
import { Info } from 'lucide'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PASSWORD } from '#contract/words.ts'
import { usePlace, useViewer } from '../kernel/viewer.ts'
import { SendButton } from '../ui/button.tsx'
import { Field, FormError, PasswordInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { LampBeam, Mark } from '../ui/lamp.tsx'
import type { useAccountForm } from './form.ts'
import { lengthOf } from './rules.ts'

type WayInProps = {
  title: string
  lead?: ReactNode
  children: ReactNode
  /** it has taken another step's place: reading goes on at its title */
  follows?: boolean
}

/** The way in: one column under the mark, and at a desk the lamp beside it. */
export function WayIn({ title, lead, children, follows = false }: WayInProps) {
  const { brand } = usePlace()
  const isMember = useViewer() !== null // he has the bars around the page, and the brand in them
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
  /** beside the main button */
  aside?: ReactNode
  /** in a panel: not as wide as the column */
  small?: boolean
  /** what it does cannot be undone */
  danger?: boolean
}

/** A real form, so that password managers and Enter work. Sent by script only: nothing of it ever gets into an address. */
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

/** A form of one field is sent by Enter even without a button; a disabled one keeps it, until the script is there. */
const NotYet = () => (useHydrated() ? null : <button type="submit" disabled hidden />)

/** The address, for password managers, in forms that ask only for a password. */
export function WhoseForm({ name }: { name: string }) {
  return <input type="text" name="whose" autoComplete="username" value={name} readOnly hidden />
}

type ChosenPasswordProps = { name: 'password' | 'newPassword'; label: string; error?: string }

/** A password that is being chosen, with what can honestly be said while it is typed: how long it is. */
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
  /** it has taken the place of what was pressed: the focus goes on here, and with it the reading */
  follows?: boolean
  children: ReactNode
}

/** Something calm to know. What appears beside a button that stays belongs into `Spoken`. */
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

/** Screen readers speak only what changes in a region that was there before: so it is always there. */
export const Spoken = ({ children }: { children: ReactNode }) => (
  <div className="spoken" role="status">
    {children}
  </div>
)
