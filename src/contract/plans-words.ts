/** The plans, and what each entitles to: the quota, the dialog and the landing page read this table and nothing else. */

export const PLANS = [
  { tier: 'Free', dollars: 0, questions: 5 },
  { tier: 'Basic Dad', dollars: 3, questions: 50 },
  { tier: 'Wise Dad', dollars: 6, questions: 150 },
  { tier: 'Superdad', dollars: 10, questions: null },
] as const satisfies Plan[]

export interface Plan {
  tier: string
  /** US dollars a month */
  dollars: number
  /** questions to the assistant in a month; null: as many as he likes */
  questions: number | null
}
export type Tier = (typeof PLANS)[number]['tier']
/** Those that somebody can be interested in. */
export type PaidTier = Exclude<Tier, 'Free'>
export const PAID_TIERS = ['Basic Dad', 'Wise Dad', 'Superdad'] as const satisfies PaidTier[]

export const FREE_QUESTIONS = 5

/** As it is shown: "50 queries/month". */
export const queriesOf = ({ questions }: Plan): string =>
  questions === null ? 'unlimited queries' : `${questions} queries/month`

/** Questions in a month on this plan; null: as many as he likes. A plan that is not known entitles to what Free does. */
export const questionsOf = (tier: string): number | null => {
  const plan = PLANS.find((one) => one.tier === tier)
  return plan ? plan.questions : FREE_QUESTIONS
}

export const SAY_PLANS = {
  signIn: 'Please sign in to register interest',
  registered: (tier: string) => `Interest registered for ${tier}! We'll be in touch soon.`,
  already: (tier: string) => `You've already registered interest in ${tier}`,
  failed: 'Failed to register interest. Please try again.',
} as const
