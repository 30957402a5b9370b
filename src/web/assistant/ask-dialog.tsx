/** The dialog in which a member asks: a sheet on a phone. Closed, it forgets the question and the answer (AI-08). */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LampDesk } from 'lucide'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { QUESTION_MAX, SAY_ASSISTANT } from '#contract/assistant-words.ts'
import { isBlank } from '#contract/words.ts'
import { useLead } from '../kernel/lead.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { usePlace } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError, TextArea } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useAsking } from './asking.ts'
import styles from './assistant.css?url'
import { isUsedUp, standingQuery } from './assistant.ts'
import { AtLimit } from './at-limit.tsx'
import { Response } from './response.tsx'
import { Counter, Remaining } from './usage.tsx'

interface AskDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function AskDialog({ open, onOpenChange }: AskDialogProps) {
  const { brand } = usePlace()
  const standing = useStanding(open)
  const { asked, trouble, usage: told, ask, clear } = useAsking()
  const [typed, setTyped] = useState('')
  const [blank, setBlank] = useState(false)
  const { place, lead } = useLead<HTMLDivElement>()
  const answer = useRef<HTMLDivElement>(null)
  const usage = told ?? standing ?? null
  const isOut = usage !== null && isUsedUp(usage)
  const isOff = standing?.is_on === false
  const thinking = asked?.step === 'thinking'
  // until the first words are there, the question stands where it was typed
  const isAnswer = asked !== null && (!thinking || asked.sentences.length > 0)
  const shut = thinking || isOut || isOff

  const reset = () => {
    clear()
    setTyped('')
    setBlank(false)
  }
  const change = (next: boolean) => {
    if (!next) reset()
    onOpenChange(next)
  }
  const submit = () => {
    if (shut || isAnswer) return
    setBlank(isBlank(typed))
    if (isBlank(typed)) return place.current?.querySelector('textarea')?.focus()
    // the field is shut while it is thought about, and would drop the focus
    answer.current?.focus()
    void ask(typed.trim())
  }
  // what failed is asked again from where it was typed
  const failed = trouble !== null && asked === null
  useEffect(() => {
    if (failed) place.current?.querySelector<HTMLElement>('textarea:enabled')?.focus()
  }, [failed, place])
  const sendByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  const another = () => {
    reset()
    lead('textarea')
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={
        <span className="row s pop-title">
          <Icon of={LampDesk} />
          Ask {brand.assistant}
        </span>
      }
      aside={usage && <Counter usage={usage} />}
      onSubmit={submit}
      foot={
        <>
          <Remaining usage={usage} />
          {isAnswer && !thinking ? (
            <Button onClick={another}>Ask Another Question</Button>
          ) : (
            <Button type="submit" disabled={shut}>
              Ask
            </Button>
          )}
        </>
      }
    >
      <link rel="stylesheet" href={styles} />
      <div className="stack" ref={place}>
        {!isAnswer && (
          <>
            <p className="soft ui">
              {isOff
                ? SAY_ASSISTANT.off
                : `${brand.assistant} answers with what other dads here have written, word by word.`}
            </p>
            {trouble && !isOut && (
              <FormError>
                {trouble.sentence}
                {trouble.signIn && (
                  <p>
                    <SignInLink>Sign In</SignInLink>
                  </p>
                )}
              </FormError>
            )}
            {isOut && !thinking && (
              <AtLimit sentence={trouble?.sentence} renews={standing?.renews_at} plan={standing?.plan} />
            )}
            <Field label="Your question" error={blank && isBlank(typed) ? SAY_ASSISTANT.blank : undefined}>
              <TextArea
                data-first=""
                value={typed}
                limit={QUESTION_MAX}
                dir="auto"
                rows={3}
                disabled={shut}
                placeholder="He wakes at four every night. What has worked for others?"
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={sendByEnter}
              />
            </Field>
          </>
        )}
        {/* there from the start, so that what is added to it is read out, a whole sentence at a time */}
        <div className="pop-a" role="log" aria-label="Answer" tabIndex={-1} ref={answer}>
          {asked && <Response asked={asked} trouble={trouble} onAgain={() => void ask(asked.question)} />}
        </div>
        {!isAnswer && !thinking && (
          <Link className="more" to="/questions" search={{}}>
            My questions
          </Link>
        )}
      </div>
    </Dialog>
  )
}

/** What does not load is only logged (AI-28): he can ask without a counter. */
function useStanding(open: boolean) {
  const { data, error } = useQuery({ ...standingQuery(), enabled: open })
  useEffect(() => {
    if (error) console.error('The number of questions did not load', error)
  }, [error])
  return data
}
