/** A question that speaks of danger: the help lines, and nothing of it is asked, counted or kept unless he wants it. */
import { useEffect, useRef, useState } from 'react'
import type { Care } from '#contract/care-words.ts'
import type { Post } from '#contract/posts.ts'
import { useCommunity } from '../kernel/viewer.ts'
import { NewPost } from '../posts/posts.tsx'
import { Button } from '../ui/button.tsx'
import { asPost, inTheFeed } from './as-post.ts'

interface HeldProps {
  question: string
  care: Care
  /** false if no question is left this month, or the assistant is off */
  canAsk: boolean
  onAnyway: () => void
  onBack: () => void
}

export function Held({ question, care, canAsk, onAnyway, onBack }: HeldProps) {
  const { brand } = useCommunity()
  const [posted, setPosted] = useState<Post>()
  const said = useRef<HTMLParagraphElement>(null)
  // the button that had the focus is gone
  useEffect(() => {
    if (posted) said.current?.focus()
  }, [posted])
  const isLine = care.level === 'line'
  return (
    <section className="stack-s" aria-label="What you can do now">
      <p className="ui soft" tabIndex={-1} ref={said}>
        {posted ? inTheFeed(posted) : isLine ? NOT_ASKED : NOT_KEPT}
      </p>
      <div className="btn-row" hidden={posted !== undefined}>
        {isLine && canAsk && <Button onClick={onAnyway}>Ask {brand.assistant}</Button>}
        <NewPost look="button" label="Ask the dads" asks={asPost(question)} onPosted={setPosted} />
        {!isLine && canAsk && (
          <Button variant="quiet" onClick={onAnyway}>
            Ask {brand.assistant} all the same
          </Button>
        )}
        <Button variant="quiet" onClick={onBack}>
          Back to what I wrote
        </Button>
      </div>
    </section>
  )
}

const NOT_KEPT = 'Nothing of what you wrote is kept, and it used up no question. The dads here will listen, too.'
const NOT_ASKED = 'Your question is still here. It is not asked yet.'
