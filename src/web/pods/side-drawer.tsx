/**
 * The side panel as a drawer on a phone: members, description, and the button to leave. A chunk of its own, loaded on
 * demand.
 */
import type { Pod } from '#contract/pods.ts'
import { RoundsLink } from '../rounds/rounds.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { EndedPanel, OtherPods } from './ended.tsx'
import { InviteFriend } from './invite-friend.tsx'
import { AboutPod, Leave, Members, Requests } from './side.tsx'

interface SideDrawerProps {
  pod: Pod
  open: boolean
  onOpenChange: (open: boolean) => void
}

export const SideDrawer = ({ pod, open, onOpenChange }: SideDrawerProps) => (
  <Drawer from="bottom" open={open} onOpenChange={onOpenChange} title={<bdi>{pod.name}</bdi>}>
    <div className="pod-drawer">
      {pod.ended_at && <EndedPanel />}
      {pod.ended_at && <OtherPods />}
      <Requests pod={pod} />
      <Members pod={pod} />
      {pod.ended_at === null && <InviteFriend pod={pod} />}
      <RoundsLink pod={pod} />
      <AboutPod pod={pod} />
      <div>
        <Leave pod={pod} />
      </div>
    </div>
  </Drawer>
)
