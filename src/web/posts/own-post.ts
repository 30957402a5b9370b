/** The author's draft of an edit, kept on this device until it is saved. */
import type { Post } from '#contract/posts.ts'
import { useDraft } from '../kernel/draft.ts'

/** null: unchanged; `seen`: the `updated_at` of the version that the draft began from */
const UNCHANGED: { title: string | null; content: string | null; seen: string | null } = {
  title: null,
  content: null,
  seen: null,
}

export function usePostDraft(post: Post, memberId: string) {
  const { draft, change, drop } = useDraft(`edit-post.${memberId}.${post.id}`, UNCHANGED)
  const title = draft.title ?? post.title
  const content = draft.content ?? post.content
  return {
    title,
    content,
    seen: draft.seen ?? undefined,
    change: (words: { title?: string; content?: string }) =>
      change(({ seen }) => ({ ...words, seen: seen ?? post.updated_at.toISOString() })),
    /** the author has seen a newer version, so saving may overwrite it */
    look: ({ updated_at }: { updated_at: Date }) => change({ seen: updated_at.toISOString() }),
    drop,
    /** the changed fields as they are sent; null if nothing changed */
    changed: changedIn(post, { title, content }),
  }
}

export type PostDraft = ReturnType<typeof usePostDraft>

export function changedIn(post: { title: string; content: string }, typed: { title: string; content: string }) {
  const title = typed.title.trim()
  const content = typed.content.trim()
  if (title === post.title && content === post.content) return null
  return { ...(title === post.title ? {} : { title }), ...(content === post.content ? {} : { content }) }
}
