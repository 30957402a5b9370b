/** The board of events: the week, and below it the upcoming events, or those of the chosen day. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNow } from '../kernel/clock.ts'
import { NextPage } from '../kernel/next-page.tsx'
import { buttonClass } from '../ui/button.tsx'
import { SheetList } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { BoardLink, type OnGo } from './board-link.tsx'
import type { BoardSearch } from './board-search.ts'
import { dayIn, dayWords } from './calendar.ts'
import { NewEvent } from './new-event.tsx'
import { boardPath, eventsQuery, inCalendar, type ViewerSettings } from './queries.ts'
import { EventRow, SkeletonEvents } from './row.tsx'
import { Week } from './week.tsx'

interface EventsBoardProps {
  /** the search parameters of the address */
  search: BoardSearch
  /** the viewer's settings */
  here: ViewerSettings
  /** opens the same page with other search parameters */
  onGo: OnGo
}

export function EventsBoard({ search: asked, here, onGo }: EventsBoardProps) {
  const search = inCalendar(asked)
  const now = useNow()
  const query = eventsQuery(search, here)
  const list = useInfiniteQuery({
    ...query,
    // keep the last answer while the viewer types or when his zone becomes known, but not for another day
    placeholderData: (held, before) => (isSamePlace(before?.queryKey, query.queryKey) ? held : undefined),
  })
  const sheet = useRef<HTMLDivElement>(null)
  const pages = list.data?.pages
  const today = pages?.[0]?.today ?? dayIn(here.zone, now)
  const events = pages?.flatMap((page) => page.items) ?? []
  // if the viewer has no position, the server uses the scope `everywhere`
  const scope = pages?.[0]?.scope ?? search.scope ?? 'near'
  const next = pages?.at(-1)?.next ?? ''
  const title = search.day ? dayWords(search.day, today) : 'Upcoming'
  const toFirstNew = (before: number) =>
    sheet.current?.querySelectorAll<HTMLElement>('.evrow a')[before]?.focus({ preventScroll: true })
  return (
    <div className="board" ref={sheet}>
      <Week search={search} here={here} now={now} onGo={onGo} />
      <div className="board-h">
        <h2 id="upcoming">{title}</h2>
        <nav className="seg" aria-label="How far around">
          <BoardLink
            search={search}
            to={{ scope: undefined, after: undefined }}
            onGo={onGo}
            aria-current={scope === 'near' ? 'true' : undefined}
          >
            Within {here.radius} miles
          </BoardLink>
          <BoardLink
            search={search}
            to={{ scope: 'everywhere', after: undefined }}
            onGo={onGo}
            aria-current={scope === 'everywhere' ? 'true' : undefined}
          >
            Everywhere
          </BoardLink>
        </nav>
        {search.day && (
          <BoardLink
            className="more board-all"
            search={search}
            to={{ day: undefined, week: undefined, after: undefined }}
            onGo={onGo}
          >
            All upcoming
          </BoardLink>
        )}
      </div>
      {scope === 'everywhere' && !search.scope && list.data && (
        <p className="board-note sm soft">
          We do not know where you are, so this is from everywhere. Say where in the location settings.
        </p>
      )}
      {search.after && (
        <p className="board-note ui">
          <a href={boardPath(search, { after: undefined })}>Show the first events</a>
        </p>
      )}
      <p className="sr" role="status">
        {(search.day || search.q) && list.data && !list.isPlaceholderData && foundWords(events.length, title, search.q)}
      </p>
      {list.isPending && <SkeletonEvents />}
      {list.isError && !list.data && (
        <section className="sheet">
          <Failed title="The events did not load" onRetry={() => void list.refetch()} retrying={list.isFetching}>
            Check your connection and try again.
          </Failed>
        </section>
      )}
      {events.length > 0 && (
        <SheetList aria-labelledby="upcoming" aria-busy={list.isPlaceholderData || undefined}>
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </SheetList>
      )}
      {list.data && events.length === 0 && (
        <section className="sheet">
          <NoEvents search={search} here={here} scope={scope} today={today} onGo={onGo} />
        </section>
      )}
      <NextPage list={list} count={events.length} href={boardPath(search, { after: next })} onMore={toFirstNew}>
        Load more
      </NextPage>
    </div>
  )
}

interface NoEventsProps extends EventsBoardProps {
  scope: 'near' | 'everywhere'
  today: string
}

function NoEvents({ search, here, scope, today, onGo }: NoEventsProps) {
  const everywhere = (
    <BoardLink
      className={buttonClass({ variant: 'quiet' })}
      search={search}
      to={{ scope: 'everywhere', after: undefined }}
      onGo={onGo}
    >
      Look everywhere
    </BoardLink>
  )
  if (search.q)
    return (
      <Empty
        title="No events match your search"
        level="h3"
        action={
          <BoardLink
            className={buttonClass({ variant: 'quiet' })}
            search={search}
            to={{ q: undefined, after: undefined }}
            onGo={onGo}
          >
            Clear search
          </BoardLink>
        }
      >
        Try other words: of the title, of what it is about, or of the place.
      </Empty>
    )
  if (search.day)
    return (
      <Empty
        title="Nothing on this day"
        level="h3"
        art="none"
        action={scope === 'near' ? everywhere : search.day >= today ? <NewEvent look="button" /> : undefined}
      >
        {scope === 'near'
          ? `Nothing within ${here.radius} miles of you. Further away there may be something.`
          : search.day >= today
            ? 'It is still free. Yours can be the first.'
            : 'Nobody met on it.'}
      </Empty>
    )
  if (scope === 'near')
    return (
      <Empty
        title={`Nothing within ${here.radius} miles yet`}
        level="h3"
        action={
          <>
            {everywhere}
            <NewEvent look="button" />
          </>
        }
      >
        A walk with prams, a swim, an evening of board games: what dads near you do together will stand here.
      </Empty>
    )
  return (
    <Empty title="No events yet" level="h3" action={<NewEvent look="button" />}>
      A walk with prams, a swim, an evening of board games: what dads do together will stand here. Yours can be the
      first.
    </Empty>
  )
}

const foundWords = (count: number, title: string, q: string | undefined) =>
  `${count === 0 ? 'No events' : count === 1 ? '1 event' : `${count} events`} ${q ? 'found' : `on ${title}`}`

interface BoardInput {
  day?: string
  scope?: string
}
const inputOf = (key: readonly unknown[] | undefined): BoardInput =>
  (key?.[1] as { input?: BoardInput } | undefined)?.input ?? {}

/** Whether both queries have the same day and scope. */
function isSamePlace(before: readonly unknown[] | undefined, key: readonly unknown[]): boolean {
  const [earlier, current] = [inputOf(before), inputOf(key)]
  return before !== undefined && earlier.day === current.day && earlier.scope === current.scope
}
