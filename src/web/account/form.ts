/** Sending of all forms in this room: the browser validates, then the server; the first invalid field gets the focus. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type AuthFault, asFault } from './auth.ts'

export type Errors = Record<string, string>
export type Values = Record<string, string>

interface FormOptions {
  /** messages for values that the browser already knows to be invalid */
  check?: (values: Values) => Errors
  /** the call; what it throws is shown */
  send: (values: Values) => Promise<void>
  /** may handle a refusal itself; returns true if it has shown it */
  refused?: (fault: AuthFault, values: Values) => boolean
}

export function useAccountForm({ check, send, refused }: FormOptions) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  /** a message that belongs to no field */
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** counts the refusals, so that a repeated mistake moves the focus again */
  const [refusals, setRefusals] = useState(0)

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  function show(fields: Errors, sentence: string | null) {
    setErrors(fields)
    setFailure(sentence)
    setRefusals((count) => count + 1)
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const element = event.currentTarget
    const values = valuesOf(element)
    const wrong = check?.(values) ?? {}
    if (Object.keys(wrong).length > 0) return show(wrong, null)
    setBusy(true)
    setErrors({})
    setFailure(null)
    try {
      await send(values)
    } catch (thrown) {
      const fault = asFault(thrown)
      if (!refused?.(fault, values)) {
        const fields = fieldsOf(fault, element)
        show(fields, Object.keys(fields).length > 0 ? null : fault.message)
      }
    } finally {
      setBusy(false)
    }
  }

  /** Removes the error of a field when the member edits it. */
  function onInput(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    if (name in errors) setErrors(({ [name]: _, ...rest }) => rest)
  }

  return {
    busy,
    errors,
    failure,
    show,
    bind: { ref: form, onSubmit, onInput, noValidate: true, method: 'post' as const },
  }
}

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']))

/**
 * The fields that a fault is about, by the beginning of its code; used if the server names no field. A form may have any
 * of them.
 */
const FIELDS_BY_CODE: [RegExp, string[]][] = [
  [/^(INVALID_CODE|INVALID_BACKUP_CODE)/, ['code']],
  [/^INVALID_PASSWORD/, ['currentPassword', 'password']],
  [/^(INVALID_(EMAIL|USERNAME)_OR_PASSWORD|PASSWORD_|WEAK_PASSWORD)/, ['newPassword', 'password']],
  [/^(INVALID_EMAIL|USER_ALREADY_EXISTS)/, ['email']],
  [/^(USERNAME_|INVALID_USERNAME)/, ['username']],
]

function fieldsOf(fault: AuthFault, form: HTMLFormElement): Errors {
  const there = (name: string) => form.elements.namedItem(name) !== null
  const named = Object.entries(fault.fields).map(([name, sentence]) => {
    const other = name === 'password' ? 'newPassword' : name === 'newPassword' ? 'password' : 'identity'
    return [there(name) ? name : other, sentence] as const
  })
  if (named.some(([name]) => there(name))) return Object.fromEntries(named.filter(([name]) => there(name)))
  const name = FIELDS_BY_CODE.find(([code]) => code.test(fault.code))?.[1].find(there)
  return name ? { [name]: fault.message } : {}
}
