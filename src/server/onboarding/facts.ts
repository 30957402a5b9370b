/** The fact that a member has finished the first steps. */
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

export const onboardingFacts = {
  onboarded: (user_id: string) => fact({ kind: 'member.onboarded', data: { user_id } }),
}

export type OnboardingFact = KindsOf<typeof onboardingFacts>
