/** The open round: the viewer's own check-in or its form, and what the others said. Without an open round, the next date. */
import { useQueryClient } from '@tanstack/react-query'
import { CalendarClock } from 'lucide'
import { useState } from 'react'
import type { Pod } from '#contract/pods.ts'
import { commitmentWords, type Outcome } from '#contract/round-words.ts'
import type { CheckIn, Round, RoundsOfPod } from '#contract/rounds.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { useViewer } from '../kernel/viewer.ts'
import { useZone } from '../kernel/zone.ts'
import { Stamp } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { CheckInCard, useIsBlocked } from './check-in-card.tsx'
import { type Said, withKept } from './check-in-draft.ts'
import { CheckInFields, CheckInTrouble, OfferedDraft, SendCheckIn } from './check-in-form.tsx'
import { KeptWords } from './kept-words.tsx'
import { RhythmOffer } from './rhythm.tsx'
import { roundsChanged } from './rounds.ts'
import { type CheckInForm, useCheckIn } from './use-check-in.ts'
import { hereAndThere } from './words.ts'

interface OpenRoundProps {
  pod: Pod
  rounds: RoundsOfPod
  /** the outcome that a link in a mail chose */
  how?: Outcome | undefined
}

export function OpenRound({ pod, rounds, how }: OpenRoundProps) {
  if (!rounds.open) return rounds.rhythm ? <BetweenRounds rounds={rounds} /> : <RhythmOffer pod={pod} rounds={rounds} />
  return <Open key={rounds.open.id} pod={pod} rounds={rounds} round={rounds.open} how={how} />
}

function Open({ pod, rounds, round, how }: OpenRoundProps & { round: Round }) {
  const member = useViewer()!.id
  const zone = useZone()
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  const [isChanging, setChanging] = useState(false)
  const [isAnyway, setAnyway] = useState(false)
  const onSent = () => {
    setChanging(false)
    // the button that was pressed disappears with the form
    moveFocus('h2 > span')
  }
  const form = useCheckIn({ pod_id: pod.id, round, own: rounds.own, member, how, onSent })
  const { mine, isBegun, isBusy } = form
  const isBlocked = useIsBlocked()
  const others = round.check_ins.filter(({ is_own }) => !is_own)
  const isPaused = rounds.own.pause !== null && !isAnyway && !isBegun && !mine
  const showsForm = !isPaused && (!mine || isChanging || isBegun)
  return (
    <div ref={place} className="stack">
      <Panel
        title={<span tabIndex={-1}>{mine && !showsForm ? 'You have checked in' : 'Check in'}</span>}
        action={<Stamp>{seasonWords(round, rounds)}</Stamp>}
        className="round"
        id="check-in"
      >
        <p className="soft ui">{`Open until ${hereAndThere(round.closes_at, zone, rounds.rhythm?.time_zone)}`}</p>
        {isPaused && (
          <div className="btn-row needs-script">
            <p className="ui grow">You are on a pause. Nothing is expected, and you are welcome.</p>
            <Button variant="quiet" onClick={() => setAnyway(true)}>
              Check in anyway
            </Button>
          </div>
        )}
        {rounds.closed[0] && (
          <KeptWords
            key={rounds.closed[0].id}
            round={rounds.closed[0]}
            {...(showsForm && !isBusy && { onUse: (kept: Said) => form.type((shown) => withKept(shown, kept)) })}
          />
        )}
        {mine && !showsForm && (
          <OwnCheckIn
            checkIn={mine}
            form={form}
            onChange={() => setChanging(true)}
            onDeleted={() => moveFocus('h2 > span')}
          />
        )}
        {showsForm && (
          <form
            className="stack needs-script"
            aria-label="Your check-in"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              form.send()
            }}
          >
            <CheckInFields form={form} />
            <SendCheckIn
              form={form}
              onCancel={
                mine &&
                (() => {
                  form.drop()
                  setChanging(false)
                  moveFocus('.change-check-in')
                })
              }
            />
          </form>
        )}
        <span className="sr" role="status">
          {isBusy ? 'Sending your check-in' : ''}
        </span>
      </Panel>
      {others.length > 0 && (
        <Panel title="What the others said" className="round">
          <ul className="rule">
            {others.map((one) => (
              <li key={one.id}>
                <CheckInCard checkIn={one} isBlocked={isBlocked(one)} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

/** After the last round of a season there is one more if nobody has said how the pod goes on. */
const seasonWords = ({ season_round }: Round, { rhythm }: RoundsOfPod) => {
  if (!rhythm) return `Round ${season_round}`
  return season_round > rhythm.season_rounds ? 'One more round' : `Round ${season_round} of ${rhythm.season_rounds}`
}

interface OwnCheckInProps {
  checkIn: CheckIn
  form: CheckInForm
  onChange: () => void
  onDeleted: () => void
}

const fetchDelete = () => import('./delete-check-in.tsx')

function OwnCheckIn({ checkIn, form, onChange, onDeleted }: OwnCheckInProps) {
  const client = useQueryClient()
  const { piece, ask } = useLazyPart(fetchDelete)
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <CheckInTrouble form={form} />
      <OfferedDraft form={form} focus="change-check-in" onUse={onChange} />
      <CheckInCard checkIn={checkIn} isBlocked={false}>
        <div className="btn-row needs-script">
          <Button variant="quiet" className="change-check-in" id="change-check-in" onClick={onChange}>
            Change
          </Button>
          <Button variant="bare" onClick={async () => setDeleting((await ask()) !== undefined)}>
            Delete
          </Button>
        </div>
      </CheckInCard>
      {piece && (
        <piece.DeleteCheckIn
          id={checkIn.id}
          open={isDeleting}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false)
            form.drop()
            onDeleted()
            return roundsChanged(client)
          }}
        />
      )}
    </>
  )
}

/** What the viewer takes with him until the next round. */
function BetweenRounds({ rounds: { rhythm, own } }: { rounds: RoundsOfPod }) {
  const zone = useZone()
  if (!rhythm) return null
  return (
    <Panel title="Between rounds" className="round stack-s">
      <p className="row s ui flush">
        <Icon of={CalendarClock} size="s" />
        <span>
          The next round opens on <b>{hereAndThere(rhythm.next_at, zone, rhythm.time_zone)}</b>.
        </span>
      </p>
      {own.carried && (
        <div>
          <p className="hint flush">What you said last time</p>
          <p className="quote flush" dir="auto">
            {commitmentWords(own.carried)}
          </p>
        </div>
      )}
    </Panel>
  )
}
