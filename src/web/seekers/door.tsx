/** The door of a pod on its page of rounds: the question of the season, open places, candidates, and who is invited. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SAY_ROUNDS } from '#contract/round-words.ts'
import { SAY_SEEKERS } from '#contract/seeker-words.ts'
import type { Candidate, Door } from '#contract/seekers.ts'
import { api } from '../kernel/api.ts'
import { useNow } from '../kernel/clock.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { nameOf } from '../members/members.ts'
import { AuthorLine } from '../members/members.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { useDoorAction } from './actions.ts'
import { doorQuery } from './seekers.ts'
import { hoursWords, leftWords, saidWords } from './words.ts'

/** The further ones are folded. */
const SHOWN_FIRST = 5

/** A member of a private pod with room reads who invites. */
const isExplained = ({ only_creator, seats }: Door) => only_creator && seats > 0

/** Nothing for a pod that cannot open places and has nobody invited. */
export function DoorPanel({ pod_id }: { pod_id: string }) {
  const door = useQuery(doorQuery(pod_id)).data
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  const now = useNow()
  if (!door || (!door.can_open && !door.opening && !isExplained(door) && door.invited.length === 0)) return null
  const { opening, candidates, invited } = door
  const first = candidates.slice(0, SHOWN_FIRST)
  const further = candidates.slice(SHOWN_FIRST)
  const onPressed = () => moveFocus('h2 > [tabindex]')
  return (
    <div ref={place} id="door">
      <Panel title={<span tabIndex={-1}>Open places</span>} className="stack-s">
        <p className="ui flush">{stateWords(door)}</p>
        {opening && <p className="sm soft flush">{saidWords(opening) || 'Open to every father'}</p>}
        {door.may_decide ? (
          <DoorButtons door={door} onPressed={onPressed} />
        ) : (
          <p className="sm soft flush">{door.only_creator ? SAY_SEEKERS.onlyCreator : SAY_ROUNDS.tooNew}</p>
        )}
        {opening && door.may_decide && candidates.length === 0 && (
          <p className="ui soft flush">Nobody who fits is looking right now. Men who fit appear here.</p>
        )}
        {first.length > 0 && <Candidates pod_id={pod_id} list={first} onPressed={onPressed} />}
        {further.length > 0 && (
          <details>
            <summary className="ui">{`${further.length} more`}</summary>
            <Candidates pod_id={pod_id} list={further} onPressed={onPressed} />
          </details>
        )}
        {invited.length > 0 && (
          <div>
            <h3 className="find-pod-h">Invited</h3>
            <ul>
              {invited.map(({ user, until }) => (
                <li key={user.id} className="find-pod-row">
                  <AuthorLine author={user}>{leftWords(until, now)}</AuthorLine>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Panel>
    </div>
  )
}

/** The button that is pressed disappears with its row, so the focus moves to the title. */
const Candidates = ({ pod_id, list, onPressed }: { pod_id: string; list: Candidate[]; onPressed: () => void }) => (
  <ul className="rule" aria-label="Men who fit">
    {list.map((one) => (
      <CandidateRow key={one.user.id} pod_id={pod_id} candidate={one} onPressed={onPressed} />
    ))}
  </ul>
)

function stateWords({ opening, asks, may_decide, only_creator }: Door): string {
  if (opening) {
    const left = opening.places - opening.taken
    const who = may_decide ? 'you' : only_creator ? 'its creator' : 'the others'
    return `${left} open ${left === 1 ? 'place' : 'places'}. Men who fit see your pod, and ${who} can invite them.`
  }
  if (!may_decide) return 'Your pod has no open places right now.'
  if (asks) return 'Your pod has room. Would you like to open a place or two?'
  return 'Your pod has room. You can open places whenever you like.'
}

const fetchForm = () => import('./door-form.tsx')

function DoorButtons({ door, onPressed }: { door: Door; onPressed: () => void }) {
  const { pod_id, opening, asks, can_open } = door
  const { piece, ask, waiting } = useLazyPart(fetchForm)
  const [open, setOpen] = useState(false)
  const close = useDoorAction(
    () => {
      onPressed()
      return api.seekers.closeDoor({ pod_id }, withTimeout())
    },
    () => (opening ? SAY_SEEKERS.shut : undefined),
  )
  return (
    <div className="btn-row needs-script">
      {can_open && (
        <Button
          variant={asks ? 'soft' : 'quiet'}
          aria-busy={waiting || undefined}
          onClick={async () => setOpen((await ask()) !== undefined)}
        >
          {opening ? 'Change' : 'Open places'}
        </Button>
      )}
      {(opening || asks) && (
        <Button variant="bare" busy={close.isPending} busyLabel="Closing..." onClick={() => close.mutate(undefined)}>
          {opening ? 'Close places' : 'Not this season'}
        </Button>
      )}
      {piece && open && <piece.DoorForm door={door} open={open} onOpenChange={setOpen} />}
    </div>
  )
}

interface CandidateRowProps {
  pod_id: string
  candidate: Candidate
  onPressed: () => void
}

function CandidateRow({ pod_id, candidate, onPressed }: CandidateRowProps) {
  const { user } = candidate
  const who = { pod_id, member_id: user.id }
  const act = useDoorAction(
    async (what: 'invite' | 'pass') => {
      const door = await (what === 'invite'
        ? api.seekers.inviteSeeker(who, withTimeout())
        : api.seekers.passOver(who, withTimeout()))
      onPressed()
      return door
    },
    (what) => (what === 'invite' ? SAY_SEEKERS.invited : undefined),
  )
  const press = (what: 'invite' | 'pass') => !act.isPending && act.mutate(what)
  const isBusy = (what: 'invite' | 'pass') => act.isPending && act.variables === what
  return (
    <li className="candidate">
      <AuthorLine author={user} />
      <p className="sm soft flush">{[saidWords(candidate), hoursWords(candidate.hours_apart)].join(' · ')}</p>
      <div className="btn-row needs-script">
        <Button variant="soft" busy={isBusy('invite')} busyLabel="Inviting..." onClick={() => press('invite')}>
          Invite<span className="sr"> {nameOf(user)}</span>
        </Button>
        <Button variant="bare" busy={isBusy('pass')} busyLabel="Saving..." onClick={() => press('pass')}>
          Not for our pod<span className="sr"> ({nameOf(user)})</span>
        </Button>
      </div>
    </li>
  )
}
