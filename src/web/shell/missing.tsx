/** The page for something that does not exist or is not visible to the viewer; it does not reveal which. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'

type MissingProps = {
  title: string
  /** the link back, above */
  back: ReactNode
  /** the label of the button to the feed */
  on?: string
  children: ReactNode
}

export function Missing({ title, back, on = 'Back to Categories', children }: MissingProps) {
  return (
    <div className="page narrow">
      {back}
      <section className="sheet">
        <Empty
          level="h1"
          title={title}
          art="missing"
          action={
            <Link className={buttonClass()} to="/categories">
              {on}
            </Link>
          }
        >
          {children}
        </Empty>
      </section>
    </div>
  )
}
