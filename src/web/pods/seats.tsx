/** Small components that the list and a pod's page share. */
import { Clock, Lock } from 'lucide'
import type { PodCard } from '#contract/pods.ts'
import { Stamp } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { meetingWords } from './pods.ts'

/** One square per seat; taken seats are lit. */
export function Seats({ taken, of }: { taken: number; of: number }) {
  return (
    <span className="seats" aria-hidden="true">
      {Array.from({ length: of }, (_, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: seats are identical and never move
        <i key={seat} className={seat < taken ? 'f' : undefined} />
      ))}
    </span>
  )
}

/** "4/6", and how often the pod meets. */
export function Measures({ pod }: { pod: PodCard }) {
  const meets = meetingWords(pod)
  return (
    <div className="row s between wrap">
      <span className="row s">
        <Seats taken={pod.current_members} of={pod.capacity} />
        <span className="num ui strong">
          {pod.current_members}/{pod.capacity}
          <span className="sr"> members</span>
        </span>
      </span>
      {meets && (
        <span className="row xs sm soft">
          <Icon of={Clock} size="s" />
          {meets}
        </span>
      )}
    </div>
  )
}

export const Community = ({ pod }: { pod: PodCard }) => (pod.group ? <Stamp>{`f/${pod.group.name}`}</Stamp> : null)

export const PrivateMark = () => (
  <span className="soft" title="Private">
    <Icon of={Lock} size="s" />
    <span className="sr">Private</span>
  </span>
)
