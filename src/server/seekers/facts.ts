/** Facts about the door of pods. A refusal and an opinion about a man on trial are no facts: nobody is to read them later. */
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

export const seekerFacts = {
  invited: (invitation: { pod_id: string; user_id: string; invitation_id: string }) =>
    fact({ kind: 'pod_invitation.sent', data: { ...invitation } }),
}

/** The function `end_trial_apart` of the database writes `trial.ended`. */
export type SeekerFact = KindsOf<typeof seekerFacts> | 'trial.ended'
