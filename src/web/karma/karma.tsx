/** The member's karma as a figure on his profile. Pressing it opens the explanation. */
import { useQueryClient } from '@tanstack/react-query'
import { Award } from 'lucide'
import { useState } from 'react'
import type { Viewer } from '#contract/account.ts'
import { topicOf } from '#contract/live-words.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useLiveTopic } from '../kernel/live-topic.ts'
import { useRefreshViewer } from '../kernel/viewer.ts'
import { Icon } from '../ui/icon.tsx'
import { grouped } from '../ui/number.ts'
import { karmaQuery } from './query.ts'

const fetchExplainer = () => import('./explainer.tsx')

/** One of `Stats`. It is updated live while the page is open, together with the member's other figures. */
export function KarmaCard({ viewer }: { viewer: Viewer }) {
  const { piece, ask, waiting } = useLazyPart(fetchExplainer)
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const refresh = useRefreshViewer()
  const warm = () => void fetchExplainer().catch(() => {})
  useLiveTopic(topicOf('member', viewer.id), null, (events) => {
    if (events !== null && !events.some(({ kind }) => kind === 'karma.changed')) return
    // if the request fails, the displayed value stays
    void refresh().catch(() => {})
    void client.invalidateQueries({ queryKey: karmaQuery().queryKey })
  })
  return (
    <div className="stat karma">
      <dt className="l">Community Karma</dt>
      <dd className="row between">
        <button
          type="button"
          className="v num"
          aria-label={`Community Karma: ${grouped(viewer.community_karma)}. What it is made of`}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-busy={waiting || undefined}
          onPointerEnter={warm}
          onFocus={warm}
          onClick={async () => setOpen((await ask()) !== undefined)}
        >
          {grouped(viewer.community_karma)}
        </button>
        <Icon of={Award} />
        {piece && <piece.KarmaExplainer open={open} onOpenChange={setOpen} />}
      </dd>
    </div>
  )
}
