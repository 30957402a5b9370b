/** Above the pod's conversation: the question at the end of a season, until the viewer has answered it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sprout } from 'lucide'
import type { Pod } from '#contract/pods.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { roundsQuery } from './rounds.ts'
import { seasonQuery } from './season.ts'

export function SeasonBar({ pod }: { pod: Pick<Pod, 'id' | 'slug'> }) {
  const question = useQuery(seasonQuery(pod.id)).data?.question
  const rounds = useQuery(roundsQuery(pod.id)).data
  if (!question?.may_answer || question.answer !== null || !rounds) return null
  const { open, own } = rounds
  // the form of his last check-in asks it
  if (open && !own.pause && !open.check_ins.some(({ is_own }) => is_own)) return null
  return (
    <div className="rounds-bar">
      <Icon of={Sprout} size="s" />
      <p className="grow">
        <b>{open ? 'The last round of your season.' : 'This season is done.'}</b>{' '}
        <span className="soft">How does your pod go on?</span>
      </p>
      <Link className={buttonClass()} to="/pod/$podName/rounds" params={{ podName: pod.slug }} hash="season">
        Answer
      </Link>
    </div>
  )
}
