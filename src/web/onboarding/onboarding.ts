/** The first steps in data: what is asked of the server, and what every step gets from the wizard. */
import type { Onboarding } from '#contract/onboarding.ts'
import { queries } from '../kernel/api.ts'

/** An answer that is an error is asked for once more; a network that is not there is not (AMB-34). */
export const onboardingQuery = () =>
  queries.onboarding.getOnboarding.queryOptions({ retry: 1, retryDelay: 100, refetchOnWindowFocus: 'always' })
export const offeredGroupsQuery = () => queries.onboarding.listOfferedGroups.queryOptions()
export const offeredPodsQuery = () => queries.onboarding.listOfferedPods.queryOptions()

export interface StepProps {
  /** whose it is: drafts are kept by it */
  member: string
  /** what he has told; undefined: it did not load, and whatever he leaves empty stays as it is */
  told: Onboarding | undefined
  /** what a step answered */
  keep: (saved: Onboarding) => void
  next: () => void
  /** undefined in the first step */
  back: (() => void) | undefined
}

export const draftOf = (member: string, step: string) => `onboarding.${member}.${step}`
