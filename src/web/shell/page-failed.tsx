/** A page whose data did not come. What is around it stays. */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isPiece, loadAnew } from '../kernel/pieces.ts'
import { buttonClass } from '../ui/button.tsx'
import { Failed } from '../ui/failed.tsx'

const SAFE = 'Nothing you wrote is lost. Check your connection and try again.'

interface PageFailedProps extends ErrorComponentProps {
  title?: string
  /** the way back, above */
  back?: ReactNode
}

export function PageFailed({ error, reset, title = 'Something went wrong', back }: PageFailedProps) {
  const router = useRouter()
  const [trying, setTrying] = useState(false)
  const again = async () => {
    setTrying(true)
    if (isPiece(error)) {
      await loadAnew()
      return setTrying(false)
    }
    await router.invalidate()
    reset()
    setTrying(false)
    // the button is gone when it has worked: the focus goes on at the beginning of what came
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
