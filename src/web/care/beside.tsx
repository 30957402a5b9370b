/** Beside what a father writes: when it speaks of self-harm, violence or a child in danger, it shows where help is. */
import { useEffect, useRef, useState } from 'react'

const fetchCare = () => import('./care.tsx')
type Piece = Awaited<ReturnType<typeof fetchCare>>

/** in ms, after the last key */
const PAUSE = 600
/** What is shorter says nothing yet; the rules are not fetched for it. In UTF-16 units. */
const SHORT = 6

/** Never stands in the way of sending. Once shown it stays until he closes it, also when he changes the words. */
export function CareBeside({ text }: { text: string }) {
  const [piece, setPiece] = useState<Piece>()
  const [state, setState] = useState<'waiting' | 'shown' | 'closed'>('waiting')
  const status = useRef<HTMLParagraphElement>(null)
  const isEmpty = text.trim() === ''
  // with an empty form something new begins
  if (state === 'closed' && isEmpty) setState('waiting')

  useEffect(() => {
    if (state !== 'waiting' || text.trim().length < SHORT) return
    let isStale = false
    const look = async () => {
      // Offline the piece does not come. The next pause asks for it again; nothing is said, as he has asked for nothing.
      const care = await fetchCare().catch(() => undefined)
      if (isStale || !care?.needsCare(text)) return
      setPiece(() => care)
      setState('shown')
    }
    const timer = setTimeout(look, PAUSE)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [text, state])

  const close = () => {
    setState('closed')
    // its button goes with it: he goes on where he was writing
    status.current?.closest('form')?.querySelector('textarea')?.focus()
  }
  const isShown = state === 'shown'
  return (
    <>
      {/* there before it speaks, so that a screen reader hears the change; the lines themselves are not read out */}
      <p className="sr" role="status" ref={status}>
        {isShown && 'You do not have to carry this alone. Below the text stands where help is.'}
      </p>
      {isShown && piece && <piece.CarePanel onClose={close} />}
    </>
  )
}
