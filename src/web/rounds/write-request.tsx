/** "Write to Tom": the viewer alone is asked, with words to begin with. */
import { Link } from '@tanstack/react-router'
import { Copy } from 'lucide'
import { HOST_WORDS } from '#contract/host-words.ts'
import type { WriteRequest } from '#contract/round-hosts.ts'
import type { RoundsOfPod } from '#contract/rounds.ts'
import { api } from '../kernel/api.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { nameOf } from '../members/members.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { toast } from '../ui/toast.tsx'
import { useOwnChange } from './use-own-change.ts'

interface WriteRequestProps {
  rounds: RoundsOfPod
  /** called after the answer: the card disappears with its buttons */
  onAnswered: () => void
}

export function WriteRequestPanel({ rounds, onAnswered }: WriteRequestProps) {
  const { write_request } = rounds.own
  if (!write_request || write_request.is_done) return null
  return <Request pod_id={rounds.pod_id} request={write_request} onAnswered={onAnswered} />
}

interface RequestProps {
  pod_id: string
  request: WriteRequest
  onAnswered: () => void
}

function Request({ pod_id, request: { to, beginnings }, onAnswered }: RequestProps) {
  const name = nameOf(to)
  const answering = useOwnChange(
    (answer: 'done' | 'pass') => api.rounds.answerWriteRequest({ pod_id, answer }, withTimeout()),
    (answer) => (answer === 'done' ? HOST_WORDS.done : HOST_WORDS.passed),
    onAnswered,
  )
  const isSending = (answer: 'done' | 'pass') => answering.isPending && answering.variables === answer
  const send = (answer: 'done' | 'pass') => !answering.isPending && answering.mutate(answer)
  return (
    <Panel
      title={
        <>
          Would you write to <bdi>{name}</bdi>?
        </>
      }
      className="round stack-s"
      id="write"
    >
      <p className="ui flush">
        <Link to="/user/$username" params={{ username: to.username }}>
          <bdi>{name}</bdi>
        </Link>{' '}
        may be glad of a line from you. Right now only you are asked. What you write in the pod, all of you read; a call
        or a message of your own is better.
      </p>
      <ul className="rule" aria-label="Words to begin with">
        {beginnings.map((words) => (
          <li key={words} className="beginning">
            <p className="quote flush" dir="ltr">
              {words}
            </p>
            <Button variant="bare" icon={Copy} className="needs-script" onClick={() => copy(words)}>
              Copy<span className="sr">: {words}</span>
            </Button>
          </li>
        ))}
      </ul>
      <div className="btn-row needs-script">
        <Button variant="soft" busy={isSending('done')} onClick={() => send('done')}>
          I have written
        </Button>
        <Button variant="quiet" busy={isSending('pass')} onClick={() => send('pass')}>
          Not this week
        </Button>
      </div>
    </Panel>
  )
}

async function copy(words: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(words)
    toast.good('Copied')
  } catch {
    toast.plain('Your browser did not let us copy it. Mark the words and copy them by hand.')
  }
}
