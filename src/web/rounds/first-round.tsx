/** The start of a pod's rounds: a press opens the first round, and the next one follows on the day that is filled in. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Pod } from '#contract/pods.ts'
import { ROUND } from '#contract/round-words.ts'
import type { RoundsOfPod } from '#contract/rounds.ts'
import { api } from '../kernel/api.ts'
import { useNow } from '../kernel/clock.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useZone } from '../kernel/zone.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { filledRhythm, nowWords } from './filled-rhythm.ts'
import { rhythmChanged, roundsChanged } from './rounds.ts'
import { dayAndTime, momentWords, oftenWords } from './words.ts'

interface FirstRoundProps {
  pod: Pick<Pod, 'id' | 'meeting_frequency'>
  rounds: RoundsOfPod
}

/** What is filled in for this pod, on the viewer's own calendar. */
export const useFilledRhythm = ({ meeting_frequency }: FirstRoundProps['pod']) =>
  filledRhythm(meeting_frequency, useZone(), useNow())

/** "Saturday 20:00, every two weeks" */
export function FilledWords({ pod }: Pick<FirstRoundProps, 'pod'>) {
  const filled = useFilledRhythm(pod)
  return (
    <>
      <b>{dayAndTime(filled)}</b>, {oftenWords(filled.weeks).toLowerCase()}
    </>
  )
}

export function OpenFirstRound({ pod, rounds }: FirstRoundProps) {
  const client = useQueryClient()
  const filled = useFilledRhythm(pod)
  const opening = useMutation({
    mutationFn: () =>
      api.rounds.setRhythm(
        { pod_id: pod.id, ...filled, season_rounds: ROUND.season.usual, opens_now: true },
        withTimeout(),
      ),
    onMutate: () => toast.ahead(),
    onSuccess: (answer) => {
      const next = answer.rhythm && momentWords(answer.rhythm.next_at, filled.time_zone)
      // another member may have been faster
      if (answer.open) toast.good(`Your round is open.${next ? ` The next one opens on ${next}.` : ''}`)
      // the button that was pressed disappears with the offer
      requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
      return rhythmChanged(client, answer)
    },
    onError: (error) => {
      toast.bad(readFault(error, 'The round was not opened. Please try again.').sentence)
      return roundsChanged(client)
    },
  })
  const words = nowWords(rounds)
  if (words === null) return null
  return (
    <Button className="needs-script" busy={opening.isPending} busyLabel="Opening..." onClick={() => opening.mutate()}>
      {words}
    </Button>
  )
}
