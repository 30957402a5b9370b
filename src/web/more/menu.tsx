/**
 * The menu of actions on another member's content: report and block. It is loaded on demand with the first press, and
 * then opens. Each item comes from its own module.
 */
import { type ReactElement, useState } from 'react'
import type { Author } from '#contract/members.ts'
import type { ThingKind } from '#contract/thing-words.ts'
import { BlockDialog, BlockItem } from '../blocks/blocks.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { ReportDialog, ReportItem, useReporting } from '../reports/reports.tsx'
import { Menu } from '../ui/menu.tsx'

export interface MoreActionsProps {
  /** the item and its author; null if the author's account is deleted */
  of: { id: string; author: Author | null }
  kind: ThingKind
  /** describes the item, if it is not "the post by Ravi" */
  about?: string
}

export function MoreMenu({ trigger, of, kind }: MoreActionsProps & { trigger: ReactElement }) {
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
