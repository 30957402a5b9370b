/** The form in which a member changes his avatar and his profile. Loaded on demand. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react'
import type { Viewer } from '#contract/account.ts'
import type { OwnProfile } from '#contract/members.ts'
import { PROFILE_FIELDS, SAY_PROFILE } from '#contract/profile-words.ts'
import { isBlank } from '#contract/words.ts'
import { api, queries } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { ImageField } from '../media/media.tsx'
import { nameOf } from '../members/members.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { DraftOffer } from '../ui/draft-offer.tsx'
import { Failed } from '../ui/failed.tsx'
import { FormError } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { updateProfileCaches } from './profile-cache.ts'
import { changedIn, type Field as Name, type ProfileDraft } from './profile-draft.ts'
import { labelOf, ProfileRow } from './profile-rows.tsx'
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
    if (stops > 0) panel.current?.querySelector<HTMLElement>('[data-image="send"], [data-image="stop"]')?.focus()
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
            updateProfileCaches(client, viewer.id, { avatar_url })
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
    mutationFn: (change: ReturnType<typeof changedIn>) => api.members.updateProfile(change, withTimeout()),
    onSuccess: (saved) => {
      client.setQueryData(ownQuery.queryKey, saved)
      const { location } = saved
      updateProfileCaches(
        client,
        viewer.id,
        Object.fromEntries(PROFILE_FIELDS.public.map((field) => [field, saved[field]])),
      )
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
  const row = (name: Name) => (
    <Fragment key={name}>
      <ProfileRow name={name} value={text(name)} error={wrong[name]} onType={type(name)} />
      {words.offered[name] !== undefined && (
        <DraftOffer
          what={labelOf(name)}
          focus={`own-${name}`}
          disabled={saving.isPending}
          onUse={() => words.use(name)}
          onDiscard={() => words.discard(name)}
        >
          {isBlank(words.offered[name]) ? null : words.offered[name]}
        </DraftOffer>
      )}
    </Fragment>
  )
  const fault = saving.isError ? readFault(saving.error, '') : undefined
  return (
    <form ref={form} className="stack" noValidate method="post" onSubmit={submit}>
      {PROFILE_FIELDS.public.map(row)}
      <fieldset className="stack mine-only">
        <legend className="label">Only you see these</legend>
        {PROFILE_FIELDS.private.map(row)}
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
