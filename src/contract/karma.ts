/** Karma and achievements: what a member's own figures are, and how far he has come. Everybody asks for himself only. */
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
  /** the sum of the three */
  total_gamification_score: z.number(),
  /** and the votes of others */
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
  /** how far he has come, of how far it is */
  amount: z.number(),
  threshold: z.number(),
})
export type Achievement = z.infer<typeof Achievement>
export const Earned = AchievementRow.extend({ earned_at: When })
export type Earned = z.infer<typeof Earned>

export const Karma = Scores.extend({
  /** everyone sees karma, so what is in private networks is in none of them */
  posts: z.number(),
  comments: z.number(),
  kin: z.number(),
  groups: z.number(),
  pods: z.number(),
  /** those that he was attending when they began */
  events: z.number(),
  /** of others, up less down */
  votes: z.number(),
  questions_answered: z.number(),
  /** the share of his posts and comments that others voted up more than down, from 0 to 1; null: there are none */
  appreciated: z.number().nullable(),
  /** of the last twelve weeks those in which he posted, commented, attended or wrote in a pod; null: he never has */
  steady_weeks: z.number().max(STEADY_WEEKS).nullable(),
  /** by points, the smallest first */
  achievements: z.array(Achievement),
})
export type Karma = z.infer<typeof Karma>

const Target = z.strictObject({ target_user_id: Id })

/** Handed to one tab for a minute: what did not arrive is handed out again, to the same tab at once. */
const Telling = z.strictObject({
  /** an id that the tab has made for itself */
  tab: Id,
  /** of those handed to it, those that have stood before his eyes */
  told: z.array(Id).max(100).default([]),
})
export type Telling = z.infer<typeof Telling>

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
      summary: 'Get the achievements that you have earned by now (check_and_award_achievements)',
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
      summary: 'Achievements that you have not been told of yet; each until its tab says that it has told it',
    })
    .input(Telling)
    .output(z.object({ items: z.array(Earned) })),
}
