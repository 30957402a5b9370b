/**
 * /settings/check-ins: the member's own check-ins in all pods, newest first, also in those that he has left. Only he can read this
 * list, and he deletes what he likes. Reading needs no JavaScript.
 */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide'
import { useState } from 'react'
import type { OwnCheckIn } from '#contract/rounds.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { NextPage } from '../kernel/next-page.tsx'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { useZone } from '../kernel/zone.ts'
import { Stamp } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { Icon } from '../ui/icon.tsx'
import { CheckInLines } from './check-in-card.tsx'
import { ownCheckInsQuery, roundsChanged } from './rounds.ts'
import { dateWords, outcomeWords } from './words.ts'

export function OwnCheckInsScreen({ after }: { after: string | undefined }) {
  const viewer = useViewer()
  if (viewer) return <OwnCheckIns after={after} />
  return (
    <div className="page narrow">
      <section className="sheet">
        <Empty
          level="h1"
          title="Sign in to see your check-ins"
          action={<SignInLink className={buttonClass()}>Sign In</SignInLink>}
        />
      </section>
    </div>
  )
}

const fetchDelete = () => import('./delete-check-in.tsx')

function OwnCheckIns({ after }: { after: string | undefined }) {
  const client = useQueryClient()
  const list = useInfiniteQuery(ownCheckInsQuery(undefined, after))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const next = list.data?.pages.at(-1)?.next
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  const { piece, ask } = useLazyPart(fetchDelete)
  const [deleting, setDeleting] = useState<OwnCheckIn>()
  const onDeleted = (id: string) => {
    const at = items.findIndex((one) => one.id === id)
    const beside = items[at + 1] ?? items[at - 1]
    setDeleting(undefined)
    moveFocus(beside ? `[data-check-in="${beside.id}"] h2` : 'h1')
    return roundsChanged(client)
  }
  const toFirstNew = (before: number) =>
    place.current?.querySelectorAll<HTMLElement>('[data-check-in] h2')[before]?.focus({ preventScroll: true })
  return (
    <div className="page narrow" ref={place}>
      <Link className="more back" to="/settings">
        <Icon of={ChevronLeft} flip />
        Account and security
      </Link>
      <div className="page-h">
        <div className="grow">
          <h1 tabIndex={-1}>Your check-ins</h1>
          <p className="ui soft flush">
            What you said in the rounds of all your pods, also of those you are no longer in. Nobody else sees this
            list.
          </p>
        </div>
      </div>
      {after && (
        <p className="pad ui">
          <Link to="/settings/check-ins" search={{}}>
            Show the newest ones
          </Link>
        </p>
      )}
      <div className="sheet rule">
        {!list.data ? (
          <Failed title="Your check-ins did not load" onRetry={() => void list.refetch()} retrying={list.isFetching}>
            Check your connection and try again.
          </Failed>
        ) : items.length === 0 ? (
          <Empty title="Nothing here yet">What you say in a round of a pod stays here for you.</Empty>
        ) : (
          items.map((one) => (
            <Own key={one.id} checkIn={one} onDelete={async () => (await ask()) && setDeleting(one)} />
          ))
        )}
        <NextPage list={list} count={items.length} href={`?after=${next ?? ''}`} onMore={toFirstNew}>
          Show more
        </NextPage>
      </div>
      {piece && deleting && (
        <piece.DeleteCheckIn
          id={deleting.id}
          hasLeft={deleting.has_left}
          open
          onClose={() => setDeleting(undefined)}
          onDeleted={() => onDeleted(deleting.id)}
        />
      )}
    </div>
  )
}

function Own({ checkIn, onDelete }: { checkIn: OwnCheckIn; onDelete: () => unknown }) {
  const zone = useZone()
  const { id, pod, has_left, round, outcome, about } = checkIn
  const date = dateWords(round.opens_at, zone)
  return (
    <article className="pad stack-s" data-check-in={id}>
      <div className="row s between wrap">
        <h2 tabIndex={-1} dir="auto">
          {pod && !has_left ? (
            <Link to="/pod/$podName" params={{ podName: pod.slug }}>
              {pod.name}
            </Link>
          ) : (
            (pod?.name ?? 'A pod that is no longer there')
          )}
        </h2>
        <Stamp>{outcomeWords(outcome, about !== null)}</Stamp>
      </div>
      <p className="sm soft flush">
        Round of {date}
        {has_left && pod && ' · an earlier pod'}
      </p>
      <CheckInLines checkIn={checkIn} />
      <div className="btn-row needs-script">
        <Button variant="bare" onClick={() => void onDelete()}>
          Delete<span className="sr"> the check-in of {date}</span>
        </Button>
      </div>
    </article>
  )
}
