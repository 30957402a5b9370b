/** What is in the search box, and when it is asked: a moment after the last key, and only the last question counts. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SearchParams } from './search.ts'

const PAUSE = 300

/** The pages that show results in place. */
export type SearchPath = '/categories' | '/feed'

export interface Typing {
  path: SearchPath
  typed: string
  /** what the address asks for now */
  params: SearchParams
  type: (words: string, where: SearchParams['in']) => void
  /** asks at once */
  ask: (words: string, where: SearchParams['in']) => void
}

export function useTyping(path: SearchPath): Typing {
  const params: SearchParams = useSearch({ strict: false })
  const navigate = useNavigate()
  const shown = params.q ?? ''
  const [typed, setTyped] = useState(shown)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // our own questions come back as addresses, perhaps late: they must not overwrite what was typed meanwhile
  const own = useRef({ asked: new Set<string>(), last: shown })
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  })

  useEffect(() => {
    const { asked, last } = own.current
    if (asked.has(shown)) {
      if (shown === last) asked.clear()
      return
    }
    clearTimeout(timer.current)
    setTyped(shown)
  }, [shown])
  useEffect(() => () => clearTimeout(timer.current), [])

  const ask = useCallback(
    (words: string, where: SearchParams['in']) => {
      clearTimeout(timer.current)
      setTyped(words)
      const q = words.trim() || undefined
      const { q: before, in: whereBefore, order } = latest.current
      if (q === before && (q === undefined || where === whereBefore)) return
      own.current.asked.add(q ?? '')
      own.current.last = q ?? ''
      const search: SearchParams = q ? { q, in: where, order } : {}
      // the way back leads from the results to the feed, not through every letter
      void navigate({ to: path, search, replace: Boolean(q && before), resetScroll: false })
      window.scrollTo({ top: 0 })
    },
    [navigate, path],
  )
  const type = useCallback(
    (words: string, where: SearchParams['in']) => {
      clearTimeout(timer.current)
      setTyped(words)
      timer.current = setTimeout(() => ask(words, where), PAUSE)
    },
    [ask],
  )
  return { path, typed, params, type, ask }
}
