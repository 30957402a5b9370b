/** A member's posts and comments, each as a scrolling list. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { wroteCommentsQuery, wrotePostsQuery } from './profiles.ts'
import { WrittenComment, WrittenList, WrittenPost } from './written-list.tsx'

interface ListProps {
  username: string
  label: string
  after?: string | undefined
  empty: ReactNode
  /** the number of posts that are shown above the list already */
  skip?: number
  /** read again each time the list opens, because the viewer may have written since */
  fresh?: boolean
}

const nextOf = (path: string, pages: { next: string | null }[] | undefined) => path + (pages?.at(-1)?.next ?? '')

export function PostsOf({ username, label, after, skip = 0, empty, fresh }: ListProps) {
  const list = useInfiniteQuery({ ...wrotePostsQuery(username, after), ...(fresh ? { staleTime: 0 } : {}) })
  const { pages } = list.data ?? {}
  return (
    <WrittenList
      label={label}
      list={list}
      lines={pages
        ?.flatMap(({ items }) => items)
        .slice(after ? 0 : skip)
        .map((post) => <WrittenPost key={post.id} post={post} />)}
      failed={list.isError}
      href={nextOf(`/user/${username}?after=`, pages)}
      empty={empty}
    />
  )
}

export function CommentsOf({ username, label, after, empty, fresh }: ListProps) {
  const list = useInfiniteQuery({ ...wroteCommentsQuery(username, after), ...(fresh ? { staleTime: 0 } : {}) })
  const { pages } = list.data ?? {}
  return (
    <WrittenList
      label={label}
      list={list}
      lines={pages?.flatMap(({ items }) => items.map((one) => <WrittenComment key={one.id} comment={one} />))}
      failed={list.isError}
      href={nextOf(`/user/${username}?tab=comments&after=`, pages)}
      empty={empty}
    />
  )
}
