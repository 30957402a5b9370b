/** The events of a network, latest day first. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Group } from '#contract/groups.ts'
import { NextPage } from '../kernel/next-page.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { groupEventsQuery } from './loader-queries.ts'
import { NewEvent } from './new-event.tsx'
import { EventRow, SkeletonEvents } from './row.tsx'

export function GroupEvents({ group, after }: { group: Group; after: string | undefined }) {
  const list = useInfiniteQuery(groupEventsQuery(group.slug, after))
  const sheet = useRef<HTMLElement>(null)
  const events = list.data?.pages.flatMap((page) => page.items) ?? []
  const next = list.data?.pages.at(-1)?.next ?? ''
  const toFirstNew = (before: number) =>
    sheet.current?.querySelectorAll<HTMLElement>('.evrow > a')[before]?.focus({ preventScroll: true })
  if (list.isPending) return <SkeletonEvents />
  if (!list.data)
    return (
      <section className="sheet">
        <Failed title="The events did not load" onRetry={() => void list.refetch()} retrying={list.isFetching}>
          Check your connection and try again.
        </Failed>
      </section>
    )
  if (events.length === 0 && !after)
    return (
      <section className="sheet">
        <Empty title="No events yet" action={group.is_member && <NewEvent look="button" group={group} />}>
          What the men of {group.name} do together will stand here.
        </Empty>
      </section>
    )
  return (
    <section className="sheet" aria-labelledby="group-events" ref={sheet}>
      <div className="part-h row between wrap">
        <h2 id="group-events">Events</h2>
        {group.is_member && <NewEvent look="button" group={group} />}
      </div>
      {after && (
        <p className="pad ui">
          <Link to="/group/$groupName" params={{ groupName: group.slug }} search={{ tab: 'events' }}>
            Show the first events
          </Link>
        </p>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
      <ul className="rule" role="list">
        {events.map((event) => (
          <EventRow
            key={event.id}
            event={event}
            group={false}
            action={
              <Link
                className={buttonClass({ variant: 'quiet' })}
                to="/local/$eventId"
                params={{ eventId: event.id }}
                aria-label={`View Details of ${event.title}`}
              >
                View Details
              </Link>
            }
          />
        ))}
      </ul>
      <NextPage list={list} count={events.length} href={`?tab=events&after=${next}`} onMore={toFirstNew}>
        Load more
      </NextPage>
    </section>
  )
}
