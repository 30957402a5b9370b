/** Help lines, for the administrators: the lines of the panel that a father sees first. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { HelpLine } from '#contract/care.ts'
import { HELP_LINE_KINDS } from '#contract/lines-words.ts'
import { helpLinesQuery } from '../care/care.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { toast } from '../ui/toast.tsx'
import { HelpLineDialog } from './help-line-form.tsx'
import { writtenHours } from './hours-text.ts'

export function HelpLines() {
  const list = useQuery(helpLinesQuery())
  const place = useRef<HTMLElement>(null)
  const [editing, setEditing] = useState<HelpLine | 'new'>()
  const [deleting, setDeleting] = useState<HelpLine>()
  const lines = list.data?.items ?? []
  return (
    <section className="sheet" aria-labelledby="help-lines" ref={place} tabIndex={-1}>
      <div className="part-h row between wrap">
        <h2 id="help-lines">Help lines</h2>
        <Button variant="quiet" onClick={() => setEditing('new')}>
          Add a help line
        </Button>
      </div>
      <p className="ui soft pad-x">
        A father who writes of self-harm, violence or a child in danger sees those of his country first. Look them up
        again now and then.
      </p>
      {!list.data ? (
        <Failed
          title="The help lines did not load"
          level="h3"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        >
          Check your connection and try again.
        </Failed>
      ) : lines.length === 0 ? (
        <Empty title="There are no help lines" level="h3" art="none">
          A father who needs help sees the emergency number alone.
        </Empty>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list
        <ul className="rule" role="list">
          {lines.map((line) => (
            <Row key={line.id} line={line} onEdit={() => setEditing(line)} onDelete={() => setDeleting(line)} />
          ))}
        </ul>
      )}
      {editing && (
        <HelpLineDialog line={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
      {deleting && (
        <DeleteDialog
          line={deleting}
          onClose={() => setDeleting(undefined)}
          onGone={() => place.current?.focus({ preventScroll: true })}
        />
      )}
    </section>
  )
}

interface RowProps {
  line: HelpLine
  onEdit: () => void
  onDelete: () => void
}

function Row({ line, onEdit, onDelete }: RowProps) {
  const called = `${line.name}, ${line.country ?? 'every country'}`
  return (
    <li className="person-row ui">
      <p className="flush" dir="auto">
        <b>{line.name}</b>{' '}
        <span className="soft">
          · {line.country ?? 'Every country'} · {HELP_LINE_KINDS[line.kind]}
        </span>
      </p>
      <p className="flush" dir="auto">
        {line.about}
      </p>
      <p className="flush num">
        {line.phone} {line.url && <a href={line.url}>{line.url}</a>}
      </p>
      {(line.text_to || line.chat_url) && (
        <p className="flush num">
          {line.text_to && `Text ${[line.text_word, line.text_to].filter(Boolean).join(' to ')} `}
          {line.chat_url && <a href={line.chat_url}>{line.chat_url}</a>}
        </p>
      )}
      <p className="flush soft sm">
        {line.hours ? `Open ${writtenHours(line.hours)}` : 'Hours not known'}
        {line.languages.length > 0 && ` · ${line.languages.join(', ')}`}
      </p>
      <p className="flush soft sm">
        Noted on {line.checked_on} from <a href={line.source}>{line.source}</a>
      </p>
      <div className="btn-row">
        <Button variant="quiet" onClick={onEdit}>
          Edit<span className="sr"> {called}</span>
        </Button>
        <Button variant="quiet" onClick={onDelete}>
          Delete<span className="sr"> {called}</span>
        </Button>
      </div>
    </li>
  )
}

interface DeleteDialogProps {
  line: HelpLine
  onClose: () => void
  onGone: () => void
}

function DeleteDialog({ line, onClose, onGone }: DeleteDialogProps) {
  const client = useQueryClient()
  const end = async () => {
    onClose()
    await client.invalidateQueries({ queryKey: helpLinesQuery().queryKey })
    onGone()
  }
  const deleting = useMutation({
    mutationFn: () => api.care.deleteHelpLine({ id: line.id }, withTimeout()),
    onSuccess: async () => {
      toast.good('The help line is deleted')
      await end()
    },
    onError: async (error) => {
      // another administrator was faster
      if (readFault(error, '').code === 'HELP_LINE_NOT_FOUND') await end()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Delete ${line.name}?`}
      confirmLabel="Delete"
      busy={deleting.isPending}
      busyLabel="Deleting..."
      error={
        deleting.isError
          ? readFault(deleting.error, 'Failed to delete the help line. Please try again.').sentence
          : undefined
      }
      onConfirm={() => deleting.mutate()}
    >
      Nobody is shown it any more.
    </ConfirmDialog>
  )
}
