/** Posts, comments and polls that a screen creates, and the responses of each of their calls. */
import type { Viewer } from '#contract/account.ts'
import type { Comment } from '#contract/comments.ts'
import type { Fault } from '#contract/kernel.ts'
import type { Poll } from '#contract/polls.ts'
import type { Post } from '#contract/posts.ts'
import { aComment, anId, aPost, asAuthor, theCategories } from './makers.ts'
import type { Answer } from './standin.ts'

/** The response to a member whose session has ended. */
export const signedOut = (message: string): Fault => ({ code: 'UNAUTHENTICATED', status: 401, message })

export const aPoll = (options: string[], poll: Partial<Poll> = {}): Poll => ({
  options: options.map((option_text) => ({ id: anId(), option_text, vote_count: 0 })),
  my_option: null,
  ...poll,
})

/** A comment of this member, which he may edit. */
export const ownComment = (viewer: Viewer, comment: Partial<Comment> = {}): Comment =>
  aComment({ author: asAuthor(viewer), can_edit: true, ...comment })

export const ownPost = (viewer: Viewer, post: Partial<Post> = {}): Post =>
  aPost({ author: asAuthor(viewer), can_edit: true, can_delete: true, type: 'text', ...post })

type CreateComment = typeof import('#contract/comments.ts')['comments']['createComment']
/** Stores the comments of this member in `said`; the same id twice is one comment. */
export const takeComments =
  (viewer: Viewer, said: Comment[]): Answer<CreateComment> =>
  ({ id = anId(), post_id, content }) => {
    const known = said.find((comment) => comment.id === id)
    if (known) return known
    const comment = ownComment(viewer, { id, post_id, content })
    said.push(comment)
    return comment
  }

type CreatePost = typeof import('#contract/posts.ts')['posts']['createPost']
/** Stores the posts of this member in `posted`; the same id twice is one post. */
export const takePosts =
  (viewer: Viewer, posted: Post[]): Answer<CreatePost> =>
  ({ id = anId(), type, title, content, category_id, poll_options }) => {
    const known = posted.find((post) => post.id === id)
    if (known) return known
    const category = theCategories.find((one) => one.id === category_id)
    const poll = poll_options ? aPoll(poll_options) : null
    const post = ownPost(viewer, { id, type, title, content, category, poll, upvotes: 0, downvotes: 0 })
    posted.unshift(post)
    return post
  }
