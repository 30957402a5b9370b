/** Mails about pods, networks and events: the switch in Settings, and the page of the unsubscribe link in these mails. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { STOPPABLE_WORDS, type StoppableMail } from '#contract/round-words.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { FormError } from '../ui/field.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { noticesQuery } from './notices-query.ts'
import { NeedsScript, WayIn } from './parts.tsx'

/** An optimistic update; a failure reverts it. */
export function Notices() {
  const client = useQueryClient()
  const { queryKey } = noticesQuery()
  const { data } = useQuery(noticesQuery())
  const saving = useMutation({
    mutationFn: (wanted: boolean) => api.members.setNotices({ wanted }, withTimeout()),
    onMutate: (wanted) => client.setQueryData(queryKey, { wanted }),
    onError: (error, wanted) => {
      client.setQueryData(queryKey, { wanted: !wanted })
      toast.bad(
        'Mails',
        readFault(error, 'We could not save it. Your setting is as it was. Please try again.').sentence,
      )
    },
  })
  return (
    <Panel title="Mails">
      <SwitchRow
        label="Pods, networks and events"
        hint="Check-ins, rounds and seasons of your pods, answers to your requests, a pod that becomes yours, being taken out, and changes to your events."
        checked={data?.wanted ?? true}
        disabled={!data}
        onChange={(wanted) => !saving.isPending && saving.mutate(wanted)}
      />
    </Panel>
  )
}

interface OfOnePod {
  pod_id: string
  kind: StoppableMail
}

const stop = (key: string, only: OfOnePod | null): Promise<unknown> =>
  only ? api.rounds.stopPodMails({ key, ...only }, withTimeout()) : api.members.stopNotices({ key }, withTimeout())

/** /notices: opening the page changes nothing, because mail scanners open links too. */
export function StopNoticesScreen({ keyOf, only }: { keyOf: string | null; only: OfOnePod | null }) {
  const client = useQueryClient()
  const [done, setDone] = useState<'all' | 'only'>()
  const stopping = useMutation({
    mutationFn: (what: 'all' | 'only') => stop(keyOf ?? '', what === 'only' ? only : null),
    onSuccess: (_, what) => {
      setDone(what)
      void client.invalidateQueries({ queryKey: noticesQuery().queryKey })
    },
  })
  if (done)
    return (
      <WayIn
        title="No more of these mails"
        lead={
          done === 'only'
            ? 'You can have them again on the page of rounds of this pod.'
            : 'You can switch them on again in your settings.'
        }
        follows
      >
        <Link className={buttonClass({ variant: 'quiet' }, 'auth-go')} to="/">
          Return to Home
        </Link>
      </WayIn>
    )
  return (
    <WayIn
      title={only ? `Stop mails ${STOPPABLE_WORDS[only.kind]}?` : 'Stop mails about pods, networks and events?'}
      lead={
        only
          ? 'Everything else stays as it is.'
          : 'Mails about the safety of your account go on: nobody else could tell you.'
      }
    >
      <NeedsScript>Changing this needs JavaScript, which is off here.</NeedsScript>
      <div className="stack">
        <FormError>
          {stopping.isError && readFault(stopping.error, 'It could not be saved. Please try again.').sentence}
        </FormError>
        <Button
          size="big"
          wide
          busy={stopping.isPending}
          busyLabel="Saving..."
          onClick={() => !stopping.isPending && stopping.mutate(only ? 'only' : 'all')}
        >
          Stop these mails
        </Button>
        {only && (
          <Button variant="quiet" wide onClick={() => !stopping.isPending && stopping.mutate('all')}>
            Stop all mails about pods, networks and events
          </Button>
        )}
      </div>
    </WayIn>
  )
}
