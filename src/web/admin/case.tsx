/** One reported thing: its text, the reports of it, and the actions on it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { Case, ReportedText } from '#contract/admin.ts'
import { REPORT_REASONS, SAY_SAFETY } from '#contract/safety-words.ts'
import { isRemovable, isRestorable, THING_WORDS } from '#contract/thing-words.ts'
import { api } from '../kernel/api.ts'
import { useNow } from '../kernel/clock.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { nameOf } from '../members/members.ts'
import { AuthorLine } from '../members/members.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { grouped } from '../ui/number.ts'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.tsx'
import { reloadEverything } from './admin.ts'
import { DangerCase } from './danger.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

interface CaseProps {
  of: Case
  onGone: () => void
}

const wordOf = ({ kind }: Case) => THING_WORDS[kind].word
/** The thing, if an administrator can restore it after a removal. */
const restorableOf = ({ kind, subject_id: id }: Case) => (isRestorable(kind) ? { kind, id } : null)
const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export function CaseArticle({ of: one, onGone }: CaseProps) {
  const now = useNow()
  return (
    <article className="case" aria-label={`${titled(wordOf(one))} by ${nameOf(one.author)}`}>
      <AuthorLine
        author={one.author}
        at
        size="s"
        end={
          <span className="row s wrap">
            {one.author_suspended && <Stamp variant="bad">Suspended</Stamp>}
            {one.state === 'removed' && <Stamp variant="bad">Removed</Stamp>}
            {one.state === 'gone' && <Stamp>Deleted</Stamp>}
            <Stamp>{titled(wordOf(one))}</Stamp>
          </span>
        }
      >
        {one.reading.place && <span dir="auto">in {one.reading.place} ·</span>}
        <span>
          Reported <Time value={one.reported_at} now={now} style="long" />
        </span>
      </AuthorLine>
      {one.danger ? (
        <DangerCase of={one} danger={one.danger}>
          <CaseBody of={one} onGone={onGone} />
        </DangerCase>
      ) : (
        <CaseBody of={one} onGone={onGone} />
      )}
    </article>
  )
}

function CaseBody({ of: one, onGone }: CaseProps) {
  const now = useNow()
  const { reporters } = one
  return (
    <>
      <Words reading={one.reading} />
      {one.path && (
        <p className="ui flush">
          <a href={one.path}>Look at it where it stands</a>
        </p>
      )}
      <h3 className="label">
        {reporters === 1 ? 'One member reported it' : `${grouped(reporters)} members reported it`}
        {one.reports.length < reporters && ', the latest of them'}
      </h3>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
      <ul className="case-said ui" role="list">
        {one.reports.map((report) => (
          <li key={report.id}>
            <b>{REPORT_REASONS.find(({ value }) => value === report.reason)?.label}</b>
            {report.note && <p dir="auto">{report.note}</p>}
            <p className="soft sm">
              <span dir="auto">{nameOf(report.reporter)}</span> · <Time value={report.created_at} now={now} />
            </p>
            {report.reading && (
              <details>
                <summary>It read otherwise by then</summary>
                <Words reading={report.reading} />
              </details>
            )}
          </li>
        ))}
      </ul>
      {one.decision ? <Decided of={one} onGone={onGone} /> : <Deciding of={one} onGone={onGone} />}
    </>
  )
}

/** in characters; a longer text is folded */
const FOLDED_LENGTH = 600

function Words({ reading: { title, content } }: { reading: ReportedText }) {
  const isLong = content.length > FOLDED_LENGTH
  return (
    <blockquote className="newer" dir="auto">
      {title && <b>{title}</b>}
      {isLong ? (
        <details>
          <summary>{content.slice(0, 200)}…</summary>
          {content}
        </details>
      ) : (
        content || <span className="soft">Without words</span>
      )}
    </blockquote>
  )
}

function Deciding({ of: one, onGone }: CaseProps) {
  const client = useQueryClient()
  const [doing, setDoing] = useState<'remove' | 'suspend' | null>(null)
  const name = nameOf(one.author)
  const closing = useMutation({
    mutationFn: () => api.admin.decideReport({ id: one.id, decision: 'dismiss' }, withTimeout()),
    onSuccess: () => toast.good('The report is closed'),
    onError: (error) => toast.plain(readFault(error, SAY_SAFETY.decideFailed).sentence, { patient: true }),
    onSettled: async () => {
      await reloadEverything(client)
      onGone()
    },
  })
  const isGone = one.state === 'gone'
  return (
    <>
      <div className="btn-row">
        {!isGone && isRemovable(one.kind) && (
          <Button variant="bad" disabled={closing.isPending} onClick={() => setDoing('remove')}>
            Remove
            <span className="sr">
              {' '}
              the {wordOf(one)} by {name}
            </span>
          </Button>
        )}
        {one.can_suspend && (
          <Button variant="quiet" disabled={closing.isPending} onClick={() => setDoing('suspend')}>
            <span>
              Suspend <span dir="auto">{name}</span>
            </span>
          </Button>
        )}
        <Button variant="quiet" busy={closing.isPending} busyLabel="Closing..." onClick={() => closing.mutate()}>
          {isGone ? 'Close the report' : 'Nothing wrong'}
        </Button>
      </div>
      {doing === 'remove' && (
        <RemoveDialog
          of={one}
          send={(reason) => api.admin.decideReport({ id: one.id, decision: 'remove', reason }, withTimeout())}
          onClose={() => setDoing(null)}
          onGone={onGone}
        />
      )}
      {doing === 'suspend' && (
        <ReasonDialog
          about={`suspend.${one.id}`}
          title={`Suspend ${name}?`}
          verb="Suspend"
          busyVerb="Suspending..."
          done={`${name} was suspended`}
          send={(reason) => api.admin.decideReport({ id: one.id, decision: 'suspend', reason }, withTimeout())}
          onClose={() => setDoing(null)}
          onGone={onGone}
        >
          He is signed out everywhere at once and cannot sign in. When he tries, he reads your reason. What he wrote
          stays.
        </ReasonDialog>
      )}
    </>
  )
}

type RemoveDialogProps = CaseProps & Pick<ComponentProps<typeof ReasonDialog>, 'send' | 'onClose'>

function RemoveDialog({ of: one, send, onClose, onGone }: RemoveDialogProps) {
  return (
    <ReasonDialog
      about={`remove.${one.id}`}
      title={`Remove this ${wordOf(one)}?`}
      verb="Remove"
      busyVerb="Removing..."
      done={`The ${wordOf(one)} was removed`}
      {...{ send, onClose, onGone }}
    >
      {isRemovable(one.kind) && THING_WORDS[one.kind].effect}
    </ReasonDialog>
  )
}

const DECIDED = { dismissed: 'Nothing wrong', removed: 'Removed', suspended: 'Suspended', restored: 'Restored' }

function Decided({ of: one, onGone }: CaseProps) {
  const client = useQueryClient()
  const now = useNow()
  const { since } = one
  const thing = restorableOf(one)
  const [removing, setRemoving] = useState(false)
  const whose = (
    <span className="sr">
      {' '}
      the {wordOf(one)} by {nameOf(one.author)}
    </span>
  )
  const restoring = useMutation({
    mutationFn: (thing: NonNullable<ReturnType<typeof restorableOf>>) => api.admin.restoreThing(thing, withTimeout()),
    onSuccess: () => toast.good(`The ${wordOf(one)} is back`),
    onError: (error) => toast.plain(readFault(error, SAY_SAFETY.decideFailed).sentence, { patient: true }),
    onSettled: async () => {
      await reloadEverything(client)
      onGone()
    },
  })
  return (
    <div className="note">
      <div className="grow">
        {one.decision && one.decided_at && (
          <DecisionLine what={one.decision} by={one.decided_by} at={one.decided_at} reason={one.reason} now={now} />
        )}
        {since && (
          <DecisionLine what={since.what} by={since.by} at={since.created_at} reason={since.reason} now={now} />
        )}
        {one.state === 'removed' && thing && (
          <div className="btn-row">
            <Button
              variant="quiet"
              busy={restoring.isPending}
              busyLabel="Restoring..."
              onClick={() => restoring.mutate(thing)}
            >
              Restore
              {whose}
            </Button>
          </div>
        )}
        {one.state === 'there' && thing && (
          <div className="btn-row">
            <Button variant="quiet" onClick={() => setRemoving(true)}>
              {since ? 'Remove again' : 'Remove'}
              {whose}
            </Button>
          </div>
        )}
        {removing && thing && (
          <RemoveDialog
            of={one}
            send={(reason) => api.admin.removeThing({ ...thing, reason }, withTimeout())}
            onClose={() => setRemoving(false)}
            onGone={onGone}
          />
        )}
      </div>
    </div>
  )
}

interface DecisionLineProps {
  what: keyof typeof DECIDED
  by: Case['decided_by']
  at: Date
  reason: string | null
  now: number
}

const DecisionLine = ({ what, by, at, reason, now }: DecisionLineProps) => (
  <div>
    <b>{DECIDED[what]}</b> by <span dir="auto">{nameOf(by)}</span> · <Time value={at} now={now} style="long" />
    {reason && <p dir="auto">{reason}</p>}
  </div>
)
