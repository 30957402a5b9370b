/** What one can do about another member's things. Fetched with the first press on the dots, and opens with it. Items are their rooms'. */
import { type ReactElement, useState } from 'react'
import type { Author } from '#contract/members.ts'
import type { ReportedKind } from '#contract/safety-words.ts'
import { BlockDialog, BlockItem } from '../blocks/blocks.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { ReportDialog, ReportItem, useReporting } from '../reports/reports.tsx'
import { Menu } from '../ui/menu.tsx'

export interface About {
  /** whose it is; null: his account is gone */
  author: Author | null
  /** "the comment by Ravi" */
  about: string
  kind: ReportedKind
  /** of the thing */
  id: string
}

export function MoreMenu({ trigger, ...props }: About & { trigger: ReactElement }) {
  const viewer = useViewer()
  const { author } = props
  const [doing, setDoing] = useState<'report' | 'block' | null>(null)
  const report = useReporting(props, () => setDoing('report'))
  const close = () => setDoing(null)
  return (
    <>
      <Menu trigger={trigger} opened>
        <ReportItem {...report} />
        {viewer && author && <BlockItem member={author} onSelect={() => setDoing('block')} />}
      </Menu>
      <ReportDialog thing={props} open={doing === 'report'} onClose={close} />
      {viewer && author && <BlockDialog member={author} open={doing === 'block'} onClose={close} />}
    </>
  )
}
