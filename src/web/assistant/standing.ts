/** The assistant in data: how a member stands with it, and his questions. */
import type { QueryClient } from '@tanstack/react-query'
import type { Standing } from '#contract/assistant.ts'
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'

/** How many questions he has used in this month, of how many, and his switch. */
export const standingQuery = () => queries.assistant.getAssistant.queryOptions()

/** `after`: where a reader without JavaScript has turned the page to. */
export const questionsQuery = (after?: string) =>
  queries.assistant.listQuestions.infiniteOptions({
    gcTime: LIST_LIFE,
    input: (cursor: string | undefined) => ({ after: cursor }),
    initialPageParam: after,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
  })

export type Usage = Pick<Standing, 'queriesUsed' | 'queriesLimit'>

/** What an answer says of his questions is written wherever they are counted. */
export const putUsage = (client: QueryClient, { queriesUsed, queriesLimit }: Usage) =>
  client.setQueryData<Standing>(
    standingQuery().queryKey,
    (standing) => standing && { ...standing, queriesUsed, queriesLimit },
  )

export const isUsedUp = ({ queriesUsed, queriesLimit }: Usage) => queriesLimit !== null && queriesUsed >= queriesLimit

export const switchQuery = () => queries.assistant.getAssistantSwitch.queryOptions()
