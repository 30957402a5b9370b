/** The tabs Kin, Incoming Requests and Sent Requests. Loaded on demand. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ConnectionItem, ConnectionList } from '#contract/connections.ts'
import { useNow } from '../kernel/clock.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { nameOf } from '../members/members.ts'
import { AuthorLine } from '../members/members.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Counter } from '../ui/counter.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { grouped } from '../ui/number.ts'
import { Sheet } from '../ui/sheet.tsx'
import { SkeletonPost } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Time } from '../ui/time.tsx'
import { useConnectionAction } from './action.ts'
import { CONNECTION_ACTIONS, connectionsQuery, countsQuery } from './connections.ts'
import { EndConnectionDialog } from './end-dialog.tsx'

interface KinDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** the tab that is open first */
  first: ConnectionList
}

const LABEL: Record<ConnectionList, string> = { kin: 'Kin', incoming: 'Incoming Requests', sent: 'Sent Requests' }
const LISTS = ['kin', 'incoming', 'sent'] as const

export function KinDrawer({ open, onOpenChange, first }: KinDrawerProps) {
  const [chosen, setChosen] = useState<ConnectionList>()
  const counts = useQuery(countsQuery()).data
  const close = () => onOpenChange(false)
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        // when it opens again, show the tab with waiting requests
        if (!next) setChosen(undefined)
        onOpenChange(next)
      }}
      title="Kin"
      description="The dads you are connected with, and who asks whom."
    >
      <div className="kin-lists">
        <Tabs
          label="Kin and requests"
          value={chosen ?? first}
          onChange={setChosen}
          tabs={LISTS.map((list) => ({
            value: list,
            label: (
              <>
                {LABEL[list]}{' '}
                {list === 'incoming' ? (
                  <Counter count={counts?.incoming ?? 0} label="in all" />
                ) : (
                  counts && counts[list] > 0 && <span className="num soft">{grouped(counts[list])}</span>
                )}
              </>
            ),
            panel: <People list={list} onLeave={close} />,
          }))}
        />
      </div>
    </Sheet>
  )
}

const EMPTY: Record<ConnectionList, { title: string; words: string; to: '/categories' | '/local'; step: string }> = {
  kin: {
    title: 'No kin yet',
    words: 'When you read somebody you would like to know better, open his page and press Connect.',
    to: '/categories',
    step: 'Go to the feed',
  },
  incoming: {
    title: 'Nobody is waiting',
    words: 'Who asks to connect with you stands here until you answer. Dads near you find you with Local Mode on.',
    to: '/local',
    step: 'See who is near',
  },
  sent: {
    title: 'No requests on their way',
    words: 'Whom you have asked stands here until he answers.',
    to: '/categories',
    step: 'Go to the feed',
  },
}

function People({ list, onLeave }: { list: ConnectionList; onLeave: () => void }) {
  const people = useInfiniteQuery(connectionsQuery(list))
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  if (people.isPending) return <SkeletonPost count={3} label="Loading..." />
  if (!people.data)
    return (
      <Failed title="This list did not load" onRetry={() => void people.refetch()} retrying={people.isFetching}>
        Check your connection and try again.
      </Failed>
    )
  const items = people.data.pages.flatMap((page) => page.items)
  const { title, words, to, step } = EMPTY[list]
  if (items.length === 0)
    return (
      <div ref={place} tabIndex={-1} data-people>
        <Empty
          title={title}
          level="h3"
          action={
            <Link className={buttonClass({ variant: 'quiet' })} to={to} onClick={onLeave}>
              {step}
            </Link>
          }
        >
          {words}
        </Empty>
      </div>
    )
  // the row disappears with the answer, and the pressed button with it
  const onGone = (gone: ConnectionItem) => {
    const at = items.indexOf(gone)
    const beside = items[at + 1] ?? items[at - 1]
    moveFocus(beside ? `[data-member="${beside.user.id}"]` : '[data-people]')
  }
  return (
    <div ref={place}>
      <div data-people tabIndex={-1}>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
        <ul className="rule" role="list" aria-label={LABEL[list]}>
          {items.map((item) => (
            <Person key={item.id} item={item} onLeave={onLeave} onGone={() => onGone(item)} />
          ))}
        </ul>
      </div>
      {people.hasNextPage && (
        <Button
          variant="quiet"
          wide
          busy={people.isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => void people.fetchNextPage()}
        >
          {people.isFetchNextPageError ? 'That did not load. Try again' : 'Show more'}
        </Button>
      )}
    </div>
  )
}

interface PersonProps {
  item: ConnectionItem
  onLeave: () => void
  onGone: () => void
}

function Person({ item, onLeave, onGone }: PersonProps) {
  const { user, status, at } = item
  const now = useNow()
  const name = nameOf(user)
  const action = useConnectionAction(user.id, { onDone: onGone })
  const [asking, setAsking] = useState<'cancel' | 'remove' | null>(null)
  const [asked, setAsked] = useState<'cancel' | 'remove'>('cancel')
  const ask = (what: 'cancel' | 'remove') => () => {
    setAsked(what)
    setAsking(what)
  }
  const act = (what: 'accept' | 'decline', variant: 'soft' | 'quiet', label: string) => (
    <Button
      variant={variant}
      busy={action.isPending && action.variables === what}
      busyLabel={CONNECTION_ACTIONS[what].busy}
      onClick={() => !action.isPending && action.mutate(what)}
    >
      {label}
      <OfWhom name={name} />
    </Button>
  )
  return (
    <li className="kin-row" data-member={user.id} tabIndex={-1}>
      <AuthorLine author={user} at>
        <span>{WHEN[status]} </span>
        {status === 'connected' ? <Day value={at} now={now} /> : <Time value={at} now={now} style="long" />}
      </AuthorLine>
      {status === 'crossed' && <p className="hint">He has asked you, too.</p>}
      <div className="btn-row">
        {item.can_accept && act('accept', 'soft', 'Accept')}
        {item.can_decline && act('decline', 'quiet', 'Decline')}
        <Link
          className={buttonClass({ variant: 'quiet' })}
          to="/user/$username"
          params={{ username: user.username }}
          onClick={onLeave}
        >
          View Profile
          <OfWhom name={name} />
        </Link>
        {item.can_cancel && (
          <Button variant="bare" onClick={ask('cancel')}>
            Cancel
            <OfWhom name={name} />
          </Button>
        )}
        {item.can_remove && (
          <Button variant="bare" onClick={ask('remove')}>
            Remove
            <OfWhom name={name} />
          </Button>
        )}
      </div>
      <EndConnectionDialog
        what={asked}
        user={{ id: user.id, name }}
        open={asking !== null}
        onClose={() => setAsking(null)}
        onDone={onGone}
      />
    </li>
  )
}

const WHEN: Partial<Record<ConnectionItem['status'], string>> = {
  connected: 'Kin since',
  incoming: 'Asked you',
  requested: 'You asked',
  crossed: 'You asked',
}

/** The day of a connection, without the time; with the year if it is not the current one. */
function Day({ value, now }: { value: Date; now: number }) {
  const year = value.getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric'
  const words = value.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year })
  return <time dateTime={value.toISOString()}>{words}</time>
}

/** Adds the member's name to the accessible name of buttons that are repeated per row. */
const OfWhom = ({ name }: { name: string }): ReactNode => <span className="sr"> {name}</span>
