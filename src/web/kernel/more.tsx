/** The next page of a list. A plain link for readers without JavaScript; with it the page is appended in place. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { CircleAlert, RotateCw } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { readFault } from './fault.ts'

interface MoreProps {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'> & {
    fetchNextPage: () => Promise<unknown>
  }
  /** how many things are there now */
  count: number
  /** the address of the next page, for the plain link */
  href: string
  /** called when the new ones are in place, with the number of those before them: leads the focus to the first new one */
  onMore?: (before: number) => void
  children: ReactNode
}

export function More({ list, count, href, onMore, children }: MoreProps) {
  const asked = useRef<number>(undefined)
  useEffect(() => {
    const before = asked.current
    if (before === undefined || count === before) return
    asked.current = undefined
    onMore?.(before)
  }, [count, onMore])

  if (!list.hasNextPage) return null
  const busy = list.isFetchingNextPage
  const failed = list.isFetchNextPageError && !busy
  const append = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (busy) return
    asked.current = count
    void list.fetchNextPage()
  }
  return (
    <div className="more-row">
      {failed && (
        <p className="err" role="alert">
          <Icon of={CircleAlert} size="s" />
          <span>{readFault(list.error, 'That did not load. What you see is safe; try again.').sentence}</span>
        </p>
      )}
      <a
        className={buttonClass({ variant: 'quiet' })}
        href={href}
        rel="next"
        onClick={append}
        aria-busy={busy || undefined}
      >
        {failed && <Icon of={RotateCw} size="s" />}
        <span className="btn-face">
          <span data-off={busy || undefined}>{failed ? 'Try again' : children}</span>
          <span data-off={!busy || undefined}>Loading...</span>
        </span>
      </a>
    </div>
  )
}
