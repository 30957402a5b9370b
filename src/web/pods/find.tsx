/** The box above the list: asked a moment after the last key. The question lives in the address, on page 1. */
import { useNavigate } from '@tanstack/react-router'
import { Search, X } from 'lucide'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { searchable } from '#contract/words.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'

const PAUSE = 300

export function FindPods({ q }: { q: string | undefined }) {
  const navigate = useNavigate()
  const shown = q ?? ''
  const [typed, setTyped] = useState(shown)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // our own questions come back as addresses, perhaps late: they must not overwrite what was typed meanwhile
  const asked = useRef(shown)
  useEffect(() => {
    if (shown === asked.current) return
    asked.current = shown
    clearTimeout(timer.current)
    setTyped(shown)
  }, [shown])
  useEffect(() => {
    // typed before the page's own script had come
    const early = input.current
    if (early && early.value !== early.defaultValue) setTyped(early.value)
    return () => clearTimeout(timer.current)
  }, [])

  const ask = (words: string) => {
    clearTimeout(timer.current)
    setTyped(words)
    const next = words.trim()
    if (next === asked.current) return
    const before = asked.current
    asked.current = next
    void navigate({
      ...{ to: '/pods', search: next ? { q: next } : {} },
      // the way back leads from what was found to the list, not through every letter
      ...{ replace: before !== '' && next !== '', resetScroll: false },
    })
  }
  const type = (words: string) => {
    clearTimeout(timer.current)
    setTyped(words)
    timer.current = setTimeout(() => ask(words), PAUSE)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(typed)
    // on a phone the keyboard covers what was found
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur()
  }
  const clear = () => {
    ask('')
    input.current?.focus()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !typed) return
    event.preventDefault()
    clear()
  }
  return (
    <search>
      <form action="/pods" onSubmit={submit} className="in-wrap">
        <Icon of={Search} />
        <input
          ref={input}
          className="in"
          type="search"
          name="q"
          aria-label="Search pods"
          placeholder="Search pods..."
          enterKeyHint="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => type(searchable(event.currentTarget.value))}
          onKeyDown={key}
        />
        {typed && <IconButton className="needs-script" icon={X} label="Clear search" onClick={clear} />}
      </form>
    </search>
  )
}
