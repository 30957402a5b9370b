/** The dialog in which a member asks; a sheet on a phone. When it closes, question and answer are cleared. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LampDesk } from 'lucide'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { QUESTION_MAX, SAY_ASSISTANT } from '#contract/assistant-words.ts'
import { codePoints, isBlank, tooLong } from '#contract/words.ts'
import { HelpLinesLink } from '../care/care.ts'
import { isComposing } from '../kernel/input-method.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useCommunity, useViewer } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError, TextArea } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useAskedQuestion } from './asked-question.ts'
import styles from './assistant.css?url'
import { AtLimit } from './at-limit.tsx'
import { fetchCare } from './fetch-care.ts'
import { Held } from './held.tsx'
import { HelpFirst } from './help-first.tsx'
import { takeLeftQuestion } from './left-question.ts'
import { isUsedUp, standingQuery } from './queries.ts'
import { Response } from './response.tsx'
import { isLimit, type Trouble } from './trouble.ts'
import { Counter, Remaining } from './usage.tsx'

interface AskDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function AskDialog({ open, onOpenChange }: AskDialogProps) {
  const { brand } = useCommunity()
  const standing = useStanding(open)
  const asking = useAskedQuestion()
  const { asked, trouble, usage: latestUsage, care, held, ask, checkCare, clear, close } = asking
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [arePlansOpen, setPlansOpen] = useState(false)
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  const answer = useRef<HTMLDivElement>(null)
  /** the rules are asked first */
  const isChecking = useRef(false)
  const usage = latestUsage ?? standing ?? null
  const refusal = trouble && isLimit(trouble) ? trouble : null
  // a failed question may be sent again, even if the server has not refunded it yet
  const isOut = usage !== null && isUsedUp(usage) && (trouble === null || refusal !== null)
  const isOff = standing?.is_on === false
  const thinking = asked?.step === 'thinking'
  // until the first words arrive, the question stays in the field
  const isAnswer = asked !== null && (!thinking || asked.sentences.length > 0)
  const shut = thinking || isOut || isOff
  // above a line, an answer is an answer like any other
  const isGrave = care !== null && (care.level === 'panel' || held !== null)

  const empty = () => {
    setTyped('')
    setWrong(undefined)
  }
  const change = (next: boolean) => {
    // Escape closes only one dialog: the plans are on top of this one, which may get the key first
    if (!next && arePlansOpen) return setPlansOpen(false)
    if (!next) {
      close()
      empty()
    }
    onOpenChange(next)
  }
  const send = (question: string, how?: { anyway: boolean | undefined }) => {
    // the field or button that had the focus disappears while the assistant works
    answer.current?.focus()
    void ask(question, how)
  }
  const submit = async () => {
    if (shut || isAnswer || held !== null || isChecking.current) return
    const fault = faultIn(typed)
    setWrong(fault)
    if (fault) place.current?.querySelector('textarea')?.focus()
    isChecking.current = true
    const needsHelp = await checkCare(typed).finally(() => {
      isChecking.current = false
    })
    if (fault || needsHelp === 'closed') return
    if (needsHelp) return asking.hold(typed.trim())
    send(typed.trim())
  }
  const backToField = () => {
    asking.release()
    moveFocus(FIRST)
  }
  const help = useRef<HTMLElement>(null)
  const heldQuestion = useRef<HTMLParagraphElement>(null)
  const viewer = useViewer()
  useEffect(() => {
    if (!open) return
    void fetchCare().catch(() => {})
    const left = viewer && takeLeftQuestion(viewer.id)
    if (left) setTyped(left)
  }, [open, viewer])
  useEffect(() => {
    // the field that had the focus has gone
    if (held !== null) (help.current ?? heldQuestion.current)?.focus()
  }, [held])
  useFocusOnChange(place, { failed: trouble !== null && asked === null, closed: open && (isOut || isOff) })
  const sendByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    void submit()
  }
  const another = () => {
    clear()
    empty()
    moveFocus(FIRST)
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
      aside={usage && !isGrave && <Counter usage={usage} />}
      onSubmit={() => void submit()}
      foot={
        <>
          {/* always, also when he cannot ask */}
          <HelpLinesLink className="care-link" inNewTab />
          {!isGrave && <Remaining usage={usage} />}
          {held !== null || (isGrave && asked) ? null : isAnswer && !thinking ? (
            // two separate buttons: if one changed into the other while it is pressed, it would submit the form
            <Button key="another" onClick={another}>
              Ask Another Question
            </Button>
          ) : (
            <Button key="ask" type="submit" disabled={shut}>
              Ask
            </Button>
          )}
        </>
      }
    >
      <link rel="stylesheet" href={styles} />
      <div className="stack" ref={place}>
        {care && (
          <section aria-label="Help lines" tabIndex={-1} ref={help}>
            <HelpFirst words={held?.question ?? typed} care={care} />
          </section>
        )}
        {held !== null && (
          <Held
            held={held}
            care={care}
            focused={heldQuestion}
            canAsk={!isOut && !isOff}
            onAnyway={() => send(held.question, { anyway: true })}
            onBack={backToField}
            onAnother={another}
          />
        )}
        {!isAnswer && held === null && <Before isOff={isOff} trouble={refusal ? null : trouble} />}
        <AtLimit
          isShown={isOut && !thinking && !isAnswer && held === null}
          sentence={refusal?.sentence}
          renews={standing?.renews_at}
          plan={standing?.plan}
          arePlansOpen={arePlansOpen}
          onPlans={setPlansOpen}
        />
        {!isAnswer && held === null && (
          <Field label="Your question" error={wrong}>
            <TextArea
              data-first=""
              value={typed}
              limit={QUESTION_MAX}
              dir="auto"
              rows={3}
              enterKeyHint="send"
              disabled={shut}
              placeholder="He wakes at four every night. What has worked for others?"
              onChange={(event) => {
                setTyped(event.target.value)
                setWrong(undefined)
              }}
              onKeyDown={sendByEnter}
            />
          </Field>
        )}
        <Response
          asked={asked}
          trouble={trouble}
          log={answer}
          onAgain={(question) => send(question, { anyway: asked?.anyway })}
        />
        {!isAnswer && !thinking && held === null && (
          <Link className="more" to="/questions" search={{}}>
            My questions
          </Link>
        )}
        {/* a live region must exist before its text changes; the help lines themselves are not announced */}
        <p className="sr" role="status">
          {care?.level === 'panel'
            ? 'You do not have to carry this alone. Where help is stands first in this dialog.'
            : [care && 'One line about who listens stands first in this dialog.', held?.nearest.length && NEAR_BELOW]
                .filter(Boolean)
                .join(' ')}
        </p>
      </div>
    </Dialog>
  )
}

const NEAR_BELOW = 'Threads of other dads are named below.'

/** Validates the question before it is sent. */
function faultIn(typed: string): string | undefined {
  if (isBlank(typed)) return SAY_ASSISTANT.blank
  if (codePoints(typed.trim()) > QUESTION_MAX) return tooLong({ name: 'The question', max: QUESTION_MAX })
}

interface BeforeProps {
  isOff: boolean
  trouble: Trouble | null
}

/** Above the field: a hint, or why the member cannot ask. */
function Before({ isOff, trouble }: BeforeProps) {
  const { brand } = useCommunity()
  return (
    <>
      {isOff ? (
        <p className="note" tabIndex={-1} data-first="">
          {SAY_ASSISTANT.off}
        </p>
      ) : (
        <p className="soft ui">{brand.assistant} answers with what other dads here have written, word by word.</p>
      )}
      {trouble && (
        <FormError>
          {trouble.sentence}
          {trouble.signIn && (
            <p>
              <SignInLink>Sign In</SignInLink>
            </p>
          )}
        </FormError>
      )}
    </>
  )
}

/** the field, or what replaces it while it is disabled */
const FIRST = '[data-first]:not(:disabled)'

/** After a failure the field gets the focus; if the member cannot ask any more, the explanation gets it. */
function useFocusOnChange(
  place: RefObject<HTMLElement | null>,
  { failed, closed }: Record<'failed' | 'closed', boolean>,
) {
  useEffect(() => {
    if (!failed && !closed) return
    const { activeElement } = document
    // a disabled field has lost the focus or is about to
    const isFree = place.current?.contains(activeElement) || activeElement?.contains(place.current)
    if (isFree) place.current?.querySelector<HTMLElement>(FIRST)?.focus()
  }, [failed, closed, place])
}

/** A failure to load is only logged: the member can ask without the counter. */
function useStanding(open: boolean) {
  const { data, error } = useQuery({ ...standingQuery(), enabled: open })
  useEffect(() => {
    if (error) console.error('The number of questions did not load', error)
  }, [error])
  return data
}
