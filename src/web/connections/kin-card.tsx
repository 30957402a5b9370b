/** The number of kin among the member's figures; opens the lists. Shows whether requests wait for an answer. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Handshake } from 'lucide'
import { useState } from 'react'
import type { ConnectionList } from '#contract/connections.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useViewer } from '../kernel/viewer.ts'
import { Counter } from '../ui/counter.tsx'
import { Icon } from '../ui/icon.tsx'
import { grouped } from '../ui/number.ts'
import { countsQuery, useLiveConnections } from './connections.ts'

const fetchDrawer = () => import('./kin-drawer.tsx')

export function KinCard() {
  const viewer = useViewer()
  const client = useQueryClient()
  const counts = useQuery(countsQuery()).data
  useLiveConnections(client, null)
  const { piece, ask, waiting } = useLazyPart(fetchDrawer)
  const [open, setOpen] = useState(false)
  // the list in which the drawer opened stays, even if the last request in it is answered
  const [first, setFirst] = useState<ConnectionList>('kin')
  const warm = () => void fetchDrawer().catch(() => {})
  const incoming = counts?.incoming ?? 0
  const kin = grouped(counts?.kin ?? viewer?.kin_count ?? 0)
  const requests = incoming === 1 ? 'request' : 'requests'
  return (
    <div className="stat kin">
      <dt className="l">
        <button
          type="button"
          className="kin-open"
          aria-label={`Kin: ${kin}${incoming > 0 ? `, ${grouped(incoming)} ${requests}` : ''}`}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-busy={waiting || undefined}
          onPointerEnter={warm}
          onFocus={warm}
          onClick={async () => {
            setFirst(incoming > 0 ? 'incoming' : 'kin')
            setOpen((await ask()) !== undefined)
          }}
        >
          Kin
        </button>
        <Counter count={incoming} label={requests} />
      </dt>
      <dd className="row between">
        <span className="v num">{kin}</span>
        <Icon of={Handshake} />
      </dd>
      {piece && <piece.KinDrawer open={open} onOpenChange={setOpen} first={first} />}
    </div>
  )
}
