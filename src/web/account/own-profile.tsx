/** /profile: the member's public profile, his figures and his settings. */
import { Link } from '@tanstack/react-router'
import { ChevronRight, Pencil, X } from 'lucide'
import { type ReactNode, useState } from 'react'
import type { Viewer } from '#contract/account.ts'
import { imageAt } from '#contract/media-words.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { UnsavedNote } from '../kernel/own-content.tsx'
import { signInPath } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { nameOf, traitsOf } from '../members/members.ts'
import { AdministratorMark } from '../members/members.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { Part } from '../ui/part.tsx'
import { DarkMode } from './dark-mode.tsx'
import { useProfileDraft } from './profile-draft.ts'
import { LogoutButton } from './sign-out.tsx'

const fetchEdit = () => import('./edit-profile.tsx')

interface ProfileProps {
  /** the member's figures */
  stats?: ReactNode
  /** between figures and settings */
  children?: ReactNode
  /** switches that belong to other rooms */
  settings?: ReactNode
}

export function ProfileScreen({ stats, children, settings }: ProfileProps) {
  const viewer = useViewer()
  const { piece, ask, waiting } = useLazyPart(fetchEdit)
  const [editing, setEditing] = useState(false)
  const draft = useProfileDraft(viewer)
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  /** the member pressed the prompt for a bio, so the form starts there */
  const [isAsked, setAsked] = useState(false)
  const edit = async (isAsked = false) => {
    if (!(await ask())) return
    setAsked(isAsked)
    setEditing(true)
    // the pressed button may disappear
    moveFocus('[data-mine="edit"]')
  }
  const close = () => {
    setEditing(false)
    // the pressed button may disappear with the form
    moveFocus('[data-mine="edit"]')
  }
  if (!viewer) return <SignInFirst title="Sign in to view your profile" path="/profile" />
  return (
    <div className="page mid">
      <section className="sheet person mine" aria-label="You">
        <Avatar
          size="xl"
          id={viewer.id}
          name={nameOf(viewer)}
          src={viewer.avatar_url && imageAt(viewer.avatar_url, 288)}
        />
        <div className="grow">
          <h1 dir="auto">{nameOf(viewer)}</h1>
          <AdministratorMark of={viewer} />
          <p className="ui soft mine-where parts">
            <bdi translate="no">@{viewer.username}</bdi>
            {traitsOf(viewer).map(({ field, text }) => (
              <bdi key={field}>{text}</bdi>
            ))}
          </p>
          {viewer.bio && (
            <p className="ui mine-bio" dir="auto">
              {viewer.bio}
            </p>
          )}
        </div>
        <div className="row wrap" ref={place}>
          <Button
            variant="quiet"
            icon={editing ? X : Pencil}
            aria-expanded={editing}
            busy={waiting}
            data-mine="edit"
            onClick={() => (editing ? close() : void edit())}
          >
            {editing ? 'Cancel' : 'Edit Profile'}
          </Button>
          <LogoutButton />
        </div>
      </section>

      {editing && piece && (
        <Part>
          <piece.EditProfile viewer={viewer} draft={draft} fromBio={isAsked} onClose={close} />
        </Part>
      )}
      {!editing && draft.isBegun && (
        <div className="mine-begun">
          <UnsavedNote
            onEdit={() => edit()}
            onDiscard={() => {
              draft.drop()
              moveFocus('[data-mine="edit"]')
            }}
          />
        </div>
      )}

      {!editing && !draft.isBegun && isUntold(viewer) && (
        <div className="mine-begun needs-script">
          <div className="note unsaved">
            <div className="grow">
              Tell other dads a little about yourself: a line, a town, a picture.
              <div className="btn-row">
                <Button variant="quiet" busy={waiting} onClick={() => void edit(true)}>
                  Add a line about you
                </Button>
              </div>
            </div>
          </div>
        </div>
      )}

      {stats}
      {children}

      <div className="halves">
        <Panel title="Settings">
          <div className="rule">
            {settings}
            <DarkMode on={viewer.dark_mode_enabled} />
            <Link className="setting mine-link" to="/settings">
              <span className="grow">
                <span className="label">Account and security</span>
                <span className="hint">Password, two-step verification, devices.</span>
              </span>
              <Icon of={ChevronRight} flip />
            </Link>
            {viewer.is_admin && (
              <Link className="setting mine-link" to="/admin">
                <span className="grow">
                  <span className="label">Administration</span>
                  <span className="hint">Reports, members, networks, and the log.</span>
                </span>
                <Icon of={ChevronRight} flip />
              </Link>
            )}
          </div>
        </Panel>
      </div>
    </div>
  )
}

const isUntold = ({ bio, location, avatar_url }: Viewer) => !bio && !location && !avatar_url

/** Shown to a visitor in place of a page that is only for members. */
export function SignInFirst({ title, path, children }: { title: string; path: string; children?: ReactNode }) {
  return (
    <div className="page mid">
      <section className="sheet">
        <Empty
          level="h1"
          title={title}
          action={
            <a className={buttonClass()} href={signInPath(path)}>
              Sign In
            </a>
          }
        >
          {children}
        </Empty>
      </section>
    </div>
  )
}
