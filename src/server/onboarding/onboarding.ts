/** The first steps of a new member: his answers, and the step he has reached, on all his devices. */
import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type * as z from 'zod'
import { groupFaults } from '#contract/groups.ts'
import type { Fault } from '#contract/kernel.ts'
import {
  type Joined,
  type OfferedPod,
  type Onboarding,
  onboardingFaults,
  type ProfileStep,
} from '#contract/onboarding.ts'
import { GOALS, INTERESTS, ONBOARDING, SAY_FIRST, STEPS, type Step } from '#contract/onboarding-words.ts'
import { podFaults } from '#contract/pods.ts'
import { seeKarma } from '../badges/badges.ts'
import { groupCountOf, joinGroup, listOfferedGroups } from '../groups/groups.ts'
import { type Ctx, inTransaction, mustBeMember, notSignedIn, retried } from '../kernel/ctx.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { refuseName } from '../members/members.ts'
import { createPod, joinPod, listOfferedPods } from '../pods/pods.ts'
import { onboardingFacts } from './facts.ts'

export type { OnboardingFact } from './facts.ts'
export { onboardingParts, ownChoices } from './own-data.ts'
export { listOfferedGroups, listOfferedPods }

export async function getOnboarding(ctx: Ctx): Promise<Onboarding> {
  const { id } = mustBeMember(ctx, SAY_FIRST.signIn)
  const { rows } = await sql<Onboarding>`
    select s.first_name, s.last_name, p.display_name, s.date_of_birth::text as date_of_birth, p.bio, p.location,
      array(select i.interest_name from user_interests i where i.user_id = p.id) as interests,
      array(select g.goal_name from user_goals g where g.user_id = p.id) as goals,
      ${groupCountOf(sql`p.id`)} as group_count,
      (select count(*) from pod_members m join pods on pods.id = m.pod_id and pods.status = 'active'
        where m.user_id = p.id and m.is_active) as pod_count,
      s.onboarding_step as step, coalesce(s.onboarding_completed, false) as onboarding_completed
    from profiles p join profiles_private s on s.id = p.id where p.id = ${id}::uuid`.execute(ctx.db)
  const answers = rows[0] ?? notSignedIn(SAY_FIRST.signIn)
  return { ...answers, interests: inOrder(INTERESTS, answers.interests), goals: inOrder(GOALS, answers.goals) }
}

const inOrder = (words: readonly string[], chosen: string[]) => words.filter((word) => chosen.includes(word))

type ProfileAnswers = z.output<typeof ProfileStep>

/**
 * Fields that are not sent stay as they are, so that a screen that could not read a field does not empty it. Lock order: the
 * row of profiles, then that of profiles_private.
 */
export async function saveProfileStep(ctx: Ctx, answers: ProfileAnswers): Promise<Onboarding> {
  const { id } = mustBeMember(ctx, SAY_FIRST.signIn)
  const { first_name, last_name, display_name, date_of_birth, bio, location } = answers
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .updateTable('profiles')
      .set({ display_name, bio, location, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    await finish(ctx, 'profile')
    const { numUpdatedRows } = await ctx.db
      .updateTable('profiles_private')
      .set({ first_name, last_name, ...(date_of_birth === undefined ? {} : { date_of_birth }) })
      .where('id', '=', id)
      .where(sql<boolean>`coalesce(${date_of_birth ?? null}::date <= current_date, true)`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      refuse({ code: 'INVALID', status: 400, message: SAY_FIRST.born }, { fields: { date_of_birth: SAY_FIRST.born } })
  }).catch((error: unknown) => {
    refuseName(error, 'display_name')
    if (isBreach(error, 'gone')) notSignedIn(SAY_FIRST.signIn) // the account was deleted meanwhile
    throw error
  })
  return getOnboarding(ctx)
}

export async function saveInterests(ctx: Ctx, { interests }: { interests: string[] }): Promise<Onboarding> {
  await inTransaction(ctx, async (ctx) => {
    const id = await finish(ctx, 'interests')
    await sql`delete from user_interests where user_id = ${id}::uuid and interest_name <> all (${interests}::text[])`.execute(
      ctx.db,
    )
    await sql`insert into user_interests (user_id, interest_name) select ${id}::uuid, unnest(${interests}::text[])
      on conflict do nothing`.execute(ctx.db)
  })
  return getOnboarding(ctx)
}

export async function saveGoals(ctx: Ctx, { goals }: { goals: string[] }): Promise<Onboarding> {
  await inTransaction(ctx, async (ctx) => {
    const id = await finish(ctx, 'goals')
    await sql`delete from user_goals where user_id = ${id}::uuid and goal_name <> all (${goals}::text[])`.execute(
      ctx.db,
    )
    await sql`insert into user_goals (user_id, goal_name) select ${id}::uuid, unnest(${goals}::text[])
      on conflict do nothing`.execute(ctx.db)
  })
  return getOnboarding(ctx)
}

/** Counts the networks that let the member in, and skips those that have closed since the list was shown. */
export async function joinOfferedGroups(ctx: Ctx, { group_ids }: { group_ids: string[] }): Promise<Joined> {
  await mustHaveReached(ctx, 'groups')
  const { gone, isPrivate, takenOut } = groupFaults
  const joined = await joinEach(group_ids, (id) => joinGroup(ctx, { id }), [gone, isPrivate, takenOut])
  if (joined === 0) refuse(onboardingFaults.groupsGone)
  await retried(ctx, () => finish(ctx, 'groups'))
  return { ...(await getOnboarding(ctx)), joined }
}

export async function joinPods(ctx: Ctx, { pod_ids }: { pod_ids: string[] }): Promise<Joined> {
  await mustHaveReached(ctx, 'pods')
  await mustBeFew(ctx, pod_ids)
  const { notFound, notActive, full, isPrivate, takenOut } = podFaults
  const joined = await joinEach(pod_ids, (id) => joinPod(ctx, { id }), [notFound, notActive, full, isPrivate, takenOut])
  if (joined === 0) refuse(onboardingFaults.podsGone)
  await retried(ctx, () => finish(ctx, 'pods'))
  return { ...(await getOnboarding(ctx)), joined }
}

/** Until the member finishes the steps, pods that he is in already count too, also the one that he created here. */
async function mustBeFew(ctx: Ctx, pod_ids: string[]): Promise<void> {
  const { id } = mustBeMember(ctx, SAY_FIRST.signIn)
  const { rows } = await sql<{ others: number }>`select count(*)::int as others from pod_members m
    join profiles_private s on s.id = m.user_id and s.onboarding_completed is not true
    where m.user_id = ${id}::uuid and m.is_active and m.pod_id <> all (${pod_ids}::uuid[])`.execute(ctx.db)
  if (rows[0]!.others + new Set(pod_ids).size > ONBOARDING.pods.max) refuse(onboardingFaults.tooManyPods)
}

/** Joins at most ten, one after the other, each in its own transaction. Returns how many the member is in. */
async function joinEach(ids: string[], join: (id: string) => Promise<unknown>, closed: Fault[]): Promise<number> {
  const codes = closed.map(({ code }) => code)
  let joined = 0
  for (const id of new Set(ids)) {
    try {
      await join(id)
      joined++
    } catch (error) {
      if (!(error instanceof ORPCError && codes.includes(error.code))) throw error
    }
  }
  return joined
}

/** A pod made here can have any name. The member is in it at once, and it counts as one of his three. */
export async function createFirstPod(
  ctx: Ctx,
  input: { id?: string | undefined; name: string; description?: string | undefined },
): Promise<OfferedPod> {
  const { id, name, description, current_members, capacity } = await createPod(ctx, {
    ...input,
    capacity: ONBOARDING.pods.capacity,
    is_private: false,
  })
  return { id, name, description, current_members, capacity, joined: true }
}

/** Skips the pods; or continues if no network is offered or the list did not load. */
export async function passStep(ctx: Ctx, { step }: { step: 'groups' | 'pods' }): Promise<Onboarding> {
  await retried(ctx, () => finish(ctx, step))
  return getOnboarding(ctx)
}

/** Completes once, even if pressed twice. Scores and achievements follow from the fact. */
export async function completeOnboarding(ctx: Ctx): Promise<Onboarding> {
  await inTransaction(ctx, async (ctx) => {
    const id = await finish(ctx, 'done')
    const { numUpdatedRows } = await ctx.db
      .updateTable('profiles_private')
      .set({ onboarding_completed: true })
      .where('id', '=', id)
      .where(sql<boolean>`onboarding_completed is not true`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await seeKarma(ctx, id)
    await record(ctx, onboardingFacts.onboarded(id))
  })
  return getOnboarding(ctx)
}

export async function putWelcomeAway(ctx: Ctx): Promise<{ shows_welcome: boolean }> {
  const { id } = mustBeMember(ctx, SAY_FIRST.signIn)
  const write = sql`update profiles_private set welcome_away_at = coalesce(welcome_away_at, now()) where id = ${id}::uuid`
  await retried(ctx, () => write.execute(ctx.db))
  return { shows_welcome: false }
}

const tooEarly = (): never => refuse(onboardingFaults.tooEarly)

/** No step can be skipped. A member never goes back a step, so the check stays valid. */
async function mustHaveReached(ctx: Ctx, step: Step): Promise<void> {
  const { id } = mustBeMember(ctx, SAY_FIRST.signIn)
  const found = await ctx.db
    .selectFrom('profiles_private')
    .select('id')
    .where('id', '=', id)
    .where('onboarding_step', '>=', STEPS.indexOf(step))
    .executeTakeFirst()
  if (!found) tooEarly()
}

/**
 * Marks the step as finished if it is the next one. Locks the member's profile, then his row of profiles_private, before rows
 * that refer to them; so the same step from two devices runs one after the other.
 */
async function finish(ctx: Ctx, step: Step): Promise<string> {
  const { id } = mustBeMember(ctx, SAY_FIRST.signIn)
  const at = STEPS.indexOf(step)
  const { rows } = await sql`
    with held as materialized (select p.id from profiles p where p.id = ${id}::uuid for key share)
    update profiles_private s set onboarding_step = greatest(s.onboarding_step, least(${at}::int + 1, 5))
    from held where s.id = held.id and s.onboarding_step >= ${at}::int returning s.id`.execute(ctx.db)
  if (!rows[0]) tooEarly()
  return id
}
