/** What somebody has begun to write, kept on this device until it is sent. Keyed by member: a shared tablet mixes nothing up. */
import { useEffect, useState } from 'react'

const PREFIX = 'fatherkin.draft.'

function read<Draft extends object>(key: string, empty: Draft): Draft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null')
    return typeof kept === 'object' && kept !== null ? { ...empty, ...kept } : empty
  } catch {
    return empty
  }
}

function write(key: string, draft: object | null) {
  try {
    if (draft) localStorage.setItem(PREFIX + key, JSON.stringify(draft))
    else localStorage.removeItem(PREFIX + key)
  } catch {
    // storage is forbidden or full: the text still stands in the form
  }
}

/**
 * State of a form that outlives the page. `change` merges and keeps, `drop` empties and forgets.
 * The first render is the empty one, as on the server; what was kept comes right after.
 */
export function useDraft<Draft extends object>(key: string, empty: Draft) {
  const [draft, setDraft] = useState(empty)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `empty` is a constant of the caller, written in place
  useEffect(() => setDraft(read(key, empty)), [key])
  return {
    draft,
    change(change: Partial<Draft>) {
      setDraft((before) => {
        const after = { ...before, ...change }
        write(key, after)
        return after
      })
    },
    drop() {
      write(key, null)
      setDraft(empty)
    },
  }
}
