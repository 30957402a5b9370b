/** The form for a comment. The draft is stored, the client makes the id, and no text is lost. */
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { isBlank } from '#contract/words.ts'
import { SendButton } from '../ui/button.tsx'
import { Field, TextArea } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useDraft } from './draft.ts'
import { DraftNote } from './draft-note.tsx'
import { readFault } from './fault.ts'
import { newId } from './id.ts'
import { askToSignIn, SignInLink } from './sign-in.tsx'

const EMPTY = { id: '', content: '' }
/**
 * an earlier attempt arrived although its answer was lost: the id belongs to a comment with different words, or to a
 * deleted one
 */
const USED = ['ID_TAKEN', 'COMMENT_DELETED']

interface NewComment {
  id: string
  content: string
}

interface SayFormProps<Comment> {
  /** the key of the draft, which contains the author and the item */
  draftKey: string
  limit: number
  placeholder: string
  say: { blank: string; failed: string; sent: string }
  /** idempotent: the same id and words create one comment */
  send: (comment: NewComment) => Promise<Comment>
  onPosted: (comment: Comment) => void
  /** what is shown below the field, depending on its text */
  beside?: (text: string) => ReactNode
}

export function BaseCommentForm<Comment>(props: SayFormProps<Comment>) {
  const { draftKey, limit, placeholder, say, send, onPosted, beside } = props
  const { draft, kept, change, drop } = useDraft(draftKey, EMPTY)
  const [blank, setBlank] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  // what was typed before hydration, or restored by the browser, is added to the stored draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over
  useEffect(() => {
    const early = form.current?.querySelector('textarea')?.value ?? ''
    if (isBlank(early)) return
    change(({ content }) => ({
      content: content.includes(early) ? content : [content, early].filter(Boolean).join('\n\n'),
    }))
  }, [])

  const sending = useMutation({
    mutationFn: send,
    // loads the toast first: if the request fails because the network is down, the toast could not be loaded then
    onMutate: () => toast.ahead(),
    onSuccess: (comment, sent) => {
      // what the member typed while the request was pending starts the next comment
      const more = afterSending(kept().content, sent.content)
      if (more) change({ id: '', content: more })
      else drop()
      onPosted(comment)
      toast.good(say.sent)
    },
    onError: (error) => {
      const { code, sentence, signIn } = readFault(error, '')
      if (USED.includes(code)) change({ id: '' })
      if (signIn) askToSignIn(sentence)
    },
  })
  const fault = sending.isError ? readFault(sending.error, say.failed) : undefined

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
  const error = blank ? say.blank : taken || (fault?.fields.content ?? fault?.sentence)
  return (
    <form className="cmt say-one" ref={form} noValidate onSubmit={submit}>
      <Field
        label="Add a comment"
        error={
          error && (
            // the toast says it already, so it is not announced twice
            <span role={!blank && fault?.signIn ? undefined : 'alert'}>
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
          limit={limit}
          rows={2}
          dir="auto"
          placeholder={placeholder}
          onKeyDown={quickly}
          onChange={(event) => {
            setBlank(false)
            if (sending.isError) sending.reset()
            change({ content: event.target.value })
          }}
        />
      </Field>
      {beside?.(draft.content)}
      {/* keeps the focus in the field: in browsers that do not focus pressed buttons the form would collapse under the pointer */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles no press; it only keeps the focus in the field */}
      <div
        className="row between wrap gap needs-script say-foot"
        onMouseDown={(event) =>
          event.target instanceof Element && event.target.closest('button') && event.preventDefault()
        }
      >
        <DraftNote
          draft={draft}
          there={!isBlank(draft.content)}
          busy={sending.isPending}
          onDiscard={drop}
          onUndo={change}
        />
        <SendButton busy={sending.isPending} busyLabel="Posting...">
          Post comment
        </SendButton>
      </div>
    </form>
  )
}

const afterSending = (typed: string, sent: string) =>
  (typed.trimStart().startsWith(sent) ? typed.trimStart().slice(sent.length) : typed).trim()
