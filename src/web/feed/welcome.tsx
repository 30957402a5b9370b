/** The card of the first seven days: three places to go, until the member closes it. */

import { useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight, MapPin, Network, UsersRound, X } from 'lucide'
import type { Viewer } from '#contract/account.ts'
import { URLS } from '#contract/url-words.ts'
import { api } from '../kernel/api.ts'
import { changeViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../ui/toast.tsx'

const PLACES = [
  { to: URLS.pods.path, label: 'Browse Pods', icon: UsersRound },
  { to: URLS.groups.path, label: 'Join Communities', icon: Network },
  { to: URLS.local.path, label: 'Local Events', icon: MapPin },
] as const satisfies { to: LinkProps['to']; label: string; icon: unknown }[]

export function WelcomeCard({ viewer }: { viewer: Viewer }) {
  const client = useQueryClient()
  const putAway = async () => {
    changeViewer(client, { shows_welcome: false })
    // the card had the focus and is gone: move the focus to the start of the content
    document.getElementById('main')?.focus({ preventScroll: true })
    try {
      await api.onboarding.putWelcomeAway()
    } catch {
      changeViewer(client, { shows_welcome: true })
      toast.bad('The card could not be put away', 'Please try again.')
    }
  }
  return (
    <section className="sheet pad welcome" aria-labelledby="welcome">
      <div className="row top-edge">
        <h2 className="grow" id="welcome" dir="auto">
          Good to have you here, {nameOf(viewer).split(/\s/)[0]}
        </h2>
        <IconButton className="needs-script" icon={X} label="Put this card away" onClick={() => void putAway()} />
      </div>
      <p className="ui soft">Three places to put your hands first.</p>
      <ul className="picks">
        {PLACES.map(({ to, label, icon }) => (
          <li key={to}>
            <Link className="chip wide" to={to}>
              <Icon of={icon} />
              <span className="grow">{label}</span>
              <Icon of={ChevronRight} flip />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
