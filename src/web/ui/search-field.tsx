/** A search box. Without JavaScript it is a plain form with its hidden fields. */
import { Search, X } from 'lucide'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { searchable } from '#contract/words.ts'
import { isComposing } from '../kernel/input-method.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

interface SearchFieldProps {
  id?: string
  label: string
  placeholder: string
  /** the target of the form, which receives the text as `q` */
  path: string
  value: string
  onType: (words: string) => void
  /** called on Enter, or when the box is emptied */
  onAsk: (words: string) => void
  /** called on Escape in an empty box */
  onLeave?: (() => void) | undefined
  /** hidden fields of the form */
  children?: ReactNode
}

export function SearchField(props: SearchFieldProps) {
  const { id, label, placeholder, path, value, onType, onAsk, onLeave, children } = props
  const input = useRef<HTMLInputElement>(null)
  // text that was typed before hydration
  const early = useRef(onType)
  useEffect(() => {
    const words = input.current?.value
    if (words && words !== input.current?.defaultValue) early.current(words)
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAsk(value)
    // on a phone the keyboard covers the results
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur()
  }
  const clear = () => {
    onAsk('')
    input.current?.focus()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    if (value) clear()
    else onLeave?.()
  }
  return (
    <search>
      <form action={path} onSubmit={submit} className="in-wrap">
        <Icon of={Search} />
        <input
          ref={input}
          id={id}
          className="in low"
          type="search"
          name="q"
          aria-label={label}
          placeholder={placeholder}
          enterKeyHint="search"
          autoComplete="off"
          value={value}
          onChange={(event) => onType(searchable(event.currentTarget.value))}
          onKeyDown={key}
        />
        {children}
        {value && <IconButton className="needs-script" icon={X} label="Clear search" onClick={clear} />}
      </form>
    </search>
  )
}
