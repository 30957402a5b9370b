/** The first steps of a member, before any other page; `?next=` says what he wanted to open, `?step=` which of the six shows. */
import { createFileRoute, redirect } from '@tanstack/react-router'
import { ownPath } from '../account/account.ts'
import { headOf } from '../kernel/head.ts'
import styles from '../onboarding/onboarding.css?url'
import { offeredGroupsQuery, offeredPodsQuery, onboardingQuery } from '../onboarding/onboarding.ts'
import { WizardScreen } from '../onboarding/onboarding.tsx'

/** As in the address: nothing is sure of it. What asks for it lies outside of what every page carries. */
interface Search {
  step?: number
  next?: string
}

export const Route = createFileRoute('/welcome')({
  validateSearch: (search): Search => search,
  // never throws but to lead on: what did not load is told where it would stand
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
