/** The question at the end of a season. Each member answers alone, and may change his answer until it is decided. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, DoorOpen, type IconNode, Minimize2, Sunset } from 'lucide'
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
import { FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { keepSeason, seasonQuery } from './season.ts'
import { answerWords, seasonOutcomeWords } from './season-words.ts'
import { momentWords } from './words.ts'

interface SeasonProps {
  pod: Pick<Pod, 'id'>
  rounds: RoundsOfPod
}

export function SeasonQuestion({ pod, rounds }: SeasonProps) {
  const season = useQuery(seasonQuery(pod.id)).data
  if (!season) return null
  if (season.question && !season.question.may_answer) return <AskedOthers />
  if (season.question) return <Asked key={season.question.season} pod={pod} question={season.question} />
  const words = newSeasonWords(season, rounds)
  return words ? (
    <Panel title="A new season" className="round stack-s">
      <p className="ui flush">{words}</p>
    </Panel>
  ) : null
}

/** For a member who is new: the question is open, and he reads why he is not asked. */
const AskedOthers = () => (
  <Panel id="season" title="Your pod’s season is over" className="round stack-s">
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

const ICONS: Record<SeasonAnswer, IconNode> = { on: ArrowRight, smaller: Minimize2, open: DoorOpen, end: Sunset }
const HINTS: Record<SeasonAnswer, string> = {
  on: 'The same men, the same rhythm',
  smaller: 'The men who are here, and no new ones',
  open: 'Two free places for new men',
  end: 'With thanks. What you said stays yours to read',
}

function Asked({ pod, question }: { pod: Pick<Pod, 'id'>; question: Question }) {
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
      <Panel
        id="season"
        title={<span tabIndex={-1}>Your season is over. How does your pod go on?</span>}
        className="round"
      >
        <p className="soft ui">
          {`Each of you says it in private. Nobody sees your answer, and you can change it until ${momentWords(question.until, zone)}.`}
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
            <fieldset
              className="outcomes season-answers"
              aria-describedby={isBlank ? 'season-answer-error' : undefined}
            >
              <legend className="sr">How does your pod go on?</legend>
              <div>
                {SEASON_ANSWERS.map((answer, nth) => (
                  <label key={answer}>
                    <input
                      type="radio"
                      className="sr"
                      name="season-answer"
                      id={nth === 0 ? 'season-answer' : undefined}
                      value={answer}
                      checked={chosen === answer}
                      onChange={() => {
                        setChosen(answer)
                        setBlank(false)
                      }}
                    />
                    <Icon of={ICONS[answer]} />
                    <span>
                      <b>{answerWords(answer)}</b> <small>{HINTS[answer]}</small>
                    </span>
                  </label>
                ))}
              </div>
              {isBlank && <FieldError id="season-answer-error">{SAY_SEASON.answerMissing}</FieldError>}
            </fieldset>
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
