/** A question that may speak of danger: below the help lines, nothing of it is answered, counted or kept unless he wants it. */
import { useEffect, useRef, useState } from 'react'
import type { Care } from '#contract/care-words.ts'
import type { Post } from '#contract/posts.ts'
import { useCommunity } from '../kernel/viewer.ts'
import { NewPost } from '../posts/posts.tsx'
import { Button } from '../ui/button.tsx'
import { asPost, inTheFeed } from './as-post.ts'
import type { HeldQuestion } from './asked-question.ts'
import { Nearest, SearchedFor } from './nearest.tsx'

interface HeldProps {
  held: HeldQuestion
  care: Care
  /** false if no question is left this month, or the assistant is off */
  canAsk: boolean
  onAnyway: () => void
  onBack: () => void
}

export function Held({ held: { question, nearest, corrected }, care, canAsk, onAnyway, onBack }: HeldProps) {
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
      {nearest.length > 0 && <Nearest says={NEAR} threads={nearest} />}
      {nearest.length > 0 && <SearchedFor corrected={corrected} />}
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

const NEAR = 'Dads here have written about things like this:'
const NOT_KEPT = 'Nothing of what you wrote is kept, and it used up no question. The dads here will listen, too.'
const NOT_ASKED = 'Your question is still here, and it used up none of your questions.'
