/** The administrators' decisions. Other members get "not found". */
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import styles from '../admin/admin.css?url'
import {
  ADMIN_TABS,
  type AdminTab,
  actsQuery,
  casesQuery,
  type Search,
  sought,
  standingsQuery,
} from '../admin/admin.ts'
import { Acts, Cases, HelpLines, Standings } from '../admin/admin.tsx'
import { switchQuery } from '../assistant/assistant.ts'
import { AssistantSwitch } from '../assistant/assistant.tsx'
import { helpLinesQuery } from '../care/care.ts'
import rows from '../groups/groups.css?url'
import { suggestionsQuery } from '../groups/groups.ts'
import { Suggestions } from '../groups/groups.tsx'
import { isMissing } from '../kernel/fault.ts'
import { headOf, withStyles } from '../kernel/head.ts'
import { figuresQuery } from '../seekers/seekers.ts'
import { PodFigures } from '../seekers/seekers.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { Part } from '../ui/part.tsx'

const LABELS: Record<AdminTab, string> = {
  reports: 'Reports',
  networks: 'Networks',
  members: 'Members',
  pods: 'Pods',
  help: 'Help lines',
  assistant: 'Assistant',
  log: 'Log',
}

export const Route = createFileRoute('/admin')({
  // parsed where it is used, because this file is in the first load of every page
  validateSearch: (search: Search) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, viewer }, deps }) => {
    if (!viewer?.is_admin) throw notFound()
    const { part, state, q, only } = sought(deps)
    try {
      // refetch, so that cases that another administrator decided are not shown as open
      const fresh = { revalidateIfStale: true }
      if (part === 'networks') await queryClient.ensureInfiniteQueryData({ ...suggestionsQuery(), ...fresh })
      else if (part === 'members') await queryClient.ensureInfiniteQueryData({ ...standingsQuery(q, only), ...fresh })
      else if (part === 'pods') await queryClient.ensureQueryData({ ...figuresQuery(), ...fresh })
      else if (part === 'help') await queryClient.ensureQueryData({ ...helpLinesQuery(), ...fresh })
      else if (part === 'assistant') await queryClient.ensureQueryData({ ...switchQuery(), ...fresh })
      else if (part === 'log') await queryClient.ensureInfiniteQueryData({ ...actsQuery(), ...fresh })
      else await queryClient.ensureInfiniteQueryData({ ...casesQuery(state), ...fresh })
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
  const { part, state, q, only } = sought(Route.useSearch())
  return (
    <div className="page narrow">
      <div className="page-h">
        <div className="grow">
          <h1>Administration</h1>
          <p className="ui soft flush">What waits for your decision, and what was decided</p>
        </div>
      </div>
      <nav className="ptabs admin-parts" aria-label="Parts of the administration">
        {ADMIN_TABS.map((one) => (
          <Link
            key={one}
            to="/admin"
            search={one === 'reports' ? {} : { part: one }}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            aria-current={one === part ? 'page' : undefined}
          >
            {LABELS[one]}
          </Link>
        ))}
      </nav>
      <Part key={part}>
        {part === 'reports' && <Cases key={state} state={state} />}
        {part === 'networks' && <Suggestions />}
        {part === 'members' && <Standings key={only} q={q} only={only} />}
        {part === 'pods' && <PodFigures />}
        {part === 'help' && <HelpLines />}
        {part === 'assistant' && <AssistantSwitch />}
        {part === 'log' && <Acts />}
      </Part>
    </div>
  )
}
