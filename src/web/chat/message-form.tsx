/** The field for a message. The text is kept on this device until it is sent. */
import { SendHorizontal } from 'lucide'
import { type FormEvent, type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { codePoints, isBlank, MESSAGE_MAX, tooLong } from '#contract/words.ts'
import { useDraft } from '../kernel/draft.ts'
import { isComposing } from '../kernel/input-method.ts'
import { SendButton } from '../ui/button.tsx'
import { FieldError, TextArea } from '../ui/field.tsx'

const EMPTY = { content: '' }
const TOO_LONG = tooLong({ name: 'A message', max: MESSAGE_MAX })

/** A text that fills the field when a starter is pressed; a new object for each press. */
export interface Starter {
  text: string
}

interface MessageFormProps {
  /** the key of the draft */
  draftKey: string
  field: Ref<HTMLTextAreaElement>
  starter: Starter | undefined
  busy: boolean
  above?: ReactNode
  onSay: (content: string) => void
}

export function MessageForm({ draftKey, field, starter, busy, above, onSay }: MessageFormProps) {
  const { draft, change, drop } = useDraft(draftKey, EMPTY)
  const [isTooLong, setTooLong] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { content } = draft
  const area = () => form.current?.querySelector('textarea')

  // text that was typed before hydration, or restored by the browser, is added to the draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    const early = area()?.value ?? ''
    if (isBlank(early)) return
    change(({ content }) => ({
      content: content.includes(early) ? content : [content, early].filter(Boolean).join('\n'),
    }))
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a starter is pressed
  useEffect(() => {
    if (!starter) return
    change(({ content }) => ({ content: isBlank(content) ? starter.text : `${content.trimEnd()}\n${starter.text}` }))
    area()?.focus()
  }, [starter])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // after a press on the button the focus goes back to the field; the button is disabled while the field is empty
    area()?.focus()
    if (isBlank(content)) return
    const words = content.trim()
    setTooLong(codePoints(words) > MESSAGE_MAX)
    if (codePoints(words) > MESSAGE_MAX) return
    drop()
    onSay(words)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <form className="say-form" ref={form} noValidate onSubmit={submit}>
      {above}
      <div className="say">
        <div className="grow">
          <TextArea
            ref={field}
            className="low"
            aria-label="Message"
            aria-invalid={isTooLong || undefined}
            placeholder="Type your message..."
            dir="auto"
            enterKeyHint="send"
            // for browsers without `field-sizing`
            rows={Math.min(6, content.split('\n').length)}
            limit={MESSAGE_MAX}
            value={content}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setTooLong(false)
              change({ content: event.target.value })
            }}
          />
          {isTooLong && (
            <div role="alert">
              <FieldError>{TOO_LONG}</FieldError>
            </div>
          )}
        </div>
        <SendButton icon={SendHorizontal} disabled={isBlank(content)} busy={busy} busyLabel="Sending...">
          Send
        </SendButton>
      </div>
    </form>
  )
}
