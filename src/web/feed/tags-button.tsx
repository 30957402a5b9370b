/** The button in the phone's bar that opens the Tags drawer. */
import { Tags } from 'lucide'
import { useState } from 'react'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { IconButton } from '../ui/icon-button.tsx'

const fetchDrawer = () => import('./tags-drawer.tsx')

export function TagsButton() {
  const { piece, ask, waiting } = useLazyPart(fetchDrawer)
  const [open, setOpen] = useState(false)
  const warm = () => void fetchDrawer().catch(() => {})
  return (
    <>
      <IconButton
        className="needs-script"
        icon={Tags}
        label="Tags"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-busy={waiting || undefined}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={async () => setOpen((await ask()) !== undefined)}
      />
      {piece && <piece.TagsDrawer open={open} onOpenChange={setOpen} />}
    </>
  )
}
