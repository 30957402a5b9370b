/**
 * A case in which somebody may be in danger. Opening it ends the reminders by mail. It offers what helps before anything is
 * decided: to take it, the help lines, and a word to the author.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide'
import { type ReactNode, useState } from 'react'
import type { Case, Danger } from '#contract/admin.ts'
import type { Author } from '#contract/members.ts'
import { SAY_SAFETY } from '#contract/safety-words.ts'
import { api } from '../kernel/api.ts'
import { useNow } from '../kernel/clock.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.tsx'
import { reloadEverything } from './admin.ts'
import { WordDialog } from './word-dialog.tsx'

interface DangerProps {
  of: Case
  danger: Danger
}

export function DangerCase({ of: one, danger, children }: DangerProps & { children: ReactNode }) {
  const opening = useAct(() => api.admin.openReport({ id: one.id }, withTimeout()), { says: false })
  const [hasFailed, setFailed] = useState(false)
  const open = () => opening.mutate(undefined, { onError: () => setFailed(true) })
  const isNew = !danger.opened_at && !one.decision
  return (
    <>
      <div className="note bad">
        <Icon of={TriangleAlert} />
        <div className="grow">
          <b>Somebody may be in danger</b>
          <Done danger={danger} />
        </div>
      </div>
      {/* `open` follows the server: once one of them has opened it, it stands open for all */}
      <details
        open={!isNew}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open && isNew && !opening.isPending) open()
        }}
      >
        <summary>{isNew ? 'Open' : 'The report'}</summary>
        <div className="case-body">
          {isNew && hasFailed && (
            <FormError>
              {SAY_SAFETY.openFailed}{' '}
              <Button variant="quiet" busy={opening.isPending} busyLabel="Trying..." onClick={open}>
                Try Again
              </Button>
            </FormError>
          )}
          <Helping of={one} danger={danger} />
          {children}
        </div>
      </details>
    </>
  )
}

/** After each of these the list is read again, also if another administrator was faster. */
function useAct(mutationFn: () => Promise<Case>, { says = true } = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onError: (error) => says && toast.plain(readFault(error, SAY_SAFETY.takeFailed).sentence, { patient: true }),
    onSettled: () => reloadEverything(client),
  })
}

/** Who has opened and taken it, and who has written to the author. */
function Done({ danger }: Pick<DangerProps, 'danger'>) {
  const { opened_at, opened_by, taken_at, taken_by, word_at, word_by } = danger
  return (
    <>
      {taken_at && taken_by ? (
        <Line who={taken_by} at={taken_at}>
          taken this
        </Line>
      ) : (
        opened_at && (
          <Line who={opened_by} at={opened_at}>
            opened this
          </Line>
        )
      )}
      {word_at && (
        <Line who={word_by} at={word_at}>
          written to the author
        </Line>
      )}
    </>
  )
}

interface LineProps {
  who: Author | null
  at: Date
  children: string
}

function Line({ who, at, children }: LineProps) {
  const now = useNow()
  const isYou = useViewer()?.id === who?.id
  return (
    <p className="flush">
      <span dir="auto">{isYou ? 'You' : nameOf(who)}</span> {isYou ? 'have' : 'has'} {children} ·{' '}
      <Time value={at} now={now} />
    </p>
  )
}

function Helping({ of: one, danger }: DangerProps) {
  const [isWriting, setWriting] = useState(false)
  const taking = useAct(() => api.admin.takeReport({ id: one.id }, withTimeout()))
  const { author } = one
  const isOwn = useViewer()?.id === author?.id
  const canTake = !danger.taken_by && !one.decision && !isOwn
  return (
    <>
      <div className="btn-row">
        {canTake && (
          <Button busy={taking.isPending} busyLabel="Taking..." onClick={() => taking.mutate()}>
            I take it
          </Button>
        )}
        {author && !isOwn && (
          <Button variant="quiet" onClick={() => setWriting(true)}>
            <span>
              Write to <span dir="auto">{nameOf(author)}</span>
            </span>
          </Button>
        )}
        <a className={buttonClass({ variant: 'quiet' })} href="/help-lines">
          Help lines
        </a>
      </div>
      {isWriting && author && <WordDialog id={one.id} name={nameOf(author)} onClose={() => setWriting(false)} />}
    </>
  )
}
