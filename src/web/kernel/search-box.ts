/** The state of a search box. A search starts shortly after the last key press, and only the latest search counts. */
import { useCallback, useEffect, useRef, useState } from 'react'

/** in ms, after the last key */
const TYPING_PAUSE_MS = 300

/** A search in the address: its text, and where it searches if that can be chosen. */
export interface SearchInput<Where = undefined> {
  q: string
  where: Where
}

export interface SearchBoxState<Where = undefined> {
  typed: string
  type: (words: string, where: Where) => void
  /** searches immediately */
  ask: (words: string, where: Where) => void
}

/**
 * `shown` is the search in the address. `go` opens the next search, and receives the one before it. Both may change at
 * every render.
 */
export function useSearchBox<Where = undefined>(
  shown: SearchInput<Where>,
  go: (question: SearchInput<Where>, before: SearchInput<Where>) => void,
): SearchBoxState<Where> {
  const [typed, setTyped] = useState(shown.q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // our own searches come back as addresses, perhaps late, and must not overwrite what was typed in the meantime
  const own = useRef({ under: new Set<string>(), last: shown })
  const latest = useRef({ shown, go })
  useEffect(() => {
    latest.current = { shown, go }
  })

  useEffect(() => {
    const { under, last } = own.current
    if (shown.q === last.q) under.clear()
    else if (!under.has(shown.q)) {
      clearTimeout(timer.current)
      under.clear()
      own.current.last = latest.current.shown
      setTyped(shown.q)
    }
  }, [shown.q])
  useEffect(() => () => clearTimeout(timer.current), [])

  const ask = useCallback((words: string, where: Where) => {
    clearTimeout(timer.current)
    setTyped(words)
    const { under, last } = own.current
    const question = { q: words.trim(), where }
    if (question.q === last.q && (!question.q || where === last.where)) return
    if (question.q !== latest.current.shown.q) under.add(question.q)
    own.current.last = question
    latest.current.go(question, last)
  }, [])
  const type = useCallback(
    (words: string, where: Where) => {
      clearTimeout(timer.current)
      setTyped(words)
      timer.current = setTimeout(() => ask(words, where), TYPING_PAUSE_MS)
    },
    [ask],
  )
  return { typed, type, ask }
}
