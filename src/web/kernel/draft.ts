/**
 * Drafts, kept on this device until they are sent. Keys contain the member's id, so that drafts on a shared device are
 * not mixed up.
 */
import { useEffect, useRef, useState } from 'react'

const PREFIX = 'fatherkin.draft.'

/** If the browser's storage is forbidden or full, a draft lives at least as long as the tab. */
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

/** Returns the stored draft of a form that is not open. */
export const storedDraft = <Draft extends object>(key: string, empty: Draft): Draft => read(key, empty)

/** Stores the draft that a form starts with when it is next opened. */
export const storeDraft = (key: string, draft: object) => write(key, draft)

/**
 * State of a form that survives the page. `change` merges and stores; `drop` empties and deletes. The first render is
 * empty, as on the server; the stored draft follows right after. It is read again whenever `again` changes, because
 * another form on the page may have continued it. Two tabs share the draft. A form that is in use does not change if
 * another tab sends or deletes the draft.
 */
export function useDraft<Draft extends object>(key: string, empty: Draft, again?: unknown) {
  const [draft, setDraft] = useState(empty)
  const inUse = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` is not read: it only triggers another look
  useEffect(() => {
    const look = () => setDraft(read(key, empty))
    const onStorage = (event: StorageEvent) => event.key === PREFIX + key && !inUse.current && look()
    inUse.current = false
    look()
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [key, again])
  return {
    draft,
    /** as stored on this device, even after the form was unmounted */
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
