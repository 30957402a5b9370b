/** Below an ask: who has taken it, and what the viewer can do with it. */
import { HandHelping } from 'lucide'
import { useState } from 'react'
import { SAY_ASKS } from '#contract/ask-words.ts'
import type { CheckIn } from '#contract/rounds.ts'
import { api } from '../kernel/api.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { nameOf } from '../members/members.ts'
import { Button } from '../ui/button.tsx'
import { useAskChange } from './use-ask-change.ts'

const fetchTaking = () => import('./take-ask.tsx')

export function AskRow({ checkIn }: { checkIn: CheckIn }) {
  const { ask, taking, can_take, can_release } = checkIn
  const { piece, ask: load, waiting } = useLazyPart(fetchTaking)
  const [isTaking, setTaking] = useState(false)
  const [isReopened, setReopened] = useState(false)
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  if (ask === null) return null
  // not to whatever is there first: the answer of the server may be drawn a moment later
  const close = (focus: string) => {
    setTaking(false)
    moveFocus(focus)
  }
  const state = stateWords(checkIn) ?? (isReopened && 'Open for your pod again.')
  return (
    <div ref={place} className="check-in-ask">
      {state && (
        <p className="ask-state ui flush" tabIndex={-1} dir="auto">
          {state}
        </p>
      )}
      {can_take && isTaking && piece && (
        <piece.TakeAsk checkIn={checkIn} onDone={() => close('.ask-state')} onCancel={() => close('.take-it')} />
      )}
      {can_take && !isTaking && (
        <Button
          className="take-it needs-script"
          variant="quiet"
          icon={HandHelping}
          busy={waiting}
          onClick={async () => {
            setTaking((await load()) !== undefined)
            moveFocus('input')
          }}
        >
          I’ll take it<span className="sr">: the ask of {nameOf(checkIn.user)}</span>
        </Button>
      )}
      {can_release && taking?.is_own && <GiveBack checkIn={checkIn} onDone={() => close('.take-it')} />}
      {can_release && checkIn.is_own && (
        <OpenAgain
          checkIn={checkIn}
          onDone={() => {
            setReopened(true)
            moveFocus('.ask-state')
          }}
        />
      )}
    </div>
  )
}

/** "Ben has taken it: “I'll ring you Thursday”"; null while nothing has come of the ask. */
function stateWords({ taking, ask_answer, is_own }: CheckIn): string | null {
  const by = taking && `${taking.is_own ? 'You have' : `${nameOf(taking.user)} has`} taken it`
  const words = by && taking.words ? `${by}: “${taking.words}”` : by
  if (ask_answer === 'happened') return words ? `${words}. No longer needed.` : 'No longer needed.'
  return words ?? (is_own && ask_answer === 'open' ? 'Still open for your pod.' : null)
}

function GiveBack({ checkIn: { id, user }, onDone }: { checkIn: CheckIn; onDone: () => void }) {
  const back = useAskChange(() => api.rounds.giveBackAsk({ id }, withTimeout()), SAY_ASKS.givenBack, onDone)
  return (
    <Button variant="bare" className="needs-script" busy={back.isPending} onClick={() => back.mutate()}>
      Give it back<span className="sr">: the ask of {nameOf(user)}</span>
    </Button>
  )
}

/** For the author of an ask whose taker does not come back to him. */
function OpenAgain({ checkIn: { id }, onDone }: { checkIn: CheckIn; onDone: () => void }) {
  const opening = useAskChange(() => api.rounds.giveBackAsk({ id }, withTimeout()), SAY_ASKS.openAgain, onDone)
  return (
    <Button variant="bare" className="needs-script" busy={opening.isPending} onClick={() => opening.mutate()}>
      Open it to the others again
    </Button>
  )
}
