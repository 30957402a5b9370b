/** All networks, for members. Visitors are redirected to sign in. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import styles from '../groups/groups.css?url'
import { groupsQuery } from '../groups/groups.ts'
import { SuggestGroup } from '../groups/groups.tsx'
import { headOf, withStyles } from '../kernel/head.ts'
import { ListSearch } from '../kernel/list-search.tsx'
import { BackLink } from '../shell/back-link.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { grouped } from '../ui/number.ts'
import { Part } from '../ui/part.tsx'
import { toFirstPage } from './feed-search.ts'
import { GroupList } from './group-list.tsx'
import { groupsSearch } from './groups-search.ts'

export const Route = createFileRoute('/groups/all')({
  validateSearch: groupsSearch,
  beforeLoad: ({ context, location }) => {
    if (!context.viewer) throw redirect({ to: '/auth', search: { next: location.pathname } })
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps, location, cause }) => {
    if (cause === 'stay') return
    await queryClient
      .ensureInfiniteQueryData(groupsQuery(deps.q, deps.after))
      .catch((error) => toFirstPage(error, deps, location.pathname))
  },
  head: ({ match }) =>
    withStyles(
      headOf(match.context.place, {
        title: 'All networks',
        canonical: '/groups/all',
        hidden: match.search.q !== undefined || match.search.after !== undefined,
      }),
      [styles],
    ),
  component: Page,
  errorComponent: (failure) => <PageFailed {...failure} title="The networks did not load" />,
})

function Page() {
  const { q, after } = Route.useSearch()
  const list = useInfiniteQuery({ ...groupsQuery(q, after), placeholderData: keepPreviousData })
  const found = list.data?.pages[0]
  return (
    <div className="page">
      <BackLink parent="/groups" />
      <div className="page-h">
        <div className="grow">
          <h1>All networks</h1>
          <p className="ui soft flush num" role="status">
            {found ? countWords(found.count, found.count_open) : ''}
          </p>
        </div>
        <Part small>
          <SuggestGroup />
        </Part>
      </div>
      <div className="stack">
        <div className="net-search">
          <ListSearch path="/groups/all" q={q} label="Search networks" />
        </div>
        <Part>
          <GroupList list={list} q={q} level="h2" />
        </Part>
      </div>
    </div>
  )
}

const countWords = (count: number, isOpen: boolean) =>
  isOpen ? `More than ${grouped(count)} networks` : `${grouped(count)} ${count === 1 ? 'network' : 'networks'}`
