/** Editing a comment in place, and deleting it. A chunk of its own, because it is rarely needed. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { COMMENT_MAX, isBlank, SAY } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { DeleteDialog, EditForm } from '../kernel/edit-form.tsx'
import { type Newer, readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { Field, TextArea } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

const MISSING = ['COMMENT_NOT_FOUND', 'POST_NOT_FOUND']
const GONE = 'This comment has been deleted in the meantime. Copy your words if you want to keep them.'

interface CommentEditorProps {
  comment: Comment
  /** the edited text, kept on this device */
  content: string
  onType: (content: string) => void
  /** `updated_at` of the version that the editing started from */
  seen: string | undefined
  onLook: (newer: Newer) => void
  onSaved: (comment: Comment) => void
  onGone: () => void
  /** closes and keeps the draft; `unchanged`: there is nothing to keep */
  onClose: (unchanged: boolean) => void
}

export function CommentEditor({
  comment,
  content,
  onType,
  seen,
  onLook,
  onSaved,
  onGone,
  onClose,
}: CommentEditorProps) {
  const [checked, setChecked] = useState(false)
  const client = useQueryClient()
  const mutationKey = ['edit', comment.id]
  const saving = useMutation({
    mutationKey,
    mutationFn: (content: string) =>
      api.comments.editComment({ id: comment.id, content, seen_updated_at: seen }, withTimeout()),
    onSuccess: (saved) => {
      onSaved(saved)
      toast.good('Comment updated successfully!')
    },
  })
  /** Discards the draft. Saving the current text again changes nothing, so the answer is the current comment. */
  const taking = useMutation({
    mutationFn: ({ content, updated_at }: Newer) =>
      api.comments.editComment({ id: comment.id, content, seen_updated_at: updated_at.toISOString() }, withTimeout()),
    onSuccess: onSaved,
    onError: (error) => toast.bad(readFault(error, SAY.commentUpdateFailed).sentence),
  })
  const fault = saving.isError ? readFault(saving.error, SAY.commentUpdateFailed) : undefined
  const blank = checked && isBlank(content)
  const save = () => {
    setChecked(true)
    // a second press may come before the first one is rendered
    if (isBlank(content) || client.isMutating({ mutationKey })) return
    if (content.trim() === comment.content) onClose(true)
    else saving.mutate(content.trim())
  }
  return (
    <EditForm
      label="Edit comment"
      busy={saving.isPending || taking.isPending}
      fault={fault}
      onLook={onLook}
      onTake={taking.mutate}
      gone={MISSING.includes(fault?.code ?? '') && GONE}
      onSave={save}
      onCancel={() => onClose(content.trim() === comment.content)}
      onGone={onGone}
    >
      <Field label="Edit comment" error={blank ? SAY.commentBlank : fault?.fields.content}>
        <TextArea
          value={content}
          limit={COMMENT_MAX}
          dir="auto"
          rows={4}
          readOnly={saving.isPending}
          onChange={(event) => onType(event.target.value)}
        />
      </Field>
    </EditForm>
  )
}

interface DeleteCommentProps {
  comment: Comment
  open: boolean
  onClose: () => void
  onDeleted: () => void
}

export function DeleteComment({ comment, open, onClose, onDeleted }: DeleteCommentProps) {
  return (
    <DeleteDialog
      open={open}
      onClose={onClose}
      title="Delete comment"
      question={SAY.commentDelete}
      otherwise={SAY.commentDeleteFailed}
      missing={MISSING}
      send={() => api.comments.deleteComment({ id: comment.id }, withTimeout())}
      onDeleted={(already) => {
        onDeleted()
        if (already) toast.plain('This comment had been deleted already.')
        else toast.good('Comment deleted successfully!')
      }}
    />
  )
}
