/** The viewer's own check-ins in a pod, to read and to delete. A chunk of its own, loaded on demand. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { useZone } from '../kernel/zone.ts'
import { Stamp } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CheckInLines } from './check-in-card.tsx'
import { DeleteAllCheckIns, DeleteCheckIn } from './delete-check-in.tsx'
import { ownCheckInsQuery, roundsChanged } from './rounds.ts'
import { dateWords, outcomeWords } from './words.ts'

export function HistorySheet({ pod_id, onClose }: { pod_id: string; onClose: () => void }) {
  const client = useQueryClient()
  const zone = useZone()
  const asked = useInfiniteQuery(ownCheckInsQuery(pod_id))
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  const [deleting, setDeleting] = useState<string>()
  const [isDeletingAll, setDeletingAll] = useState(false)
  const items = asked.data?.pages.flatMap((page) => page.items) ?? []
  const onDeleted = () => {
    setDeleting(undefined)
    setDeletingAll(false)
    moveFocus('[tabindex]')
    return roundsChanged(client)
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title="Your check-ins"
      description="Only you see this list. What you delete is also gone from what your pod reads."
    >
      <div ref={place}>
        <span tabIndex={-1} className="sr">
          {`${items.length} check-ins`}
        </span>
        {asked.isPending && <Skeleton />}
        {asked.isError && items.length === 0 && (
          <Failed
            title="Your check-ins did not load"
            onRetry={() => void asked.refetch()}
            retrying={asked.isFetching}
            level="h3"
          >
            Check your connection and try again.
          </Failed>
        )}
        {asked.isSuccess && items.length === 0 && (
          <Empty title="Nothing here yet" art="none" level="h3">
            What you say in a round stays here for you.
          </Empty>
        )}
        <ul className="rule own-check-ins">
          {items.map((one) => (
            <li key={one.id}>
              <article aria-label={`Round of ${dateWords(one.round.opens_at, zone)}`}>
                <div className="row between">
                  <b className="ui">{dateWords(one.round.opens_at, zone)}</b>
                  <Stamp variant="standing">{outcomeWords(one.outcome, one.about !== null)}</Stamp>
                </div>
                <CheckInLines checkIn={one} />
                <Button variant="bare" onClick={() => setDeleting(one.id)}>
                  Delete<span className="sr"> the check-in of {dateWords(one.round.opens_at, zone)}</span>
                </Button>
              </article>
            </li>
          ))}
        </ul>
        <div className="btn-row">
          {asked.hasNextPage && (
            <Button
              variant="quiet"
              busy={asked.isFetchingNextPage}
              busyLabel="Loading..."
              onClick={() => void asked.fetchNextPage()}
            >
              Show older ones
            </Button>
          )}
          {items.length > 0 && (
            <Button variant="bare" onClick={() => setDeletingAll(true)}>
              Delete all of them
            </Button>
          )}
        </div>
      </div>
      <Link className="more" to="/settings/check-ins" search={{}}>
        Your check-ins in all pods
      </Link>
      {deleting !== undefined && (
        <DeleteCheckIn id={deleting} open onClose={() => setDeleting(undefined)} onDeleted={onDeleted} />
      )}
      {isDeletingAll && (
        <DeleteAllCheckIns pod_id={pod_id} open onClose={() => setDeletingAll(false)} onDeleted={onDeleted} />
      )}
    </Sheet>
  )
}
