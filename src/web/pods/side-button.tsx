/** "4/6": on a phone, the button that opens the side panel. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide'
import { useState } from 'react'
import type { Pod } from '#contract/pods.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { Button } from '../ui/button.tsx'
import { Counter } from '../ui/counter.tsx'
import { Icon } from '../ui/icon.tsx'
import { requestsQuery } from './pods.ts'

const fetchDrawer = () => import('./side-drawer.tsx')

export function SideButton({ pod }: { pod: Pod }) {
  const { piece, ask, waiting } = useLazyPart(fetchDrawer)
  const [open, setOpen] = useState(false)
  const warm = () => void fetchDrawer().catch(() => {})
  // only the creator has requests to answer
  const requests = useInfiniteQuery({ ...requestsQuery(pod.id), enabled: pod.is_creator && !pod.ended_at }).data
  const asking = requests?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
  const count = `${pod.current_members}/${pod.capacity}`
  return (
    <div className="pod-side-way">
      <Button
        variant="quiet"
        className="needs-script"
        icon={UsersRound}
        aria-label={`Members (${count})${asking > 0 ? `, join requests: ${asking}` : ''}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-busy={waiting || undefined}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={async () => setOpen((await ask()) !== undefined)}
      >
        <span className="num">{count}</span>
        <Counter count={asking} label="join requests" />
      </Button>
      <a className="btn quiet only-plain" href="#pod-side" aria-label={`Members (${count})`}>
        <Icon of={UsersRound} size="s" />
        <span className="num">{count}</span>
      </a>
      {piece && <piece.SideDrawer pod={pod} open={open} onOpenChange={setOpen} />}
    </div>
  )
}
