/** Shown if a page's data did not load. The frame around it stays. */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isChunkError, reloadPage } from '../kernel/failed-chunks.ts'
import { buttonClass } from '../ui/button.tsx'
import { Failed } from '../ui/failed.tsx'

const SAFE = 'Nothing you wrote is lost. Check your connection and try again.'

interface PageFailedProps extends ErrorComponentProps {
  title?: string
  /** the link back, above */
  back?: ReactNode
}

export function PageFailed({ error, reset, title = 'Something went wrong', back }: PageFailedProps) {
  const router = useRouter()
  const [trying, setTrying] = useState(false)
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
  return (
    <div className="page narrow">
      {back}
      <section className="sheet">
        <Failed
          level="h1"
          title={title}
          onRetry={again}
          retrying={trying}
          action={
            <Link className={buttonClass({ variant: 'bare' })} to="/">
              Return to Home
            </Link>
          }
        >
          {SAFE}
        </Failed>
      </section>
    </div>
  )
}
