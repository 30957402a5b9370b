/** What stands in the dialog once a question is asked. */
import { useEffect, useRef, useState } from 'react'
import { needsCare } from '#contract/care-words.ts'
import type { Post } from '#contract/posts.ts'
import { codePoints, TITLE_MAX } from '#contract/words.ts'
import { useLate } from '../kernel/late.ts'
import { usePlace } from '../kernel/viewer.ts'
import { NewPost } from '../posts/posts.tsx'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'
import { BasedOn, Caution, Nothing, Sentences } from './answer.tsx'
import type { Asked } from './asking.ts'
import type { Trouble } from './trouble.ts'

interface ResponseProps {
  asked: Asked
  trouble: Trouble | null
  /** the same question once more, which is charged once */
  onAgain: () => void
}

export function Response({ asked, trouble, onAgain }: ResponseProps) {
  const { brand } = usePlace()
  const { question, step, sentences, sources, withModel } = asked
  const isThere = step !== 'thinking' || sentences.length > 0
  return (
    <>
      {(asked.care || needsCare(question)) && <Care />}
      {isThere && (
        <p className="quote" dir="auto">
          {question}
        </p>
      )}
      <Sentences sentences={sentences} sources={sources} />
      {step === 'thinking' && <p className="soft pop-thinking">{brand.assistant} is thinking...</p>}
      {step === 'refused' && <Refused question={question} />}
      {step === 'answered' && (
        <>
          <BasedOn sources={sources} count={sources.length} />
          <Caution withModel={withModel} />
        </>
      )}
      {step === 'broken' && (
        <FormError>
          {trouble?.sentence}
          <div className="btn-row">
            <Button variant="quiet" onClick={onAgain}>
              Try again
            </Button>
          </div>
        </FormError>
      )}
    </>
  )
}

function Refused({ question }: { question: string }) {
  const [posted, setPosted] = useState<Post>()
  const said = useRef<HTMLParagraphElement>(null)
  // the button that he came from is gone: reading goes on in the answer
  useEffect(() => {
    if (posted) said.current?.closest<HTMLElement>('[role="log"]')?.focus()
  }, [posted])
  return (
    <>
      <Nothing />
      <p className="ui soft" ref={said}>
        {posted ? inTheFeed(posted) : UNUSED}
      </p>
      <div className="btn-row" hidden={posted !== undefined}>
        <NewPost look="button" label="Ask the dads" asks={asPost(question)} onPosted={setPosted} />
      </div>
    </>
  )
}

const UNUSED = 'It did not use up a question. Put it to the others: when one of them answers, we will write to you.'

/** Only a question is handed on: of any other post no mail is sent. */
const inTheFeed = ({ type }: Post) =>
  type === 'question'
    ? 'Your question is in the feed now. We will write to you when another dad answers.'
    : 'Your post is in the feed now.'

/** The question as a post: in whole below its title, so that it can be sent as it is, and in the title as far as it fits. */
function asPost(question: string): { title: string; content: string } {
  const line = question.replace(/\s+/g, ' ').trim()
  if (codePoints(line) <= TITLE_MAX) return { title: line, content: question }
  const cut = [...line].slice(0, TITLE_MAX - 1).join('')
  return { title: `${cut.replace(/\s+\S*$/, '')}…`, content: question }
}

const fetchCare = () => import('../care/care.tsx')

/** Comes first. Should its piece not come, the one sentence that counts is there. */
function Care() {
  const { piece, ask } = useLate(fetchCare)
  useEffect(() => void ask(), [ask])
  return piece ? (
    <piece.CarePanel />
  ) : (
    <p className="note">If anybody is in danger now, call the emergency number of your country.</p>
  )
}
