/** The plans and what each includes. The quota, the dialog and the landing page all read this table. */

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
  /** questions to the assistant per month; null if there is no limit */
  questions: number | null
}
export type Tier = (typeof PLANS)[number]['tier']
/** The plans that a member can express interest in. */
export type PaidTier = Exclude<Tier, 'Free'>
export const PAID_TIERS = PLANS.map(({ tier }) => tier).filter((tier) => tier !== 'Free') as [PaidTier, ...PaidTier[]]

export const FREE_QUESTIONS = 5

/** The quota as text: "50 queries/month". */
export const queriesOf = ({ questions }: Plan): string =>
  questions === null ? 'unlimited queries' : `${questions} queries/month`

/** Questions per month on this plan; null if there is no limit. An unknown plan has the quota of Free. */
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
