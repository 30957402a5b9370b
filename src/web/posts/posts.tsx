/** Components of posts: the card in a list, the whole post on its page, and the exports for writing one. */
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { MapPin, MessageSquare } from 'lucide'
import { type MouseEvent, memo, type ReactNode, type Ref } from 'react'
import type { PostCard as Card, Post, PostType } from '#contract/posts.ts'
import type { Tally } from '#contract/votes.ts'
import { CategoryDot, CategoryPlace } from '../categories/categories.tsx'
import { CachedFragment } from '../kernel/cached-fragment.tsx'
import { useNow } from '../kernel/clock.ts'
import { OwnActions, UnsavedNote, useOwnContent } from '../kernel/own-content.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { AuthorLine } from '../members/members.tsx'
import { MoreActions } from '../more/more.tsx'
import { PollBlock } from '../polls/polls.tsx'
import { Prose } from '../text/text.tsx'
import { RemovedNote, Stamp } from '../ui/badge.tsx'
import { Highlighted } from '../ui/highlighted.tsx'
import { Icon } from '../ui/icon.tsx'
import { grouped } from '../ui/number.ts'
import { Part } from '../ui/part.tsx'
import { longWords, shortWords, Time } from '../ui/time.tsx'
import { VoteControl } from '../votes/votes.tsx'
import { usePostDraft } from './own-post.ts'
import { commentsWord, isEdited, patchPost, postQuery } from './posts.ts'

export { NewPost } from './new-post.tsx'

interface CardProps {
  post: Card
  level?: 'h2' | 'h3'
}

/** One post in a list. It renders again only if the post changed, not if the list did. */
export const PostCard = memo(function PostCard({ post, level = 'h2' }: CardProps) {
  const now = useNow()
  return (
    <CachedFragment by={() => ['card', post, level, shortWords(post.created_at, now)]}>
      <CardSheet post={post} level={level} now={now} />
    </CachedFragment>
  )
})

function CardSheet({ post, level: Title, now }: Required<CardProps> & { now: number }) {
  const navigate = useNavigate()
  const place = post.group?.location ?? post.author?.location
  const params = { postId: post.id }

  // The title is the link. A click on the text below it opens the post too, unless the member selects text or clicks a
  // link.
  const open = (event: MouseEvent) => {
    const onControl = event.target instanceof Element && event.target.closest('a, button, .vote')
    if (onControl || event.metaKey || event.ctrlKey || event.shiftKey || window.getSelection()?.toString()) return
    void navigate({ to: '/post/$postId', params })
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users have the title's link; this only enlarges the click target
    <article className="post" data-post={post.id} aria-labelledby={`post-${post.id}`} onClick={open}>
      <AuthorLine author={post.author} end={<TypeStamp type={post.type} />}>
        {post.group && (
          <Link className="place" dir="auto" to="/group/$groupName" params={{ groupName: post.group.slug }} search={{}}>
            f/{post.group.name}
          </Link>
        )}
        <CategoryPlace category={post.category} />
        <Time value={post.created_at} now={now} className="num" />
      </AuthorLine>
      <Title id={`post-${post.id}`} dir="auto">
        <Link to="/post/$postId" params={params}>
          <span className="c3">{post.found?.title ? <Highlighted pieces={post.found.title} /> : post.title}</span>
        </Link>
      </Title>
      <p className="body c3" dir="auto">
        {post.found?.passage ? <Highlighted pieces={post.found.passage} /> : post.excerpt}
      </p>
      <PostVote post={post} />
      <div className="acts">
        <Link className="act" to="/post/$postId" params={params} hash="comments">
          <Icon of={MessageSquare} size="s" />
          <span>
            <span className="num">{grouped(post.comment_count)}</span>{' '}
            <span className="hide-phone">{commentsWord(post.comment_count)}</span>
            <span className="sr hide-desk">{commentsWord(post.comment_count)}</span>
          </span>
        </Link>
        {place && (
          <span className="act at">
            <Icon of={MapPin} size="s" />
            <span className="sr">From </span>
            <span className="clip" dir="auto">
              {place}
            </span>
          </span>
        )}
      </div>
    </article>
  )
}

/** The whole post, as its own page shows it. */
export function PostArticle({ post }: { post: Post }) {
  const viewer = useViewer()
  const now = useNow()
  if (post.can_delete) return <OwnPost post={post} now={now} />
  const isAuthor = viewer !== null && viewer.id === post.author?.id
  return (
    <CachedFragment by={() => ['post', post, isAuthor, longWords(post.created_at, now)]}>
      <PostSheet post={post} now={now} actions={<MoreActions of={post} kind="post" />} />
    </CachedFragment>
  )
}

const fetchChange = () => import('./change-post.tsx')

/** The viewer's own post, with the controls to edit and delete it. */
function OwnPost({ post, now }: { post: Post; now: number }) {
  const own = useOwnContent<Awaited<ReturnType<typeof fetchChange>>, HTMLElement>(fetchChange)
  const draft = usePostDraft(post, post.author?.id ?? '')
  const { piece } = own
  const editing = own.doing === 'edit'
  return (
    <PostSheet
      post={post}
      now={now}
      place={own.place}
      actions={<OwnActions what="post" own={post.can_edit ? own : { ...own, edit: null }} small />}
      editor={piece && editing && <piece.PostEditor post={post} draft={draft} onClose={own.close} />}
    >
      {!editing && post.can_edit && draft.changed && <UnsavedNote onEdit={own.edit} onDiscard={draft.drop} />}
      {piece && (
        <piece.DeletePost post={post} open={own.doing === 'delete'} onClose={own.close} onDeleted={draft.drop} />
      )}
    </PostSheet>
  )
}

interface PostSheetProps {
  post: Post
  now: number
  place?: Ref<HTMLElement>
  actions?: ReactNode
  /** replaces the text while the post is being edited */
  editor?: ReactNode
  children?: ReactNode
}

function PostSheet({ post, now, place, actions, editor, children }: PostSheetProps) {
  const from = post.group?.location ?? post.author?.location
  const client = useQueryClient()
  const onPoll = (poll: Post['poll']) =>
    client.setQueryData(postQuery(post.id).queryKey, (before) => before && { ...before, poll })
  return (
    <article className="sheet full" aria-labelledby="post-title" ref={place}>
      <div className="row s wrap">
        <Link className="stamp go" to="/category/$categoryName" params={{ categoryName: post.category.slug }}>
          <CategoryDot name={post.category.name} color={post.category.color} />
          f/{post.category.name}
        </Link>
        <TypeStamp type={post.type} whole />
        {isEdited(post) && <Stamp>Edited</Stamp>}
        {post.group && (
          <span className="ui soft" dir="auto">
            in{' '}
            <Link className="place" to="/group/$groupName" params={{ groupName: post.group.slug }} search={{}}>
              f/{post.group.name}
            </Link>
          </span>
        )}
      </div>
      <h1 id="post-title" dir="auto" className={editor ? 'sr' : undefined}>
        {post.title}
      </h1>
      {editor ? (
        <Part>{editor}</Part>
      ) : (
        <>
          <AuthorLine author={post.author} at end={actions}>
            <Time value={post.created_at} now={now} style="long" />
            {from && <span dir="auto">{from}</span>}
          </AuthorLine>
          <Part>
            <Prose body={post.body} />
          </Part>
        </>
      )}
      <Part>{children}</Part>
      {post.poll && (
        <Part>
          <PollBlock postId={post.id} poll={post.poll} onPoll={onPoll} />
        </Part>
      )}
      <div className="acts gap">
        <PostVote post={post} />
        <span className="act">
          <Icon of={MessageSquare} size="s" />
          <span>
            <span className="num">{grouped(post.comment_count)}</span> {commentsWord(post.comment_count)}
          </span>
        </span>
      </div>
    </article>
  )
}

function PostVote({ post }: { post: Card }) {
  const client = useQueryClient()
  if (post.removed) return <RemovedNote reason={post.removed.reason} />
  const onTally = ({ id, ...tally }: Tally) => patchPost(client, id, () => tally)
  return <VoteControl on="post" address={`/post/${post.id}`} name={post.title} tally={post} onTally={onTally} />
}

const types: Record<PostType, string> = { question: 'Question', poll: 'Poll', text: 'Text' }

function TypeStamp({ type, whole }: { type: PostType; whole?: boolean }) {
  if (type !== 'question') return <Stamp>{types[type]}</Stamp>
  return whole ? (
    <Stamp variant="lamp">Question</Stamp>
  ) : (
    <Stamp variant="question" label="Question">
      Q
    </Stamp>
  )
}
