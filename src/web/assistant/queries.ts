/** Queries of the assistant: the member's usage and settings, and his saved questions. */
import type { QueryClient } from '@tanstack/react-query'
import type { AssistantStatus } from '#contract/assistant.ts'
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'

/** The questions used in this month, the quota, and whether the member may be quoted. */
export const standingQuery = () => queries.assistant.getAssistant.queryOptions()

/** `after`: the cursor of the page that a reader without JavaScript has turned to. */
export const questionsQuery = (after?: string) =>
  queries.assistant.listQuestions.infiniteOptions({
    gcTime: LIST_LIFE,
    input: (cursor: string | undefined) => ({ after: cursor }),
    initialPageParam: after,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
  })

export type Usage = Pick<AssistantStatus, 'queriesUsed' | 'queriesLimit'>

/** Writes the usage that an answer reports into the cache. */
export const putUsage = (client: QueryClient, { queriesUsed, queriesLimit }: Usage) =>
  client.setQueryData<AssistantStatus>(
    standingQuery().queryKey,
    (standing) => standing && { ...standing, queriesUsed, queriesLimit },
  )

export const isUsedUp = ({ queriesUsed, queriesLimit }: Usage) => queriesLimit !== null && queriesUsed >= queriesLimit

export const switchQuery = () => queries.assistant.getAssistantSwitch.queryOptions()
