/** What the viewer has asked the assistant, with the answers; a visitor is asked to sign in. */
import { createFileRoute } from '@tanstack/react-router'
import styles from '../assistant/assistant.css?url'
import { questionsQuery } from '../assistant/assistant.ts'
import { QuestionsScreen } from '../assistant/assistant.tsx'
import { headOf, withStyles } from '../kernel/head.ts'
import { pageSearch, toFirstPage } from './feed-search.ts'

export const Route = createFileRoute('/questions')({
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => search,
  // nothing of it is kept, so that the page waits for its loader each time
  gcTime: 0,
  loader: async ({ context: { queryClient, viewer }, deps, location }) => {
    if (!viewer) return
    try {
      // what was taken back meanwhile is not shown, not even for a moment
      await queryClient.fetchInfiniteQuery({ ...questionsQuery(deps.after), staleTime: 0 })
    } catch (error) {
      // any other failure is said in the place of the list, unless this browser still has it
      if (deps.after !== undefined) toFirstPage(error, deps, location.pathname)
    }
  },
  head: ({ match }) => withStyles(headOf(match.context.place, { title: 'My questions', hidden: true }), [styles]),
  component: Page,
})

function Page() {
  return <QuestionsScreen after={Route.useSearch().after} />
}
