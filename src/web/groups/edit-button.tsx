/** The button with which admins edit their network. The form is loaded on demand. */
import { Pencil } from 'lucide'
import { useState } from 'react'
import type { Group } from '#contract/groups.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { Button } from '../ui/button.tsx'

const fetchForm = () => import('./edit-group.tsx')

export function EditGroup({ group }: { group: Group }) {
  const { piece, ask, waiting } = useLazyPart(fetchForm)
  const [open, setOpen] = useState(false)
  const start = async () => {
    if (await ask()) setOpen(true)
  }
  return (
    <>
      <Button className="needs-script" variant="quiet" icon={Pencil} aria-busy={waiting || undefined} onClick={start}>
        Edit Group
      </Button>
      {piece && open && <piece.EditGroupDialog group={group} onClose={() => setOpen(false)} />}
    </>
  )
}
