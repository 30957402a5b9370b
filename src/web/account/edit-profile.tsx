/** The form in which a member changes his avatar and his profile. Loaded on demand. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Viewer } from '#contract/account.ts'
import type { OwnProfile } from '#contract/members.ts'
import { BIO_MAX, PERSON_NAME_MAX, PROFILE_FIELDS, SAY_PROFILE } from '#contract/profile-words.ts'
import { isBlank, LOCATION_MAX } from '#contract/words.ts'
import { api, queries } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { inTime } from '../kernel/in-time.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { ImageField } from '../media/media.tsx'
import { nameOf } from '../members/members.ts'
import { PlaceField } from '../places/places.tsx'
import { Beside } from '../ui/beside.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Failed } from '../ui/failed.tsx'
import { Field, FormError, TextArea, TextInput } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { showEverywhere } from './everywhere.ts'
import { changedIn, type Field as Name, type ProfileDraft } from './own-draft.ts'
import { announce } from './session.ts'

interface EditProps {
  viewer: Viewer
  draft: ProfileDraft
  /** start with the focus in the bio */
  fromBio: boolean
  /** called after saving, or when the member closes the form; then the draft is kept */
  onClose: () => void
}

export function EditProfile({ viewer, draft, fromBio, onClose }: EditProps) {
  const client = useQueryClient()
  const own = useQuery(ownQuery)
  const panel = useRef<HTMLDivElement>(null)
  const [isChosen, setChosen] = useState(false)
  /** counts how often Save was pressed while a picture was being uploaded: each time the focus moves to the picture */
  const [stops, setStops] = useState(0)
  useEffect(() => {
    if (stops > 0) panel.current?.querySelector<HTMLElement>('[data-image="send"]')?.focus()
  }, [stops])
  return (
    <div className="halves mine-edit" ref={panel}>
      <Panel title="Avatar">
        <ImageField
          kind="avatar"
          url={viewer.avatar_url}
          id={viewer.id}
          name={nameOf(viewer)}
          onChange={(avatar_url) => {
            showEverywhere(client, viewer.id, { avatar_url })
            announce('user_updated')
          }}
          onChosen={(is) => {
            setChosen(is)
            setStops(0)
          }}
        />
        {stops > 0 && (
          <div className="gap">
            <FormError>{SAY_PROFILE.pictureWaits}</FormError>
          </div>
        )}
      </Panel>
      <Panel title="About you">
        {own.data ? (
          <AboutForm
            own={own.data}
            viewer={viewer}
            draft={draft}
            fromBio={fromBio}
            onClose={onClose}
            // the form cannot be saved while a picture is chosen and not uploaded
            onHeld={isChosen ? () => setStops((count) => count + 1) : undefined}
          />
        ) : own.isError ? (
          <Failed
            title="Your profile did not load"
            level="h3"
            onRetry={() => void own.refetch()}
            retrying={own.isFetching}
          >
            Nothing was changed. Check your connection and try again.
          </Failed>
        ) : (
          <div className="stack" role="status">
            <span className="sr">Loading your profile...</span>
            <Skeleton width="w40" />
            <Skeleton />
            <Skeleton width="w60" />
          </div>
        )}
      </Panel>
    </div>
  )
}

/** Loaded only for this form, so that no other page contains the private fields. */
const ownQuery = { ...queries.members.getOwnProfile.queryOptions(), staleTime: 0, gcTime: 0 }

interface AboutProps extends EditProps {
  own: OwnProfile
  /** called instead of saving while another part of the screen must be finished first */
  onHeld: (() => void) | undefined
}

function AboutForm({ own, viewer, draft, fromBio, onClose, onHeld }: AboutProps) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<Partial<Record<Name, string>>>({})
  /** counts the refusals, so that a repeated mistake moves the focus again */
  const [refusals, setRefusals] = useState(0)
  const saving = useMutation({
    mutationFn: (change: ReturnType<typeof changedIn>) => api.members.updateProfile(change, inTime()),
    onSuccess: (saved) => {
      client.setQueryData(ownQuery.queryKey, saved)
      const { location } = saved
      showEverywhere(client, viewer.id, Object.fromEntries(PROFILE_FIELDS.public.map((field) => [field, saved[field]])))
      client.setQueriesData<{ location: string | null }>(
        { queryKey: queries.nearby.getLocalProfile.key() },
        (local) => local && { ...local, location },
      )
      announce('user_updated')
      draft.drop()
      toast.good(SAY_PROFILE.updated)
      onClose()
    },
    onError: (error) => refuse(readFault(error, '').fields),
  })
  const refuse = (fields: typeof wrong) => {
    setWrong(fields)
    setRefusals((count) => count + 1)
  }
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the profile has loaded
  useEffect(() => {
    // unless the member has already started with the picture
    const isElsewhere = form.current?.closest('.mine-edit')?.contains(document.activeElement)
    if (fromBio && !isElsewhere) form.current?.querySelector<HTMLElement>('[name="bio"]')?.focus()
  }, [])

  const words = draft.against(own)
  const text = (name: Name) => words.typed[name] ?? own[name] ?? ''
  const type = (name: Name) => (typed: string) => {
    words.change(name, typed)
    setWrong(({ [name]: _, ...rest }) => rest)
  }
  const bind = (name: Name) => ({
    name,
    value: text(name),
    onChange: (event: { currentTarget: { value: string } }) => type(name)(event.currentTarget.value),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.isPending) return
    const day = event.currentTarget.elements.namedItem('date_of_birth') as HTMLInputElement
    const seen = {
      ...(isBlank(text('display_name')) ? { display_name: SAY_PROFILE.displayNameBlank } : {}),
      // the browser reports an incomplete date as empty; it must not clear the saved date
      ...(day.validity.badInput ? { date_of_birth: SAY_PROFILE.dateOfBirth } : {}),
    }
    if (Object.keys(seen).length > 0) return refuse(seen)
    if (onHeld) return onHeld()
    const changed = changedIn(own, words.typed)
    if (Object.keys(changed).length > 0) return saving.mutate(changed)
    draft.drop()
    onClose()
  }
  const beside = (name: Name, what: string) =>
    words.offered[name] !== undefined && (
      <Beside
        what={what}
        focus={`own-${name}`}
        disabled={saving.isPending}
        onUse={() => words.use(name)}
        onDiscard={() => words.discard(name)}
      >
        {isBlank(words.offered[name]) ? null : words.offered[name]}
      </Beside>
    )
  const fault = saving.isError ? readFault(saving.error, '') : undefined
  return (
    <form ref={form} className="stack" noValidate method="post" onSubmit={submit}>
      <Field id="own-display_name" label="Display name" error={wrong.display_name} required>
        <TextInput {...bind('display_name')} limit={PERSON_NAME_MAX} dir="auto" autoComplete="nickname" />
      </Field>
      {beside('display_name', 'Display name')}
      <Field
        id="own-bio"
        label="Bio"
        note="Optional"
        hint="Who you are a father to, and what keeps you busy."
        error={wrong.bio}
      >
        <TextArea {...bind('bio')} limit={BIO_MAX} dir="auto" rows={4} />
      </Field>
      {beside('bio', 'Bio')}
      <PlaceField
        id="own-location"
        label="Location"
        note="Optional"
        hint="A town is enough. Everybody sees it."
        error={wrong.location}
        limit={LOCATION_MAX}
        value={text('location')}
        onType={type('location')}
        onPick={() => {}}
      />
      {beside('location', 'Location')}
      <fieldset className="stack mine-only">
        <legend className="label">Only you see these</legend>
        <Field id="own-first_name" label="First name" note="Optional" error={wrong.first_name}>
          <TextInput {...bind('first_name')} limit={PERSON_NAME_MAX} dir="auto" autoComplete="given-name" />
        </Field>
        {beside('first_name', 'First name')}
        <Field id="own-last_name" label="Last name" note="Optional" error={wrong.last_name}>
          <TextInput {...bind('last_name')} limit={PERSON_NAME_MAX} dir="auto" autoComplete="family-name" />
        </Field>
        {beside('last_name', 'Last name')}
        <Field id="own-date_of_birth" label="Date of birth" note="Optional" error={wrong.date_of_birth}>
          <TextInput {...bind('date_of_birth')} type="date" min="1900-01-01" autoComplete="bday" />
        </Field>
        {beside('date_of_birth', 'Date of birth')}
      </fieldset>
      {/* next to the button that was pressed: the top of the form may be off screen */}
      {fault && Object.keys(fault.fields).length === 0 && (
        <FormError title={fault.sentence || SAY_PROFILE.updateFailed}>
          {!fault.sentence && <p>Nothing you entered is lost. Try again.</p>}
          {fault.signIn && (
            <p>
              <SignInLink>Sign In</SignInLink>
            </p>
          )}
        </FormError>
      )}
      <div className="btn-row">
        <Button type="submit" busy={saving.isPending} busyLabel="Saving...">
          Save
        </Button>
        <Button variant="quiet" disabled={saving.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
