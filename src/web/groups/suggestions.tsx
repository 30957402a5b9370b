/** Suggested networks, for the administrators: approve as public or private, or decline with a reason. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Globe, Lock } from 'lucide'
import { useRef, useState } from 'react'
import type { Suggestion } from '#contract/groups.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { isBlank, NOTE_MAX } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { useNow } from '../kernel/clock.ts'
import { readFault } from '../kernel/fault.ts'
import { NextPage } from '../kernel/next-page.tsx'
import { withTimeout } from '../kernel/request-timeout.ts'
import { AuthorLine } from '../members/members.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { Field, FormError, TextArea } from '../ui/field.tsx'
import { Segments } from '../ui/segments.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.tsx'
import { suggestionsQuery } from './groups.ts'

const FAILED = 'Failed to answer the suggestion. Please try again.'

export function Suggestions() {
  const list = useInfiniteQuery(suggestionsQuery())
  const place = useRef<HTMLElement>(null)
  const suggestions = list.data?.pages.flatMap((page) => page.items) ?? []
  if (list.isError && !list.data)
    return (
      <section className="sheet">
        <Failed title="The suggestions did not load" onRetry={() => void list.refetch()} retrying={list.isFetching}>
          Check your connection and try again.
        </Failed>
      </section>
    )
  return (
    <section className="sheet" aria-labelledby="wishes" ref={place} tabIndex={-1}>
      <h2 id="wishes" className="part-h">
        Suggested networks
      </h2>
      {suggestions.length === 0 ? (
        <Empty title="Nothing waits for you" level="h3" art="none">
          Networks that members suggest will stand here.
        </Empty>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list
        <ul className="rule" role="list">
          {suggestions.map((suggestion) => (
            <SuggestionRow key={suggestion.id} suggestion={suggestion} onGone={() => place.current?.focus()} />
          ))}
        </ul>
      )}
      <NextPage list={list} count={suggestions.length} href="/admin?part=networks">
        Load more
      </NextPage>
    </section>
  )
}

function SuggestionRow({ suggestion, onGone }: { suggestion: Suggestion; onGone: () => void }) {
  const client = useQueryClient()
  const now = useNow()
  const [openness, setOpenness] = useState<'public' | 'private'>('public')
  const [declining, setDeclining] = useState(false)
  const opening = useMutation({
    mutationFn: () =>
      api.groups.decideSuggestion(
        { id: suggestion.id, decision: 'approve', is_public: openness === 'public' },
        withTimeout(),
      ),
    onSuccess: () => {
      toast.good(`${suggestion.group_name} is open`)
      onGone()
    },
    onError: (error) => toast.bad(readFault(error, FAILED).sentence),
    onSettled: () => client.invalidateQueries(),
  })
  return (
    <li className="person-row ask-in">
      <div className="stack-s">
        <h3 dir="auto">{suggestion.group_name}</h3>
        <AuthorLine author={suggestion.user} at size="s">
          <Time value={suggestion.created_at} now={now} style="long" />
          {suggestion.location && <span dir="auto">{suggestion.location}</span>}
        </AuthorLine>
      </div>
      <p className="ui flush" dir="auto">
        {suggestion.description}
      </p>
      <Segments
        legend={`Open ${suggestion.group_name} as`}
        options={[
          { value: 'public', label: 'Public', icon: Globe },
          { value: 'private', label: 'Private', icon: Lock },
        ]}
        value={openness}
        onChange={setOpenness}
      />
      <div className="btn-row">
        <Button
          aria-label={`Approve ${suggestion.group_name}`}
          busy={opening.isPending}
          busyLabel="Opening..."
          onClick={() => opening.mutate()}
        >
          Approve
        </Button>
        <Button
          variant="quiet"
          aria-label={`Decline ${suggestion.group_name}`}
          disabled={opening.isPending}
          onClick={() => setDeclining(true)}
        >
          Decline
        </Button>
      </div>
      {declining && <Declining suggestion={suggestion} onClose={() => setDeclining(false)} onGone={onGone} />}
    </li>
  )
}

function Declining({
  suggestion,
  onClose,
  onGone,
}: {
  suggestion: Suggestion
  onClose: () => void
  onGone: () => void
}) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [blank, setBlank] = useState(false)
  const sending = useMutation({
    mutationFn: () => api.groups.decideSuggestion({ id: suggestion.id, decision: 'decline', reason }, withTimeout()),
    onSuccess: async () => {
      onClose()
      toast.good(`${suggestion.group_name} was declined`)
      await client.invalidateQueries()
      onGone()
    },
  })
  const fault = sending.isError ? readFault(sending.error, FAILED) : undefined
  const submit = () => {
    setBlank(isBlank(reason))
    if (!sending.isPending && !isBlank(reason)) sending.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Decline ${suggestion.group_name}?`}
      description="Whoever suggested it reads your reason."
      dismissible={!sending.isPending}
      onSubmit={submit}
      foot={
        <>
          <Button variant="quiet" disabled={sending.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="bad" busy={sending.isPending} busyLabel="Declining...">
            Decline
          </Button>
        </>
      }
    >
      <div className="stack gap">
        {fault && !fault.fields.reason && <FormError>{fault.sentence}</FormError>}
        <Field
          label="Reason"
          id="decline-reason"
          error={blank && isBlank(reason) ? SAY_ROOMS.suggestionReasonBlank : fault?.fields.reason}
          required
        >
          <TextArea
            value={reason}
            limit={NOTE_MAX}
            dir="auto"
            rows={4}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}
