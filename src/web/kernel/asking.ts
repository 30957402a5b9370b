/** What is in a search box, and when it is asked: a moment after the last key, and only the last question counts. */
import { useCallback, useEffect, useRef, useState } from 'react'

/** in ms, after the last key */
const PAUSE = 300

/** A question that the address carries: its words, and in what they are looked for where that is a choice. */
export interface Question<Where = undefined> {
  q: string
  where: Where
}

export interface Asking<Where = undefined> {
  typed: string
  type: (words: string, where: Where) => void
  /** asks at once */
  ask: (words: string, where: Where) => void
}

/** `shown` is the address's question; `go` leads to another and has the one before it. Both may be new at every drawing. */
export function useAsking<Where = undefined>(
  shown: Question<Where>,
  go: (question: Question<Where>, before: Question<Where>) => void,
): Asking<Where> {
  const [typed, setTyped] = useState(shown.q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // our own questions come back as addresses, perhaps late: they must not overwrite what was typed meanwhile
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
      timer.current = setTimeout(() => ask(words, where), PAUSE)
    },
    [ask],
  )
  return { typed, type, ask }
}
