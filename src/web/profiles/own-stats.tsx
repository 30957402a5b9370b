/** The figures on the viewer's own profile. Each opens the list of what it counts. */
import { MessageSquare, Newspaper } from 'lucide'
import { type ReactNode, useState } from 'react'
import type { Viewer } from '#contract/account.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { StatButton, Stats } from '../ui/stat.tsx'
import type { Own } from './own-lists.tsx'

const fetchLists = () => import('./own-lists.tsx')

/** `kin` and `karma` are the cards of other modules. */
export function OwnStats({ viewer, kin, karma }: { viewer: Viewer; kin: ReactNode; karma: ReactNode }) {
  const { piece, ask, waiting } = useLazyPart(fetchLists)
  const [shown, setShown] = useState<Own | null>(null)
  const show = (what: Own) => async () => {
    if (await ask()) setShown(what)
  }
  return (
    <>
      <Stats>
        <StatButton label="Posts" value={viewer.post_count} icon={Newspaper} busy={waiting} onClick={show('posts')} />
        <StatButton
          label="Comments"
          value={viewer.comment_count}
          icon={MessageSquare}
          busy={waiting}
          onClick={show('comments')}
        />
        {kin}
        {karma}
      </Stats>
      {piece && <piece.OwnList username={viewer.username} shown={shown} onClose={() => setShown(null)} />}
    </>
  )
}
