/** What is new to the member, per place, each with a link to it. */
import { Link, type LinkProps } from '@tanstack/react-router'
import { type IconNode, MapPin, Network, Newspaper, User, UsersRound } from 'lucide'
import type { Day, WaitingRoom } from '#contract/day.ts'
import { buttonClass } from '../ui/button.tsx'
import { SheetList } from '../ui/card.tsx'
import { Counter } from '../ui/counter.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const TITLE = 'New since you looked'

export function NewItems({ day }: { day: Day }) {
  const { feed, local, profile, rooms, has_more_rooms } = day
  const isEmpty = feed + local + profile + rooms.length === 0
  return (
    <section className="day-waiting" aria-labelledby="day-waiting">
      <h2 id="day-waiting">{TITLE}</h2>
      {isEmpty ? (
        <Nothing day={day} />
      ) : (
        <SheetList>
          {rooms.map((room) => (
            <Room key={room.id} room={room} />
          ))}
          {has_more_rooms && (
            <li className="day-more sm soft">
              More waits in your <Link to="/pods">pods</Link> and <Link to="/groups">networks</Link>.
            </li>
          )}
          <Row
            icon={Newspaper}
            count={feed}
            name="Feed"
            what={counted(feed, 'new post', 'new posts')}
            way={{ to: '/categories' }}
          />
          <Row
            icon={MapPin}
            count={local}
            name="Local"
            what={counted(local, 'new event', 'new events')}
            way={{ to: '/local' }}
          />
          <Row icon={User} count={profile} name="Profile" what="Kin, comments and karma" way={{ to: '/profile' }} />
        </SheetList>
      )}
    </section>
  )
}

const Room = ({ room: { room, name, slug, unread } }: { room: WaitingRoom }) => (
  <Row
    icon={room === 'pod' ? UsersRound : Network}
    count={unread}
    name={name}
    what={`${room === 'pod' ? 'Pod' : 'Network'}\u00a0· ${counted(unread, 'unread message', 'unread messages')}`}
    way={
      room === 'pod'
        ? { to: '/pod/$podName', params: { podName: slug } }
        : { to: '/group/$groupName', params: { groupName: slug }, search: { tab: 'chat' } }
    }
  />
)

interface RowProps {
  icon: IconNode
  count: number
  name: string
  what: string
  way: LinkProps
}

/** Renders nothing if nothing is new. The number is in the text; the lamp highlights it. */
function Row({ icon, count, name, what, way }: RowProps) {
  if (count === 0) return null
  return (
    <li className="day-row">
      <span className="day-pic">
        <Icon of={icon} />
      </span>
      <span className="grow ui">
        <Link className="strong day-name" dir="auto" {...way}>
          {name}
        </Link>
        <span className="sm soft day-what num">{what}</span>
      </span>
      <span aria-hidden="true">
        <Counter count={count} />
      </span>
    </li>
  )
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count > 99 ? 'More than 99' : count} ${many}`

function Nothing({ day: { in_pod, in_group } }: { day: Day }) {
  if (in_pod || in_group)
    return (
      <div className="sheet day-none">
        <p className="ui soft">All read. What is said in your pods, networks and the feed stands here.</p>
      </div>
    )
  return (
    <div className="sheet day-none">
      <p className="ui soft">
        Nothing waits for you yet. In a pod or a network there are men who are glad to hear from you.
      </p>
      <div className="btn-row">
        <Link className={buttonClass()} to="/pods">
          Find a pod
        </Link>
        <Link className={buttonClass({ variant: 'quiet' })} to="/groups">
          Find a network
        </Link>
      </div>
    </div>
  )
}

export const NewItemsPending = () => (
  <section className="day-waiting" aria-labelledby="day-waiting">
    <h2 id="day-waiting">{TITLE}</h2>
    <div role="status" className="sheet rule">
      <span className="sr">Loading what is new...</span>
      {[0, 1, 2].map((row) => (
        <div key={row} className="day-row" aria-hidden="true">
          <span className="day-pic" />
          <span className="grow stack-s">
            <Skeleton width="w40" />
            <Skeleton width="w60" />
          </span>
        </div>
      ))}
    </div>
  </section>
)
