/** Shown if a page's data did not load, or if the page could not be drawn. The frame around it stays. */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isChunkError, reloadPage } from '../kernel/failed-chunks.ts'
import { readFault } from '../kernel/fault.ts'
import { buttonClass } from '../ui/button.tsx'
import { Failed } from '../ui/failed.tsx'

/** Only a request without an answer has to do with his connection. */
function loadWords(error: unknown): string {
  const { status } = readFault(error, '')
  if (status === 429) return 'Nothing you wrote is lost. That was a lot at once. Wait a moment and try again.'
  if (status >= 500) return 'Nothing you wrote is lost. That is our fault. Try again in a moment.'
  return 'Nothing you wrote is lost. Check your connection and try again.'
}

/** Errors that were shown before: a chunk that did not load stays failed when the member comes back. */
const shownBefore = new WeakSet<object>()

/** Without a claim about what was loaded or sent: it was, and only drawing it failed. */
const NOT_DRAWN = {
  title: 'This page could not be shown',
  words: 'That is our fault. What you wrote and sent is safe.',
}

interface PageFailedProps extends ErrorComponentProps {
  /** if the data did not load */
  title?: string
  /** the link back, above */
  back?: ReactNode
}

export function PageFailed({ error, reset, title = 'Something went wrong', back }: PageFailedProps) {
  const router = useRouter()
  const [trying, setTrying] = useState(false)
  // read once: while the page tries again, its error is gone
  const [isLoadError] = useState(
    () =>
      isChunkError(error) || router.state.matches.some((match) => match.status === 'error' && match.error === error),
  )
  const again = async () => {
    setTrying(true)
    if (isChunkError(error)) {
      await reloadPage()
      return setTrying(false)
    }
    await router.invalidate()
    reset()
    setTrying(false)
    // after a successful retry the button is gone: the focus moves to the start of the content
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
    })
  }
  // subscribed again after each drawing, for the newest function
  useEffect(() => {
    if (!isLoadError) return
    const retry = () => void again()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each error
  useEffect(() => {
    if (!(error instanceof Error)) return
    if (isChunkError(error) && shownBefore.has(error) && navigator.onLine) void again()
    shownBefore.add(error)
  }, [error])
  return (
    <div className="page narrow">
      {back}
      <section className="sheet">
        <Failed
          level="h1"
          title={isLoadError ? title : NOT_DRAWN.title}
          onRetry={again}
          retrying={trying}
          action={
            <Link className={buttonClass({ variant: 'bare' })} to="/">
              Return to Home
            </Link>
          }
        >
          {isLoadError ? loadWords(error) : NOT_DRAWN.words}
        </Failed>
      </section>
    </div>
  )
}
