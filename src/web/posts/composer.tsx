/** The open composer. The draft is kept on this device until the post is sent. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChartBar, CircleHelp, MessageSquareText } from 'lucide'
import { type KeyboardEvent, useState } from 'react'
import type { Viewer } from '#contract/account.ts'
import type { Post, PostType } from '#contract/posts.ts'
import { CONTENT_MAX, isBlank, SAY, TITLE_MAX } from '#contract/words.ts'
import { FormHelpLines } from '../care/care.ts'
import { categoriesQuery, countPost, dotOf, inComposerOrder } from '../categories/categories.ts'
import { api, queries } from '../kernel/api.ts'
import { asMember } from '../kernel/as-member.ts'
import { useDraft } from '../kernel/draft.ts'
import { DraftNote } from '../kernel/draft-note.tsx'
import { readFault } from '../kernel/fault.ts'
import { newId } from '../kernel/id.ts'
import { isComposing } from '../kernel/input-method.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { resumeLater } from '../kernel/resume-after-sign-in.ts'
import { isSessionEnded } from '../kernel/session-state.ts'
import { askToSignIn, SignInLink } from '../kernel/sign-in.tsx'
import { changeViewer, viewerQuery } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError, TextArea, TextInput } from '../ui/field.tsx'
import { Segments } from '../ui/segments.tsx'
import { Select } from '../ui/select.tsx'
import { toast } from '../ui/toast.tsx'
import { FirstPostLine } from './first-post.tsx'
import { filledOptions, pollErrorIn } from './poll-draft.ts'
import { optionId, PollOptions } from './poll-options.tsx'
import { addPost, draftKey, postedQuestionKey } from './posts.ts'

const TYPES = [
  { value: 'text', label: 'Text', icon: MessageSquareText },
  { value: 'question', label: 'Question', icon: CircleHelp },
  { value: 'poll', label: 'Poll', icon: ChartBar },
] as const

interface Draft {
  /** set at the first attempt, so that a retry creates the same post */
  id: string
  type: PostType
  title: string
  content: string
  category_id: string
  /** as they were typed, including blank ones; kept also while another type is selected */
  options: string[]
  /** the question to the assistant with which this draft began; never sent */
  question: string
}
const EMPTY: Draft = { id: '', type: 'text', title: '', content: '', category_id: '', options: ['', ''], question: '' }
/** the ids of the controls by the contract's field names, so that an error can link to its field */
const IDS = { title: 'post-title-field', content: 'post-content-field', category_id: 'post-category-field' }
/** shown beside an empty field when Post is pressed */
const MISSING = { title: 'Give it a title', content: 'Say what it is about', category_id: 'Choose a category' }
/**
 * an earlier attempt arrived although its answer was lost: the id belongs to a post with different words, or to a deleted
 * one
 */
const USED_ID_CODES = ['ID_TAKEN', 'POST_DELETED']
const ALREADY_POSTED =
  'The first version of this arrived after all and is in the feed. Post it again only to add this one.'

/** In the order of the form. */
const missingIn = ({ title, content }: Draft, category: string) => [
  ...(isBlank(title) ? (['title'] as const) : []),
  ...(isBlank(content) ? (['content'] as const) : []),
  ...(category === '' ? (['category_id'] as const) : []),
]

const isBegun = ({ title, content, options }: Draft) => [title, content, ...options].some((words) => !isBlank(words))

interface ComposerProps {
  member: Viewer
  open: boolean
  onOpenChange: (open: boolean) => void
  categoryId?: string | undefined
  /** the network in which the post will appear */
  group?: { id: string; name: string; is_public: boolean } | undefined
  /** a question that was put to the assistant first; its author is notified when another member answers */
  handedOn?: string | undefined
  onPosted?: ((post: Post) => void) | undefined
}

export function Composer({ member, open, onOpenChange, categoryId, group, handedOn, onPosted }: ComposerProps) {
  const client = useQueryClient()
  const categories = useQuery(categoriesQuery())
  const isHandedOn = handedOn !== undefined
  const key = isHandedOn ? postedQuestionKey(member) : draftKey(member, group)
  // after the member discards the text, the draft is still about the same question
  const empty: Draft = isHandedOn ? { ...EMPTY, type: 'question', question: handedOn } : EMPTY
  const { draft, change, drop } = useDraft(key, empty, open)
  const [complaint, setComplaint] = useState<string>()
  const chosen = draft.category_id || categoryId || ''
  const category = categories.data?.find(({ id }) => id === chosen)
  const poll = draft.type === 'poll'
  const [checked, setChecked] = useState(false)
  const [first, setFirst] = useState<string>()
  const missing = missingIn(draft, chosen)
  const complete = missing.length === 0
  const [isPressed, setPressed] = useState(false)
  const missed = (field: keyof typeof IDS) => (isPressed && missing.includes(field) ? MISSING[field] : undefined)

  // after signing in, the member returns to this page and to the draft
  const onGo = () => resumeLater(key)
  const requireSignIn = (sentence: string) => askToSignIn(sentence, undefined, onGo)
  const sending = useMutation({
    mutationFn: ({ options, question: _, ...post }: Draft) =>
      asMember(SAY.signInToPost, () =>
        api.posts.createPost(
          {
            ...post,
            ...(post.type === 'poll' ? { poll_options: filledOptions(options) } : {}),
            ...(group ? { group_id: group.id } : {}),
            ...(isHandedOn && post.type === 'question' ? { handed_on: true as const } : {}),
          },
          withTimeout(),
        ),
      ),
    onSuccess: (post: Post) => {
      addPost(client, post)
      // posts that only members of a network see are not part of public counts
      if (!group || group.is_public) {
        countPost(client, post.category.slug)
        changeViewer(client, { post_count: member.post_count + 1 })
        if (member.post_count === 0) setFirst(post.id)
      }
      drop()
      onOpenChange(false)
      window.scrollTo({ top: 0 })
      toast.good('Post created successfully!')
      onPosted?.(post)
    },
    onError: (error) => {
      const { code, sentence, signIn } = readFault(error, '')
      if (signIn) requireSignIn(sentence)
      // the id now belongs to something else, so the next attempt gets a new id
      if (!USED_ID_CODES.includes(code)) return
      change({ id: '' })
      void client.invalidateQueries({ queryKey: queries.feed.key() })
    },
  })
  const fault = sending.isError ? readFault(sending.error, SAY.postFailed) : undefined
  const wrong = Object.entries(IDS).flatMap(([field, id]) => {
    const message = fault?.fields[field]
    return message ? [{ id, message }] : []
  })

  const refused = Object.entries(fault?.fields ?? {}).find(([field]) => field.startsWith('poll_options'))?.[1]
  const wrongOption = (checked && poll && pollErrorIn(draft.options)) || (refused ? { sentence: refused } : null)

  const submit = () => {
    if (sending.isPending) return
    // the session may have ended while the form was open; then nothing is sent, and the draft stays
    const signedOut = isSessionEnded() || !client.getQueryData(viewerQuery.queryKey)
    if (signedOut) requireSignIn(SAY.signInToPost)
    setComplaint(signedOut ? SAY.signInToPost : complete ? undefined : SAY.postIncomplete)
    setPressed(!complete)
    if (signedOut) return
    if (missing[0]) return document.getElementById(IDS[missing[0]])?.focus()
    const unfit = poll ? pollErrorIn(draft.options) : null
    setChecked(unfit !== null)
    if (unfit) return document.getElementById(optionId(unfit.at))?.focus()
    const id = draft.id || newId()
    change({ id })
    sending.mutate({ ...draft, id, title: draft.title.trim(), content: draft.content.trim(), category_id: chosen })
  }

  // Enter in the title, or Ctrl/Cmd and Enter in the text, submits even an incomplete form, which shows what is missing
  const sendByKeys = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const isMeant = event.currentTarget.tagName === 'INPUT' || event.ctrlKey || event.metaKey
    if (event.key !== 'Enter' || !isMeant || isComposing(event.nativeEvent)) return
    event.preventDefault()
    submit()
  }

  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title="New Post"
        description={group && `In ${group.name}${group.is_public ? '' : ', for its members only'}`}
        dismissible={!sending.isPending}
        onSubmit={submit}
        foot={
          <>
            <DraftNote draft={draft} there={isBegun(draft)} busy={sending.isPending} onDiscard={drop} onUndo={change} />
            <Button variant="quiet" disabled={sending.isPending} onClick={() => onOpenChange(false)}>
              Cancel
            </Button>
            <Button type="submit" busy={sending.isPending} busyLabel="Posting...">
              Post
            </Button>
          </>
        }
      >
        <div className="stack">
          {(complaint || fault) && (
            <FormError {...(wrong.length > 0 ? { title: 'Please look again:', fields: wrong } : {})}>
              {wrong.length === 0 && (complaint ?? (fault?.code === 'ID_TAKEN' ? ALREADY_POSTED : fault?.sentence))}
              {(fault?.signIn || complaint === SAY.signInToPost) && (
                <p>
                  <SignInLink onGo={onGo}>Sign In</SignInLink>. What you wrote stays here.
                </p>
              )}
            </FormError>
          )}
          <Segments legend="Kind" options={TYPES} value={draft.type} onChange={(type) => change({ type })} />
          <Field label="Title" id={IDS.title} error={fault?.fields.title ?? missed('title')} required>
            <TextInput
              data-first=""
              value={draft.title}
              limit={TITLE_MAX}
              dir="auto"
              autoComplete="off"
              readOnly={sending.isPending}
              onChange={(event) => change({ title: event.target.value })}
              onKeyDown={sendByKeys}
            />
          </Field>
          <Field
            label="What you want to say"
            id={IDS.content}
            hint="Links, lists, quotes and bold words work here."
            error={fault?.fields.content ?? missed('content')}
            required
          >
            <TextArea
              value={draft.content}
              limit={CONTENT_MAX}
              dir="auto"
              rows={6}
              readOnly={sending.isPending}
              onChange={(event) => change({ content: event.target.value })}
              onKeyDown={sendByKeys}
            />
          </Field>
          <FormHelpLines text={`${draft.title}\n${draft.content}`} />
          <Field
            label="Category"
            id={IDS.category_id}
            error={
              fault?.fields.category_id ?? (categories.isError ? 'The categories did not load.' : missed('category_id'))
            }
            required
          >
            <Select
              value={chosen}
              dot={category && dotOf(category.name)}
              onChange={(event) => change({ category_id: event.target.value })}
            >
              <option value="">Choose a category</option>
              {inComposerOrder(categories.data ?? []).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          {poll && (
            <PollOptions
              options={draft.options}
              wrong={wrongOption}
              readOnly={sending.isPending}
              onChange={(options) => change({ options })}
            />
          )}
          {categories.isError && (
            <Button variant="quiet" onClick={() => categories.refetch()}>
              Load the categories again
            </Button>
          )}
        </div>
      </Dialog>
      {first && <FirstPostLine key={first} id={first} />}
    </>
  )
}
