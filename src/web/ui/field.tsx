import { CircleAlert, Eye, EyeOff } from 'lucide'
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

type Wiring = { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true; required?: boolean }

const FieldContext = createContext<Wiring>({})

type Own = Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid' | 'required'>

/**
 * The props that a control inside a Field takes over: its id, its hint and error, and whether it is invalid. Its own
 * props win.
 */
export function useField(own: Own) {
  const field = useContext(FieldContext)
  const described = [field['aria-describedby'], own['aria-describedby']].filter(Boolean).join(' ')
  return {
    id: own.id ?? field.id,
    'aria-describedby': described || undefined,
    'aria-invalid': own['aria-invalid'] ?? field['aria-invalid'],
    required: own.required ?? field.required,
  }
}

type FieldProps = {
  label: ReactNode
  children: ReactNode
  hint?: ReactNode
  /** What is wrong and what to do. If present, the control is marked as invalid. */
  error?: ReactNode
  required?: boolean
  /** Shown beside the label, for example "Optional" or "3 of 8". */
  note?: ReactNode
  id?: string
  className?: string
}

/** Label, hint under the label, control, and error under the control; connected for screen readers. */
export function Field({ label, children, hint, error, required, note, id: givenId, className }: FieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const wiring: Wiring = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
    required,
  }
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label className="label" htmlFor={id}>
        {label} {note && <span className="hint">{note}</span>}
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldContext value={wiring}>{children}</FieldContext>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="err" id={id}>
      <Icon of={CircleAlert} size="s" />
      <span>{children}</span>
    </p>
  )
}

export const fieldClass = (wrong: Own['aria-invalid'], extra?: string) =>
  ['in', wrong && 'bad', extra].filter(Boolean).join(' ')

type InputProps = ComponentProps<'input'> & {
  /** In code points, counted after trimming. The remaining number is shown from 90 % on; input is never cut off. */
  limit?: number
  icon?: ReactNode
}

export function TextInput({ className, limit, icon, onInput, ...rest }: InputProps) {
  const field = useField(rest)
  const [typed, setTyped] = useState(() => String(rest.defaultValue ?? ''))
  const input = (
    <input
      {...rest}
      {...field}
      className={fieldClass(field['aria-invalid'], className)}
      onInput={(event) => {
        if (limit) setTyped(event.currentTarget.value)
        onInput?.(event)
      }}
    />
  )
  return (
    <>
      {icon ? (
        <span className="in-wrap">
          {icon}
          {input}
        </span>
      ) : (
        input
      )}
      {limit && <Remaining text={rest.value === undefined ? typed : String(rest.value)} limit={limit} />}
    </>
  )
}

export function TextArea({ className, limit, onInput, ...rest }: ComponentProps<'textarea'> & { limit?: number }) {
  const field = useField(rest)
  const [typed, setTyped] = useState(() => String(rest.defaultValue ?? ''))
  return (
    <>
      <textarea
        {...rest}
        {...field}
        className={fieldClass(field['aria-invalid'], className)}
        onInput={(event) => {
          if (limit) setTyped(event.currentTarget.value)
          onInput?.(event)
        }}
      />
      {limit && <Remaining text={rest.value === undefined ? typed : String(rest.value)} limit={limit} />}
    </>
  )
}

/** Returns "12 characters left" near the limit, "3 characters too many" above it, and null below 90 %. */
export function remainingWords(text: string, limit: number): string | null {
  const used = Array.from(text.trim()).length
  if (used < limit * 0.9) return null
  const left = Math.abs(limit - used)
  return `${left} ${left === 1 ? 'character' : 'characters'} ${used > limit ? 'too many' : 'left'}`
}

function Remaining({ text, limit }: { text: string; limit: number }) {
  const words = remainingWords(text, limit)
  const [announcement, setAnnouncement] = useState('')
  // Announced after a pause in typing: a live region that changes with every key would interrupt the member.
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncement(words ?? ''), 900)
    return () => clearTimeout(timer)
  }, [words])
  return (
    <>
      {words && (
        <p className={words.endsWith('too many') ? 'left over' : 'left'} aria-hidden="true">
          {words}
        </p>
      )}
      <span className="sr" role="status">
        {announcement}
      </span>
    </>
  )
}

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const field = useField(rest)
  const [shown, setShown] = useState(false)
  return (
    <span className="in-wrap">
      <input
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        {...field}
        type={shown ? 'text' : 'password'}
        className={fieldClass(field['aria-invalid'], className)}
      />
      <IconButton
        icon={shown ? EyeOff : Eye}
        label={shown ? 'Hide password' : 'Show password'}
        aria-controls={field.id}
        onClick={() => setShown(!shown)}
      />
    </span>
  )
}

// A plain fragment link would only scroll; the reader wants to type, so the field gets the focus.
function goTo(event: MouseEvent, id: string) {
  const control = document.getElementById(id)
  if (!control) return
  event.preventDefault()
  control.focus()
}

type FormErrorProps = {
  /** The error of the whole form. Without it nothing is rendered. */
  children?: ReactNode
  title?: string
  /** Fields with errors: each links to its control. */
  fields?: { id: string; message: string }[]
}

/** Errors that do not belong to a single field, announced when they appear. */
export function FormError({ children, title, fields = [] }: FormErrorProps) {
  const note = useRef<HTMLDivElement>(null)
  const shows = Boolean(children) || fields.length > 0
  useEffect(() => {
    // in a scrolled dialog it may be far above the button that was pressed
    if (shows) note.current?.scrollIntoView({ block: 'nearest' })
  }, [shows])
  if (!shows) return null
  return (
    <div className="note bad" role="alert" ref={note}>
      <Icon of={CircleAlert} />
      <div className="grow">
        {title && <b>{title} </b>}
        {children}
        {fields.length > 0 && (
          <ul className="error-list">
            {fields.map((field) => (
              <li key={field.id}>
                <a href={`#${field.id}`} onClick={(event) => goTo(event, field.id)}>
                  {field.message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
