/** Says beside a form that what was typed is kept, where something was, and takes it away; Undo brings it back. */
import { useState } from 'react'

interface KeptDraftProps<Draft> {
  draft: Draft
  /** something is typed */
  there: boolean
  /** it is being sent: it is not taken away meanwhile */
  busy: boolean
  onDiscard: () => void
  onUndo: (draft: Draft) => void
}

export function KeptDraft<Draft>({ draft, there, busy, onDiscard, onUndo }: KeptDraftProps<Draft>) {
  const [gone, setGone] = useState<Draft | null>(null)
  // new words are a new draft: what was discarded before is not offered in their place
  if (there && gone !== null) setGone(null)
  const isGone = !there && gone !== null
  if (!there && !isGone) return <span className="hint" />
  const press = () => {
    if (isGone) return onUndo(gone)
    setGone(draft)
    onDiscard()
  }
  return (
    <span className={isGone ? 'hint draft-gone' : 'hint'}>
      {isGone ? 'Draft discarded. ' : 'Draft kept on this device. '}
      <button type="button" className="linklike" disabled={busy} onClick={press}>
        {isGone ? 'Undo' : 'Discard'}
      </button>
    </span>
  )
}
