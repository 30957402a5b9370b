/** The page of an event: what, when, where and who, and whether the viewer attends. */
import { Link } from '@tanstack/react-router'
import { CalendarPlus, CalendarX2, Check, Network } from 'lucide'
import type { Event } from '#contract/events.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { AdministratorMark } from '../members/members.tsx'
import { MoreActions } from '../more/more.tsx'
import { Prose } from '../text/text.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Part } from '../ui/part.tsx'
import { useAttendance } from './attend.ts'
import { DateLeaf } from './date.tsx'
import { Facts } from './facts.tsx'
import { OwnEvent } from './own-event.tsx'

export function EventArticle({ event }: { event: Event }) {
  const { shown, press } = useAttendance(event)
  return (
    <article className="sheet full event" aria-labelledby="event">
      <div className="event-h row">
        <DateLeaf day={event.event_date} size="l" />
        <div className="grow">
          <h1 id="event" dir="auto">
            {event.title}
          </h1>
          <p className="ui soft flush">
            Hosted by <Host event={event} />
          </p>
          {event.group && (
            <p className="ui flush event-of">
              <Icon of={Network} size="s" />
              <Link to="/group/$groupName" params={{ groupName: event.group.slug }} dir="auto">
                {event.group.name}
              </Link>
            </p>
          )}
          {event.is_cancelled && <Stamp variant="bad">Cancelled</Stamp>}
          {event.is_past && !event.is_cancelled && <Stamp>Past</Stamp>}
        </div>
        <Part small>
          <MoreActions of={{ id: event.id, author: event.creator }} kind="event" about="this event" />
        </Part>
      </div>
      <Part>
        <Facts event={shown} />
      </Part>
      {event.body.length > 0 && (
        <Part>
          <Prose body={event.body} />
        </Part>
      )}
      <Part>
        <Steps event={shown} onPress={press} />
      </Part>
      {event.can_cancel && (
        <Part>
          <OwnEvent event={event} />
        </Part>
      )}
    </article>
  )
}

/** The creator's name, linked to his page; it may be in a right-to-left script. */
function Host({ event: { creator } }: { event: Event }) {
  if (!creator) return <span>{nameOf(null)}</span>
  return (
    <>
      <Link to="/user/$username" params={{ username: creator.username }} dir="auto">
        {nameOf(creator)}
      </Link>{' '}
      <AdministratorMark of={creator} />
    </>
  )
}

/** The actions of the viewer. */
function Steps({ event, onPress }: { event: Event; onPress: () => void }) {
  const viewer = useViewer()
  if (event.is_cancelled)
    return (
      <>
        <div className="note bad event-off">
          <Icon of={CalendarX2} />
          <p>This event was cancelled. It does not take place.</p>
        </div>
        {event.is_attending && (
          <div className="btn-row">
            <Attend event={event} onPress={onPress} />
          </div>
        )}
      </>
    )
  return (
    <div className="event-steps">
      <div className="btn-row">
        {viewer ? (
          <Attend event={event} onPress={onPress} />
        ) : (
          event.can_attend && <SignInLink className={buttonClass()}>Sign in to attend</SignInLink>
        )}
        {!event.is_past && (
          <a className={buttonClass({ variant: 'quiet' })} href={`/event/${event.id}/calendar.ics`} download>
            <Icon of={CalendarPlus} size="s" />
            Add to calendar
          </a>
        )}
      </div>
      {event.is_past && <p className="sm soft">This event is over. Who was there and what was said stays.</p>}
    </div>
  )
}

/** A member who attends may leave, also if nobody can join any more. */
const Attend = ({ event: { is_attending, can_attend }, onPress }: { event: Event; onPress: () => void }) => (
  <Button
    className="needs-script"
    variant={is_attending ? 'lamp' : 'primary'}
    icon={is_attending ? Check : undefined}
    aria-pressed={is_attending}
    disabled={!can_attend && !is_attending}
    onClick={onPress}
  >
    {is_attending ? 'Attending' : 'Attend'}
  </Button>
)
