/** Shows help lines next to the form if a father writes about self-harm, violence or a child in danger. */
import { useEffect, useRef, useState } from 'react'

const fetchCare = () => import('./care.tsx')
type Piece = Awaited<ReturnType<typeof fetchCare>>

/** in ms; how long after the last key the text is checked */
const CHECK_DELAY_MS = 600
/** in UTF-16 units; a shorter text is not checked, and the rules are not loaded for it */
const MIN_LENGTH = 6

/** Never prevents sending. Once shown, it stays until the member closes it, even if he changes the text. */
export function FormHelpLines({ text }: { text: string }) {
  const [piece, setPiece] = useState<Piece>()
  const [state, setState] = useState<'waiting' | 'shown' | 'closed'>('waiting')
  const status = useRef<HTMLParagraphElement>(null)
  const isEmpty = text.trim() === ''
  // an empty form is a new text
  if (state === 'closed' && isEmpty) setState('waiting')

  useEffect(() => {
    if (state !== 'waiting' || text.trim().length < MIN_LENGTH) return
    let isStale = false
    const look = async () => {
      // Offline the chunk does not load. It is loaded after the next pause; there is no message, since the member requested nothing.
      const care = await fetchCare().catch(() => undefined)
      if (isStale || !care?.careOf(text)) return
      setPiece(() => care)
      setState('shown')
    }
    const timer = setTimeout(look, CHECK_DELAY_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [text, state])

  const close = () => {
    setState('closed')
    // its button disappears: the focus goes back to the text
    status.current?.closest('form')?.querySelector('textarea')?.focus()
  }
  const isShown = state === 'shown'
  return (
    <>
      {/* a live region must exist before its text changes; the help lines themselves are not announced */}
      <p className="sr" role="status" ref={status}>
        {isShown && 'You do not have to carry this alone. Below the text stands where help is.'}
      </p>
      {isShown && piece && <piece.CarePanel onClose={close} />}
    </>
  )
}
