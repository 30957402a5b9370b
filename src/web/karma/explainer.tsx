/** Explains karma: the bar, the member's own figures, the points, the formula, and the achievements earned with it. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Karma } from '#contract/karma.ts'
import { ANSWERS_FULL, KARMA_RANGE, POINTS, STEADY_WEEKS } from '#contract/karma-words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Failed } from '../ui/failed.tsx'
import { grouped } from '../ui/number.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Achievements } from './achievements.tsx'
import { karmaQuery } from './query.ts'

interface ExplainerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function KarmaExplainer({ open, onOpenChange }: ExplainerProps) {
  const { data, error, isFetching, refetch } = useQuery({ ...karmaQuery(), enabled: open })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Community Karma">
      {data ? (
        <Explained karma={data} />
      ) : error ? (
        <Failed level="h3" title="We could not look up your karma" onRetry={() => void refetch()} retrying={isFetching}>
          Nothing of it is lost. Check your connection and try again.
        </Failed>
      ) : (
        <Waiting />
      )}
    </Dialog>
  )
}

function Explained({ karma }: { karma: Karma }) {
  return (
    <div className="karma-x">
      <Scale karma={karma.community_karma} />
      <h3>You, in three lines</h3>
      <div className="rule">
        <Line
          label="Questions Answered"
          value={grouped(karma.questions_answered)}
          share={karma.questions_answered / ANSWERS_FULL}
        >
          Your posts and comments. The bar is full at {ANSWERS_FULL}.
        </Line>
        <Line
          label="Appreciated"
          value={karma.appreciated === null ? null : `${Math.round(karma.appreciated * 100)}%`}
          share={karma.appreciated ?? 0}
        >
          Of what you wrote, the share that others voted up more than down. Your own vote does not count.
        </Line>
        <Line
          label="Steady"
          value={karma.steady_weeks === null ? null : `${karma.steady_weeks} of ${STEADY_WEEKS} weeks`}
          share={(karma.steady_weeks ?? 0) / STEADY_WEEKS}
        >
          Weeks in which you posted, commented, attended, checked in or wrote in a pod.
        </Line>
      </div>
      <h3>What earns it</h3>
      <Tips />
      <h3>Your sum</h3>
      <Sum karma={karma} />
      <Achievements achievements={karma.achievements} />
    </div>
  )
}

/** The bar is bounded; the number is not. */
function Scale({ karma }: { karma: number }) {
  const { from, to } = KARMA_RANGE
  const at = (points: number) => `${((Math.min(Math.max(points, from), to) - from) / (to - from)) * 100}%`
  return (
    <>
      <div className="row karma-top">
        <span className="karma-v num">{grouped(karma)}</span>
        <span className="sm soft">Points for turning up. They are taken back when the thing is undone.</span>
      </div>
      <div className="karma-scale" aria-hidden="true">
        <span className="bar lamp">
          <i style={{ width: at(karma) }} />
        </span>
        <span className="karma-zero" style={{ insetInlineStart: at(0) }} />
      </div>
      <div className="row between sm soft num">
        <span>{from}</span>
        <span>+{to}</span>
      </div>
    </>
  )
}

interface LineProps {
  label: string
  /** null: there is nothing yet to count */
  value: string | null
  /** from 0; at 1 and above the bar is full */
  share: number
  children: ReactNode
}

function Line({ label, value, share, children }: LineProps) {
  return (
    <div className="karma-line">
      <div className="row between ui">
        <span className="strong">{label}</span>
        <span className="num strong">
          {value ?? (
            <>
              <span aria-hidden="true">–</span>
              <span className="sr">Nothing yet</span>
            </>
          )}
        </span>
      </div>
      <span className="bar go" aria-hidden="true">
        <i style={{ width: `${Math.min(1, share) * 100}%` }} />
      </span>
      <p className="sm soft">{children}</p>
    </div>
  )
}

function Tips() {
  const tips: [string, string][] = [
    ['Join a network', `+${POINTS.group}`],
    ['Join a pod', `+${POINTS.pod}`],
    ['Connect with a dad, both of you', `+${POINTS.kin}`],
    ['A post or a comment', `+${POINTS.writing}`],
    ['Attend a local event, when it begins', `+${POINTS.event}`],
    ['A vote of another on what you wrote', '+1 / -1'],
  ]
  return <Rows rows={tips} />
}

const counted = (count: number, one: string, many = `${one}s`) => `${grouped(count)} ${count === 1 ? one : many}`

/** The formula, filled with the member's own numbers. */
function Sum({ karma }: { karma: Karma }) {
  const { posts, comments, kin, groups, pods, events, votes } = karma
  const joined = `${counted(groups, 'network')} + ${counted(pods, 'pod')}`
  const signed = (points: number) => `${points > 0 ? '+' : ''}${grouped(points)}`
  const rows: [string, string][] = [
    [`${POINTS.writing} × (${counted(posts, 'post')} + ${counted(comments, 'comment')})`, signed(karma.content_score)],
    [`${POINTS.kin} × ${grouped(kin)} kin`, signed(karma.social_score)],
    [`${POINTS.group} × (${joined}) + ${POINTS.event} × ${counted(events, 'event')}`, signed(karma.community_score)],
    ['Votes of others, up less down', signed(votes)],
  ]
  return (
    <>
      <Rows rows={rows} total={['Community Karma', grouped(karma.community_karma)]} />
      <p className="sm soft karma-note">
        Everyone can see your karma, so only what everyone can see counts. Private networks, and what happens in them,
        do not. An event counts from when it begins, if you are attending it then.
      </p>
    </>
  )
}

function Rows({ rows, total }: { rows: [string, string][]; total?: [string, string] }) {
  return (
    <dl className="karma-rows">
      {[...rows, ...(total ? [total] : [])].map((row) => (
        <div key={row[0]} className={row === total ? 'all' : undefined}>
          <dt>{row[0]}</dt>
          <dd className="num">{row[1]}</dd>
        </div>
      ))}
    </dl>
  )
}

function Waiting() {
  return (
    <div role="status" className="karma-x stack">
      <span className="sr">Loading your karma...</span>
      <div className="karma-wait" aria-hidden="true">
        <Skeleton width="w40" />
        <Skeleton />
        <Skeleton width="w80" />
        <Skeleton width="w90" />
        <Skeleton width="w60" />
      </div>
    </div>
  )
}
