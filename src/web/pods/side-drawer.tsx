/** Near the thumb: who is in the pod, what it is, and the way out. A piece of its own: fetched when first wanted. */
import type { Pod } from '#contract/pods.ts'
import { Drawer } from '../ui/drawer.tsx'
import { AboutPod, Leave, Members, Requests } from './side.tsx'

interface SideDrawerProps {
  pod: Pod
  open: boolean
  onOpenChange: (open: boolean) => void
}

export const SideDrawer = ({ pod, open, onOpenChange }: SideDrawerProps) => (
  <Drawer from="bottom" open={open} onOpenChange={onOpenChange} title={<bdi>{pod.name}</bdi>}>
    <div className="pod-drawer">
      <Requests pod={pod} />
      <Members pod={pod} />
      <AboutPod pod={pod} />
      <div>
        <Leave pod={pod} />
      </div>
    </div>
  </Drawer>
)
