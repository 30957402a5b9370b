/** The options of a poll in the composer: two at first, up to eight, each with a button to remove it. */
import { Plus, X } from 'lucide'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { POLL_OPTION, POLL_OPTIONS, SAY } from '#contract/words.ts'
import { isComposing } from '../kernel/input-method.ts'
import { Button } from '../ui/button.tsx'
import { FieldError, TextInput } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { withOneMore, withoutOne } from './poll-draft.ts'

interface PollOptionsProps {
  options: string[]
  onChange: (options: string[]) => void
  /** the error: at the option `at`, or of the options as a whole */
  wrong: { sentence: string; at?: number } | null
  readOnly: boolean
}

export const optionId = (at: number) => `post-option-${at + 1}`

export function PollOptions({ options, onChange, wrong, readOnly }: PollOptionsProps) {
  // the index of the option that gets the focus after the next render
  const next = useRef<number>(undefined)
  useEffect(() => {
    if (next.current === undefined) return
    document.getElementById(optionId(next.current))?.focus()
    next.current = undefined
  })
  const full = options.length >= POLL_OPTIONS.max

  const add = (behind: number) => {
    if (readOnly) return
    next.current = Math.min(behind + 1, POLL_OPTIONS.max - 1)
    onChange(withOneMore(options, behind))
  }
  const remove = (at: number) => {
    next.current = Math.min(at, options.length - 2)
    onChange(withoutOne(options, at))
  }
  /**
   * Adds an option, because Enter would submit the whole post. During text composition (IME) Enter is left to the
   * keyboard.
   */
  const onKey = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    add(at)
  }

  return (
    <fieldset aria-describedby="post-options-hint">
      <legend className="label">
        Poll options{' '}
        <span className="hint num">
          {options.length} of {POLL_OPTIONS.max}
        </span>
      </legend>
      <p className="hint" id="post-options-hint" role="status">
        {full ? SAY.pollTooMany : SAY.pollHint}
      </p>
      <ol className="stack-s options">
        {options.map((option, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: options are identified by position, because two may hold the same text
          <li key={at}>
            <div className="row xs">
              <span className="option-no" aria-hidden="true">
                {at + 1}
              </span>
              <div className="grow">
                <TextInput
                  id={optionId(at)}
                  aria-label={`Option ${at + 1}`}
                  aria-invalid={wrong?.at === at || undefined}
                  aria-describedby={wrong?.at === at ? 'post-options-wrong' : undefined}
                  value={option}
                  limit={POLL_OPTION.max}
                  dir="auto"
                  autoComplete="off"
                  enterKeyHint="next"
                  readOnly={readOnly}
                  onKeyDown={(event) => onKey(event, at)}
                  onChange={(event) => onChange(options.with(at, event.target.value))}
                />
                {wrong?.at === at && <Wrong>{wrong.sentence}</Wrong>}
              </div>
              {options.length > POLL_OPTIONS.min && (
                <IconButton icon={X} label={`Remove option ${at + 1}`} disabled={readOnly} onClick={() => remove(at)} />
              )}
            </div>
          </li>
        ))}
      </ol>
      {wrong && wrong.at === undefined && <Wrong>{wrong.sentence}</Wrong>}
      {!full && (
        <div className="row s options-more">
          <Button variant="quiet" icon={Plus} disabled={readOnly} onClick={() => add(options.length - 1)}>
            Add option
          </Button>
          <span className="hint hide-phone">Enter adds one too</span>
        </div>
      )}
    </fieldset>
  )
}

const Wrong = ({ children }: { children: string }) => (
  <FieldError id="post-options-wrong">
    <span role="alert">{children}</span>
  </FieldError>
)
