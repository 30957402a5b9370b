/** Where something is said about an event. */
import { useMutation } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { EventComment } from '#contract/events.ts'
import { EVENT, SAY_LOCAL } from '#contract/local-words.ts'
import { isBlank } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { useDraft } from '../kernel/draft.ts'
import { readFault } from '../kernel/fault.ts'
import { newId } from '../kernel/id.ts'
import { inTime } from '../kernel/in-time.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { Button } from '../ui/button.tsx'
import { Field, TextArea } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

const EMPTY = { id: '', content: '' }
/** the first try arrived after all, and other words stand there by now, or it has been deleted */
const USED = ['ID_TAKEN', 'COMMENT_DELETED']

interface CommentFormProps {
  eventId: string
  memberId: string
  onPosted: (comment: EventComment) => void
}

export function EventCommentForm({ eventId, memberId, onPosted }: CommentFormProps) {
  const { draft, kept, change, drop } = useDraft(`event-comment.${memberId}.${eventId}`, EMPTY)
  const [blank, setBlank] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()

  // what was typed before the script came, or put back by the browser, goes with what was kept
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over
  useEffect(() => {
    const early = form.current?.querySelector('textarea')?.value ?? ''
    if (isBlank(early)) return
    change(({ content }) => ({
      content: content.includes(early) ? content : [content, early].filter(Boolean).join('\n\n'),
    }))
  }, [])

  const sending = useMutation({
    mutationFn: ({ id, content }: typeof EMPTY) =>
      api.events.createEventComment({ id: eventId, comment_id: id, content }, inTime()),
    onMutate: () => toast.ahead(),
    onSuccess: (comment, sent) => {
      // what he typed while it was on its way is the beginning of the next one
      const more = afterSending(kept().content, sent.content)
      if (more) change({ id: '', content: more })
      else drop()
      onPosted(comment)
      toast.good(SAY_LOCAL.commented)
    },
    onError: (error) => {
      if (USED.includes(readFault(error, '').code)) change({ id: '' })
    },
  })
  const fault = sending.isError ? readFault(sending.error, SAY_LOCAL.commentFailed) : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.isPending) return
    setBlank(isBlank(draft.content))
    if (isBlank(draft.content)) {
      form.current?.querySelector('textarea')?.focus()
      return
    }
    const id = draft.id || newId()
    change({ id })
    sending.mutate({ id, content: draft.content.trim() })
  }
  const quickly = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) form.current?.requestSubmit()
  }

  const taken =
    fault?.code === 'ID_TAKEN' && 'The first version of this arrived after all. Post it again to add this one.'
  const error = blank ? SAY_LOCAL.commentBlank : taken || (fault?.fields.content ?? fault?.sentence)
  return (
    <form className="cmt" ref={form} noValidate onSubmit={submit}>
      <Field
        label="Add a comment"
        error={
          error && (
            <span role="alert">
              {error}
              {!blank && fault?.signIn && (
                <>
                  {' '}
                  <SignInLink>Sign In</SignInLink>
                </>
              )}
            </span>
          )
        }
      >
        <TextArea
          value={draft.content}
          limit={EVENT.comment}
          rows={2}
          dir="auto"
          placeholder="What would you like to know, or bring?"
          onKeyDown={quickly}
          onChange={(event) => {
            setBlank(false)
            if (sending.isError) sending.reset()
            change({ content: event.target.value })
          }}
        />
      </Field>
      <div className="row between wrap gap">
        <span className="hint">Kept as a draft on this device</span>
        {/* before the script is there the browser would send the form by itself, and what was typed would be gone */}
        <Button type={hydrated ? 'submit' : 'button'} busy={sending.isPending} busyLabel="Posting...">
          Post comment
        </Button>
      </div>
    </form>
  )
}

const afterSending = (typed: string, sent: string) =>
  (typed.trimStart().startsWith(sent) ? typed.trimStart().slice(sent.length) : typed).trim()
