/** The quotation that a link points to: highlighted in the thread, or reported as missing. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { commentsQuery } from './comments.ts'

interface QuotedProps {
  postId: string
  after: string | undefined
  /** undefined: the quotation is from the post itself */
  comment: string | undefined
  words: string | undefined
}

const fetchMarking = () => import('./highlight.ts')

/** Rendered above the post, because it explains what is missing below. */
export function Quoted({ postId, after, comment, words }: QuotedProps) {
  const list = useInfiniteQuery(commentsQuery(postId, after))
  const isThere = list.data?.pages.some((page) => page.items.some(({ id }) => id === comment))
  const isGone = comment !== undefined && list.isSuccess && !isThere
  const place = comment === undefined ? '.full > .prose' : `#comment-${comment} .prose`
  const [missing, setMissing] = useState<string>()
  useEffect(() => {
    if (words === undefined || isGone) return
    let unmark: (() => void) | undefined
    let isOver = false
    fetchMarking().then(
      ({ markWords }) => {
        if (isOver) return
        unmark = markWords(place, words)
        setMissing(unmark ? undefined : words)
      },
      // without the highlight the link still leads to the right place
      () => {},
    )
    return () => {
      isOver = true
      unmark?.()
    }
  }, [place, words, isGone])
  if (isGone) return <Gone>The comment that you were led to is not here any more.</Gone>
  if (words !== undefined && missing === words)
    return <Gone>The words that you were led to do not stand here any more.</Gone>
  return null
}

const Gone = ({ children }: { children: string }) => (
  <p className="note gap" role="status">
    {children}
  </p>
)
