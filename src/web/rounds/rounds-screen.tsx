/** The page of a pod's rounds. Each part of it is one component in a file of its own. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { topicOf } from '#contract/live-words.ts'
import type { Pod } from '#contract/pods.ts'
import type { Outcome } from '#contract/round-words.ts'
import type { RoundsOfPod } from '#contract/rounds.ts'
import { useLiveTopic } from '../kernel/live-topic.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { seekersChanged } from '../seekers/seekers.ts'
import { DoorPanel, Trials } from '../seekers/seekers.tsx'
import { Failed } from '../ui/failed.tsx'
import { Parts } from '../ui/part.tsx'
import { AskedAfter } from './asked-after.tsx'
import { ClosedRounds } from './closed-round.tsx'
import { EndedRounds } from './ended-rounds.tsx'
import { HostPanel } from './host.tsx'
import { KeptWords } from './kept-words.tsx'
import { OpenRound } from './open-round.tsx'
import { OwnPlace } from './own-place.tsx'
import { QuietTimePanel } from './quiet-time.tsx'
import { RhythmPanel } from './rhythm.tsx'
import { followRounds, followSeason, roundsQuery } from './rounds.ts'
import { SeasonQuestion } from './season-card.tsx'
import { WriteRequestPanel } from './write-request.tsx'

interface RoundsScreenProps {
  pod: Pod
  /** the outcome that a link in a mail chose */
  how?: Outcome | undefined
  /** called when the form has it */
  onHowTaken: () => void
  /** called if the pod itself changed: its members, its name */
  onPodChanged: () => void
}

export function RoundsScreen(props: RoundsScreenProps) {
  const { pod, onPodChanged } = props
  const client = useQueryClient()
  const asked = useQuery(roundsQuery(pod.id))
  useLiveTopic(topicOf('pod', pod.id), pod.seq, (events) => {
    if (events === null || events.some(({ kind }) => kind.startsWith('pod.'))) onPodChanged()
    followRounds(client, events)
    followSeason(client, pod.id, events)
    if (events === null || events.some(({ kind }) => /^(pod|round|rhythm)\./.test(kind))) void seekersChanged(client)
  })
  const rounds = asked.data
  if (!rounds)
    return asked.isError ? (
      <section className="sheet">
        <Failed title="The rounds did not load" onRetry={() => void asked.refetch()} retrying={asked.isFetching}>
          Check your connection and try again.
        </Failed>
      </section>
    ) : null
  return <Loaded {...props} rounds={rounds} />
}

function Loaded({ pod, how, onHowTaken, onPodChanged, rounds }: RoundsScreenProps & { rounds: RoundsOfPod }) {
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  // a link in a mail is about the round that is open now, and not about a later one
  const [link] = useState({ how, round: rounds.open?.id })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (how) onHowTaken()
  }, [])
  // nothing of a pod that has ended is changed
  const isOver = pod.ended_at !== null
  return (
    <div className="cols">
      <div ref={place} className="stack rounds-main">
        <Parts>
          {!isOver && <QuietTimePanel rounds={rounds} onChanged={() => moveFocus('h2 > span')} />}
          {rounds.closed[0] && !rounds.open && <KeptWords key={rounds.closed[0].id} round={rounds.closed[0]} />}
          {pod.ended_at ? (
            <EndedRounds pod={pod} at={pod.ended_at} />
          ) : (
            <OpenRound pod={pod} rounds={rounds} how={rounds.open?.id === link.round ? link.how : undefined} />
          )}
          {!isOver && <SeasonQuestion pod={pod} rounds={rounds} />}
          {!isOver && <AskedAfter rounds={rounds} onAnswered={() => moveFocus('h2 > span')} />}
          {!isOver && <HostPanel pod={pod} rounds={rounds} />}
          {!isOver && <WriteRequestPanel rounds={rounds} onAnswered={() => moveFocus('h2 > span')} />}
          {!isOver && <Trials pod_id={pod.id} onLeft={async () => onPodChanged()} />}
          <ClosedRounds rounds={rounds} />
        </Parts>
      </div>
      <aside className="side show" aria-label="Your pod’s rhythm and you">
        <Parts>
          {!isOver && <RhythmPanel pod={pod} rounds={rounds} />}
          <OwnPlace pod={pod} rounds={rounds} />
          {!isOver && <DoorPanel pod_id={pod.id} />}
        </Parts>
      </aside>
    </div>
  )
}
