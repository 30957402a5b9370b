/** Queries of closed rounds: for the messages that stand for their recaps, and for older ones. */
import { queryOptions } from '@tanstack/react-query'
import { RECAPS_MAX } from '#contract/ask-words.ts'
import type { CheckIn, Round } from '#contract/rounds.ts'
import { api, queries } from '../kernel/api.ts'

interface Batch {
  pod_id: string
  ids: string[]
  rounds: Promise<Round[]>
}
let batch: Batch | undefined

/** The recaps that a page of messages asks for are read in one call. */
async function readRecap(pod_id: string, round_id: string): Promise<Round | null> {
  if (batch?.pod_id !== pod_id || batch.ids.length === RECAPS_MAX) {
    const ids: string[] = []
    const rounds = Promise.resolve().then(async () => {
      if (batch?.ids === ids) batch = undefined
      return (await api.rounds.getRecaps({ pod_id, round_ids: ids.join(',') })).items
    })
    batch = { pod_id, ids, rounds }
  }
  const { ids, rounds } = batch
  ids.push(round_id)
  return (await rounds).find(({ id }) => id === round_id) ?? null
}

/** One closed round, for the message that stands for its recap; null if it is no longer there. */
export const recapQuery = (pod_id: string, round_id: string) =>
  queryOptions({
    queryKey: [...queries.rounds.getRecaps.key(), pod_id, round_id],
    queryFn: () => readRecap(pod_id, round_id),
  })

/** The closed rounds before this number, newest first. */
export const olderRoundsQuery = (pod_id: string, before: number) =>
  queries.rounds.listRounds.infiniteOptions({
    input: (after: string) => ({ pod_id, after }),
    initialPageParam: String(before),
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
  })

const isOpenAsk = ({ ask, ask_answer }: CheckIn) => ask !== null && ask_answer !== 'happened'

/** An ask that waits for nobody, because its author has left the pod: a line of his check-in. */
export const isLapsedAsk = (one: CheckIn) => isOpenAsk(one) && one.ask_lapsed

/** The check-ins whose ask has not happened yet, by men who are in the pod: first those that nobody has taken. */
export function asksOf(said: readonly CheckIn[]): CheckIn[] {
  const asks = said.filter((one) => isOpenAsk(one) && !one.ask_lapsed)
  return [...asks.filter(({ taking }) => !taking), ...asks.filter(({ taking }) => taking)]
}
