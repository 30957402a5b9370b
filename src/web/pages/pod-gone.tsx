/** What the pages of a pod show if there is no such pod. */
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide'
import { isMissing } from '../kernel/fault.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'

/** The pod was loaded before and does not exist any more. */
export const isOver = (pod: { data: unknown; error: unknown } | undefined) =>
  Boolean(pod?.data) && isMissing(pod?.error)

export const BackToPods = () => (
  <Link className="more back" to="/pods">
    <Icon of={ChevronLeft} flip />
    Back to Pods
  </Link>
)

/** `over`: the pod was deleted while the page was open. */
export function PodGone({ over = false }: { over?: boolean }) {
  return (
    <div className="page narrow">
      <section className="sheet gap-phone">
        <Empty
          level="h1"
          title="Pod not found."
          art="missing"
          follows={over}
          action={
            <Link className={buttonClass()} to="/pods">
              Back to Pods
            </Link>
          }
        >
          {over
            ? 'This pod is no longer there. It was deleted while you looked at it.'
            : 'It may be spelled otherwise, or its creator has deleted it.'}
        </Empty>
      </section>
    </div>
  )
}
