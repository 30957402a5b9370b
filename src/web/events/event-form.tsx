/** The dialogs "Create Event" and "Edit Event". The draft is kept on this device until it is saved. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Event } from '#contract/events.ts'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { placeOf, zoneName } from '#contract/zone-words.ts'
import { api } from '../kernel/api.ts'
import { useDraft } from '../kernel/draft.ts'
import { readFault } from '../kernel/fault.ts'
import { newId } from '../kernel/id.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { ownZone } from '../kernel/zone.ts'
import { communitiesQuery } from '../pods/pods.ts'
import { Button } from '../ui/button.tsx'
import { Check } from '../ui/check.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { toast } from '../ui/toast.tsx'
import { updateMovedEvent } from './cache.ts'
import { dayIn } from './calendar.ts'
import { changeOf, draftOf, EMPTY, type FieldErrors, focusFirst, IDS, missingIn, newOf } from './event-draft.ts'
import { EventFields } from './fields.tsx'
import { PlaceNotFound, positionOf } from './place-position.ts'
import { eventQuery } from './queries.ts'
import { timeWords } from './words.ts'

interface CreateEventProps {
  member: string
  group: { id: string; name: string } | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
  onModeOff: () => void
}

export function CreateEvent({ member, group, open, onOpenChange, onModeOff }: CreateEventProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [own] = useState(() => placeOf(ownZone()))
  const networks = useQuery({ ...communitiesQuery(), enabled: open && !group })
  const communities = networks.data ?? []
  const key = group ? `event.${member}.${group.id}` : `event.${member}`
  const { draft, change, drop } = useDraft(key, EMPTY, open)
  const [wrong, setWrong] = useState<FieldErrors>({})
  const isOwn = communities.some(({ id }) => id === draft.group_id)
  const zone = draft.time_zone || own

  const making = useMutation({
    mutationFn: async (typed: typeof draft) => {
      const position = await positionOf(typed)
      return api.events.createEvent(newOf(typed, position, group?.id ?? (typed.group_id || undefined)), withTimeout())
    },
    onMutate: () => toast.ahead(),
    onSuccess: async (event) => {
      drop()
      setWrong({})
      onOpenChange(false)
      updateMovedEvent(client, event)
      toast.good(SAY_LOCAL.eventMade)
      await navigate({ to: '/event/$eventId', params: { eventId: event.id } })
    },
    onError: (error) => {
      if (error instanceof PlaceNotFound) return setWrong({ place: error.message })
      const { code, fields } = readFault(error, '')
      // the id belongs to something else: retry with a new one
      if (code === 'ID_TAKEN') change({ id: '' })
      if (code === 'LOCAL_MODE_OFF') onModeOff()
      setWrong(fields)
      focusFirst(fields)
    },
  })
  const submit = () => {
    if (making.isPending) return
    making.reset()
    const found = missingIn(draft)
    setWrong(found)
    if (focusFirst(found)) return
    const id = draft.id || newId()
    change({ id })
    making.mutate({ ...draft, id, time_zone: zone })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create Event"
      dismissible={!making.isPending}
      onSubmit={submit}
      foot={
        <>
          <Button variant="quiet" disabled={making.isPending} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" busy={making.isPending} busyLabel="Creating...">
            Create Event
          </Button>
        </>
      }
    >
      <div className="stack">
        <Trouble error={making.error} wrong={wrong} otherwise={SAY_LOCAL.eventFailed} />
        <EventFields
          draft={draft}
          change={change}
          wrong={wrong}
          busy={making.isPending}
          today={dayIn(zone, Date.now())}
          zone={zone}
          placeHint="Others near there find it, and are told how far it is, within about a mile. Without it, it stands under Everywhere only."
        >
          {group ? (
            <p className="ui soft" dir="auto">
              In {group.name}
            </p>
          ) : (
            <Field
              label="Network (Optional)"
              id={IDS.group_id}
              error={
                wrong.group_id ?? (networks.isError && 'Your networks did not load. Close this and open it again.')
              }
            >
              <Select value={draft.group_id} onChange={(event) => change({ group_id: event.target.value })}>
                <option value="">No network: for everybody</option>
                {/* keep the drafted network until the viewer's networks are known: the event must not become public instead */}
                {draft.group_id && !isOwn && (
                  <option value={draft.group_id}>
                    {networks.isSuccess ? 'A network that you are not in any more' : 'The network you chose'}
                  </option>
                )}
                {communities.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
          )}
        </EventFields>
      </div>
    </Dialog>
  )
}

interface EditEventProps {
  member: string
  event: Event
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function EditEvent({ member, event, open, onOpenChange }: EditEventProps) {
  const client = useQueryClient()
  const { draft, change, drop } = useDraft(`edit-event.${member}.${event.id}`, draftOf(event), open)
  const [wrong, setWrong] = useState<FieldErrors>({})
  /** the server's newer version, which the viewer has seen */
  const [newer, setNewer] = useState<Event>()
  const type = (typed: Partial<typeof draft>) =>
    change(({ seen }) => ({ ...typed, seen: seen || event.updated_at.toISOString() }))
  const close = () => {
    setWrong({})
    setNewer(undefined)
    onOpenChange(false)
  }
  const saving = useMutation({
    mutationFn: async (typed: typeof draft) => {
      const changed = changeOf(typed, event, await positionOf(typed))
      if (!changed) return null
      return api.events.editEvent({ id: event.id, ...changed, seen_updated_at: typed.seen || undefined }, withTimeout())
    },
    onMutate: () => toast.ahead(),
    onSuccess: (saved) => {
      drop()
      close()
      if (!saved) return
      // a request that started earlier must not overwrite this answer
      void client.cancelQueries({ queryKey: eventQuery(event.id).queryKey })
      updateMovedEvent(client, saved)
      toast.good('Event updated successfully!')
    },
    onError: async (error) => {
      if (error instanceof PlaceNotFound) return setWrong({ place: error.message })
      const { code, fields } = readFault(error, '')
      setWrong(fields)
      focusFirst(fields)
      if (code === 'EVENT_CHANGED') setNewer(await client.fetchQuery({ ...eventQuery(event.id), staleTime: 0 }))
    },
  })
  const submit = () => {
    if (saving.isPending) return
    saving.reset()
    const found = missingIn(draft)
    setWrong(found)
    if (focusFirst(found)) return
    const seen = newer ? newer.updated_at.toISOString() : draft.seen
    saving.mutate({ ...draft, seen })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Edit Event"
      description="Those who attend get a mail when its title, day, time or place change."
      dismissible={!saving.isPending}
      onSubmit={submit}
      foot={
        <>
          <Button variant="quiet" disabled={saving.isPending} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" busy={saving.isPending} busyLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      <div className="stack">
        <Trouble error={saving.error} wrong={wrong} otherwise={SAY_LOCAL.eventUpdateFailed}>
          {newer && (
            <>
              <p>It is now this. Save puts yours in its place.</p>
              <blockquote className="newer" dir="auto">
                <b>{newer.title}</b>
                {newer.event_date}, {timeWords(newer)} ({zoneName(newer.time_zone)}), {newer.location}
                {newer.description && `\n${newer.description}`}
              </blockquote>
              <Button
                variant="quiet"
                onClick={() => {
                  drop()
                  saving.reset()
                  close()
                }}
              >
                Keep the newer one
              </Button>
            </>
          )}
        </Trouble>
        <EventFields
          draft={draft}
          change={type}
          wrong={wrong}
          busy={saving.isPending}
          today={dayIn(draft.time_zone, Date.now())}
          zone={draft.time_zone}
          placeHint={
            event.has_position
              ? 'Its distance is told already. Left empty, it stays where it is.'
              : 'Others are told how far it is, within about a mile.'
          }
        >
          {event.has_position && draft.place === '' && (
            <Check checked={draft.placeless} onChange={({ target }) => type({ placeless: target.checked })}>
              Do not tell the distance any more
            </Check>
          )}
        </EventFields>
      </div>
    </Dialog>
  )
}

interface TroubleProps {
  error: Error | null
  wrong: FieldErrors
  otherwise: string
  children?: ReactNode
}

/** Errors that belong to no single field, and the note that fields are missing. */
function Trouble({ error, wrong, otherwise, children }: TroubleProps) {
  const isMissing = error === null && Object.keys(wrong).length > 0
  if (isMissing) return <FormError>{SAY_LOCAL.eventIncomplete}</FormError>
  if (!error || error instanceof PlaceNotFound) return null
  const fault = readFault(error, otherwise)
  // shown next to its field
  if (Object.keys(fault.fields).some((field) => field in IDS)) return null
  return (
    <FormError>
      {fault.sentence}
      {fault.signIn && (
        <p>
          <SignInLink>Sign In</SignInLink>. What you wrote stays here.
        </p>
      )}
      {children}
    </FormError>
  )
}
