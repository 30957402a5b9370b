/** Says beside a form that what was typed is kept, where something was, and takes it away; Undo brings it back. */
import { useState } from 'react'

interface KeptDraftProps<Draft> {
  draft: Draft
  /** something is typed */
  there: boolean
  onDiscard: () => void
  onUndo: (draft: Draft) => void
}

export function KeptDraft<Draft>({ draft, there, onDiscard, onUndo }: KeptDraftProps<Draft>) {
  const [gone, setGone] = useState<Draft | null>(null)
  if (!there && gone === null) return <span className="hint" />
  // new words are a new draft: what was discarded before is not offered in their place
  const isGone = !there && gone !== null
  const press = () => {
    if (isGone) {
      onUndo(gone)
      return setGone(null)
    }
    setGone(draft)
    onDiscard()
  }
  return (
    <span className="hint">
      {isGone ? 'Draft discarded. ' : 'Draft kept on this device. '}
      <button type="button" className="linklike" onClick={press}>
        {isGone ? 'Undo' : 'Discard'}
      </button>
    </span>
  )
}
