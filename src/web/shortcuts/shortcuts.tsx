/**
 * The three cards that link to the feed, the networks, and what is nearby. They are on the start page for visitors and
 * members.
 */

import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight, type IconNode, MapPin, Network, Newspaper } from 'lucide'
import { URLS } from '#contract/url-words.ts'
import { Icon } from '../ui/icon.tsx'

const SHORTCUTS: readonly { to: LinkProps['to']; icon: IconNode; title: string; text: string }[] = [
  { to: URLS.categories.path, icon: Newspaper, title: 'Read the feed', text: 'Twelve subjects, newest first.' },
  {
    to: URLS.groups.path,
    icon: Network,
    title: 'Find your network',
    text: 'Men with your job, your town, your kind of week.',
  },
  { to: URLS.local.path, icon: MapPin, title: 'See who is near', text: 'Events and dads within a few miles.' },
]

export function Shortcuts({ title }: { title: string }) {
  return (
    <section className="lp" aria-labelledby="ways">
      <h2 className="lp-h" id="ways">
        {title}
      </h2>
      <ShortcutCards />
    </section>
  )
}

/** `slim`: a smaller form above other content, so that on a phone three cards fit side by side. */
export function ShortcutCards({ slim }: { slim?: boolean }) {
  return (
    <div className={slim ? 'ways slim' : 'ways'}>
      {SHORTCUTS.map((way) => (
        <Link key={way.title} className="panel" to={way.to}>
          <span className="pic">
            <Icon of={way.icon} size="l" />
          </span>
          <span className="grow">
            <b className="way-h">{way.title}</b>
            <span className="soft ui">{way.text}</span>
          </span>
          <Icon of={ChevronRight} flip />
        </Link>
      ))}
    </div>
  )
}
