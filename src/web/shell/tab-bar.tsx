/** The five tabs at the bottom of a member's phone. */
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { type IconNode, MapPin, Network, Newspaper, UserRound, UsersRound } from 'lucide'
import { URLS } from '#contract/url-words.ts'
import { CachedFragment } from '../kernel/cached-fragment.tsx'
import { Counter } from '../ui/counter.tsx'
import { Icon } from '../ui/icon.tsx'
import { currentOf, type NewCounts } from './area-links.ts'
import type { Spot } from './areas.ts'

// with large type a long word breaks at a syllable
const tabs: readonly { spot: Spot; to: LinkProps['to']; label: string; icon: IconNode }[] = [
  { spot: 'profile', to: URLS.profile.path, label: 'Profile', icon: UserRound },
  { spot: 'feed', to: URLS.categories.path, label: 'Feed', icon: Newspaper },
  { spot: 'groups', to: URLS.groups.path, label: 'Com\u00admu\u00adni\u00adties', icon: Network },
  { spot: 'local', to: URLS.local.path, label: 'Local', icon: MapPin },
  { spot: 'pods', to: URLS.pods.path, label: 'Pods', icon: UsersRound },
]

export function TabBar({ news }: { news: NewCounts }) {
  const path = useLocation({ select: (location) => location.pathname })
  return (
    <CachedFragment by={() => ['tab bar', news]}>
      <nav className="tabs-b" aria-label="Tabs">
        <ul>
          {tabs.map(({ spot, to, label, icon }) => (
            <li key={spot}>
              <Link to={to} aria-current={currentOf(path, spot)}>
                <Icon of={icon} />
                <span>{label}</span>
                <Counter count={news[spot] ?? 0} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </CachedFragment>
  )
}
