/** The viewer's questions to the assistant, with the answers. Visitors are asked to sign in. */
import { createFileRoute } from '@tanstack/react-router'
import styles from '../assistant/assistant.css?url'
import { questionsQuery } from '../assistant/assistant.ts'
import { QuestionsScreen } from '../assistant/assistant.tsx'
import { headOf, withStyles } from '../kernel/head.ts'
import { pageSearch, toFirstPage } from './feed-search.ts'

export const Route = createFileRoute('/questions')({
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => search,
  // the loader's result is not cached, so that the page waits for its loader each time
  gcTime: 0,
  loader: async ({ context: { queryClient, viewer }, deps, location }) => {
    if (!viewer) return
    try {
      // fetched again, so that a question that was deleted in the meantime is not shown even briefly
      await queryClient.fetchInfiniteQuery({ ...questionsQuery(deps.after), staleTime: 0 })
    } catch (error) {
      // the list shows any other error, unless the answer is still in the cache
      if (deps.after !== undefined) toFirstPage(error, deps, location.pathname)
    }
  },
  head: ({ match }) => withStyles(headOf(match.context.place, { title: 'My questions', hidden: true }), [styles]),
  component: Page,
})

function Page() {
  return <QuestionsScreen after={Route.useSearch().after} />
}
