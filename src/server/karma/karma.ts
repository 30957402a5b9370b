/** Karma: a member's own figures, scores and achievements. Triggers keep them (db/functions/karma.sql), and folding.ts adds them up. */
import { sql } from 'kysely'
import {
  type Achievement,
  type Earned,
  type EarnedRequest,
  type Karma,
  karmaFaults,
  type Scores,
} from '#contract/karma.ts'
import { type Ctx, mustBeMember, notSignedIn, retried } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { notifyWithoutFact } from '../kernel/stream/stream.ts'
import { memberTopic } from '../members/members.ts'
import { foldBatch } from './folding.ts'

export { foldAll, foldBatch, runKarma, updateKarmaBatch } from './folding.ts'
export { karmaParts } from './own-data.ts'

const SCORES = sql.raw(
  `p.content_score, p.social_score, p.community_score, p.total_gamification_score, p.community_karma`,
)
const ACHIEVEMENT = sql.raw('a.id, a.name, a.description, a.badge_emoji, a.category, a.points')

interface Figures extends Scores {
  posts: number
  comments: number
  kin: number
  groups: number
  pods: number
  events: number
  votes: number
  liked: number
  weeks: number
}

export async function getKarma(ctx: Ctx): Promise<Karma> {
  const { id } = mustBeMember(ctx, karmaFaults.signIn)
  const [figures, achievements] = await Promise.all([figuresOf(ctx, id), achievementsOf(ctx, id)])
  const { liked, weeks, ...shown } = figures
  const written = shown.posts + shown.comments
  return {
    ...shown,
    questions_answered: Math.floor(shown.content_score / 5),
    appreciated: written > 0 ? liked / written : null,
    steady_weeks: weeks > 0 || written + shown.events > 0 ? weeks : null,
    // the current values; those that awards use are evaluated once a day
    achievements: achievements.map(({ metric, ...one }) => (metric === 'weeks' ? { ...one, amount: weeks } : one)),
  }
}

async function figuresOf(ctx: Ctx, id: string): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select ${SCORES}, coalesce(k.posts, 0) as posts, coalesce(k.comments, 0) as comments, coalesce(k.kin, 0) as kin,
      coalesce(k.groups, 0) as groups, coalesce(k.pods, 0) as pods, coalesce(k.events, 0) as events,
      coalesce(k.votes, 0) as votes, coalesce(k.liked, 0) as liked, steady_weeks(p.id) as weeks
    from profiles p left join karma_counts k on k.member_id = p.id where p.id = ${id}::uuid`.execute(ctx.db)
  return rows[0] ?? notSignedIn(karmaFaults.signIn)
}

async function achievementsOf(ctx: Ctx, id: string) {
  const { rows } = await sql<Achievement & { metric: string }>`
    select ${ACHIEVEMENT}, a.metric, a.threshold, u.earned_at, coalesce(f.amount, 0) as amount
    from achievements a left join user_achievements u on u.achievement_id = a.id and u.user_id = ${id}::uuid
      left join achievement_amounts(array[${id}::uuid]) f on f.metric = a.metric
    order by a.points, a.id`.execute(ctx.db)
  return rows
}

/** Includes what the member has just done: adds up his pending changes first. */
export async function refreshScores(ctx: Ctx, input: { target_user_id: string }): Promise<Scores> {
  const id = mustBeHimself(ctx, input)
  await foldNow(ctx)
  const { rows } = await sql<Scores>`select ${SCORES} from profiles p where p.id = ${id}::uuid`.execute(ctx.db)
  return rows[0] ?? notSignedIn(karmaFaults.signIn)
}

/** Returns the achievements that the visit awards. They are announced like any other. */
export async function awardAchievements(ctx: Ctx, input: { target_user_id: string }): Promise<{ items: Earned[] }> {
  const id = mustBeHimself(ctx, input)
  const { rows: clock } = await sql<{ now: Date }>`select now() as now`.execute(ctx.db)
  await foldNow(ctx)
  await award(ctx, id)
  const { rows } = await sql<Earned>`
    select ${ACHIEVEMENT}, u.earned_at from user_achievements u join achievements a on a.id = u.achievement_id
    where u.user_id = ${id}::uuid and u.earned_at >= date_trunc('milliseconds', ${clock[0]!.now}::timestamptz)
    order by a.points, a.id`.execute(ctx.db)
  return { items: rows }
}

/**
 * If two tabs ask at the same time, one gets the achievement, and the other finds it handed out. It counts as announced
 * when that tab has confirmed it.
 */
export async function tellAchievements(ctx: Ctx, { tab, told }: EarnedRequest): Promise<{ items: Earned[] }> {
  const { id } = mustBeMember(ctx, karmaFaults.signIn)
  await award(ctx, id)
  const { rows } = await retried(ctx, () =>
    sql<Earned>`
      with told as (
        update user_achievements set told_at = now()
        where user_id = ${id}::uuid and told_at is null and achievement_id = any(${told}::uuid[])),
      handed as (
        update user_achievements set told_by = ${tab}::uuid, told_by_until = now() + interval '1 minute'
        where user_id = ${id}::uuid and told_at is null and achievement_id <> all(${told}::uuid[])
          and (told_by is null or told_by = ${tab}::uuid or told_by_until < now())
        returning achievement_id, earned_at)
      select ${ACHIEVEMENT}, handed.earned_at from handed join achievements a on a.id = handed.achievement_id
      order by a.points, a.id`.execute(ctx.db),
  )
  return { items: rows }
}

/**
 * Marks these points of kin as caused by the member himself, so they are not news to him. Runs in the transaction of
 * the action, after its rows are written.
 */
export const noteKnown = ({ db }: Pick<Ctx, 'db'>, member: string, known: number) =>
  db.insertInto('karma_changes').values({ member_id: member, known }).execute()

/** Called when a member undoes what the action of another gave him: the points that are left were seen before. */
export const noteUndone = ({ db }: Pick<Ctx, 'db'>, member: string) =>
  db.insertInto('karma_changes').values({ member_id: member, is_undone: true }).execute()

function mustBeHimself(ctx: Ctx, { target_user_id }: { target_user_id: string }): string {
  const { id } = mustBeMember(ctx, karmaFaults.signIn)
  if (target_user_id !== id) refuse(karmaFaults.notYourself)
  return id
}

/**
 * Awards what depends on time alone (a year here, weeks), because no action awards it. The member's row is locked
 * first, so a deletion of his account waits.
 */
const award = (ctx: Ctx, id: string) =>
  retried(ctx, () =>
    sql`with held as materialized (select lock_member(${id}::uuid))
      select award_achievements(array[${id}::uuid]) from held`.execute(ctx.db),
  )

/** Adds up together with the background processes; the number of rounds is limited. */
const MAX_ROUNDS = 20
async function foldNow(ctx: Ctx): Promise<void> {
  for (let step = 0; step < MAX_ROUNDS; step++) {
    const { taken, told } = await foldBatch(ctx.db)
    notifyWithoutFact(ctx, ...told.map(memberTopic))
    if (taken === 0) return
  }
}
