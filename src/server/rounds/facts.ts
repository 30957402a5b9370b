/** Facts about rounds, and who is notified of them. SQL functions write those that are marked. */
import { topicOf } from '#contract/live-words.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

const toPod = (
  pod_id: string,
  kind:
    | 'rhythm.set'
    | 'round.hosted'
    | 'round.opened'
    | 'round.closed'
    | 'check_in.sent'
    | 'check_in.deleted'
    | 'check_in.ask_changed',
  subject: string | null,
) => ({ topic: topicOf('pod', pod_id), kind, subject })

interface RoundRef {
  pod_id: string
  round_id: string
}

interface CheckInRef extends RoundRef {
  check_in_id: string
}

export const roundFacts = {
  /**
   * `changed_by`: the pod had another rhythm before, and its members are told. `stop_rounds` writes it with `has_rhythm` false, `by`,
   * and `way`: 'agreed' (a second man wanted it), 'alone' (nobody else had a say) or 'silence' (three days without an objection).
   */
  rhythmSet: (pod_id: string, set: { has_rhythm: boolean; changed_by?: string }) =>
    fact({ kind: 'rhythm.set', data: { pod_id, ...set }, tells: [toPod(pod_id, 'rhythm.set', null)] }),
  endAsked: (pod_id: string, by: string) =>
    fact({ kind: 'rhythm.end_asked', data: { pod_id, by }, tells: [toPod(pod_id, 'rhythm.set', null)] }),
  /**
   * The rounds go on: nobody asks to end them any more. `tell_kept` writes it without `by`, and as `way` 'season' (all are asked how
   * the pod goes on) or 'dropped' (the man who asked has left, or has no say any more).
   */
  kept: (pod_id: string, by: string, way: 'objected' | 'taken-back') =>
    fact({ kind: 'rhythm.kept', data: { pod_id, by, way }, tells: [toPod(pod_id, 'rhythm.set', null)] }),
  /** Written by `open_round`. */
  opened: (round: RoundRef) =>
    fact({ kind: 'round.opened', data: { ...round }, tells: [toPod(round.pod_id, 'round.opened', round.round_id)] }),
  /** Written by `remind_of_round`. */
  reminded: (round: RoundRef) => fact({ kind: 'round.reminded', data: { ...round } }),
  /** Written by `tell_back`. It has no event: a pause is nobody else's business. */
  back: (round: RoundRef & { user_id: string }) => fact({ kind: 'round.back', data: { ...round } }),
  /** Written by `close_round`. */
  closed: (round: RoundRef) =>
    fact({ kind: 'round.closed', data: { ...round }, tells: [toPod(round.pod_id, 'round.closed', round.round_id)] }),
  /** Written by `tell_host`; without a host if nobody is left. */
  hosted: (round: RoundRef & { host_id: string | null }) =>
    fact({ kind: 'round.hosted', data: { ...round }, tells: [toPod(round.pod_id, 'round.hosted', round.round_id)] }),
  /**
   * Written by `ask_to_write`. What is about a quiet member has no event, because others hear the topics, and does not say who
   * is quiet.
   */
  asked: (round: RoundRef & { asked_id: string }) => fact({ kind: 'round.asked', data: { ...round } }),
  /** Written by `look_after_quiet`. */
  placeKept: (pod_id: string, user_id: string) => fact({ kind: 'round.place_kept', data: { pod_id, user_id } }),
  /** Written by `end_kept_places`, beside `pod.left`. */
  placeEnded: (pod_id: string, user_id: string) => fact({ kind: 'round.place_ended', data: { pod_id, user_id } }),
  /** Written by `check_in`. */
  checkedIn: (sent: CheckInRef) =>
    fact({ kind: 'check_in.sent', data: { ...sent }, tells: [toPod(sent.pod_id, 'check_in.sent', sent.check_in_id)] }),
  deleted: (gone: CheckInRef) =>
    fact({
      kind: 'check_in.deleted',
      data: { ...gone },
      tells: [toPod(gone.pod_id, 'check_in.deleted', gone.check_in_id)],
    }),
  /** Removed by an administrator. The event is the same as if its author deletes it. */
  removed: (gone: CheckInRef, author_id: string, reason: string) =>
    fact({
      kind: 'check_in.removed',
      data: { ...gone, author_id },
      words: reason,
      tells: [toPod(gone.pod_id, 'check_in.deleted', gone.check_in_id)],
    }),
  askChanged: (
    ask: CheckInRef,
    kind: 'ask.taken' | 'ask.given_back' | 'ask.answered',
    more: { answer?: 'happened' | 'open'; is_first?: boolean } = {},
  ) =>
    fact({
      kind,
      data: { ...ask, ...more },
      tells: [toPod(ask.pod_id, 'check_in.ask_changed', ask.check_in_id)],
    }),
}

export type RoundFact = KindsOf<typeof roundFacts>
