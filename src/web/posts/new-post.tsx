/** The closed composer: a button. The form itself is fetched when it is first wanted. */
import { Plus } from 'lucide'
import { useEffect, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { beginWith, keptFor } from '../kernel/draft.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { takeUp } from '../kernel/resuming.ts'
import { useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { AuthorAvatar } from '../members/members.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { draftKey, handedOnKey } from './posts.ts'

const fetchComposer = () => import('./composer.tsx')

interface NewPostProps {
  /** `row`: the bench of the feed at a desk · `fab`: above the thumb on a phone · `button`: anywhere else */
  look: 'row' | 'fab' | 'button'
  label?: 'New Post' | 'Create Post' | 'Ask the dads'
  /** chosen from the start, on a category's own page */
  categoryId?: string
  /** written into this network, of which he is a member */
  group?: { id: string; name: string; is_public: boolean }
  /** a question that the assistant could not answer: what the form begins with */
  asks?: { title: string; content: string }
  /** it stands in the feed */
  onPosted?: (post: Post) => void
}

const questionIn = (key: string) => keptFor(key, { question: '' }).question

/** Once for each question: what he has changed in it since, and sent already for all that he knows, stays. */
function beginToAsk(key: string, asks: { title: string; content: string }) {
  if (questionIn(key) !== asks.content) beginWith(key, { type: 'question', ...asks, question: asks.content })
}

/** For members only; the caller shows visitors the way to the door. */
export function NewPost({ look, label = 'Create Post', categoryId, group, asks, onPosted }: NewPostProps) {
  const viewer = useViewer()
  const { piece, ask, waiting } = useLazyPart(fetchComposer)
  const [open, setOpen] = useState(false)
  const [handedOn, setHandedOn] = useState<string>()
  const start = async (question = asks?.content) => {
    if (!(await ask())) return
    if (asks && viewer) beginToAsk(handedOnKey(viewer), asks)
    setHandedOn(question)
    setOpen(true)
  }
  // he was writing, had to sign in, and is back
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come
  useEffect(() => {
    if (!viewer || asks) return
    if (takeUp(draftKey(viewer, group))) void start()
    // the assistant, over which he was writing this, is closed by now
    else if (!group && takeUp(handedOnKey(viewer))) void start(questionIn(handedOnKey(viewer)))
  }, [])
  if (!viewer) return null

  // the pointer is nearly there: by the time it presses, the form is too
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
    <Button icon={Plus} onClick={() => void start()} {...warm}>
      {label}
    </Button>
  )
  if (look === 'button')
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
