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
  /** gets the focus if no help lines stand above */
  focused: Ref<HTMLParagraphElement>
  /** false if no question is left this month, or the assistant is off */
  canAsk: boolean
  onAnyway: () => void
  onBack: () => void
  onAnother: () => void
}

export function Held({ held, care, focused, canAsk, onAnyway, onBack, onAnother }: HeldProps) {
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
    <section className="stack-s" aria-label="What you can do now">
      {!care && (
        <p className="quote" dir="auto" tabIndex={-1} ref={focused}>
          {question}
        </p>
      )}
      {nearest.length > 0 && !isGrave && <Nearest says={NEAR} question={question} threads={nearest} />}
      {nearest.length > 0 && !isGrave && <SearchedFor corrected={corrected} />}
      <p className="ui soft" tabIndex={-1} ref={said}>
        {posted ? inTheFeed(posted) : isGrave ? NOT_KEPT : notAnswered(brand.assistant)}
      </p>
      <div className="btn-row" hidden={posted !== undefined}>
        {!isGrave && canAsk && <Button onClick={onAnyway}>Let {brand.assistant} answer</Button>}
        <NewPost
          look={!isGrave && canAsk ? 'quiet' : 'button'}
          label="Ask the dads"
          asks={asPost(question)}
          onPosted={setPosted}
        />
        {isGrave && canAsk && (
          <Button variant="quiet" onClick={onAnyway}>
            Ask {brand.assistant} all the same
          </Button>
        )}
        <Button variant="quiet" onClick={onBack}>
          Back to what I wrote
        </Button>
      </div>
      {posted && !isGrave && <Button onClick={onAnother}>Ask Another Question</Button>}
    </section>
  )
}

const NEAR = 'Dads here have written about things like this:'
const NOT_KEPT = 'Nothing of what you wrote is kept, and it used up no question. The dads here will listen, too.'
const notAnswered = (assistant: string) => `${assistant} has not answered yet, and it used up none of your questions.`
