/** The note beside a form that a draft is stored, with a button to discard it and an Undo. */
import { useState } from 'react'

interface KeptDraftProps<Draft> {
  draft: Draft
  /** the draft is not empty */
  there: boolean
  /** the draft is being sent, so it cannot be discarded */
  busy: boolean
  onDiscard: () => void
  onUndo: (draft: Draft) => void
}

export function DraftNote<Draft>({ draft, there, busy, onDiscard, onUndo }: KeptDraftProps<Draft>) {
  const [gone, setGone] = useState<Draft | null>(null)
  // new text is a new draft, so the discarded one is no longer offered
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
