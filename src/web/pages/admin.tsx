/** What the administrators of the place decide; for everybody else there is nothing here. */
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import styles from '../admin/admin.css?url'
import { actsQuery, type CaseState, casesQuery, PARTS, type Part, standingsQuery } from '../admin/admin.ts'
import { Acts, Cases, Standings } from '../admin/admin.tsx'
import rows from '../groups/groups.css?url'
import { suggestionsQuery } from '../groups/groups.ts'
import { Suggestions } from '../groups/groups.tsx'
import { isMissing } from '../kernel/fault.ts'
import { headOf, withStyles } from '../kernel/head.ts'
import { NotFound } from '../shell/not-found.tsx'
import { PageFailed } from '../shell/page-failed.tsx'

/** Reports, unless another part is asked for. */
interface Search {
  part?: Exclude<Part, 'reports'> | undefined
  state?: Exclude<CaseState, 'open'> | undefined
  q?: string | undefined
  only?: 'suspended' | undefined
}

const LABELS: Record<Part, string> = { reports: 'Reports', networks: 'Networks', members: 'Members', log: 'Log' }

export const Route = createFileRoute('/admin')({
  validateSearch: ({ part, state, q, only }: Record<string, unknown>): Search => ({
    // written out: what is imported here comes with the first page of everybody
    part: part === 'networks' || part === 'members' || part === 'log' ? part : undefined,
    state: state === 'decided' ? state : undefined,
    q: (typeof q === 'string' || typeof q === 'number') && part === 'members' ? String(q) : undefined,
    only: only === 'suspended' ? only : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, viewer }, deps: { part, state, q, only } }) => {
    if (!viewer?.is_admin) throw notFound()
    try {
      // what others have decided meanwhile is not shown as waiting
      const fresh = { revalidateIfStale: true }
      if (part === 'networks') await queryClient.ensureInfiniteQueryData({ ...suggestionsQuery(), ...fresh })
      else if (part === 'members') await queryClient.ensureInfiniteQueryData({ ...standingsQuery(q, only), ...fresh })
      else if (part === 'log') await queryClient.ensureInfiniteQueryData({ ...actsQuery(), ...fresh })
      else await queryClient.ensureInfiniteQueryData({ ...casesQuery(state ?? 'open'), ...fresh })
    } catch (error) {
      throw isMissing(error) ? notFound() : error
    }
  },
  head: ({ match }) =>
    withStyles(
      headOf(match.context.place, {
        title: match.context.viewer?.is_admin ? 'Administration' : 'Page not found',
        hidden: true,
      }),
      [rows, styles],
    ),
  component: Page,
  notFoundComponent: NotFound,
  errorComponent: PageFailed,
})

function Page() {
  const { part = 'reports', state = 'open', q, only } = Route.useSearch()
  return (
    <div className="page narrow">
      <div className="page-h">
        <div className="grow">
          <h1>Administration</h1>
          <p className="ui soft flush">What waits for a decision of yours, and what was decided</p>
        </div>
      </div>
      <nav className="ptabs admin-parts" aria-label="Parts of the administration">
        {PARTS.map((one) => (
          <Link
            key={one}
            to="/admin"
            search={one === 'reports' ? {} : { part: one }}
            aria-current={one === part ? 'page' : undefined}
          >
            {LABELS[one]}
          </Link>
        ))}
      </nav>
      {part === 'reports' && <Cases key={state} state={state} />}
      {part === 'networks' && <Suggestions />}
      {part === 'members' && <Standings key={only} q={q} only={only} />}
      {part === 'log' && <Acts />}
    </div>
  )
}
