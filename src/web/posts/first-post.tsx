/** A message to a member after his first post. It is shown once, until he continues. */
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../ui/icon.tsx'

/** `id`: the post, which was just added at the top of the list below. */
export function FirstPostLine({ id }: { id: string }) {
  const [place, setPlace] = useState<Element | null>(null)
  useEffect(() => setPlace(document.querySelector(`[data-post="${CSS.escape(id)}"]`)), [id])
  return (
    place &&
    createPortal(
      <div className="note good first-post">
        <Icon of={Check} />
        <span>
          That is your first post, and it stands. Answers come below it; until then, the dads in the{' '}
          <Link to="/pods">pods</Link> are good company.
        </span>
      </div>,
      place,
    )
  )
}
