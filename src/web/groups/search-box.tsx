/** The search of networks: a plain form without JavaScript; with it the list follows what is typed. */
import { useNavigate } from '@tanstack/react-router'
import { Search, X } from 'lucide'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { searchable } from '#contract/words.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'

/** in ms, after the last key */
const PAUSE = 300

interface GroupSearchProps {
  path: '/groups' | '/groups/all'
  /** what the address asks for */
  q: string | undefined
}

export function GroupSearch({ path, q = '' }: GroupSearchProps) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** our own questions come back as addresses, perhaps late: they must not overwrite what was typed meanwhile */
  const asked = useRef(q)
  useEffect(() => {
    if (q === asked.current) return
    asked.current = q
    setTyped(q)
  }, [q])
  useEffect(() => {
    // typed before the page's own script had come
    const words = input.current?.value
    if (words && words !== input.current?.defaultValue) setTyped(words)
    return () => clearTimeout(timer.current)
  }, [])

  const ask = (words: string) => {
    clearTimeout(timer.current)
    setTyped(words)
    const next = words.trim()
    if (next === asked.current) return
    const replace = asked.current !== '' && next !== ''
    asked.current = next
    void navigate({ to: path, search: next ? { q: next } : {}, replace, resetScroll: false })
  }
  const type = (words: string) => {
    clearTimeout(timer.current)
    setTyped(words)
    timer.current = setTimeout(() => ask(words), PAUSE)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(typed)
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur()
  }
  const clear = () => {
    ask('')
    input.current?.focus()
  }
  return (
    <search className="net-search">
      <form action={path} onSubmit={submit} className="in-wrap">
        <Icon of={Search} />
        <input
          ref={input}
          className="in low"
          type="search"
          name="q"
          aria-label="Search networks"
          placeholder="Search networks..."
          enterKeyHint="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => type(searchable(event.currentTarget.value))}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing || !typed) return
            event.preventDefault()
            clear()
          }}
        />
        {typed && <IconButton className="needs-script" icon={X} label="Clear search" onClick={clear} />}
      </form>
    </search>
  )
}
