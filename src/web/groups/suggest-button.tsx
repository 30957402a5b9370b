/** The button for suggesting a new network. The form is loaded on demand. */
import { Plus } from 'lucide'
import { useState } from 'react'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useViewer } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'

const fetchForm = () => import('./suggest-group.tsx')

export function SuggestGroup() {
  const viewer = useViewer()
  const { piece, ask, waiting } = useLazyPart(fetchForm)
  const [open, setOpen] = useState(false)
  if (!viewer) return null
  const start = async () => {
    if (await ask()) setOpen(true)
  }
  return (
    <>
      <Button className="needs-script" variant="quiet" icon={Plus} aria-busy={waiting || undefined} onClick={start}>
        Suggest a New Network
      </Button>
      {piece && <piece.SuggestGroupDialog member={viewer.id} open={open} onOpenChange={setOpen} />}
    </>
  )
}
