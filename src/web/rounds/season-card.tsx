/** The question at the end of a season. Each member answers alone, and may change his answer until it is decided. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Pod } from '#contract/pods.ts'
import type { RoundsOfPod } from '#contract/rounds.ts'
import { SAY_SEASON, SEASON_ANSWERS, type SeasonAnswer } from '#contract/season-words.ts'
import type { SeasonQuestion as Question, SeasonOfPod } from '#contract/seasons.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useZone } from '../kernel/zone.ts'
import { Button, NotYet, SendButton } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { toast } from '../ui/toast.tsx'
import { keepSeason, seasonQuery } from './season.ts'
import { SeasonChoice } from './season-choice.tsx'
import { answerWords, seasonOutcomeWords } from './season-words.ts'
import { ownMomentWords } from './words.ts'

interface SeasonProps {
  pod: Pick<Pod, 'id'>
  rounds: RoundsOfPod
}

export function SeasonQuestion({ pod, rounds }: SeasonProps) {
  const season = useQuery(seasonQuery(pod.id)).data
  if (!season) return null
  const { question } = season
  if (question && !question.may_answer) return <AskedOthers />
  // the form of his last check-in asks it
  if (question && isInForm(rounds)) return null
  if (question) return <Asked key={question.season} pod={pod} question={question} isRoundOpen={rounds.open !== null} />
  const words = newSeasonWords(season, rounds)
  return words ? (
    <Panel title="A new season" className="round stack-s">
      <p className="ui flush">{words}</p>
    </Panel>
  ) : null
}

const isInForm = ({ open, own }: RoundsOfPod) =>
  open !== null && own.pause === null && !open.check_ins.some(({ is_own }) => is_own)

/** For a member who is new: the question is open, and he reads why he is not asked. */
const AskedOthers = () => (
  <Panel id="season" title="Your pod’s season is done" className="round stack-s">
    <p className="ui flush">The others say in private how your pod goes on.</p>
    <p className="soft ui flush">{SAY_SEASON.tooNew}</p>
  </Panel>
)

/** Until the first round of the new season has closed. */
function newSeasonWords({ decided }: SeasonOfPod, { open, closed }: RoundsOfPod): string | null {
  if (!decided) return null
  const isNew = open
    ? open.season === decided.season + 1 && open.season_round === 1
    : closed[0]?.season === decided.season
  return isNew ? seasonOutcomeWords(decided.outcome) : null
}

interface AskedProps {
  pod: Pick<Pod, 'id'>
  question: Question
  isRoundOpen: boolean
}

function Asked({ pod, question, isRoundOpen }: AskedProps) {
  const client = useQueryClient()
  const zone = useZone()
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  const [chosen, setChosen] = useState(question.answer)
  const [isChanging, setChanging] = useState(question.answer === null)
  const [isBlank, setBlank] = useState(false)
  // a choice that was made before hydration is taken over
  useEffect(() => {
    const early = place.current?.querySelector<HTMLInputElement>('[name=season-answer]:checked')?.value
    const answer = SEASON_ANSWERS.find((one) => one === early)
    if (answer) setChosen(answer)
  }, [place])
  const sending = useMutation({
    mutationFn: (answer: SeasonAnswer) =>
      api.seasons.answerSeason({ pod_id: pod.id, season: question.season, answer }, withTimeout()),
    onMutate: () => toast.ahead(),
    onSuccess: (season) => {
      keepSeason(client, season)
      setChanging(false)
      // the button that was pressed disappears with the form
      moveFocus('h2 > span')
      toast.good(SAY_SEASON.kept)
    },
    onError: (error) => {
      toast.bad(readFault(error, SAY_SEASON.failed).sentence)
      void client.invalidateQueries({ queryKey: seasonQuery(pod.id).queryKey })
    },
  })
  const send = () => {
    setBlank(chosen === null)
    if (chosen === null) document.getElementById('season-answer')?.focus()
    else if (!sending.isPending) sending.mutate(chosen)
  }
  return (
    <div ref={place}>
      <Panel id="season" title={<span tabIndex={-1}>How does your pod go on?</span>} className="round">
        <p className="soft ui">
          {isRoundOpen ? 'This is the last round of your season. ' : 'This season is done. '}
          {`Each of you says it in private, and you can change your answer until ${ownMomentWords(question.until, zone)}. ${SAY_SEASON.counts}`}
        </p>
        {isChanging ? (
          <form
            className="stack needs-script"
            aria-label="How your pod goes on"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              send()
            }}
          >
            <SeasonChoice
              legend="How does your pod go on?"
              canOpen={question.can_open}
              chosen={chosen}
              onChoose={(answer) => {
                setChosen(answer)
                setBlank(false)
              }}
              isMissing={isBlank}
            />
            <div>
              <NotYet />
              <SendButton busy={sending.isPending} busyLabel="Sending...">
                Send my answer
              </SendButton>
            </div>
          </form>
        ) : (
          <div className="row between wrap">
            <p className="ui flush">
              You said: <b>{question.answer && answerWords(question.answer)}</b>
            </p>
            <Button
              variant="quiet"
              className="needs-script"
              onClick={() => {
                setChosen(question.answer)
                setChanging(true)
                moveFocus(':checked')
              }}
            >
              Change
            </Button>
          </div>
        )}
      </Panel>
    </div>
  )
}
