/** Who is in a network, in the order in which they came. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { More } from '../kernel/more.tsx'
import { Who } from '../members/members.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Failed } from '../ui/failed.tsx'
import { SkeletonPost } from '../ui/skeleton.tsx'
import { groupMembersQuery } from './groups.ts'

export function GroupMembers({ slug, after }: { slug: string; after: string | undefined }) {
  const list = useInfiniteQuery(groupMembersQuery(slug, after))
  const sheet = useRef<HTMLElement>(null)
  if (list.isPending)
    return (
      <div className="sheet">
        <SkeletonPost count={3} label="Loading members..." />
      </div>
    )
  if (!list.data)
    return (
      <section className="sheet">
        <Failed title="The members did not load" onRetry={() => void list.refetch()} retrying={list.isFetching}>
          Check your connection and try again.
        </Failed>
      </section>
    )
  const members = list.data.pages.flatMap((page) => page.items)
  const next = list.data.pages.at(-1)?.next
  const toFirstNew = (before: number) =>
    sheet.current?.querySelectorAll<HTMLElement>('.person-row b a')[before]?.focus({ preventScroll: true })
  return (
    <section className="sheet" aria-labelledby="members" ref={sheet}>
      <h2 id="members" className="part-h" tabIndex={-1}>
        Members
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
      <ul className="rule" role="list">
        {members.map(({ user, role, joined_at }) => (
          <li key={user.id} className="person-row">
            <Who author={user} at end={role === 'admin' && <Stamp variant="standing">Admin</Stamp>}>
              <span>Joined {monthOf(joined_at)}</span>
            </Who>
          </li>
        ))}
        {members.length === 0 && <li className="person-row soft ui">Nobody yet. You can be the first.</li>}
      </ul>
      <More list={list} count={members.length} href={`?tab=members&after=${next ?? ''}`} onMore={toFirstNew}>
        Load more
      </More>
    </section>
  )
}

/** In the same zone on server and browser. */
const monthOf = (date: Date) => date.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
