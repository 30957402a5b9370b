/** A question that is passed on to the fathers as a post. */
import type { Post } from '#contract/posts.ts'
import { codePoints, TITLE_MAX } from '#contract/words.ts'

/** Only a question is passed on: other kinds of posts send no mail to their author. */
export const inTheFeed = ({ type }: Post) =>
  type === 'question'
    ? 'Your question is in the feed now. We will write to you when another dad answers.'
    : 'Your post is in the feed now.'

/** The question as a post: the full text as the content, and as much of it as fits as the title. */
export function asPost(question: string): { title: string; content: string } {
  const line = question.replace(/\s+/g, ' ').trim()
  if (codePoints(line) <= TITLE_MAX) return { title: line, content: question }
  const cut = [...line].slice(0, TITLE_MAX - 1).join('')
  return { title: `${cut.replace(/\s+\S*$/, '')}…`, content: question }
}
