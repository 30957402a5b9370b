/** What was said in a pod as a file, for those who may read it. */
import { Download } from 'lucide'
import type { Pod } from '#contract/pods.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

export const podTextPath = ({ id }: Pick<Pod, 'id'>) => `/pod-text/${id}`

export const DownloadPodText = ({ pod }: { pod: Pick<Pod, 'id'> }) => (
  <a className={buttonClass({ variant: 'quiet' })} href={podTextPath(pod)} download>
    <Icon of={Download} size="s" />
    Download what was said
  </a>
)
