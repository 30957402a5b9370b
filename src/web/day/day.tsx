/** A member's day: three shortcuts, his check-ins, what is new, the next event, and unanswered questions. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Day } from '#contract/day.ts'
import type { EventCard } from '#contract/events.ts'
import { EventRow, SkeletonEvents } from '../events/events.tsx'
import { readFault } from '../kernel/fault.ts'
import { useViewer } from '../kernel/viewer.ts'
import { useZone } from '../kernel/zone.ts'
import { nameOf } from '../members/members.ts'
import { ShortcutCards } from '../shortcuts/shortcuts.tsx'
import { buttonClass } from '../ui/button.tsx'
import { SheetList } from '../ui/card.tsx'
import { Failed } from '../ui/failed.tsx'
import { CheckIns } from './check-ins.tsx'
import { dayQuery } from './day.ts'
import { NewItems, NewItemsPending } from './new-items.tsx'
import { Questions, QuestionsPending } from './unanswered-questions.tsx'

export { openDay } from './day.ts'

export function DayScreen() {
  const viewer = useViewer()
  // until the answer for the viewer's zone arrives, keep the answer that was rendered for UTC
  const asked = useQuery({ ...dayQuery(useZone()), placeholderData: (held) => held })
  if (!viewer) return null
  return (
    <div className="lp own-day">
      <h1>
        Your day, <bdi>{nameOf(viewer).split(/\s/)[0]}</bdi>
      </h1>
      <nav aria-label="Ways in">
        <ShortcutCards slim />
      </nav>
      {asked.data ? (
        <Whole day={asked.data} />
      ) : asked.isError ? (
        <div className="sheet">
          <Failed title="Your day did not load" onRetry={() => void asked.refetch()} retrying={asked.isFetching}>
            {readFault(asked.error, 'Nothing is lost. Check your connection and try again.').sentence}
          </Failed>
        </div>
      ) : (
        <Pending />
      )}
      <footer className="foot">
        <Link to="/help-lines">Help lines</Link>
        <Link to="/about">About and thanks</Link>
      </footer>
    </div>
  )
}

/** On a desktop, what is new and the questions are next to the event. Add a new section to either column. */
const Whole = ({ day }: { day: Day }) => (
  <div className="day-parts">
    <CheckIns checkIns={day.check_ins} seasons={day.seasons} />
    <NewItems day={day} />
    <NextEvent event={day.next_event} />
    <Questions questions={day.questions} />
  </div>
)

function NextEvent({ event }: { event: EventCard | null }) {
  return (
    <section className="day-event" aria-labelledby="day-event">
      <h2 id="day-event">Your next event</h2>
      {event ? (
        <SheetList>
          <EventRow event={event} />
        </SheetList>
      ) : (
        <div className="sheet day-none">
          <p className="ui soft">Nothing planned. When you attend something, it stands here.</p>
          <Link className={buttonClass({ variant: 'quiet' })} to="/local">
            See what is on
          </Link>
        </div>
      )}
    </section>
  )
}

/** Placeholders for the sections, under the same titles. */
const Pending = () => (
  <div className="day-parts">
    <NewItemsPending />
    <section className="day-event" aria-labelledby="day-event">
      <h2 id="day-event">Your next event</h2>
      <SkeletonEvents count={1} label="Loading your next event..." />
    </section>
    <QuestionsPending />
  </div>
)
