/** The host of the open round and its opening question. The host himself sees what he does, and in which order. */
import { Link } from '@tanstack/react-router'
import { MessageCircleQuestionMark } from 'lucide'
import { HOST_WORDS } from '#contract/host-words.ts'
import type { Pod } from '#contract/pods.ts'
import type { HostCard } from '#contract/round-hosts.ts'
import type { Round, RoundsOfPod } from '#contract/rounds.ts'
import { api } from '../kernel/api.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { nameOf } from '../members/members.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOwnChange } from './use-own-change.ts'

interface HostPanelProps {
  pod: Pick<Pod, 'slug'>
  rounds: RoundsOfPod
}

export const HostPanel = ({ pod, rounds: { open } }: HostPanelProps) =>
  open && <Host key={open.id} slug={pod.slug} round={open} />

function Host({ slug, round }: { slug: string; round: Round }) {
  const { host, is_host, can_host, opening_question, card } = round
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  // the button that was pressed is replaced by another one
  const stay = () => moveFocus('h2 > span')
  const input = { round_id: round.id }
  const taking = useOwnChange(() => api.rounds.takeHost(input, withTimeout()), HOST_WORDS.taken, stay)
  const declining = useOwnChange(() => api.rounds.declineHost(input, withTimeout()), HOST_WORDS.declined, stay)
  // the first round of a pod may have one man in it
  const hasCheckedIn = round.check_ins.some(({ is_own }) => is_own)
  const isAlone = card !== null && card.order.length === 1
  return (
    <div ref={place}>
      <Panel
        title={
          <span tabIndex={-1}>
            <HostTitle is_host={is_host} host={host} />
          </span>
        }
        className="round host stack-s"
        id="host"
      >
        <p className="host-question flush">
          <Icon of={MessageCircleQuestionMark} size="s" />
          <span>{opening_question}</span>
        </p>
        <p className="flush">
          <Link className="more" to="/pod/$podName" params={{ podName: slug }}>
            Answer it in the conversation
          </Link>
        </p>
        {card &&
          (isAlone ? (
            <p className="ui flush">{!hasCheckedIn && 'Check in first. '}The others find your words when they come.</p>
          ) : (
            <Card card={card} />
          ))}
        {(is_host ? !isAlone : can_host) && (
          <div className="btn-row needs-script">
            {is_host ? (
              <Button variant="quiet" busy={declining.isPending} onClick={() => declining.mutate()}>
                Let another man host
              </Button>
            ) : (
              <Button variant="quiet" busy={taking.isPending} onClick={() => taking.mutate()}>
                I’ll host this one
              </Button>
            )}
          </div>
        )}
      </Panel>
    </div>
  )
}

function HostTitle({ is_host, host }: Pick<Round, 'is_host' | 'host'>) {
  if (is_host) return 'You host this round'
  if (!host) return 'This round goes without a host'
  return (
    <>
      <bdi>{nameOf(host)}</bdi> hosts this round
    </>
  )
}

const Card = ({ card }: { card: HostCard }) => (
  <>
    <p className="ui flush">
      Check in, and put the question to the others. Leave room for each man; nobody has to answer. If you write or meet,
      this is an order:
    </p>
    <ol className="host-order ui" aria-label="Order of speaking">
      {card.order.map((name, nth) => (
        // two members may have the same name
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn anew with each round
        <li key={nth}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ol>
    <p className="hint flush">To close, say</p>
    <p className="quote flush">{card.closing_line}</p>
  </>
)
