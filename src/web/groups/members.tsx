/** The members of a network, in the order in which they joined. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Group, GroupMember } from '#contract/groups.ts'
import { TakeOut } from '../exclusions/exclusions.tsx'
import { api } from '../kernel/api.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { NextPage } from '../kernel/next-page.tsx'
import { withTimeout } from '../kernel/request-timeout.ts'
import { nameOf } from '../members/members.ts'
import { AuthorLine } from '../members/members.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Failed } from '../ui/failed.tsx'
import { SkeletonPost } from '../ui/skeleton.tsx'
import { groupMembersQuery, groupQuery, putGroup, withMembershipChange } from './groups.ts'

export function GroupMembers({ group, after }: { group: Group; after: string | undefined }) {
  const client = useQueryClient()
  const query = groupMembersQuery(group.slug, after)
  const list = useInfiniteQuery(query)
  const { place: sheet, moveFocus } = useMoveFocus<HTMLElement>()
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
  // the button that was pressed disappears with its row
  const dropRow = (id: string) => {
    client.setQueryData(query.queryKey, (held) => held && withMembershipChange(held, id, null))
    moveFocus('h2')
  }
  return (
    <section className="sheet" aria-labelledby="members" ref={sheet}>
      <h2 id="members" className="part-h" tabIndex={-1}>
        Members
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
      <ul className="rule" role="list">
        {members.map((member) => (
          <li key={member.user.id} className="person-row">
            <AuthorLine
              author={member.user}
              at
              end={<MemberRowEnd group={group} member={member} onOut={() => dropRow(member.user.id)} />}
            >
              <span>Joined {monthOf(member.joined_at)}</span>
            </AuthorLine>
          </li>
        ))}
        {members.length === 0 && <li className="person-row soft ui">Nobody yet. You can be the first.</li>}
      </ul>
      <NextPage list={list} count={members.length} href={`?tab=members&after=${next ?? ''}`} onMore={toFirstNew}>
        Load more
      </NextPage>
    </section>
  )
}

interface MemberRowEndProps {
  group: Group
  member: GroupMember
  onOut: () => void
}

/** Admins cannot be removed. */
function MemberRowEnd({ group, member, onOut }: MemberRowEndProps) {
  const client = useQueryClient()
  if (member.role === 'admin') return <Stamp variant="standing">Admin</Stamp>
  if (!group.is_admin) return null
  return (
    <TakeOut
      name={nameOf(member.user)}
      room={group.name}
      what="network"
      asks={!group.is_public}
      send={(reason) =>
        api.groups.takeOutGroupMember({ id: group.id, member_id: member.user.id, reason }, withTimeout())
      }
      onOut={(answer) => {
        onOut()
        if (answer) return putGroup(client, answer)
        void client.invalidateQueries({ queryKey: groupQuery(group.slug).queryKey })
        return client.invalidateQueries({ queryKey: groupMembersQuery(group.slug).queryKey })
      }}
    />
  )
}

/** In UTC, so that server and browser render the same. */
const monthOf = (date: Date) => date.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
