/** A pod for viewers who are not members: what it is, who is in it, and the button to join. */

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { topicOf } from '#contract/live-words.ts'
import type { Pod } from '#contract/pods.ts'
import { stillReadSentence } from '#contract/room-words.ts'
import { TakenOutNote, useBackSentence } from '../exclusions/exclusions.tsx'
import { useLiveTopic } from '../kernel/live-topic.ts'
import { useViewer } from '../kernel/viewer.ts'
import { AdministratorMark } from '../members/members.tsx'
import { ownCheckInsQuery } from '../rounds/rounds.ts'
import { DownloadPodText, podTextPath } from '../rounds/rounds.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useJoin, useRequest } from './join.ts'
import { podsChanged, wayIn } from './pods.ts'
import { Community, Measures } from './seats.tsx'

export function OutsidePod({ pod }: { pod: Pod }) {
  const client = useQueryClient()
  const viewer = useViewer()
  // a member whose request is pending sees the answer live
  useLiveTopic(pod.is_pending && viewer ? topicOf('member', viewer.id) : null, null, (events) => {
    if (events === null || events.some(({ subject }) => subject === pod.id)) void podsChanged(client)
  })
  return (
    <section className="sheet pad stack" aria-labelledby="pod">
      <div className="stack-s">
        <div className="row s between wrap">
          <h1 id="pod" dir="auto">
            {pod.name}
          </h1>
          {pod.is_private && <Stamp>Private Pod</Stamp>}
        </div>
        {pod.description && (
          <p className="pod-about" dir="auto">
            {pod.description}
          </p>
        )}
        <Measures pod={pod} />
        <Community pod={pod} />
      </div>
      {pod.former_until && <StillRead pod={pod} until={pod.former_until} />}
      {pod.taken_out && <TakenOutNote out={pod.taken_out} what="pod" asks={pod.is_private} />}
      {pod.ended_at === null && <Faces pod={pod} />}
      {pod.ended_at === null && <JoinButton pod={pod} />}
      <p className="sm soft center">Pods are limited to {pod.capacity} members, so that everyone is heard.</p>
      <OwnCheckInsLink pod={pod} />
    </section>
  )
}

/** For a member who has left: what he said in the rounds of this pod is still his to read and to delete. */
function OwnCheckInsLink({ pod }: { pod: Pod }) {
  const own = useInfiniteQuery(ownCheckInsQuery(pod.id)).data
  if (!own?.pages.some(({ items }) => items.length > 0)) return null
  return (
    <p className="ui center flush">
      You were in this pod. What you said there is still yours to read or to delete.{' '}
      <Link className="more" to="/settings/check-ins" search={{}}>
        Read or delete them
      </Link>
    </p>
  )
}

/** For a man whose membership ended because nothing was heard of him. The pod may have ended since. */
function StillRead({ pod, until }: { pod: Pod; until: Date }) {
  return (
    <div className="note" role="note">
      <div className="grow">
        <p className="flush">
          <b>Your place in this pod has ended after some quiet rounds. That happens.</b>{' '}
          {pod.ended_at && 'The pod itself has ended since. '}
          {stillReadSentence(until)}
        </p>
        <div className="btn-row">
          <a className={buttonClass({ variant: 'quiet' })} href={`${podTextPath(pod)}?view`}>
            Read what was said
          </a>
          <DownloadPodText pod={pod} />
        </div>
      </div>
    </div>
  )
}

/** Viewers who are not members do not see the members of a full pod (docs/decisions/022). */
function Faces({ pod }: { pod: Pod }) {
  if (pod.is_full) return <p className="ui soft">No seat is free for now. Only its members see who is in it.</p>
  return (
    <div>
      <h2 className="pod-who">Who is in it</h2>
      <ul className="faces">
        {pod.members.map((member) => (
          <li key={member.id} className="row s wrap">
            <Avatar id={member.id} name={member.name} src={member.avatar_url} />
            <span className="ui" dir="auto">
              {member.name}
            </span>
            <AdministratorMark of={member} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const LABELS = {
  join: { label: 'Apply to Join Pod', title: 'Join Pod?', yes: 'Yes, Join Pod' },
  request: { label: 'Request Access', title: 'Request Access to Pod?', yes: 'Yes, Request Access' },
}

function JoinButton({ pod }: { pod: Pod }) {
  const [open, setOpen] = useState(false)
  const join = useJoin(pod)
  const request = useRequest(pod)
  const way = wayIn(pod)
  const back = useBackSentence(pod.taken_out, pod.is_private)
  const done = () => {
    setOpen(false)
    // the button that was pressed is disabled now, so the focus moves to the page
    requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
  }
  const isBusy = join.isPending || request.isPending
  if (way !== 'join' && way !== 'request')
    return (
      <Button size="big" wide disabled>
        {way === 'out' ? back : way === 'pending' ? 'Request Pending' : 'Pod Full'}
      </Button>
    )
  const { label, title, yes } = LABELS[way]
  return (
    <>
      <Button
        size="big"
        wide
        className="needs-script"
        busy={isBusy}
        busyLabel="Requesting..."
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={title}
        tone="primary"
        confirmLabel={yes}
        busy={isBusy}
        busyLabel="Requesting..."
        onConfirm={() => {
          const action = way === 'join' ? join : request
          action.mutate(undefined, { onSuccess: done, onError: () => setOpen(false) })
        }}
      >
        <p>
          Are you ready to contribute meaningfully to <b dir="auto">{pod.name}</b>? Come as you are: some weeks one line
          is enough.
          {way === 'join' &&
            pod.has_rhythm &&
            ' If it has had a round, you and the others try it for two more. Then you stay, unless more than half of them would rather not.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
