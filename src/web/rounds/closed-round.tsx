/** Closed rounds, newest first: what each member said, with the open asks first. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CheckIn, Round, RoundsOfPod } from '#contract/rounds.ts'
import { CachedFragment } from '../kernel/cached-fragment.tsx'
import { useZone } from '../kernel/zone.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { CheckInCard, useIsBlocked } from './check-in-card.tsx'
import { asksOf, olderRoundsQuery } from './recaps.ts'
import { dateWords } from './words.ts'

export function ClosedRounds({ rounds: { pod_id, closed, has_older } }: { rounds: RoundsOfPod }) {
  const [isAsked, setAsked] = useState(false)
  const isBlocked = useIsBlocked()
  const last = closed.at(-1)
  const older = useInfiniteQuery({ ...olderRoundsQuery(pod_id, last?.number ?? 1), enabled: isAsked })
  const further = older.data?.pages.flatMap(({ items }) => items) ?? []
  const hasMore = isAsked ? older.hasNextPage || older.isLoading || older.isError : has_older
  const loadMore = () => (older.data ? void older.fetchNextPage() : isAsked ? void older.refetch() : setAsked(true))
  useLinkedCheckIn(hasMore && !older.isFetching && !older.isError, loadMore)
  return (
    <>
      {[...closed, ...further].map((round) => (
        <ClosedRound key={round.id} round={round} isBlocked={isBlocked} />
      ))}
      {hasMore && (
        <Button variant="quiet" className="needs-script" busy={older.isFetching} busyLabel="Loading" onClick={loadMore}>
          Show older rounds
        </Button>
      )}
    </>
  )
}

/** A link of the conversation can lead to a check-in of an older round: loads rounds until it is there, and shows it. */
function useLinkedCheckIn(canLoad: boolean, loadMore: () => void) {
  const hash = useLocation({ select: (location) => location.hash })
  const [shown, setShown] = useState('')
  useEffect(() => {
    if (!hash.startsWith('check-in-') || shown === hash) return
    const place = document.getElementById(hash)
    if (place) {
      setShown(hash)
      place.scrollIntoView()
    } else if (canLoad) loadMore()
  })
}

interface ClosedRoundProps {
  round: Round
  isBlocked: (checkIn: CheckIn) => boolean
}

function ClosedRound({ round, isBlocked }: ClosedRoundProps) {
  const zone = useZone()
  return (
    <Panel
      title={`Recap of round ${round.number}`}
      action={<span className="soft sm">{dateWords(round.opens_at, zone)}</span>}
      className="round"
    >
      {round.check_ins.length === 0 ? (
        <p className="soft ui flush">A quiet round.</p>
      ) : (
        <CachedFragment by={() => ['check-ins', round.check_ins, round.check_ins.map(isBlocked)]}>
          <ul className="rule">
            {asksFirst(round.check_ins).map((one) => (
              <li key={one.id}>
                <CachedFragment by={() => ['check-in', one, isBlocked(one)]}>
                  <CheckInCard checkIn={one} isBlocked={isBlocked(one)} />
                </CachedFragment>
              </li>
            ))}
          </ul>
        </CachedFragment>
      )}
    </Panel>
  )
}

/** Check-ins with an ask that still waits for somebody come first; the others stay in the order in which they were sent. */
function asksFirst(said: CheckIn[]): CheckIn[] {
  const open = asksOf(said).filter(({ taking }) => taking === null)
  return [...open, ...said.filter((one) => !open.includes(one))]
}
