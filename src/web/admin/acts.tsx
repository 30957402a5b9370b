/** The log of what administrators did, for all of them to read. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Act } from '#contract/admin.ts'
import { useNow } from '../kernel/clock.ts'
import { More } from '../kernel/more.tsx'
import { nameOf } from '../members/members.ts'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { Time } from '../ui/time.tsx'
import { actsQuery } from './admin.ts'

export function Acts() {
  const list = useInfiniteQuery(actsQuery())
  const now = useNow()
  const acts = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className="sheet" aria-labelledby="acts">
      <h2 id="acts" className="part-h">
        Log
      </h2>
      {list.isError && !list.data ? (
        <Failed title="The log did not load" level="h3" onRetry={() => void list.refetch()} retrying={list.isFetching}>
          Check your connection and try again.
        </Failed>
      ) : acts.length === 0 ? (
        <Empty title="Nothing was done yet" level="h3" art="none">
          Whatever administrators do stands here, and is never changed.
        </Empty>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list
        <ul className="rule" role="list">
          {acts.map((act) => (
            <li key={act.id} className="person-row ui">
              <p className="flush">
                <b dir="auto">{act.admin_name}</b> {WHAT[act.what] ?? act.what} <Subject of={act} />
              </p>
              {act.reason && (
                <p className="flush" dir="auto">
                  {act.reason}
                </p>
              )}
              <p className="flush soft sm">
                <Time value={act.created_at} now={now} style="long" />
              </p>
            </li>
          ))}
        </ul>
      )}
      <More list={list} count={acts.length} href="/admin?part=log">
        Load more
      </More>
    </section>
  )
}

const WHAT: Record<string, string> = {
  'report.dismissed': 'found nothing wrong with what was reported',
  'post.removed': 'removed',
  'post.restored': 'restored',
  'comment.removed': 'removed a comment',
  'comment.restored': 'restored a comment',
  'message.removed': 'removed a message',
  'event.removed': 'removed',
  'event_comment.removed': 'removed a comment on an event',
  'member.suspended': 'suspended',
  'member.restored': 'let back',
  'suggestion.approved': 'opened a suggested network',
  'suggestion.declined': 'declined a suggested network',
}

function Subject({ of: { what, subject, subject_id } }: { of: Act }) {
  const [kind] = what.split('.')
  if (kind === 'member')
    return subject ? (
      <a href={`/user/${encodeURIComponent(subject.username)}`} dir="auto">
        {nameOf(subject)}
      </a>
    ) : (
      <span>a member who has no account any more</span>
    )
  if (kind === 'post') return <a href={`/post/${subject_id}`}>a post</a>
  if (kind === 'event') return <a href={`/event/${subject_id}`}>an event</a>
  return null
}
