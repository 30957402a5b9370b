/** A member's onboarding, before any other page. `?next=` is the page to open afterwards, `?step=` the step, 1 to 6. */
import { createFileRoute, redirect } from '@tanstack/react-router'
import { ownPath } from '../account/account.ts'
import { headOf } from '../kernel/head.ts'
import styles from '../onboarding/onboarding.css?url'
import { offeredGroupsQuery, offeredPodsQuery, onboardingQuery } from '../onboarding/onboarding.ts'
import { WizardScreen } from '../onboarding/onboarding.tsx'

/** Unvalidated: the code that parses it is not in the first load of every page. */
interface Search {
  step?: number
  next?: string
}

export const Route = createFileRoute('/welcome')({
  validateSearch: (search): Search => search,
  // throws only redirects; a part that did not load shows its own error
  loader: async ({ context: { queryClient, viewer }, location, cause }) => {
    if (!viewer) throw redirect({ to: '/auth' })
    const { next } = location.search as Search
    if (viewer.onboarding_completed) throw redirect({ href: ownPath(next) ?? '/categories', replace: true })
    if (cause === 'stay') return
    await queryClient.prefetchQuery(onboardingQuery())
    const step = queryClient.getQueryData(onboardingQuery().queryKey)?.step
    if (step === 3) await queryClient.prefetchQuery(offeredGroupsQuery())
    if (step === 4) await queryClient.prefetchQuery(offeredPodsQuery())
  },
  head: ({ match }) => ({
    meta: headOf(match.context.place, { title: 'Welcome' }).meta,
    links: [{ rel: 'stylesheet', href: styles }],
  }),
  component: Page,
})

function Page() {
  const { step, next } = Route.useSearch()
  const { viewer } = Route.useRouteContext()
  if (!viewer) return null
  const asked = Number.isInteger(step) && step! > 0 ? step! - 1 : undefined
  return <WizardScreen viewer={viewer} asked={asked} next={ownPath(next)} />
}
