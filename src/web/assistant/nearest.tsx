/** Threads that come near a question which is not answered, and the words that were searched for. */
import { Link } from '@tanstack/react-router'
import type { Reply } from '#contract/assistant.ts'
import { useViewer } from '../kernel/viewer.ts'
import { leaveQuestion } from './left-question.ts'

interface NearestProps {
  says: string
  question: string
  threads: Reply['nearest']
}

export function Nearest({ says, question, threads }: NearestProps) {
  const viewer = useViewer()
  return (
    <>
      <p className="strong">{says}</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
      <ul className="rule pop-near" role="list">
        {threads.map(({ post_id, title }) => (
          <li key={post_id}>
            <Link
              dir="auto"
              className="more"
              to="/post/$postId"
              params={{ postId: post_id }}
              search={{}}
              onClick={() => viewer && leaveQuestion(viewer.id, question)}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

export function SearchedFor({ corrected }: Pick<Reply, 'corrected'>) {
  if (corrected.length === 0) return null
  return (
    <p className="ui soft">
      Searched for: <span dir="auto">{corrected.map(({ to }) => to).join(', ')}</span>
    </p>
  )
}
