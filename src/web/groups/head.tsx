/** The head of a network's page: its name and picture, the viewer's membership, and the tabs. */
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Group } from '#contract/groups.ts'
import { bannerSet, imageAt } from '#contract/media-words.ts'
import { Avatar } from '../ui/avatar.tsx'
import { EditGroup } from './edit-button.tsx'
import { MembershipButton } from './membership-button.tsx'
import { GroupTraits } from './traits.tsx'

export interface Part {
  /** the value of `tab` in the address; undefined for the first tab */
  tab: 'events' | 'members' | 'chat' | undefined
  label: string
}

interface GroupHeadProps {
  group: Group
  parts: readonly Part[]
  current: Part['tab']
}

export function GroupHead({ group, parts, current }: GroupHeadProps) {
  const row = useRef<HTMLElement>(null)
  // with large type not all tabs fit, so the current one is scrolled into view
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one is current
  useEffect(() => {
    const strip = row.current
    const part = strip?.querySelector<HTMLElement>('[aria-current]')
    if (strip && part && strip.scrollWidth > strip.clientWidth)
      part.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  }, [current])
  return (
    <section className={current === 'chat' ? 'sheet nethead low' : 'sheet nethead'} aria-labelledby="group">
      <div className="peg banner">
        {group.banner_url && (
          <img
            src={group.banner_url}
            srcSet={bannerSet(group.banner_url)}
            sizes="(min-width: 1200px) 1072px, 100vw"
            alt=""
          />
        )}
      </div>
      <div className="nh">
        <Avatar name={group.name} id={group.id} src={group.avatar_url && imageAt(group.avatar_url, 288)} size="xl" />
        <div className="grow stack-s">
          <h1 id="group" dir="auto">
            {group.name}
          </h1>
          <GroupTraits group={group} />
        </div>
        <div className="nbtn row s">
          {group.is_admin && <EditGroup group={group} />}
          <MembershipButton group={group} />
        </div>
      </div>
      {group.description && (
        <p className="nd ui soft" dir="auto">
          {group.description}
        </p>
      )}
      {parts.length > 0 && (
        <nav className="ptabs" aria-label="Parts of this network" ref={row}>
          {parts.map(({ tab, label }) => (
            <Link
              key={label}
              to="/group/$groupName"
              params={{ groupName: group.slug }}
              search={tab ? { tab } : {}}
              resetScroll={false}
              activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
              aria-current={tab === current ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
    </section>
  )
}
