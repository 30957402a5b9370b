/** The fifth step: up to three pods, one of which may be the member's own. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OfferedPod } from '#contract/onboarding.ts'
import { joinedPods, ONBOARDING, SAY_FIRST } from '#contract/onboarding-words.ts'
import { api } from '../kernel/api.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextInput } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { stepDraftOptions, useChoiceDraft } from './choice-draft.ts'
import { FirstPod } from './first-pod.tsx'
import { StepFrame } from './frame.tsx'
import { LoadingOffers, NotLoaded, Offer, OfferedChoices } from './offer.tsx'
import { draftOf, offeredPodsQuery, type StepProps } from './onboarding.ts'
import { useSaving } from './save-step.ts'

const { max, perPage } = ONBOARDING.pods

/** Matches the name or the description, ignoring case. */
const holds = (words: string) => {
  const sought = words.trim().toLowerCase()
  return ({ name, description }: OfferedPod) => `${name}\n${description ?? ''}`.toLowerCase().includes(sought)
}

export function PodsStep({ member, stored, keep, next, back }: StepProps) {
  const client = useQueryClient()
  const list = useQuery(offeredPodsQuery())
  const ticks = useChoiceDraft({ key: draftOf(member, 'pods'), ...stepDraftOptions('pods', stored) })
  const { drop } = ticks
  const [words, setWords] = useState('')
  const [page, setPage] = useState(1)
  const offered = list.data ?? []
  const joined = offered.filter((pod) => pod.joined)
  const chosen = offered.filter(({ id, joined }) => !joined && ticks.chosen.includes(id)).map(({ id }) => id)
  const count = joined.length + chosen.length
  const found = offered.filter(holds(words))
  const pages = Math.max(1, Math.ceil(found.length / perPage))
  const at = Math.min(page, pages)
  const shown = found.slice((at - 1) * perPage, at * perPage)
  const join = useSaving(
    { keep, next },
    {
      call: () => api.onboarding.joinPods({ pod_ids: chosen }, withTimeout()),
      otherwise: SAY_FIRST.podsFailed,
      drop,
      onSaved: (saved) => {
        toast.good(joinedPods(saved.joined))
        void client.invalidateQueries({ queryKey: offeredPodsQuery().queryKey })
      },
    },
  )
  const pass = useSaving(
    { keep, next },
    { call: () => api.onboarding.passStep({ step: 'pods' }, withTimeout()), otherwise: SAY_FIRST.podsFailed, drop },
  )
  const busy = join.busy || pass.busy
  const turn = (id: string, on: boolean) => {
    if (on && count >= max) return toast.bad(SAY_FIRST.podsMany)
    ticks.turn(id, on)
  }
  const search = (sought: string) => {
    setWords(sought)
    setPage(1)
  }
  return (
    <StepFrame
      step="pods"
      lead="A pod is a small circle of dads who keep an eye on each other. Choose up to 3, or none for now."
      status={count === 0 ? null : `${count} of ${max} chosen`}
      back={back}
      // the pods that the member created need no join request
      onContinue={chosen.length === 0 ? pass.save : join.save}
      busy={busy}
      busyLabel={chosen.length === 0 ? 'Saving...' : 'Joining...'}
      held={count === 0}
      aside={
        <Button className="first-skip needs-script" variant="bare" disabled={busy} onClick={() => pass.save()}>
          Skip Pod Selection
        </Button>
      }
      below={<FirstPod member={member} isFull={count >= max} onMade={() => search('')} />}
    >
      <OfferedChoices ticks={ticks} rooms={offered} what="Pods" busy={busy} />
      {list.isPending && <LoadingOffers />}
      {list.isError && <NotLoaded what="The pods" retry={() => void list.refetch()} retrying={list.isFetching} />}
      {list.data?.length === 0 && (
        <p className="note">No pod has a free seat just now. Make one below, or skip this step.</p>
      )}
      {offered.length > 0 && (
        <>
          <Field label="Search pods">
            <TextInput
              type="search"
              autoComplete="off"
              value={words}
              onChange={(event) => search(event.target.value)}
              // Enter in the search field must not submit the step
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          </Field>
          <p className="sr" role="status">
            {words && `${found.length} found`}
          </p>
          {found.length === 0 && <p className="ui soft gap">No pod holds these words.</p>}
          {/* biome-ignore lint/a11y/useSemanticElements: the heading above is its legend */}
          <div className="first-offers gap" role="group" aria-labelledby="first-h">
            {shown.map((pod) => (
              <Offer
                key={pod.id}
                {...pod}
                measure={`${pod.current_members} of ${pod.capacity} seats taken`}
                chosen={ticks.chosen.includes(pod.id)}
                disabled={busy}
                onTurn={(on) => turn(pod.id, on)}
              />
            ))}
          </div>
          {pages > 1 && <Pages at={at} of={pages} go={setPage} />}
        </>
      )}
    </StepFrame>
  )
}

function Pages({ at, of, go }: { at: number; of: number; go: (page: number) => void }) {
  return (
    <div className="row between gap">
      {/* not disabled on the last page, because that would drop the focus from the button that was just pressed */}
      <Button variant="quiet" aria-disabled={at === 1 || undefined} onClick={() => go(Math.max(1, at - 1))}>
        Previous
      </Button>
      <span className="sm soft" role="status">
        Page {at} of {of}
      </span>
      <Button variant="quiet" aria-disabled={at === of || undefined} onClick={() => go(Math.min(of, at + 1))}>
        Next
      </Button>
    </div>
  )
}
