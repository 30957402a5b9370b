/** Lists of reported things: open ones and decided ones. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { NextPage } from '../kernel/next-page.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { type CaseState, casesQuery } from './admin.ts'
import { CaseArticle } from './case.tsx'

const STATES: { state: CaseState; label: string }[] = [
  { state: 'open', label: 'Waiting' },
  { state: 'decided', label: 'Decided' },
]

export function Cases({ state }: { state: CaseState }) {
  const list = useInfiniteQuery(casesQuery(state))
  const place = useRef<HTMLElement>(null)
  const cases = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className="sheet" aria-labelledby="cases" ref={place} tabIndex={-1}>
      <div className="part-h row between wrap">
        <h2 id="cases">Reports</h2>
        <nav className="seg" aria-label="Which reports">
          {STATES.map(({ state: one, label }) => (
            <Link
              key={one}
              to="/admin"
              search={one === 'decided' ? { state: one } : {}}
              activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
              aria-current={one === state ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      {list.isError && !list.data ? (
        <Failed
          title="The reports did not load"
          level="h3"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        >
          Check your connection and try again.
        </Failed>
      ) : cases.length === 0 ? (
        <Empty title={state === 'open' ? 'Nothing waits for you' : 'Nothing was decided yet'} level="h3" art="none">
          {state === 'open'
            ? 'What members report will stand here: if somebody may be in danger, first of all, then the longest waiting.'
            : 'What you decide will stand here, the latest first.'}
        </Empty>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list
        <ul className="rule" role="list">
          {cases.map((one) => (
            <li key={one.id}>
              <CaseArticle of={one} onGone={() => place.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
      <NextPage list={list} count={cases.length} href="/admin">
        Load more
      </NextPage>
    </section>
  )
}
