/** The closed composer: a button. The form is loaded on demand. */
import { Plus } from 'lucide'
import { useEffect, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { storeDraft, storedDraft } from '../kernel/draft.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { takeResumed } from '../kernel/resume-after-sign-in.ts'
import { useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { AuthorAvatar } from '../members/members.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { draftKey, postedQuestionKey } from './posts.ts'

const fetchComposer = () => import('./composer.tsx')

interface NewPostProps {
  /** `row`: a row above the feed in the desktop layout · `fab`: a floating button on a phone · `button`: anywhere else · `quiet`: beside a filled button */
  look: 'row' | 'fab' | 'button' | 'quiet'
  label?: 'New Post' | 'Create Post' | 'Ask the dads'
  /** preselected, on a category's own page */
  categoryId?: string
  /** the network in which the post will appear; the viewer is a member of it */
  group?: { id: string; name: string; is_public: boolean }
  /** a question that was put to the assistant first, with which the form is filled */
  asks?: { title: string; content: string }
  /** the post was created */
  onPosted?: (post: Post) => void
}

const questionIn = (key: string) => storedDraft(key, { question: '' }).question

/** Fills the draft once per question, so that later changes to it stay. */
function beginToAsk(key: string, asks: { title: string; content: string }) {
  if (questionIn(key) !== asks.content) storeDraft(key, { type: 'question', ...asks, question: asks.content })
}

/** For members only; the caller shows visitors a link to sign in. */
export function NewPost({ look, label = 'Create Post', categoryId, group, asks, onPosted }: NewPostProps) {
  const viewer = useViewer()
  const { piece, ask, waiting } = useLazyPart(fetchComposer)
  const [open, setOpen] = useState(false)
  const [handedOn, setHandedOn] = useState<string>()
  const start = async (question = asks?.content) => {
    if (!(await ask())) return
    if (asks && viewer) beginToAsk(postedQuestionKey(viewer), asks)
    setHandedOn(question)
    setOpen(true)
  }
  // the member was writing, had to sign in, and has returned
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, at the page load
  useEffect(() => {
    if (!viewer || asks) return
    if (takeResumed(draftKey(viewer, group))) void start()
    // the assistant's panel, where this draft began, is closed after signing in
    else if (!group && takeResumed(postedQuestionKey(viewer))) void start(questionIn(postedQuestionKey(viewer)))
  }, [])
  if (!viewer) return null

  // the pointer is near the button: load the form before the press
  const warm = {
    onPointerEnter: () => void fetchComposer().catch(() => {}),
    onFocus: () => void fetchComposer().catch(() => {}),
  }
  const composer = piece && (
    <piece.Composer
      key={viewer.id}
      member={viewer}
      open={open}
      onOpenChange={setOpen}
      categoryId={categoryId}
      group={group}
      handedOn={handedOn}
      onPosted={onPosted}
    />
  )

  if (look === 'fab')
    return (
      <>
        <button
          type="button"
          className="fab"
          aria-label={label}
          aria-busy={waiting || undefined}
          onClick={() => void start()}
          {...warm}
        >
          <Icon of={Plus} />
        </button>
        {composer}
      </>
    )
  const button = (
    <Button icon={Plus} {...(look === 'quiet' && { variant: 'quiet' })} onClick={() => void start()} {...warm}>
      {label}
    </Button>
  )
  if (look === 'button' || look === 'quiet')
    return (
      <>
        {button}
        {composer}
      </>
    )
  const called = nameOf(viewer).split(/\s/)[0]
  return (
    <div className="sheet bench-row hide-phone">
      <AuthorAvatar author={viewer} />
      <span className="grow soft clip" dir="auto">
        What is on the bench today, {called}?
      </span>
      {button}
      {composer}
    </div>
  )
}
