/** What somebody has begun to write, kept on this device until it is sent. Keyed by member: a shared tablet mixes nothing up. */
import { useEffect, useRef, useState } from 'react'

const PREFIX = 'fatherkin.draft.'

/** Where storage is forbidden or full, a draft lives at least as long as the tab. */
const memory = new Map<string, string>()

function read<Draft extends object>(key: string, empty: Draft): Draft {
  try {
    const kept: unknown = JSON.parse(stored(key) ?? 'null')
    return typeof kept === 'object' && kept !== null ? { ...empty, ...kept } : empty
  } catch {
    return empty
  }
}

function stored(key: string) {
  try {
    return memory.get(key) ?? localStorage.getItem(PREFIX + key)
  } catch {
    return null
  }
}

function write(key: string, draft: object | null) {
  memory.delete(key)
  try {
    if (draft) localStorage.setItem(PREFIX + key, JSON.stringify(draft))
    else localStorage.removeItem(PREFIX + key)
  } catch {
    if (draft) memory.set(key, JSON.stringify(draft))
  }
}

/** What is kept for a form that is not open. */
export const keptFor = <Draft extends object>(key: string, empty: Draft): Draft => read(key, empty)

/** What a form is to begin with when it is next opened. */
export const beginWith = (key: string, draft: object) => write(key, draft)

/**
 * State of a form that outlives the page. `change` merges and keeps, `drop` empties and forgets.
 * The first render is the empty one, as on the server; what was kept comes right after. It is read again whenever
 * `again` changes: another form on the page may have gone on with it. Two tabs write the same draft; in a form that is in
 * use nothing is taken from under his fingers, whatever another tab sends or forgets.
 */
export function useDraft<Draft extends object>(key: string, empty: Draft, again?: unknown) {
  const [draft, setDraft] = useState(empty)
  const inUse = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` is not read: it only says when to look once more
  useEffect(() => {
    const look = () => setDraft(read(key, empty))
    const hear = (event: StorageEvent) => event.key === PREFIX + key && !inUse.current && look()
    inUse.current = false
    look()
    window.addEventListener('storage', hear)
    return () => window.removeEventListener('storage', hear)
  }, [key, again])
  return {
    draft,
    /** as it is on this device, also after the form has gone */
    kept: () => read(key, empty),
    change(change: Partial<Draft> | ((before: Draft) => Partial<Draft>)) {
      inUse.current = true
      setDraft((before) => {
        const after = { ...before, ...(typeof change === 'function' ? change(before) : change) }
        write(key, after)
        return after
      })
    },
    drop() {
      inUse.current = false
      write(key, null)
      setDraft(empty)
    },
  }
}
