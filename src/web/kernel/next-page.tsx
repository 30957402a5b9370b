/**
 * The next page of a list. For readers without JavaScript it is a plain link. With JavaScript the page is appended, after
 * a press or, in an endless list, before the reader reaches the end.
 */
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { CircleAlert, RotateCw } from 'lucide'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { readFault } from './fault.ts'

interface MoreProps {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'> & {
    fetchNextPage: () => Promise<unknown>
  }
  /** the number of loaded items */
  count: number
  /** the address of the next page, for the plain link */
  href: string
  /** loads automatically near the end; after a failure it waits for a press */
  endless?: boolean
  /** the list cannot be extended yet */
  held?: boolean
  /** called after the new items are rendered, with the number of items before them: moves the focus to the first new one */
  onMore?: (before: number) => void
  children: ReactNode
}

/** in px below the viewport: about three posts */
const PRELOAD_PX = 900
/** in ms */
const RETRY_MS = 500

export function NextPage({ list, count, href, endless, held, onMore, children }: MoreProps) {
  const asked = useRef<number>(undefined)
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = asked.current
    if (before === undefined || count === before) return
    asked.current = undefined
    onMore?.(before)
  }, [count, onMore])

  const busy = list.isFetchingNextPage || held === true
  const failed = list.isFetchNextPageError && !busy
  const { hasNextPage, fetchNextPage } = list
  const waits = endless && hasNextPage && !busy && !failed
  // a new observer for each page: it reports immediately if the new items were not enough
  // biome-ignore lint/correctness/useExhaustiveDependencies: count stands for the page that came
  useEffect(() => {
    if (!waits || !row.current) return
    let isNear = false
    let again: ReturnType<typeof setTimeout> | undefined
    const goOn = async () => {
      await fetchNextPage()
      // success or failure ends this observer, but a fetch that something else cancelled is reported to nobody
      clearTimeout(again)
      again = setTimeout(() => isNear && void goOn(), RETRY_MS)
    }
    const near = new IntersectionObserver(
      (seen) => {
        const was = isNear
        // several entries may be reported together, the latest last
        isNear = seen.at(-1)?.isIntersecting ?? false
        if (isNear && !was) void goOn()
      },
      { rootMargin: `0px 0px ${PRELOAD_PX}px` },
    )
    near.observe(row.current)
    return () => {
      isNear = false
      clearTimeout(again)
      near.disconnect()
    }
  }, [waits, fetchNextPage, count])

  if (!hasNextPage) return null
  const append = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (busy) return
    asked.current = count
    void fetchNextPage()
  }
  return (
    // a new row for each page, because a row that the new items push down would count as a layout shift
    <div key={count} className="more-row" ref={row}>
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
