/**
 * The poll of a post. Before the vote its options are buttons; afterwards they are results in the same positions, and
 * only the bars move. A visitor sees the options and a link to sign in.
 */
import { Check, Circle, CircleCheck } from 'lucide'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { Poll } from '#contract/polls.ts'
import { SAY } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { asMember } from '../kernel/as-member.ts'
import { desiredOf, onDesired, setDesired } from '../kernel/desired-state.ts'
import { readFault } from '../kernel/fault.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { askToSignIn, SignInLink } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { Icon } from '../ui/icon.tsx'
import { grouped } from '../ui/number.ts'
import { toast } from '../ui/toast.tsx'
import { optimisticPoll, percentOf, votesIn, votesWord } from './optimistic.ts'

interface PollProps {
  postId: string
  /** the server's last answer */
  poll: Poll
  /** writes the server's answer into the cache */
  onPoll: (poll: Poll) => void
}

export function PollBlock({ postId, poll, onPoll }: PollProps) {
  const viewer = useViewer()
  const key = `poll:${postId}`
  const wished = useSyncExternalStore(
    onDesired,
    () => desiredOf(key),
    () => undefined,
  )
  const shown = optimisticPoll(poll, wished)
  const [changing, setChanging] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const { place, moveFocus } = useMoveFocus<HTMLElement>()

  const vote = (id: string) => {
    setChanging(false)
    moveFocus('.poll-change')
    if (id === shown.my_option) return
    setAnnouncement(resultOf(optimisticPoll(poll, id)))
    const ballot = {
      key,
      send: (option_id: string) =>
        asMember(SAY.signInToPoll, () => api.polls.castPollVote({ post_id: postId, option_id }, withTimeout())),
      onAnswer: (answer: Poll, last: boolean) => {
        onPoll(answer)
        if (!last) return
        setAnnouncement(resultOf(answer))
        toast.good('Vote recorded!')
      },
      onFault: (error: unknown) => {
        setAnnouncement('')
        // the button is shown again and gets the focus, unless the member has moved the focus elsewhere
        if (place.current?.contains(document.activeElement)) moveFocus(`[data-option="${id}"], .poll-change`)
        showFault(error, `/post/${postId}`)
      },
    }
    void setDesired(ballot, id)
  }

  const total = votesIn(shown)
  const voted = shown.my_option !== null
  const isVoting = viewer !== null && (!voted || changing)
  return (
    <section className="poll" aria-label="Poll" ref={place}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list; the role restores them */}
      <ul role="list">
        {shown.options.map(({ id, option_text, vote_count }) => (
          <li key={id}>
            {isVoting ? (
              <button
                type="button"
                className="opt"
                data-option={id}
                aria-pressed={voted ? id === shown.my_option : undefined}
                onClick={() => vote(id)}
              >
                <Icon of={id === shown.my_option ? CircleCheck : Circle} size="s" />
                <span dir="auto">{option_text}</span>
              </button>
            ) : viewer ? (
              <Result text={option_text} count={vote_count} total={total} mine={id === shown.my_option} />
            ) : (
              <div className="opt flat shut">
                <span dir="auto">{option_text}</span>
                <span className="bar" />
              </div>
            )}
          </li>
        ))}
      </ul>
      <Foot total={total}>
        {!viewer && <SignInLink className="act">{SAY.signInToPoll}</SignInLink>}
        {viewer && voted && (
          <button
            type="button"
            className="act poll-change"
            onClick={() => {
              setChanging(!changing)
              moveFocus(changing ? '.poll-change' : '[aria-pressed="true"]')
            }}
          >
            {changing ? 'Keep my vote' : 'Change vote'}
          </button>
        )}
      </Foot>
      <p className="sr" role="status">
        {announcement}
      </p>
    </section>
  )
}

function Result({ text, count, total, mine }: { text: string; count: number; total: number; mine: boolean }) {
  const percent = percentOf(count, total)
  return (
    <div className={mine ? 'opt flat mine' : 'opt flat'}>
      {mine ? <Icon of={Check} size="s" /> : <span />}
      <span dir="auto">
        {text}
        {mine && <span className="sr"> (your vote)</span>}
      </span>
      <span className="n">
        {percent}% <small>{grouped(count)}</small>
        <span className="sr"> {count === 1 ? 'vote' : 'votes'}</span>
      </span>
      <span className="bar">
        <i style={{ width: `${percent}%` }} />
      </span>
    </div>
  )
}

function Foot({ total, children }: { total: number; children: ReactNode }) {
  return (
    <div className="poll-foot">
      <span className="num">{votesWord(total)}</span>
      {children}
    </div>
  )
}

function resultOf(poll: Poll): string {
  const mine = poll.options.find(({ id }) => id === poll.my_option)
  if (!mine) return ''
  const total = votesIn(poll)
  return `Your vote: ${mine.option_text}. ${percentOf(mine.vote_count, total)}% of ${votesWord(total)}.`
}

function showFault(error: unknown, address: string) {
  const fault = readFault(error, SAY.pollVoteFailed)
  if (fault.signIn) askToSignIn(fault.sentence, address)
  else toast.bad(fault.sentence)
}
