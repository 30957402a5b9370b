/** Networks as a grid, as /groups and /groups/all show them, with the loading, empty and error states. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import type { GroupCard } from '#contract/groups.ts'
import { GroupTile, SuggestGroup } from '../groups/groups.tsx'
import { NextPage } from '../kernel/next-page.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { SkeletonPost } from '../ui/skeleton.tsx'

interface GroupListProps {
  list: UseInfiniteQueryResult<{ pages: { items: GroupCard[]; next: string | null }[] }>
  q: string | undefined
  level: 'h2' | 'h3'
}

export function GroupList({ list, q, level }: GroupListProps) {
  const grid = useRef<HTMLUListElement>(null)
  if (list.isPending)
    return (
      <div className="sheet">
        <SkeletonPost count={3} label="Loading networks..." />
      </div>
    )
  if (!list.data)
    return (
      <section className="sheet">
        <Failed title="The networks did not load" onRetry={() => void list.refetch()} retrying={list.isFetching}>
          Check your connection and try again.
        </Failed>
      </section>
    )
  const groups = list.data.pages.flatMap((page) => page.items)
  const next = list.data.pages.at(-1)?.next
  if (groups.length === 0)
    return (
      <section className="sheet">
        {q ? (
          <Empty title="No networks found" action={<SuggestGroup />}>
            Nothing here goes by these letters. You can suggest it.
          </Empty>
        ) : (
          <Empty title="No networks yet" action={<SuggestGroup />}>
            Larger communities of fathers will stand here.
          </Empty>
        )}
      </section>
    )
  const toFirstNew = (before: number) =>
    grid.current?.querySelectorAll<HTMLElement>('.net :is(h2, h3) a')[before]?.focus({ preventScroll: true })
  const href = `?${new URLSearchParams({ ...(q ? { q } : {}), after: next ?? '' })}`
  return (
    <div aria-busy={list.isPlaceholderData || undefined}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
      <ul className="net-grid" role="list" ref={grid} aria-label="Networks">
        {groups.map((group) => (
          <GroupTile key={group.id} group={group} level={level} />
        ))}
      </ul>
      <NextPage list={list} count={groups.length} href={href} onMore={toFirstNew}>
        Load more
      </NextPage>
    </div>
  )
}
