/** What the administrators of the place decide; for everybody else there is nothing here. */
import { createFileRoute, notFound } from '@tanstack/react-router'
import styles from '../groups/groups.css?url'
import { suggestionsQuery } from '../groups/groups.ts'
import { Suggestions } from '../groups/groups.tsx'
import { isMissing } from '../kernel/fault.ts'
import { headOf, withStyles } from '../kernel/head.ts'
import { NotFound } from '../shell/not-found.tsx'
import { PageFailed } from '../shell/page-failed.tsx'

export const Route = createFileRoute('/admin')({
  loader: async ({ context: { queryClient, viewer } }) => {
    if (!viewer?.is_admin) throw notFound()
    try {
      await queryClient.ensureInfiniteQueryData({ ...suggestionsQuery(), revalidateIfStale: true })
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
      [styles],
    ),
  component: Page,
  notFoundComponent: NotFound,
  errorComponent: PageFailed,
})

function Page() {
  return (
    <div className="page narrow">
      <div className="page-h">
        <div className="grow">
          <h1>Administration</h1>
          <p className="ui soft flush">What waits for a decision of yours</p>
        </div>
      </div>
      <Suggestions />
    </div>
  )
}
