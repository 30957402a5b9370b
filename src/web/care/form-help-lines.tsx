/** Shows help lines next to the form if a father writes about self-harm, violence or a child in danger. */
import { useEffect, useRef, useState } from 'react'
import type { Care } from '#contract/care-words.ts'
import { HelpLinesLink } from './help-lines-link.tsx'

const fetchCare = () => import('./care.tsx')
type Piece = Awaited<ReturnType<typeof fetchCare>>

/** in ms; how long after the last key the text is checked */
const CHECK_DELAY_MS = 600
/** in UTF-16 units; a shorter text is not checked, and the rules are not loaded for it */
const MIN_LENGTH = 6

/** What is shown becomes more urgent while he writes on, and never less. */
const urgency = (care: Care | undefined) => (!care ? 0 : care.level === 'line' ? 1 : care.now ? 3 : 2)

/** Never prevents sending. Once shown, it stays until the member closes it, even if he changes the text. */
export function FormHelpLines({ text }: { text: string }) {
  const [piece, setPiece] = useState<Piece>()
  const [shown, setShown] = useState<Care>()
  const [isClosed, setClosed] = useState(false)
  const status = useRef<HTMLParagraphElement>(null)
  // an empty form is a new text
  if (isClosed && text.trim() === '') setClosed(false)

  useEffect(() => {
    if (isClosed || text.trim().length < MIN_LENGTH) return
    let isStale = false
    const look = async () => {
      // Offline the chunk does not load. It is loaded after the next pause; there is no message, since the member requested nothing.
      const loaded = await fetchCare().catch(() => undefined)
      const care = loaded?.careOf(text)
      if (isStale || !loaded || !care) return
      setPiece(() => loaded)
      setShown((before) => (urgency(care) > urgency(before) ? care : before))
    }
    const timer = setTimeout(look, CHECK_DELAY_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [text, isClosed])

  const close = () => {
    setShown(undefined)
    setClosed(true)
    // its button disappears: the focus goes back to the text
    status.current?.closest('form')?.querySelector('textarea')?.focus()
  }
  return (
    <>
      {/* a live region must exist before its text changes; the help lines themselves are not announced */}
      <p className="sr" role="status" ref={status}>
        {shown && spokenOf(shown)}
      </p>
      {shown && piece ? (
        <piece.CarePanel care={shown} onClose={close} />
      ) : (
        <HelpLinesLink className="care-link" inNewTab />
      )}
    </>
  )
}

const spokenOf = ({ level }: Care) =>
  level === 'line'
    ? 'If this is not a way of speaking: below the text stands who listens.'
    : 'You do not have to carry this alone. Below the text stands where help is.'
