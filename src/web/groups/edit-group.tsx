/** The form in which admins edit their network. It sends only the fields that differ. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Globe, Lock } from 'lucide'
import { useState } from 'react'
import type { Group } from '#contract/groups.ts'
import type { ImageKind } from '#contract/media-words.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { DESCRIPTION_MAX, isBlank, LOCATION_MAX, NAME_MAX } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useCommunity } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Check } from '../ui/check.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { Field, FormError, TextArea, TextInput } from '../ui/field.tsx'
import { Segments } from '../ui/segments.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { toast } from '../ui/toast.tsx'
import { GroupImages } from './group-images.tsx'
import { forgetPosts, groupQuery, putGroup } from './groups.ts'

const OPENNESS = [
  { value: 'public', label: 'Public', icon: Globe },
  { value: 'private', label: 'Private', icon: Lock },
] as const

interface Change {
  /** handled and stored by the assistant's module */
  is_quotable?: boolean
  name?: string
  description?: string | null
  location?: string | null
  is_public?: boolean
}

export function EditGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState(group.name)
  const [description, setDescription] = useState(group.description ?? '')
  const [location, setLocation] = useState(group.location ?? '')
  const [openness, setOpenness] = useState<'public' | 'private'>(group.is_public ? 'public' : 'private')
  const [quotable, setQuotable] = useState(group.is_quotable ?? true)
  const { brand } = useCommunity()
  const [blank, setBlank] = useState(false)
  const [tab, setTab] = useState<'basic' | 'images'>('basic')
  const [chosen, setChosen] = useState<readonly ImageKind[]>([])
  const [isDropping, setDropping] = useState(false)
  const changed: Change = {
    ...(name.trim() === group.name ? {} : { name: name.trim() }),
    ...(description.trim() === (group.description ?? '') ? {} : { description: description.trim() || null }),
    ...(location.trim() === (group.location ?? '') ? {} : { location: location.trim() || null }),
    ...((openness === 'public') === group.is_public ? {} : { is_public: openness === 'public' }),
    ...(group.is_quotable === undefined || quotable === group.is_quotable ? {} : { is_quotable: quotable }),
  }
  const isChanged = Object.keys(changed).length > 0
  // ask before unsent input is discarded
  const close = () => (chosen.length > 0 || isChanged ? setDropping(true) : onClose())
  const saving = useMutation({
    mutationFn: async ({ is_quotable, ...change }: Change) => {
      if (is_quotable !== undefined) {
        await api.assistant.setGroupQuotable({ group_id: group.id, is_quotable }, withTimeout())
        // this call has succeeded, even if the next one is refused
        client.setQueryData(groupQuery(group.slug).queryKey, (before) => before && { ...before, is_quotable })
      }
      const now = client.getQueryData(groupQuery(group.slug).queryKey) ?? group
      return Object.keys(change).length > 0 ? api.groups.editGroup({ id: group.id, ...change }, withTimeout()) : now
    },
    onSuccess: async (after) => {
      if (chosen.length > 0) setTab('images')
      else onClose()
      toast.good('Group updated successfully')
      if (after.slug !== group.slug) await moveTo(after)
      putGroup(client, after)
      forgetPosts(client)
    },
  })
  // The address is derived from the name. The query of the old address is removed, so it is not fetched again.
  const moveTo = async (after: Group) => {
    client.setQueryData(groupQuery(after.slug).queryKey, after)
    await navigate({ to: '/group/$groupName', params: { groupName: after.slug }, search: {}, replace: true })
    client.removeQueries({ queryKey: groupQuery(group.slug).queryKey })
  }
  const fault = saving.isError ? readFault(saving.error, SAY_ROOMS.groupUpdateFailed) : undefined
  const submit = () => {
    if (saving.isPending || tab === 'images') return
    setBlank(isBlank(name))
    if (isBlank(name)) return document.getElementById('group-name')?.focus()
    if (!isChanged) return close()
    saving.mutate(changed)
  }
  const basic = (
    <div className="stack">
      {fault && Object.keys(fault.fields).length === 0 && (
        <FormError>
          {fault.sentence}
          {fault.signIn && (
            <p>
              <SignInLink>Sign In</SignInLink>
            </p>
          )}
        </FormError>
      )}
      <Field
        label="Name"
        id="group-name"
        error={blank ? SAY_ROOMS.groupNameBlank : fault?.fields.name}
        hint="Its address follows the name."
        required
      >
        <TextInput
          value={name}
          limit={NAME_MAX}
          dir="auto"
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label="Description" note="Optional" error={fault?.fields.description}>
        <TextArea
          value={description}
          limit={DESCRIPTION_MAX}
          dir="auto"
          rows={4}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <Field label="Location" note="Optional" error={fault?.fields.location}>
        <TextInput
          value={location}
          limit={LOCATION_MAX}
          dir="auto"
          autoComplete="off"
          onChange={(event) => setLocation(event.target.value)}
        />
      </Field>
      <div className="stack-s">
        <Segments legend="Who can see what is in it" options={OPENNESS} value={openness} onChange={setOpenness} />
        <p className="hint">
          {openness === 'public'
            ? 'Everybody can read it, every member can join.'
            : 'Only its members see posts, events, members and chat. Whoever wants to join asks, and you decide.'}
        </p>
      </div>
      {group.is_quotable !== undefined && openness === 'public' && (
        <div className="stack-s">
          <Check checked={quotable} onChange={(event) => setQuotable(event.target.checked)}>
            {brand.assistant} may quote what is written here
          </Check>
          <p className="hint">
            To dads who ask, with the writer's name and a link. Nothing from a private network is ever quoted.
          </p>
        </div>
      )}
    </div>
  )
  const images = (
    <GroupImages
      group={group}
      onChosen={(kind, isChosen) =>
        setChosen((now) => [...now.filter((one) => one !== kind), ...(isChosen ? [kind] : [])])
      }
    />
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      title="Edit Group"
      dismissible={!saving.isPending}
      onSubmit={submit}
      foot={
        tab === 'images' ? (
          <Button variant="quiet" onClick={close}>
            Done
          </Button>
        ) : (
          <>
            <Button variant="quiet" disabled={saving.isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" busy={saving.isPending} busyLabel="Saving...">
              Save
            </Button>
          </>
        )
      }
    >
      <Tabs
        label="What to change"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'basic', label: 'Basic Info', panel: basic },
          { value: 'images', label: 'Images', panel: images, kept: true },
        ]}
      />
      <ConfirmDialog
        open={isDropping}
        onOpenChange={setDropping}
        title={chosen.length > 0 ? 'Discard these pictures?' : 'Discard your changes?'}
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={onClose}
      >
        {chosen.length > 0 && (
          <>
            The {chosen.join(' and the ')} that you chose {chosen.length > 1 ? 'are' : 'is'} not uploaded yet.{' '}
          </>
        )}
        {isChanged && 'What you changed is not saved yet.'}
      </ConfirmDialog>
    </Dialog>
  )
}
