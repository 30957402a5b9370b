/**
 * Networks. On a phone: the member's own, the largest and the newest. In the desktop layout: all networks, with a search.
 */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide'
import type { ReactNode } from 'react'
import type { GroupCard } from '#contract/groups.ts'
import styles from '../groups/groups.css?url'
import { groupsQuery, overviewQuery } from '../groups/groups.ts'
import { GroupTile, SuggestGroup } from '../groups/groups.tsx'
import { headOf, withStyles } from '../kernel/head.ts'
import { ListSearch } from '../kernel/list-search.tsx'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { waitForAll } from '../kernel/wait-for-all.ts'
import { PageFailed } from '../shell/page-failed.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { toFirstPage } from './feed-search.ts'
import { GroupList } from './group-list.tsx'
import { groupsSearch } from './groups-search.ts'

/** the number of networks that are shown in each list at first */
const SHOWN_AT_FIRST = 3

export const Route = createFileRoute('/groups')({
  validateSearch: groupsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, viewer }, deps, location, cause }) => {
    // the member is typing on this page; the list shows its own loading state
    if (!viewer || cause === 'stay') return
    await waitForAll(
      queryClient.ensureQueryData(overviewQuery()),
      queryClient.ensureInfiniteQueryData(groupsQuery(deps.q, deps.after)),
    ).catch((error) => toFirstPage(error, deps, location.pathname))
  },
  head: ({ match }) =>
    withStyles(
      headOf(match.context.place, {
        title: 'Networks',
        description: 'Larger communities of fathers: by job, by town, by kind of week.',
        canonical: '/groups',
        hidden: match.search.q !== undefined || match.search.after !== undefined,
      }),
      [styles],
    ),
  component: Page,
  errorComponent: (failure) => <PageFailed {...failure} title="The networks did not load" />,
})

function Page() {
  return useViewer() ? <Inside /> : <AtTheDoor />
}

function AtTheDoor() {
  return (
    <div className="page narrow">
      <section className="sheet gap-phone">
        <Empty
          level="h1"
          title="Sign in to see the networks"
          action={<SignInLink className={buttonClass({ size: 'big' })}>Sign In / Sign Up</SignInLink>}
        >
          Find the men with your job, your town, your kind of week.
        </Empty>
      </section>
    </div>
  )
}

function Inside() {
  const { q, after } = Route.useSearch()
  const overview = useQuery(overviewQuery()).data
  const list = useInfiniteQuery({ ...groupsQuery(q, after), placeholderData: keepPreviousData })
  const viewer = useViewer()
  return (
    <div className="page">
      <div className="page-h">
        <div className="grow">
          <h1>Networks</h1>
          <p className="ui soft flush">Larger communities with boards, events and members of their own</p>
        </div>
        <SuggestGroup />
        {viewer?.is_admin && (
          <Link className={buttonClass({ variant: 'quiet' })} to="/admin">
            Suggested networks
          </Link>
        )}
      </div>
      <div className="hide-desk stack">
        {overview && (
          <>
            <Few
              title="Your Groups"
              groups={overview.mine}
              end={
                overview.mine_count > SHOWN_AT_FIRST && (
                  <Link className="more" to="/groups/all" search={{}}>
                    View All
                    <Icon of={ChevronRight} size="s" flip />
                  </Link>
                )
              }
            >
              You are in none yet. Those below are open to you.
            </Few>
            <Few title="Popular Groups" groups={overview.popular}>
              You are in all there are.
            </Few>
            <Few title="New Groups" groups={overview.new}>
              You are in all there are.
            </Few>
          </>
        )}
        <p className="pad-x">
          <Link className={buttonClass({ variant: 'quiet', wide: true })} to="/groups/all" search={{}}>
            All networks
          </Link>
        </p>
      </div>
      <div className="hide-phone stack">
        <div className="net-search">
          <ListSearch path="/groups" q={q} label="Search networks" />
        </div>
        <GroupList list={list} q={q} level="h2" />
      </div>
    </div>
  )
}

function Few({
  title,
  groups,
  end,
  children,
}: {
  title: string
  groups: GroupCard[]
  end?: ReactNode
  children: string
}) {
  return (
    <section className="sheet" aria-label={title}>
      <div className="row between part-h">
        <h2>{title}</h2>
        {end}
      </div>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
      <ul className="rule" role="list">
        {groups.map((group) => (
          <GroupTile key={group.id} group={group} />
        ))}
        {groups.length === 0 && <li className="person-row ui soft">{children}</li>}
      </ul>
    </section>
  )
}
