/** What a pod that has ended still has for its members: what was said as a file, and other pods that have a place. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Pod, PodCard } from '#contract/pods.ts'
import { useNow } from '../kernel/clock.ts'
import { DownloadPodText } from '../rounds/rounds.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
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

/** In place of the field for a message. On a phone the panel beside the conversation is a drawer, so the file is offered here. */
export const EndedNote = ({ pod }: { pod: Pick<Pod, 'id'> }) => (
  <div className="say-form ended-note ui center">
    <p className="soft" role="note">
      Your pod has ended. What you said to each other stays yours to read.
    </p>
    <DownloadPodText pod={pod} />
  </div>
)

export const EndedPanel = () => (
  <Panel title="Your pod has ended" className="stack-s">
    <p className="ui flush">Good that you were in it. You can keep what you said to each other.</p>
  </Panel>
)

const MOST_OFFERED = 3
const hasPlace = ({ can_join, can_request }: PodCard) => can_join || can_request

/** The latest of the list that the viewer can join, or ask to join. */
export function OtherPods() {
  const offered = useQuery(podsQuery({})).data?.items.filter(hasPlace).slice(0, MOST_OFFERED) ?? []
  return (
    <Panel
      title={offered.length > 0 ? 'Other pods that have a place' : 'Look for another pod when you like'}
      className="other-pods"
    >
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
