/** Pagination of the list: numbers at a desk, "Page X of Y" on a phone. Plain links, so they work without JavaScript. */
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { numbersAround } from './pods.ts'

interface PaginationProps {
  page: number
  pages: number
  q: string | undefined
}

export function Pagination({ page, pages, q }: PaginationProps) {
  if (pages < 2) return null
  const to = (number: number) => ({ q, page: number === 1 ? undefined : number })
  return (
    <nav className="turning" aria-label="Pages">
      <Step to={page > 1 ? to(page - 1) : undefined}>
        <Icon of={ChevronLeft} size="s" flip />
        Previous
      </Step>
      <span className="hide-desk ui num">
        Page {page} of {pages}
      </span>
      <ol className="hide-phone row xs">
        {numbersAround(page, pages).map((number, at, all) =>
          number === null ? (
            <li key={`after ${all[at - 1]}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <Link
                className={buttonClass({ variant: number === page ? 'primary' : 'quiet' }, 'num')}
                to="/pods"
                search={to(number)}
                activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
                aria-current={number === page ? 'page' : undefined}
                aria-label={`Page ${number}`}
              >
                {number}
              </Link>
            </li>
          ),
        )}
      </ol>
      <Step to={page < pages ? to(page + 1) : undefined}>
        Next
        <Icon of={ChevronRight} size="s" flip />
      </Step>
    </nav>
  )
}

/** On the first and last page there is no link, and its space stays. */
function Step({
  to,
  children,
}: {
  to: { q: string | undefined; page: number | undefined } | undefined
  children: ReactNode
}) {
  const look = buttonClass({ variant: 'quiet' })
  return to ? (
    <Link className={look} to="/pods" search={to}>
      {children}
    </Link>
  ) : (
    <Button variant="quiet" disabled>
      {children}
    </Button>
  )
}
