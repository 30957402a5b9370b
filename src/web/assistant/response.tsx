/** The content of the dialog after a question was asked. */
import { Link } from '@tanstack/react-router'
import { type Ref, useEffect, useRef, useState } from 'react'
import { SAY_ASSISTANT } from '#contract/assistant-words.ts'
import type { Post } from '#contract/posts.ts'
import { useCommunity } from '../kernel/viewer.ts'
import { NewPost } from '../posts/posts.tsx'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'
import { BasedOn, Caution, Sentences } from './answer.tsx'
import { asPost, inTheFeed } from './as-post.ts'
import type { AskedQuestion } from './asked-question.ts'
import { Nearest, SearchedFor } from './nearest.tsx'
import type { Trouble } from './trouble.ts'

interface ResponseProps {
  asked: AskedQuestion | null
  trouble: Trouble | null
  log: Ref<HTMLDivElement>
  /** asks the same question again, which is charged once */
  onAgain: (question: string) => void
}

export function Response({ asked, trouble, log, onAgain }: ResponseProps) {
  const { brand } = useCommunity()
  const thinking = asked?.step === 'thinking'
  return (
    <>
      {asked && (!thinking || asked.sentences.length > 0) && (
        <p className="quote" dir="auto">
          {asked.question}
        </p>
      )}
      {/* a live region, present from the start, so that each added sentence is announced as a whole */}
      <div className="pop-a" role="log" aria-label="Answer" tabIndex={-1} ref={log}>
        {asked && <Sentences sentences={asked.sentences} sources={asked.sources} />}
        {thinking && <p className="soft pop-thinking">{brand.assistant} is thinking...</p>}
        {asked?.step === 'refused' && <Unsure asked={asked} />}
        {asked && <SearchedFor corrected={asked.corrected} />}
      </div>
      {asked && <Below asked={asked} trouble={trouble} onAgain={onAgain} />}
    </>
  )
}

/** What the assistant says if no reply answers for certain: the threads that come nearest, if there are any. */
function Unsure({ asked: { question, nearest } }: { asked: AskedQuestion }) {
  if (nearest.length === 0) return <p className="strong">{SAY_ASSISTANT.nothing}</p>
  return <Nearest says={SAY_ASSISTANT.unsure} question={question} threads={nearest} />
}

/** Below the sentences; not announced. */
function Below({ asked, trouble, onAgain }: Omit<ResponseProps, 'log'> & { asked: AskedQuestion }) {
  const { question, step, sources, sourcesFound, withModel } = asked
  if (step === 'refused') return <Refused question={question} isUnsure={asked.nearest.length > 0} />
  if (step === 'broken')
    return (
      <FormError>
        {trouble?.sentence}
        <div className="btn-row">
          <Button variant="quiet" onClick={() => onAgain(question)}>
            Try again
          </Button>
        </div>
      </FormError>
    )
  if (step === 'thinking') return null
  return (
    <div className="pop-a">
      <BasedOn sources={sources} count={sourcesFound} />
      <Caution withModel={withModel} />
      <Link className="more" to="/questions" search={{}}>
        This answer is kept in My questions
      </Link>
    </div>
  )
}

function Refused({ question, isUnsure }: { question: string; isUnsure: boolean }) {
  const [posted, setPosted] = useState<Post>()
  const said = useRef<HTMLParagraphElement>(null)
  // the button that had the focus is gone
  useEffect(() => {
    if (posted) said.current?.focus()
  }, [posted])
  return (
    <>
      {!isUnsure && <BasedOn sources={[]} count={0} />}
      <p className="ui soft" tabIndex={-1} ref={said}>
        {posted ? inTheFeed(posted) : UNUSED}
      </p>
      <div className="btn-row" hidden={posted !== undefined}>
        <NewPost look="button" label="Ask the dads" asks={asPost(question)} onPosted={setPosted} />
      </div>
    </>
  )
}

const UNUSED = 'It did not use up a question. Put it to the others: when one of them answers, we will write to you.'
