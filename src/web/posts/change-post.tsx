/** Editing a post in its place, and deleting it. A piece of its own: only authors need it, and only now and then. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { CONTENT_MAX, isBlank, SAY, TITLE_MAX } from '#contract/words.ts'
import { countPost } from '../categories/categories.ts'
import { api, queries } from '../kernel/api.ts'
import { DeleteDialog, EditForm } from '../kernel/edit-form.tsx'
import { readFault } from '../kernel/fault.ts'
import { inTime } from '../kernel/in-time.ts'
import { changeViewer, useRefreshViewer, useViewer } from '../kernel/viewer.ts'
import { Field, TextArea, TextInput } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import type { PostDraft } from './own-post.ts'
import { postQuery, putPost, unlistPost } from './posts.ts'

const MISSING = 'POST_NOT_FOUND'
const GONE = 'This post has been deleted in the meantime. Copy your words if you want to keep them.'

interface PostEditorProps {
  post: Post
  draft: PostDraft
  onClose: () => void
}

export function PostEditor({ post, draft, onClose }: PostEditorProps) {
  const client = useQueryClient()
  const router = useRouter()
  const leave = useLeave(post)
  const [checked, setChecked] = useState(false)
  // it may have been changed in another tab or on another device; what he types himself is not touched by the answer
  useEffect(() => void client.invalidateQueries({ queryKey: postQuery(post.id).queryKey }), [client, post.id])

  const mutationKey = ['edit', post.id]
  const saving = useMutation({
    mutationKey,
    mutationFn: (changed: { title?: string; content?: string }) =>
      api.posts.editPost({ id: post.id, ...changed, seen_updated_at: draft.seen }, inTime()),
    onSuccess: (saved) => {
      putPost(client, saved)
      // the title of the tab follows
      void router.invalidate({ filter: ({ routeId }) => routeId === '/post/$postId' })
      draft.drop()
      onClose()
      toast.good('Post updated successfully!')
    },
  })
  /** what he has typed goes; nothing to change in it is asked for, and so the answer is the post as it is */
  const taking = useMutation({
    mutationFn: () => api.posts.editPost({ id: post.id }, inTime()),
    onSuccess: (newer) => {
      putPost(client, newer)
      draft.drop()
      onClose()
    },
    onError: (error) => toast.bad(readFault(error, SAY.postUpdateFailed).sentence),
  })
  const fault = saving.isError ? readFault(saving.error, SAY.postUpdateFailed) : undefined
  const blank = {
    title: checked && isBlank(draft.title) ? SAY.titleBlank : undefined,
    content: checked && isBlank(draft.content) ? SAY.contentBlank : undefined,
  }

  const save = () => {
    setChecked(true)
    // a second press can come before the first one is drawn
    if (isBlank(draft.title) || isBlank(draft.content) || client.isMutating({ mutationKey })) return
    if (draft.changed) {
      // an older answer must not come after the newer one
      void client.cancelQueries({ queryKey: postQuery(post.id).queryKey })
      return saving.mutate(draft.changed)
    }
    draft.drop()
    onClose()
  }

  return (
    <EditForm
      label="Edit post"
      busy={saving.isPending || taking.isPending}
      fault={fault}
      onLook={draft.look}
      onTake={() => taking.mutate()}
      gone={fault?.code === MISSING && GONE}
      onSave={save}
      onCancel={onClose}
      onGone={() => {
        draft.drop()
        void leave()
      }}
    >
      <Field label="Title" error={blank.title ?? fault?.fields.title} required>
        <TextInput
          value={draft.title}
          limit={TITLE_MAX}
          dir="auto"
          autoComplete="off"
          readOnly={saving.isPending}
          onChange={(event) => draft.change({ title: event.target.value })}
        />
      </Field>
      <Field
        label="What you want to say"
        hint="Links, lists, quotes and bold words work here."
        error={blank.content ?? fault?.fields.content}
        required
      >
        <TextArea
          value={draft.content}
          limit={CONTENT_MAX}
          dir="auto"
          rows={8}
          readOnly={saving.isPending}
          onChange={(event) => draft.change({ content: event.target.value })}
        />
      </Field>
    </EditForm>
  )
}

interface DeletePostProps {
  post: Post
  open: boolean
  onClose: () => void
  /** what he may have begun to change goes with it */
  onDeleted: () => void
}

export function DeletePost({ post, open, onClose, onDeleted }: DeletePostProps) {
  const leave = useLeave(post)
  return (
    <DeleteDialog
      open={open}
      onClose={onClose}
      title="Delete post"
      question={SAY.postDelete}
      otherwise={SAY.postDeleteFailed}
      missing={[MISSING]}
      send={() => api.posts.deletePost({ id: post.id }, inTime())}
      onDeleted={async (already) => {
        onDeleted()
        await leave()
        if (already) toast.plain('This post had been deleted already.')
        else toast.good('Post deleted successfully!')
      }}
    />
  )
}

/** Out of every list and count, away from its page (EDIT-07), and then out of memory: Back finds "Post not found". */
function useLeave(post: Post) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const viewer = useViewer()
  const refreshViewer = useRefreshViewer()
  return async () => {
    unlistPost(client, post.id)
    // what was removed is counted nowhere; what stands in a network may not have been, so that is asked anew
    const isCounted = !post.group && !post.removed
    if (post.group) void client.invalidateQueries({ queryKey: queries.categories.key(), refetchType: 'none' })
    if (isCounted) countPost(client, post.category.slug, -1)
    if (viewer && isCounted) changeViewer(client, { post_count: Math.max(0, viewer.post_count - 1) })
    await navigate({ to: '/categories', replace: true })
    client.removeQueries({ queryKey: postQuery(post.id).queryKey })
    client.removeQueries({ queryKey: queries.comments.listComments.key({ input: { post_id: post.id } }) })
    void client.invalidateQueries({ queryKey: queries.members.key(), refetchType: 'none' })
    // his own comments below it are gone as well; without an answer the next page says so
    refreshViewer().catch(() => {})
  }
}
