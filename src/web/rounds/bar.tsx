/** The rounds on the pod's own page: a bar above the conversation, and the way to their page beside it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarCheck } from 'lucide'
import { useState } from 'react'
import type { Pod } from '#contract/pods.ts'
import type { Round, RoundsOfPod } from '#contract/rounds.ts'
import { useNow } from '../kernel/clock.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useViewer } from '../kernel/viewer.ts'
import { useZone } from '../kernel/zone.ts'
import { buttonClass } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { longWords } from '../ui/time.tsx'
import { FilledWords, OpenFirstRound } from './first-round.tsx'
import { roundsQuery } from './rounds.ts'
import { hereAndThere } from './words.ts'

interface PodProps {
  pod: Pick<Pod, 'id' | 'slug' | 'meeting_frequency'>
}

const fetchDrawer = () => import('./check-in-drawer.tsx')

/** Nothing until the rounds have loaded: the conversation does not wait for them. */
export function RoundsBar({ pod }: PodProps) {
  const rounds = useQuery(roundsQuery(pod.id)).data
  const viewer = useViewer()
  const now = useNow()
  const zone = useZone()
  const { piece, ask, waiting } = useLazyPart(fetchDrawer)
  const [isOpen, setOpen] = useState(false)
  /** the round of the drawer, which stays open if the round closes: what was typed can be copied */
  const [drawn, setDrawn] = useState<Round | null>(null)
  if (!rounds || !viewer) return null
  if (!rounds.open && !rounds.rhythm) return <StartBar pod={pod} rounds={rounds} />
  const { open, rhythm, own } = rounds
  const mine = open?.check_ins.find(({ is_own }) => is_own)
  const asks = open && !mine && !own.pause
  const warm = () => void fetchDrawer().catch(() => {})
  const to = { to: '/pod/$podName/rounds', params: { podName: pod.slug } } as const
  return (
    <div className="rounds-bar">
      <Icon of={CalendarCheck} size="s" />
      <p className="grow">
        {open ? (
          <>
            <b>{mine ? 'You have checked in' : own.pause ? 'You are on a pause' : 'This round is open'}</b>{' '}
            {!own.pause && <span className="soft">{`Closes ${longWords(open.closes_at, now)}`}</span>}
          </>
        ) : (
          rhythm && `Next check-in ${hereAndThere(rhythm.next_at, zone, rhythm.time_zone)}`
        )}
      </p>
      {asks ? (
        // without JavaScript, and in a new tab, the page has the same form
        <Link
          {...to}
          className={buttonClass()}
          hash="check-in"
          preload={false}
          aria-busy={waiting || undefined}
          onPointerEnter={warm}
          onFocus={warm}
          onClick={async (event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            setDrawn(open)
            setOpen((await ask()) !== undefined)
          }}
        >
          Check in
        </Link>
      ) : (
        <Link {...to} className={buttonClass({ variant: 'bare' })}>
          Rounds
        </Link>
      )}
      {piece && drawn && (
        <piece.CheckInDrawer
          key={drawn.id}
          pod_id={pod.id}
          round={open?.id === drawn.id ? open : drawn}
          isClosed={open?.id !== drawn.id}
          own={own}
          member={viewer.id}
          open={isOpen}
          onOpenChange={setOpen}
        />
      )}
    </div>
  )
}

/**
 * For a pod that has had no round: its first one is a press away. Nothing for a pod that means to meet as needed, or whose
 * rounds have ended: the way beside the conversation is enough.
 */
function StartBar({ pod, rounds }: PodProps & { rounds: RoundsOfPod }) {
  if (pod.meeting_frequency === 'as-needed' || rounds.closed.length > 0 || !rounds.own.can_set_rhythm) return null
  return (
    <div className="rounds-bar rounds-start">
      <Icon of={CalendarCheck} size="s" />
      <p className="grow">
        Check in together: <FilledWords pod={pod} />
      </p>
      <div className="btn-row">
        <OpenFirstRound pod={pod} rounds={rounds} />
        <Link className={buttonClass({ variant: 'bare' })} to="/pod/$podName/rounds" params={{ podName: pod.slug }}>
          Another day
        </Link>
      </div>
    </div>
  )
}

const offers = (rounds: RoundsOfPod | undefined) => rounds && !rounds.rhythm && !rounds.open

/** The way to the page of rounds. For a pod without a rhythm it says what rounds are. */
export function RoundsLink({ pod }: { pod: Pick<Pod, 'id' | 'slug' | 'meeting_frequency' | 'ended_at'> }) {
  const rounds = useQuery(roundsQuery(pod.id)).data
  const words =
    offers(rounds) && !pod.ended_at && pod.meeting_frequency !== 'as-needed'
      ? 'Check in together on a fixed day'
      : 'Rounds'
  return (
    <Panel>
      <Link className="more rounds-way" to="/pod/$podName/rounds" params={{ podName: pod.slug }}>
        <Icon of={CalendarCheck} size="s" />
        {words}
      </Link>
    </Panel>
  )
}
