/** Components of the search: the boxes, and what stands above the results. */
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { SearchField } from '../ui/search-field.tsx'
import type { ResultsSearchBox } from './results-search-box.ts'
import { resultsAnnouncement } from './search.ts'

export { type ResultsSearchBox, type SearchPath, useResultsSearchBox } from './results-search-box.ts'

interface SearchBoxProps {
  typing: ResultsSearchBox
  /** `desk`: searches posts, authors and categories · `phone`: searches titles and texts */
  at: 'desk' | 'phone'
  onLeave?: () => void
}

/** The box of a page that shows the results itself: the search runs while the member types. */
export function SearchBox({ typing, at, onLeave }: SearchBoxProps) {
  const where = at === 'phone' ? 'text' : undefined
  const { order } = typing.params
  return (
    <SearchField
      id={`search-${at}`}
      label={at === 'phone' ? 'Search posts' : 'Search posts, authors and categories'}
      placeholder={at === 'phone' ? 'Search posts...' : 'Search posts, authors, categories...'}
      path={typing.path}
      value={typing.typed}
      onType={(words) => typing.type(words, where)}
      onAsk={(words) => typing.ask(words, where)}
      onLeave={onLeave}
    >
      {where && <input type="hidden" name="in" value={where} />}
      {order && <input type="hidden" name="order" value={order} />}
    </SearchField>
  )
}

/** The box of pages without results of their own: opens the search on the feed. */
export function GenericSearchBox() {
  const [words, setWords] = useState('')
  const navigate = useNavigate()
  const ask = (asked: string) => {
    setWords(asked)
    const q = asked.trim()
    if (q) void navigate({ to: '/categories', search: { q } })
  }
  return (
    <SearchField
      id="search-generic"
      label="Search tags and posts"
      placeholder="Search tags and posts..."
      path="/categories"
      value={words}
      onType={setWords}
      onAsk={ask}
    />
  )
}

interface ResultsHeadProps {
  typing: ResultsSearchBox
  /** the number of loaded results, and whether there are more; undefined while the answer is pending */
  found: { count: number; more: boolean; corrected?: string | undefined } | undefined
  /** categories whose names match */
  tags?: ReactNode
}

/** The searched text, the choice of the order, and the number of results for screen readers. */
export function ResultsHead({ typing, found, tags }: ResultsHeadProps) {
  const { path, params } = typing
  const orders = [
    { order: undefined, label: 'Newest' },
    { order: 'best', label: 'Best match' },
  ] as const
  return (
    <div className="results-h">
      {found?.corrected ? (
        <div className="grow instead">
          <h2 className="clip" dir="auto">
            Showing results for <b>{found.corrected}</b>
          </h2>
          <Link to={path} search={{ ...params, exact: 1 }} replace resetScroll={false} dir="auto">
            Search instead for {params.q}
          </Link>
        </div>
      ) : (
        <h2 className="grow clip" dir="auto">
          {`\u201c${params.q}\u201d`}
        </h2>
      )}
      <nav className="seg" aria-label="Order">
        {orders.map(({ order, label }) => (
          <Link
            key={label}
            to={path}
            search={{ ...params, order }}
            replace
            resetScroll={false}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            aria-current={params.order === order ? 'true' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {tags}
      <p className="sr" role="status">
        {found ? resultsAnnouncement(found.count, found.more, found.corrected) : ''}
      </p>
      <Link className={buttonClass({ variant: 'bare' }, 'only-plain')} to={path} search={{}}>
        Clear search
      </Link>
    </div>
  )
}
