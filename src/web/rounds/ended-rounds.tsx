/** In place of the next round: the pod has ended, and what was said there stays its members' to read. */
import type { Pod } from '#contract/pods.ts'
import { useZone } from '../kernel/zone.ts'
import { Panel } from '../ui/card.tsx'
import { DownloadPodText } from './pod-text.tsx'
import { dateWords } from './words.ts'

interface EndedRoundsProps {
  pod: Pick<Pod, 'id'>
  at: Date
}

export function EndedRounds({ pod, at }: EndedRoundsProps) {
  const zone = useZone()
  return (
    <Panel title="Your pod has ended" className="round stack-s">
      <p className="ui flush">
        {`It ended on ${dateWords(at, zone)}. What you said to each other stays yours to read and to download.`}
      </p>
      <div className="btn-row">
        <DownloadPodText pod={pod} />
      </div>
    </Panel>
  )
}
