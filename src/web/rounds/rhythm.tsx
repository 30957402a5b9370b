/** The pod's rhythm: its day, its hour, how often, and the next date. Any member who is not new sets it; its end needs two, or three days. */
import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide'
import { type ReactNode, useState } from 'react'
import { SAY_NOTES } from '#contract/note-words.ts'
import type { Pod } from '#contract/pods.ts'
import { SAY_ROUNDS, WEEKDAYS } from '#contract/round-words.ts'
import type { Ending, OwnRounds, Rhythm, RoundsOfPod } from '#contract/rounds.ts'
import { placeOf, zoneTime } from '#contract/zone-words.ts'
import { api } from '../kernel/api.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useZone } from '../kernel/zone.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { nowWords } from './filled-rhythm.ts'
import { FilledWords, OpenFirstRound, useFilledRhythm } from './first-round.tsx'
import { seasonQuery } from './rounds.ts'
import { useOwnChange } from './use-own-change.ts'
import { dayAndTime, keepsDay, momentWords, oftenWords, ownMomentWords, shownZone } from './words.ts'

const fetchForm = () => import('./rhythm-form.tsx')

interface RhythmProps {
  pod: Pod
  rounds: RoundsOfPod
}

/** A button that opens the form of the rhythm. */
function SetRhythm({ pod, rounds, children }: RhythmProps & { children: ReactNode }) {
  const { piece, ask, waiting } = useLazyPart(fetchForm)
  const [isOpen, setOpen] = useState(false)
  const filled = useFilledRhythm(pod)
  return (
    <>
      <Button
        variant="quiet"
        className="needs-script"
        aria-haspopup="dialog"
        busy={waiting}
        onClick={async () => setOpen((await ask()) !== undefined)}
      >
        {children}
      </Button>
      {piece && isOpen && (
        <piece.RhythmForm
          pod_id={pod.id}
          rhythm={rounds.rhythm}
          filled={filled}
          now={nowWords(rounds)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** For a pod that has no rhythm: what rounds are, said once and quietly. */
export const RhythmOffer = (props: RhythmProps) => (
  <Panel title="Check in together on a fixed day" className="stack-s">
    <p className="ui flush">
      On your day each of you says how it went, in a minute: one win, one struggle, one ask, and what comes next. Then
      you read each other. If you need a pause, take one.
    </p>
    <p className="ui flush">
      A day to begin with: <FilledWords pod={props.pod} />. Every member can change it later.
    </p>
    <div className="btn-row">
      <OpenFirstRound {...props} />
      <SetRhythm {...props}>Choose your day</SetRhythm>
    </div>
  </Panel>
)

export function RhythmPanel({ pod, rounds }: RhythmProps) {
  const { rhythm, ending } = rounds
  const zone = useZone()
  const isAsked = Boolean(useQuery(seasonQuery(pod.id)).data?.question)
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  if (!rhythm) return null
  return (
    <div ref={place}>
      <Panel id="rhythm" title={<span tabIndex={-1}>Your rhythm</span>} className="stack-s">
        <p className="ui flush">
          <b>{dayAndTime(rhythm)}</b>, {oftenWords(rhythm.weeks).toLowerCase()}
          {placeOf(rhythm.time_zone) !== placeOf(zone) && ` (${zoneTime(rhythm.time_zone)})`}
        </p>
        <NextDate rhythm={rhythm} zone={zone} />
        <p className="soft sm flush">
          A season has {rhythm.season_rounds} rounds.
          {rhythm.set_by && (
            <>
              {' '}
              <bdi>{rhythm.set_by}</bdi> chose this.
            </>
          )}
        </p>
        {ending && <EndingAsked pod={pod} ending={ending} own={rounds.own} onKept={() => moveFocus('h2 > span')} />}
        {rounds.own.can_set_rhythm ? (
          <div className="btn-row">
            <SetRhythm pod={pod} rounds={rounds}>
              Change it
            </SetRhythm>
            {!ending && !isAsked && (
              <EndRhythm pod={pod} isAsked={false}>
                End the rounds
              </EndRhythm>
            )}
            {isAsked && <p className="soft sm flush">{SAY_ROUNDS.seasonAsked}</p>}
          </div>
        ) : (
          <p className="soft sm flush">{SAY_ROUNDS.tooNew}</p>
        )}
      </Panel>
    </div>
  )
}

interface EndingProps {
  pod: Pod
  ending: Ending
  own: OwnRounds
  /** called before the buttons disappear */
  onKept: () => void
}

/** A man has asked to end the rounds. Any member who has a say may object or agree; he himself may take it back. */
function EndingAsked({ pod, ending, own, onKept }: EndingProps) {
  const zone = useZone()
  const send = () => api.rounds.keepRhythm({ pod_id: pod.id }, withTimeout())
  const keeping = useOwnChange(send, 'The rounds go on.', onKept)
  const man = ending.is_own ? 'You' : (ending.by ?? SAY_NOTES.someone)
  return (
    <div className="top-edge stack-s">
      <p className="ui flush">
        <bdi>{man}</bdi>
        {` asked to end the rounds. They end on ${ownMomentWords(ending.until, zone)} unless one of you says otherwise.`}
        {!ending.is_own && own.can_set_rhythm && ' Your pod reads what you choose, with your name.'}
      </p>
      {own.can_set_rhythm && (
        <div className="btn-row needs-script">
          <Button variant="soft" busy={keeping.isPending} onClick={() => keeping.mutate()}>
            {ending.is_own ? 'Take it back' : 'Keep them'}
          </Button>
          {!ending.is_own && (
            <EndRhythm pod={pod} isAsked>
              End them now
            </EndRhythm>
          )}
        </div>
      )}
    </div>
  )
}

/** In the pod's zone, and on the viewer's own clock if that shows another time. */
function NextDate({ rhythm, zone }: { rhythm: Rhythm; zone: string }) {
  const [there, here] = [momentWords(rhythm.next_at, rhythm.time_zone), momentWords(rhythm.next_at, zone)]
  // a browser that does not know the pod's zone shows UTC
  const isOther = shownZone(rhythm.time_zone) !== rhythm.time_zone
  const words = keepsDay(rhythm)
    ? `The next round stays on ${there.replace(/,.*$/, '')}, then ${WEEKDAYS[rhythm.weekday - 1]}s.`
    : `Next on ${there}${isOther ? ` (${zoneTime('UTC')})` : ''}`
  return (
    <p className="row s top-edge ui flush">
      <Icon of={CalendarClock} size="s" />
      <span>
        {words}
        {here !== there && <span className="soft block">{`For you ${ownMomentWords(rhythm.next_at, zone)}`}</span>}
      </span>
    </p>
  )
}

/** `isAsked`: another man has asked it, so they end at once. */
function EndRhythm({ pod, isAsked, children }: { pod: Pod; isAsked: boolean; children: ReactNode }) {
  const { piece, ask } = useLazyPart(fetchForm)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="bare" className="needs-script" onClick={async () => setOpen((await ask()) !== undefined)}>
        {children}
      </Button>
      {piece && (
        <piece.EndRhythmDialog
          pod_id={pod.id}
          isAsked={isAsked}
          isAlone={pod.current_members === 1}
          open={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
