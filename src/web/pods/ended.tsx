/** What a pod that has ended still has for its members: what was said as a file, and other pods that have a place. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide'
import type { Pod, PodCard } from '#contract/pods.ts'
import { useNow } from '../kernel/clock.ts'
import { buttonClass } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Time } from '../ui/time.tsx'
import { podsQuery } from './pods.ts'

/** "Ended on 26 Nov" */
export function EndedOn({ at }: { at: Date }) {
  const now = useNow()
  return (
    <span>
      Ended <Time value={at} now={now} style="long" />
    </span>
  )
}

/** In place of the field for a message. */
export const EndedNote = () => (
  <p className="say-form ended-note soft ui center" role="note">
    Your pod has ended. What you said to each other stays yours to read.
  </p>
)

export function EndedPanel({ pod }: { pod: Pick<Pod, 'id'> }) {
  return (
    <Panel title="Your pod has ended" className="stack-s">
      <p className="ui flush">Thank you for having been part of it. You can keep what you said to each other.</p>
      <a className={buttonClass({ variant: 'quiet', wide: true })} href={`/pod-text/${pod.id}`} download>
        <Icon of={Download} size="s" />
        Download what was said
      </a>
    </Panel>
  )
}

const MOST_OFFERED = 3
const hasPlace = ({ can_join, can_request }: PodCard) => can_join || can_request

/** The latest of the list that the viewer can join, or ask to join. */
export function OtherPods() {
  const offered = useQuery(podsQuery({})).data?.items.filter(hasPlace).slice(0, MOST_OFFERED) ?? []
  return (
    <Panel title="Other pods that have a place" className="other-pods">
      <ul>
        {offered.map((pod) => (
          <li key={pod.id}>
            <Link className="more other-pod" to="/pod/$podName" params={{ podName: pod.slug }}>
              <bdi>{pod.name}</bdi>
              <span className="soft sm num">
                {pod.current_members}/{pod.capacity}
                <span className="sr"> members</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link className={buttonClass({ variant: 'quiet', wide: true })} to="/pods">
        Look at all pods
      </Link>
    </Panel>
  )
}
