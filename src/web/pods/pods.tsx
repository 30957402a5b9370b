/** Components of pods: the list, a pod, and the requests to join. Their styles are in pods.css, which the pages link. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Pod as PodData } from '#contract/pods.ts'
import { ListSearch } from '../kernel/list-search.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { Part } from '../ui/part.tsx'
import { SkeletonPost } from '../ui/skeleton.tsx'
import { PodCard } from './card.tsx'
import { InsidePod } from './inside.tsx'
import { NewPod } from './new-pod.tsx'
import { OutsidePod } from './outside.tsx'
import { Pagination } from './pagination.tsx'
import { type PodsSearch, podsQuery } from './pods.ts'

export { PodsSignIn } from './pods-sign-in.tsx'
export { PodRequests } from './requests.tsx'

interface PodsScreenProps {
  search: PodsSearch
  /** the search for a pod, shown above the list */
  finding?: ReactNode
}

export function PodsScreen({ search, finding }: PodsScreenProps) {
  const asked = useQuery({ ...podsQuery(search), placeholderData: keepPreviousData })
  const list = asked.data
  return (
    <div className="page">
      <div className="page-h pods-h">
        <div className="grow">
          <h1>Pods</h1>
          <p className="ui soft flush">Small accountability groups for focused discussions</p>
        </div>
        <NewPod />
      </div>
      <Part>{finding}</Part>
      <div className="pod-find">
        <ListSearch path="/pods" q={search.q} label="Search pods" />
      </div>
      <p className="sr" role="status">
        {search.q &&
          list &&
          !asked.isPlaceholderData &&
          (list.items.length === 0 ? 'No pods match your search' : saidOf(list))}
      </p>
      {asked.isPending && (
        <div className="sheet">
          <SkeletonPost count={3} label="Loading pods..." />
        </div>
      )}
      {asked.isError && !list && (
        <section className="sheet">
          <Failed title="The pods did not load" onRetry={() => void asked.refetch()} retrying={asked.isFetching}>
            Check your connection and try again.
          </Failed>
        </section>
      )}
      {list && list.items.length > 0 && (
        <div className="podgrid" aria-busy={asked.isPlaceholderData || undefined}>
          {list.items.map((pod, nth) => (
            <Part key={pod.id}>
              <PodCard pod={pod} nth={nth} />
            </Part>
          ))}
        </div>
      )}
      {list?.items.length === 0 && (
        <section className="sheet">
          {search.q ? (
            <Empty
              title="No pods match your search"
              action={
                <Link className={buttonClass({ variant: 'quiet' })} to="/pods">
                  Clear search
                </Link>
              }
            >
              Try adjusting your search terms
            </Empty>
          ) : (
            <Empty title="No active pods yet">Create the first pod to get started!</Empty>
          )}
        </section>
      )}
      {list && <Pagination page={list.page} pages={list.pages} q={search.q} />}
    </div>
  )
}

const saidOf = ({ items, page, pages }: { items: unknown[]; page: number; pages: number }) =>
  pages > 1 ? `Pods found, page ${page} of ${pages}` : `${items.length} ${items.length === 1 ? 'pod' : 'pods'} found`

export function Pod({ pod }: { pod: PodData }) {
  const { is_member } = pod
  const was = useRef(is_member)
  useEffect(() => {
    if (was.current === is_member) return
    was.current = is_member
    // the button that was pressed disappeared with the other view
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [is_member])
  return is_member ? <InsidePod pod={pod} /> : <OutsidePod pod={pod} />
}
