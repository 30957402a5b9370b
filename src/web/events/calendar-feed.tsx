/** The private address of the viewer's calendar feed, in Settings: create, copy, renew and delete it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarSync, Copy } from 'lucide'
import { useState } from 'react'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useCommunity } from '../kernel/viewer.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Field, TextInput } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { calendarFeedQuery } from './loader-queries.ts'

const SORRY = 'It could not be saved. Please try again.'

export function CalendarFeed() {
  const client = useQueryClient()
  const { publicUrl } = useCommunity()
  const feed = useQuery(calendarFeedQuery())
  const [asking, setAsking] = useState<'renew' | 'revoke' | null>(null)
  const changing = useMutation({
    mutationFn: async (wish: 'renew' | 'revoke'): Promise<{ path: string | null }> =>
      wish === 'renew'
        ? await api.events.renewCalendarFeed(undefined, withTimeout())
        : await api.events.revokeCalendarFeed(undefined, withTimeout()),
    onSuccess: (made) => {
      client.setQueryData(calendarFeedQuery().queryKey, made)
      setAsking(null)
    },
    onError: (error) => {
      if (!asking) toast.bad('Calendar', readFault(error, SORRY).sentence)
    },
  })
  const path = feed.data?.path
  const address = path && publicUrl + path
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address ?? '')
      toast.good('Copied')
    } catch {
      toast.bad('Calendar', 'Your browser did not let us copy it. Mark the address and copy it by hand.')
    }
  }
  return (
    <Panel title="Calendar">
      <p className="hint">
        The events that you attend, in the calendar of your phone: it reads a private address of yours, and follows when
        something is moved or cancelled.
      </p>
      {feed.isError && !feed.data && (
        <div role="alert" className="stack">
          <p className="ui">This did not load. Check your connection and try again.</p>
          <Button variant="quiet" busy={feed.isFetching} busyLabel="Trying..." onClick={() => void feed.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {feed.isPending && <Skeleton shape="btnlike" />}
      {feed.data && !address && (
        <Button
          variant="quiet"
          className="needs-script"
          icon={CalendarSync}
          busy={changing.isPending}
          busyLabel="Making it..."
          onClick={() => changing.mutate('renew')}
        >
          Make an address
        </Button>
      )}
      {address && (
        <div className="stack">
          <Field
            label="Your address"
            hint="Whoever has it can read which events you attend, with their exact addresses. It is not for sharing."
          >
            <TextInput readOnly value={address} dir="ltr" onFocus={(event) => event.currentTarget.select()} />
          </Field>
          <div className="btn-row needs-script">
            <a className={buttonClass()} href={address.replace(/^https?:/, 'webcal:')}>
              Subscribe
            </a>
            <Button variant="quiet" icon={Copy} onClick={copy}>
              Copy
            </Button>
            <Button variant="quiet" onClick={() => setAsking('renew')}>
              New address
            </Button>
            <Button variant="quiet" onClick={() => setAsking('revoke')}>
              Take it back
            </Button>
          </div>
        </div>
      )}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={asking === 'renew' ? 'Make a new address?' : 'Take the address back?'}
        confirmLabel={asking === 'renew' ? 'Make a new one' : 'Take it back'}
        busy={changing.isPending}
        busyLabel="Saving..."
        error={changing.isError && readFault(changing.error, SORRY).sentence}
        onConfirm={() => asking && changing.mutate(asking)}
      >
        Calendars that read the old address get nothing more.
        {asking === 'renew' && ' You have to subscribe to the new one again.'}
      </ConfirmDialog>
    </Panel>
  )
}
