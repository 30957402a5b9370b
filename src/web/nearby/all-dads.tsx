/** All dads nearby: a dialog in the desktop layout, a drawer on a phone. Loaded on demand. */
import { NEARBY, type Radius } from '#contract/local-words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { NearbyDads } from './dads.tsx'

interface AllDadsProps {
  as: 'dialog' | 'drawer'
  radius: Radius
  open: boolean
  onOpenChange: (open: boolean) => void
  onSettings: () => void
}

export function AllDads({ as, radius, open, onOpenChange, onSettings }: AllDadsProps) {
  const title = 'Nearby Dads'
  const description = `Within ${radius} miles, the nearest first`
  const settings = () => {
    onOpenChange(false)
    onSettings()
  }
  const list = <NearbyDads radius={radius} most={NEARBY.shown} onSettings={settings} />
  const frame = { open, onOpenChange, title, description }
  return as === 'dialog' ? (
    <Dialog {...frame}>{list}</Dialog>
  ) : (
    <Drawer from="bottom" {...frame}>
      {list}
    </Drawer>
  )
}
