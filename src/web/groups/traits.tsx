import { Globe, Lock, MapPin } from 'lucide'
import type { GroupCard } from '#contract/groups.ts'
import { Stamp } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { memberCountText } from './groups.ts'

/** Whether the network is public or private, its number of members and its location: shown under its name everywhere. */
export function GroupTraits({ group }: { group: Pick<GroupCard, 'is_public' | 'member_count' | 'location'> }) {
  return (
    <div className="row wrap sm soft traits-in">
      <Stamp icon={group.is_public ? Globe : Lock}>{group.is_public ? 'Public' : 'Private'}</Stamp>
      <span className="num">{memberCountText(group.member_count)}</span>
      {group.location && (
        <span className="row xs">
          <Icon of={MapPin} size="s" />
          <span dir="auto">{group.location}</span>
        </span>
      )}
    </div>
  )
}
