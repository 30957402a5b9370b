/** Back to the previous page; on a page that was opened from outside, to the page above it. */
import { Link, type LinkProps, useCanGoBack, useRouter } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide'
import type { MouseEvent } from 'react'
import { Icon } from '../ui/icon.tsx'

export function BackLink({ parent }: { parent: LinkProps['to'] }) {
  const router = useRouter()
  const inside = useCanGoBack()
  const back = (event: MouseEvent) => {
    if (!inside || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    router.history.back()
  }
  return (
    <Link className="more back" to={parent} onClick={back}>
      <Icon of={ChevronLeft} flip />
      Back
    </Link>
  )
}
