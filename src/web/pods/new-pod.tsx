/** "Create Pod": a button. The form is loaded on demand. */
import { Plus } from 'lucide'
import { useState } from 'react'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useViewer } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'

const fetchForm = () => import('./create-pod.tsx')

export function NewPod() {
  const viewer = useViewer()
  const { piece, ask, waiting } = useLazyPart(fetchForm)
  const [open, setOpen] = useState(false)
  if (!viewer) return null
  const warm = () => void fetchForm().catch(() => {})
  return (
    <>
      <Button
        className="needs-script"
        icon={Plus}
        aria-busy={waiting || undefined}
        onClick={async () => setOpen((await ask()) !== undefined)}
        onPointerEnter={warm}
        onFocus={warm}
      >
        Create Pod
      </Button>
      {piece && <piece.CreatePod key={viewer.id} member={viewer.id} open={open} onOpenChange={setOpen} />}
    </>
  )
}
