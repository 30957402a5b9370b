/** A week of events: selectable days, each with its first two events, and links to the weeks before and after. */
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, RotateCw } from 'lucide'
import type { ReactNode } from 'react'
import type { EventCard } from '#contract/events.ts'
import { EVENT } from '#contract/local-words.ts'
import { readFault } from '../kernel/fault.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { BoardLink, type OnGo } from './board-link.tsx'
import type { BoardSearch } from './board-search.ts'
import { dayIn, dayWords, namesOf, weekBefore, weekWords } from './calendar.ts'
import { addDays, daysOf, weekOf } from './days.ts'
import { type ViewerSettings, weekQuery } from './queries.ts'

interface WeekProps {
  search: BoardSearch
  here: ViewerSettings
  now: number
  onGo: OnGo
}

interface DayOfWeek {
  day: string
  events: readonly EventCard[]
  more: number
  more_open: boolean
}
const blank = (day: string): DayOfWeek => ({ day, events: [], more: 0, more_open: false })

export function Week({ search, here, now, onGo }: WeekProps) {
  const query = weekQuery(search, here)
  const asked = useQuery({
    ...query,
    // keep the last answer while another query for the same week is loading
    placeholderData: (held, before) => (weekIn(before?.queryKey) === weekIn(query.queryKey) ? held : undefined),
  })
  const today = asked.data?.today ?? dayIn(here.zone, now)
  const week = search.day ? weekOf(search.day) : (search.week ?? weekOf(today))
  const days = asked.data?.days ?? daysOf(week).map(blank)
  const before = weekBefore(week)
  const { place, moveFocus } = useMoveFocus<HTMLElement>()
  const turnTo = (sunday: string): BoardSearch => ({
    // the current week is the address without a parameter
    week: sunday === weekOf(today) ? undefined : sunday,
    day: undefined,
    after: undefined,
  })
  return (
    <section className="sheet cal" aria-labelledby="week" ref={place} aria-busy={asked.isFetching || undefined}>
      <div className="cal-h row between">
        <h2 id="week">{weekWords(week, today)}</h2>
        <span className="row">
          {before ? (
            <BoardLink
              className="iconbtn"
              search={search}
              to={turnTo(before)}
              onGo={(to) => {
                // in the first week the pressed button disappears
                if (weekBefore(before) === null) moveFocus('[data-week="later"]')
                onGo(to)
              }}
              aria-label="Earlier week"
            >
              <Icon of={ChevronLeft} flip />
            </BoardLink>
          ) : (
            <button type="button" className="iconbtn" aria-label="Earlier week" disabled>
              <Icon of={ChevronLeft} flip />
            </button>
          )}
          <BoardLink
            className="iconbtn"
            data-week="later"
            search={search}
            to={turnTo(addDays(week, 7))}
            onGo={onGo}
            aria-label="Later week"
          >
            <Icon of={ChevronRight} flip />
          </BoardLink>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
      <ul className="week" role="list">
        {days.map((one) => (
          <Day key={one.day} of={one} today={today} search={search} onGo={onGo} waiting={!asked.data} />
        ))}
      </ul>
      {asked.isError && !asked.data && (
        <div className="cal-failed row wrap">
          <FieldError>{readFault(asked.error, 'The calendar did not load.').sentence}</FieldError>
          <Button variant="quiet" icon={RotateCw} busy={asked.isFetching} onClick={() => void asked.refetch()}>
            Try again
          </Button>
        </div>
      )}
    </section>
  )
}

interface DayProps {
  of: DayOfWeek
  today: string
  search: BoardSearch
  onGo: OnGo
  waiting: boolean
}

/** The whole day is a link that selects it. If it is selected already, the link leads back to all upcoming events. */
function Day({ of: { day, events, more, more_open }, today, search, onGo, waiting }: DayProps) {
  const isChosen = search.day === day
  const { weekday, day: number } = namesOf(day)
  const count = events.length + more
  const words = [
    dayWords(day, today),
    ...(day === today ? ['today'] : []),
    ...(waiting ? [] : [count === 1 ? '1 event' : `${more_open ? 'more than ' : ''}${count} events`]),
  ]
  return (
    <li className={day === today ? 'd today' : 'd'}>
      <BoardLink
        search={search}
        to={{ day: isChosen ? undefined : day, week: isChosen ? weekIfOther(day, today) : undefined, after: undefined }}
        onGo={onGo}
        aria-current={isChosen ? 'true' : undefined}
      >
        <span className="sr">{words.join(', ')}</span>
        <span className="d-name" aria-hidden="true">
          {weekday.slice(0, 3)}
        </span>
        <b aria-hidden="true">{number}</b>
        <span className="dots" aria-hidden="true">
          {Array.from({ length: Math.min(3, count) }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders that never move
            <i key={index} />
          ))}
        </span>
        <span className="evs">
          {events.slice(0, EVENT.perDay).map((event) => (
            <EventMark key={event.id} event={event} />
          ))}
          {more > 0 && (
            <span className="ev-more">
              +{more}
              {more_open && ' and'} more
            </span>
          )}
        </span>
      </BoardLink>
    </li>
  )
}

function EventMark({ event }: { event: EventCard }): ReactNode {
  if (event.is_cancelled)
    return (
      <s className="ev off" dir="auto">
        {event.title}
      </s>
    )
  return (
    <span className={event.is_attending ? 'ev mine' : 'ev'} dir="auto">
      {event.title}
    </span>
  )
}

const weekIfOther = (day: string, today: string) => (weekOf(day) === weekOf(today) ? undefined : weekOf(day))

/** The week of a query. */
const weekIn = (key: readonly unknown[] | undefined) =>
  (key?.[1] as { input?: { day?: string } } | undefined)?.input?.day
