/** The fourth step: networks to join first. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { joinedGroups, SAY_FIRST } from '#contract/onboarding-words.ts'
import { api } from '../kernel/api.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { toast } from '../ui/toast.tsx'
import { stepDraftOptions, useChoiceDraft } from './choice-draft.ts'
import { StepFrame } from './frame.tsx'
import { LoadingOffers, NotLoaded, Offer, OfferedChoices } from './offer.tsx'
import { draftOf, offeredGroupsQuery, type StepProps } from './onboarding.ts'
import { useInputBeforeHydration, useSaving } from './save-step.ts'

export function GroupsStep({ member, stored, keep, next, back }: StepProps) {
  const client = useQueryClient()
  const list = useQuery(offeredGroupsQuery())
  const ticks = useChoiceDraft({ key: draftOf(member, 'groups'), ...stepDraftOptions('groups', stored) })
  const { turn, drop } = ticks
  const form = useRef<HTMLFormElement>(null)
  const offered = list.data ?? []
  const joined = offered.filter((group) => group.joined)
  const chosen = offered.filter(({ id, joined }) => !joined && ticks.chosen.includes(id)).map(({ id }) => id)
  // an empty list, or one that did not load, must not block the member
  const free = chosen.length === 0 && (list.isError || offered.length === 0 || (stored?.group_count ?? 0) > 0)
  const refresh = () => client.invalidateQueries({ queryKey: offeredGroupsQuery().queryKey })
  const join = useSaving(
    { keep, next },
    {
      call: () => api.onboarding.joinOfferedGroups({ group_ids: chosen }, withTimeout()),
      otherwise: SAY_FIRST.groupsFailed,
      drop,
      onSaved: (saved) => {
        toast.good(joinedGroups(saved.joined))
        void refresh()
      },
    },
  )
  const pass = useSaving(
    { keep, next },
    { call: () => api.onboarding.passStep({ step: 'groups' }, withTimeout()), otherwise: SAY_FIRST.groupsFailed, drop },
  )
  const busy = join.busy || pass.busy
  useInputBeforeHydration(form, (control) => turn(control.value, (control as HTMLInputElement).checked))
  const count = chosen.length + joined.length
  return (
    <StepFrame
      step="groups"
      lead="Larger rooms, open to everybody. Choose at least 1; you can leave whenever you like."
      status={free && count === 0 ? null : count === 0 ? 'Choose at least 1' : `${count} chosen`}
      back={back}
      onContinue={free ? pass.save : join.save}
      busy={busy}
      busyLabel={free ? 'Saving...' : 'Joining...'}
      held={list.isPending || (!free && chosen.length === 0)}
      form={form}
    >
      <OfferedChoices ticks={ticks} rooms={offered} what="Networks" busy={busy} />
      {list.isPending && <LoadingOffers />}
      {list.isError && <NotLoaded what="The networks" retry={() => void list.refetch()} retrying={list.isFetching} />}
      {list.data?.length === 0 && (
        <p className="note">There are no networks to join yet. Go on: later you will find them under Networks.</p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: the heading above is its legend */}
      <div className="first-offers" role="group" aria-labelledby="first-h">
        {offered.map((group) => (
          <Offer
            key={group.id}
            {...group}
            measure={`${group.member_count} ${group.member_count === 1 ? 'member' : 'members'}`}
            chosen={ticks.chosen.includes(group.id)}
            disabled={busy}
            onTurn={(on) => turn(group.id, on)}
          />
        ))}
      </div>
    </StepFrame>
  )
}
