/**
 * A question that may speak of danger, or hints at it: nothing of it is answered, counted or kept unless he wants it. The help
 * lines, if it calls for them, stand above.
 */
import { type Ref, useEffect, useRef, useState } from 'react'
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
  care: Care | null
  /** gets the focus */
  focused: Ref<HTMLElement>
  /** false if no question is left this month, or the assistant is off */
  canAsk: boolean
  onAnyway: () => void
  onBack: () => void
}

export function Held({ held, care, focused, canAsk, onAnyway, onBack }: HeldProps) {
  const { question, nearest, corrected } = held
  const { brand } = useCommunity()
  const [posted, setPosted] = useState<Post>()
  const said = useRef<HTMLParagraphElement>(null)
  // the button that had the focus is gone
  useEffect(() => {
    if (posted) said.current?.focus()
  }, [posted])
  const isGrave = care?.level === 'panel'
  return (
    <section className="stack-s" aria-label="What you can do now" tabIndex={-1} ref={focused}>
      {!care && (
        <p className="quote" dir="auto">
          {question}
        </p>
      )}
      {nearest.length > 0 && <Nearest says={NEAR} threads={nearest} />}
      {nearest.length > 0 && <SearchedFor corrected={corrected} />}
      <p className="ui soft" tabIndex={-1} ref={said}>
        {posted ? inTheFeed(posted) : isGrave ? NOT_KEPT : NOT_ASKED}
      </p>
      <div className="btn-row" hidden={posted !== undefined}>
        {!isGrave && canAsk && <Button onClick={onAnyway}>Let {brand.assistant} answer</Button>}
        <NewPost look="button" label="Ask the dads" asks={asPost(question)} onPosted={setPosted} />
        {isGrave && canAsk && (
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
