/** Queries of the onboarding, and the props that the wizard passes to each step. */
import type { Onboarding } from '#contract/onboarding.ts'
import { queries } from '../kernel/api.ts'

/** An error answer is retried once. Without a network connection there is no retry. */
export const onboardingQuery = () =>
  queries.onboarding.getOnboarding.queryOptions({ retry: 1, retryDelay: 100, refetchOnWindowFocus: 'always' })
export const offeredGroupsQuery = () => queries.onboarding.listOfferedGroups.queryOptions()
export const offeredPodsQuery = () => queries.onboarding.listOfferedPods.queryOptions()

export interface StepProps {
  /** the member's id; drafts are stored under it */
  member: string
  /** what the server has stored; undefined if it did not load, and then fields that the member leaves empty are not sent */
  stored: Onboarding | undefined
  /** stores the server's answer to a step */
  keep: (saved: Onboarding) => void
  next: () => void
  /** undefined in the first step */
  back: (() => void) | undefined
}

export const draftOf = (member: string, step: string) => `onboarding.${member}.${step}`
