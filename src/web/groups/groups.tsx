/** Components of networks: the tile of a list, and the exports for the pages. */
import { Link } from '@tanstack/react-router'
import type { GroupCard } from '#contract/groups.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Stamp } from '../ui/badge.tsx'
import { GroupTraits } from './traits.tsx'

export { GroupAdmins } from './admins.tsx'
export { GroupHead } from './head.tsx'
export { useMembershipEvents } from './live-members.ts'
export { GroupMembers } from './members.tsx'
export { GroupRequests } from './requests.tsx'
export { SuggestGroup } from './suggest-button.tsx'
export { Suggestions } from './suggestions.tsx'

/** One network in a list. The name is the link. */
export function GroupTile({ group, level: Title = 'h3' }: { group: GroupCard; level?: 'h2' | 'h3' }) {
  return (
    <li className="net">
      <Avatar name={group.name} id={group.id} src={group.avatar_url} size="l" />
      <div className="grow stack-s">
        <div className="row s between top-edge">
          <Title dir="auto">
            <Link to="/group/$groupName" params={{ groupName: group.slug }} search={{}}>
              {group.name}
            </Link>
          </Title>
          {group.is_member && <Stamp variant="standing">Joined</Stamp>}
        </div>
        <GroupTraits group={group} />
        {group.description && (
          <p className="ui soft c3 flush" dir="auto">
            {group.description}
          </p>
        )}
      </div>
    </li>
  )
}
