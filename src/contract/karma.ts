/** Karma and achievements: a member's own figures and his progress. A member can only read his own. */
import * as z from 'zod'
import { STEADY_WEEKS } from './karma-words.ts'
import { fault, Id, memberOnly, refuses, When } from './kernel.ts'

export const karmaFaults = {
  signIn: 'Please sign in to see your karma',
  notYourself: fault('NOT_YOURSELF', 403, 'You can only do this for yourself'),
}

export const Scores = z.object({
  content_score: z.number(),
  social_score: z.number(),
  community_score: z.number(),
  /** the sum of the three above */
  total_gamification_score: z.number(),
  /** that sum and the votes of other members */
  community_karma: z.number(),
})
export type Scores = z.infer<typeof Scores>

const AchievementRow = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  badge_emoji: z.string(),
  category: z.enum(['content', 'social', 'community', 'local']),
  points: z.number(),
})
export const Achievement = AchievementRow.extend({
  earned_at: When.nullable(),
  /** the progress so far, and the target */
  amount: z.number(),
  threshold: z.number(),
})
export type Achievement = z.infer<typeof Achievement>
export const Earned = AchievementRow.extend({ earned_at: When })
export type Earned = z.infer<typeof Earned>

export const Karma = Scores.extend({
  /** leaves out what is in private networks, because everyone sees karma */
  posts: z.number(),
  comments: z.number(),
  kin: z.number(),
  groups: z.number(),
  pods: z.number(),
  /** events that he attended when they began */
  events: z.number(),
  /** votes of other members, up minus down */
  votes: z.number(),
  questions_answered: z.number(),
  /** the share of his posts and comments with more up than down votes of others, 0 to 1; null if he has none */
  appreciated: z.number().nullable(),
  /** of the last twelve weeks, those in which he posted, commented, attended, checked in or wrote in a pod; null if he never did */
  steady_weeks: z.number().max(STEADY_WEEKS).nullable(),
  /** by points, lowest first */
  achievements: z.array(Achievement),
})
export type Karma = z.infer<typeof Karma>

const Target = z.strictObject({ target_user_id: Id })

/**
 * Achievements are leased to one tab for a minute. Those not confirmed are handed out again; to the same tab at any time.
 */
const EarnedRequest = z.strictObject({
  /** an id that the tab made for itself */
  tab: Id,
  /** ids that were handed to this tab and that the member has seen */
  told: z.array(Id).max(100).default([]),
})
export type EarnedRequest = z.infer<typeof EarnedRequest>

export const karma = {
  getKarma: memberOnly('profile:read', karmaFaults.signIn, undefined)
    .route({
      method: 'GET',
      path: '/me/karma',
      operationId: 'getKarma',
      tags: ['karma'],
      summary: 'Your karma, what it is made of, and your achievements',
    })
    .output(Karma),
  refreshScores: memberOnly('profile:write', karmaFaults.signIn, 'vote')
    .route({
      method: 'POST',
      path: '/me/scores',
      operationId: 'refreshScores',
      tags: ['karma'],
      summary: 'Count your scores now (calculate_user_gamification_scores)',
    })
    .errors(refuses(karmaFaults.notYourself))
    .input(Target)
    .output(Scores),
  awardAchievements: memberOnly('profile:write', karmaFaults.signIn, 'vote')
    .route({
      method: 'POST',
      path: '/me/achievements',
      operationId: 'awardAchievements',
      tags: ['karma'],
      summary: 'Award the achievements that you have earned (check_and_award_achievements)',
    })
    .errors(refuses(karmaFaults.notYourself))
    .input(Target)
    .output(z.object({ items: z.array(Earned) })),
  tellAchievements: memberOnly('profile:write', karmaFaults.signIn, 'vote')
    .route({
      method: 'POST',
      path: '/me/achievements/told',
      operationId: 'tellAchievements',
      tags: ['karma'],
      summary: 'List achievements that you have not seen yet; each is repeated until a tab confirms that it was shown',
    })
    .input(EarnedRequest)
    .output(z.object({ items: z.array(Earned) })),
}
