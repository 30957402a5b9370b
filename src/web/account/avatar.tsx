/** The member's own avatar, to be changed. Fetched when he wants to. */
import { useQueryClient } from '@tanstack/react-query'
import type { Viewer } from '#contract/account.ts'
import { changeViewer } from '../kernel/viewer.ts'
import { ImageField } from '../media/media.tsx'
import { nameOf } from '../members/members.ts'
import { Panel } from '../ui/card.tsx'
import { announce } from './session.ts'

export function EditAvatar({ viewer }: { viewer: Viewer }) {
  const client = useQueryClient()
  return (
    <div className="halves mine-edit">
      <Panel title="Avatar">
        <ImageField
          kind="avatar"
          url={viewer.avatar_url}
          id={viewer.id}
          name={nameOf(viewer)}
          onChange={(avatar_url) => {
            changeViewer(client, { avatar_url })
            announce('user_updated')
          }}
        />
      </Panel>
    </div>
  )
}
