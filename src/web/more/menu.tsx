/** What one can do about another member's things. Fetched with the first press on the dots, and opens with it. Items are their rooms'. */
import { type ReactElement, useState } from 'react'
import type { Author } from '#contract/members.ts'
import type { ThingKind } from '#contract/thing-words.ts'
import { BlockDialog, BlockItem } from '../blocks/blocks.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { ReportDialog, ReportItem, useReporting } from '../reports/reports.tsx'
import { Menu } from '../ui/menu.tsx'

export interface About {
  /** the thing, and whose it is; null: his account is gone */
  of: { id: string; author: Author | null }
  kind: ThingKind
  /** unless it is "the post by Ravi" */
  about?: string
}

export function MoreMenu({ trigger, of, kind }: About & { trigger: ReactElement }) {
  const viewer = useViewer()
  const { id, author } = of
  const [doing, setDoing] = useState<'report' | 'block' | null>(null)
  const thing = { kind, id }
  const report = useReporting(thing, () => setDoing('report'))
  const close = () => setDoing(null)
  return (
    <>
      <Menu trigger={trigger} opened>
        <ReportItem {...report} />
        {viewer && author && <BlockItem member={author} onSelect={() => setDoing('block')} />}
      </Menu>
      <ReportDialog thing={thing} open={doing === 'report'} onClose={close} />
      {viewer && author && <BlockDialog member={author} open={doing === 'block'} onClose={close} />}
    </>
  )
}
