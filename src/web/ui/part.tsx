/**
 * A part of a page that may fail while it is drawn, without the rest of the page. Drafts and fields outside it stay as
 * they are. Put one around everything that a member can use without the parts beside it.
 */
import { CatchBoundary, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { RotateCw } from 'lucide'
import { Children, type ReactNode, useEffect } from 'react'
import { Failed } from './failed.tsx'
import { IconButton } from './icon-button.tsx'

interface PartProps {
  children: ReactNode
  /** a few buttons in a row: in place of them there is one that draws them again */
  small?: boolean
}

export function Part({ children, small = false }: PartProps) {
  return (
    <CatchBoundary getResetKey={never} errorComponent={small ? SmallPartFailed : PartFailed}>
      {children}
    </CatchBoundary>
  )
}

/** Each child is a part of its own. */
export const Parts = ({ children }: { children: ReactNode }) =>
  Children.map(children, (child) => child && <Part>{child}</Part>)

const never = () => 0

/** On the next page it is drawn again. Only a part that failed listens for that; outside of a router there are no pages. */
function useNextPage(reset: () => void) {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null
  useEffect(() => router?.subscribe('onResolved', ({ hrefChanged }) => hrefChanged && reset()), [router, reset])
}

/** It claims nothing about what was sent: that is stored, whatever happens while it is drawn. */
function PartFailed({ reset }: ErrorComponentProps) {
  useNextPage(reset)
  return (
    <section className="sheet">
      <Failed level="h3" title="This part could not be shown" onRetry={() => redraw(reset)}>
        That is our fault. What you wrote and sent is safe.
      </Failed>
    </section>
  )
}

function SmallPartFailed({ reset }: ErrorComponentProps) {
  useNextPage(reset)
  return <IconButton icon={RotateCw} label="This could not be shown. Try again" onClick={() => redraw(reset)} />
}

function redraw(reset: () => void) {
  reset()
  // the pressed button is gone: the focus moves to the start of the content
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  })
}
