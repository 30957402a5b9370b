/** Facts about seasons, which SQL functions write. Their live events tell that there is something to read, and no answer. */
import { topicOf } from '#contract/live-words.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

const toPod = (pod_id: string, kind: 'season.asked' | 'season.decided', subject: string | null) => ({
  topic: topicOf('pod', pod_id),
  kind,
  subject,
})

export const seasonFacts = {
  /** Written by `turn_season`. When the question opens with the last round, its members only get a live event. */
  asked: (pod_id: string, season: number) =>
    fact({ kind: 'season.asked', data: { pod_id, season }, tells: [toPod(pod_id, 'season.asked', null)] }),
  /** Written by `remind_of_season`. */
  reminded: (pod_id: string, season: number) => fact({ kind: 'season.reminded', data: { pod_id, season } }),
  /** Written by `decide_season`. */
  decided: (pod_id: string, season: number, outcome: 'on' | 'smaller' | 'open') =>
    fact({ kind: 'season.decided', data: { pod_id, season, outcome }, tells: [toPod(pod_id, 'season.decided', null)] }),
}

export type SeasonFact = KindsOf<typeof seasonFacts>
