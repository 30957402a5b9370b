/** The list of a network's admins, beside its posts in the desktop layout. */
import { useQuery } from '@tanstack/react-query'
import { AuthorLine } from '../members/members.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Panel } from '../ui/card.tsx'
import { groupAdminsQuery } from './groups.ts'

/** Optional content: renders nothing if the list did not load or is empty. */
export function GroupAdmins({ slug }: { slug: string }) {
  const admins = useQuery(groupAdminsQuery(slug)).data?.items ?? []
  if (admins.length === 0) return null
  return (
    <Panel title="Admins" className="hide-phone">
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
      <ul className="stack-s" role="list">
        {admins.map(({ user }) => (
          <li key={user.id}>
            <AuthorLine author={user} end={<Stamp variant="standing">Admin</Stamp>}>
              <span dir="ltr">@{user.username}</span>
            </AuthorLine>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
