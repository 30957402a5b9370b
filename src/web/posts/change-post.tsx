/** Edits a post in place, and deletes it. A chunk of its own, because only authors need it, and rarely. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { CONTENT_MAX, isBlank, SAY, TITLE_MAX } from '#contract/words.ts'
import { countPost } from '../categories/categories.ts'
import { api, queries } from '../kernel/api.ts'
import { DeleteDialog, EditForm } from '../kernel/edit-form.tsx'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
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
  // the post may have been changed in another tab or on another device; the answer does not change what the member types
  useEffect(() => void client.invalidateQueries({ queryKey: postQuery(post.id).queryKey }), [client, post.id])

  const mutationKey = ['edit', post.id]
  const saving = useMutation({
    mutationKey,
    mutationFn: (changed: { title?: string; content?: string }) =>
      api.posts.editPost({ id: post.id, ...changed, seen_updated_at: draft.seen }, withTimeout()),
    onSuccess: (saved) => {
      putPost(client, saved)
      // updates the tab's title
      void router.invalidate({ filter: ({ routeId }) => routeId === '/post/$postId' })
      draft.drop()
      onClose()
      toast.good('Post updated successfully!')
    },
  })
  /** Discards the draft. An edit without changes returns the post as the server has it. */
  const taking = useMutation({
    mutationFn: () => api.posts.editPost({ id: post.id }, withTimeout()),
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
    // a second press may come before the first one is rendered
    if (isBlank(draft.title) || isBlank(draft.content) || client.isMutating({ mutationKey })) return
    if (draft.changed) {
      // an older answer must not arrive after the newer one
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
  /** also discards the draft of an edit */
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
      send={() => api.posts.deletePost({ id: post.id }, withTimeout())}
      onDeleted={async (already) => {
        onDeleted()
        await leave()
        if (already) toast.plain('This post had been deleted already.')
        else toast.good('Post deleted successfully!')
      }}
    />
  )
}

/**
 * Removes the post from every list and count, leaves its page, and then drops it from the cache, so that Back shows "Post
 * not found".
 */
function useLeave(post: Post) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const viewer = useViewer()
  const refreshViewer = useRefreshViewer()
  return async () => {
    unlistPost(client, post.id)
    // a removed post was not counted, and a post in a network may not have been, so the counts are refetched
    const isCounted = !post.group && !post.removed
    if (post.group) void client.invalidateQueries({ queryKey: queries.categories.key(), refetchType: 'none' })
    if (isCounted) countPost(client, post.category.slug, -1)
    if (viewer && isCounted) changeViewer(client, { post_count: Math.max(0, viewer.post_count - 1) })
    await navigate({ to: '/categories', replace: true })
    client.removeQueries({ queryKey: postQuery(post.id).queryKey })
    client.removeQueries({ queryKey: queries.comments.listComments.key({ input: { post_id: post.id } }) })
    void client.invalidateQueries({ queryKey: queries.members.key(), refetchType: 'none' })
    // the member's own comments below the post are deleted too; if this request fails, the next page load corrects the
    // counts
    refreshViewer().catch(() => {})
  }
}
