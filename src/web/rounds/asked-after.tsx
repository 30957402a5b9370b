/** What became of the viewer's ask of the last round. He is asked once, and only while the next round is open. */
import { HandHelping } from 'lucide'
import { type AskAnswer, SAY_ASKS } from '#contract/ask-words.ts'
import type { CheckIn, RoundsOfPod } from '#contract/rounds.ts'
import { api } from '../kernel/api.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { nameOf } from '../members/members.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { useAskChange } from './use-ask-change.ts'

interface AskedAfterProps {
  rounds: RoundsOfPod
  /** called after the answer: the card disappears with its buttons */
  onAnswered: () => void
}

export function AskedAfter({ rounds: { own }, onAnswered }: AskedAfterProps) {
  return own.asked_after && <Question of={own.asked_after} onAnswered={onAnswered} />
}

function Question({ of: { id, ask, taking }, onAnswered }: { of: CheckIn; onAnswered: () => void }) {
  return (
    <Panel title="What you asked for last time" className="stack-s needs-script">
      <p className="quote flush" dir="auto">
        {ask}
      </p>
      <p className="ui flush">
        {taking
          ? `${nameOf(taking.user)} took it on. Is it still open?`
          : 'Your pod can still read it. Is it still open?'}
      </p>
      <div className="btn-row">
        <Answer id={id} answer="happened" said={SAY_ASKS.happened} onAnswered={onAnswered}>
          No longer needed
        </Answer>
        <Answer
          id={id}
          answer="open"
          said={taking ? SAY_ASKS.stillTaken(nameOf(taking.user)) : SAY_ASKS.stillOpen}
          onAnswered={onAnswered}
        >
          Still open
        </Answer>
      </div>
    </Panel>
  )
}

interface AnswerProps {
  id: string
  answer: AskAnswer
  /** what he reads after it */
  said: string
  onAnswered: () => void
  children: string
}

function Answer({ id, answer, said, onAnswered, children }: AnswerProps) {
  const settling = useAskChange(() => api.rounds.settleAsk({ id, answer }, withTimeout()), said, onAnswered)
  return (
    <Button
      variant="quiet"
      icon={answer === 'happened' ? HandHelping : undefined}
      busy={settling.isPending}
      onClick={() => settling.mutate()}
    >
      {children}
    </Button>
  )
}
