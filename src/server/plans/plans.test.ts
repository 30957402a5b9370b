/** Plans without payment: a member says which plan he would like, and the operator puts him on one. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { PAID_TIERS, PLANS, queriesOf, questionsOf, SAY_PLANS } from '#contract/plans-words.ts'
import { makeWorld, refusal } from '#test/world.ts'

const world = await makeWorld()
const ana = await world.member({ name: 'ana' })
const interests = async (of: { id: string }) =>
  (
    await sql<{ email: string; selected_tier: string }>`
      select email, selected_tier from subscription_interest where user_id = ${of.id} order by selected_tier`.execute(
      world.db,
    )
  ).rows

test('the plans have the specified prices and queries per month', () => {
  expect(PLANS.map((plan) => [plan.tier, plan.dollars, queriesOf(plan)])).toEqual([
    ['Free', 0, '5 queries/month'],
    ['Basic Dad', 3, '50 queries/month'],
    ['Wise Dad', 6, '150 queries/month'],
    ['Superdad', 10, 'unlimited queries'],
  ])
  expect(PAID_TIERS).toEqual(PLANS.filter(({ dollars }) => dollars > 0).map(({ tier }) => tier))
  expect(PLANS.map(({ tier }) => questionsOf(tier))).toEqual([5, 50, 150, null])
  expect(questionsOf('Gold')).toBe(5)
})

test('the database has the same plans', async () => {
  const kept = async (tier: string) => {
    await sql`update profiles_private set plan = ${tier} where id = ${ana.id}`.execute(world.db)
  }
  for (const { tier } of PLANS) await kept(tier)
  await kept('Free')
  await expect(kept('Gold')).rejects.toThrow(/profiles_private_plan_check/)
  const wishes = (tier: string) =>
    sql`insert into subscription_interest (user_id, email, selected_tier) values (${ana.id}, ${ana.email}, ${tier})
      on conflict do nothing`.execute(world.db)
  for (const tier of PAID_TIERS) await wishes(tier)
  await expect(wishes('Gold')).rejects.toThrow(/subscription_interest_selected_tier_check/)
  await sql`delete from subscription_interest where user_id = ${ana.id}`.execute(world.db)
})

describe('interest in a plan', () => {
  test('is stored with the member, his email address and the plan', async () => {
    const answer = await world.as(ana).plans.registerInterest({ selected_tier: 'Wise Dad' })
    expect(answer).toEqual({ selected_tier: 'Wise Dad', is_duplicate: false })
    expect(await interests(ana)).toEqual([{ email: ana.email, selected_tier: 'Wise Dad' }])
  })

  test('stored again is a duplicate and not a fault, and changes nothing; another plan is another interest', async () => {
    const before = await interests(ana)
    const again = await world.as(ana).plans.registerInterest({ selected_tier: 'Wise Dad' })
    expect(again).toEqual({ selected_tier: 'Wise Dad', is_duplicate: true })
    expect(await interests(ana)).toEqual(before)
    const other = await world.as(ana).plans.registerInterest({ selected_tier: 'Basic Dad' })
    expect(other.is_duplicate).toBe(false)
    expect(await interests(ana)).toHaveLength(2)
  })

  test('sent many times at once is new once', async () => {
    const ben = await world.member()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => world.as(ben).plans.registerInterest({ selected_tier: 'Superdad' })),
    )
    expect(answers.filter(({ is_duplicate }) => !is_duplicate)).toHaveLength(1)
    expect(await interests(ben)).toHaveLength(1)
  })

  test('requires an account', async () => {
    expect(await refusal(world.as(null).plans.registerInterest({ selected_tier: 'Wise Dad' }))).toEqual({
      ...{ code: 'UNAUTHENTICATED', status: 401, message: SAY_PLANS.signIn },
    })
    expect(SAY_PLANS.signIn).toBe('Please sign in to register interest')
  })

  test.each(['Free', 'Gold', ''])('in "%s" is refused: nobody can want that', async (tier) => {
    const before = await interests(ana)
    const asked = world.as(ana).plans.registerInterest({ selected_tier: tier as 'Wise Dad' })
    expect(await refusal(asked)).toMatchObject({ code: 'INVALID', status: 400 })
    expect(await interests(ana)).toEqual(before)
  })

  test('a second row of the same member and plan is refused by the database itself (23505)', async () => {
    const twice = sql`insert into subscription_interest (user_id, email, selected_tier)
      values (${ana.id}, ${ana.email}, 'Wise Dad')`.execute(world.db)
    await expect(twice).rejects.toMatchObject({ code: '23505' })
  })
})

describe('npm run admin -- EMAIL --plan NAME', () => {
  const root = join(import.meta.dirname, '../../..')
  const admin = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['src/admin.ts', ...args], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: world.url, LOG_LEVEL: 'error' },
    }).then(
      ({ stdout }) => stdout.trim(),
      ({ stderr }: { stderr: string }) => stderr.trim(),
    )
  const planOf = async (email: string) =>
    (
      await sql<{ plan: string; is_admin: boolean }>`
        select s.plan, s.is_admin from profiles_private s join "user" u on u.id = s.id where u.email = ${email}`.execute(
        world.db,
      )
    ).rows[0]

  test('puts a member on a plan, and does not make him an administrator', { timeout: 60_000 }, async () => {
    expect(await admin(ana.email.toUpperCase(), '--plan', 'wise dad')).toBe(`${ana.email} is now on the plan Wise Dad.`)
    expect(await planOf(ana.email)).toEqual({ plan: 'Wise Dad', is_admin: false })
    expect(await admin(ana.email, '--plan', 'Free')).toBe(`${ana.email} is now on the plan Free.`)
    expect(await planOf(ana.email)).toEqual({ plan: 'Free', is_admin: false })
  })

  test('reports in one sentence what was wrong, and changes nothing', { timeout: 60_000 }, async () => {
    expect(await admin(ana.email, '--plan', 'Gold')).toBe(
      'There is no plan "Gold". The plans are Free, Basic Dad, Wise Dad, Superdad.',
    )
    expect(await admin('nobody@example.org', '--plan', 'Wise Dad')).toBe(
      'Nobody has signed up with nobody@example.org.',
    )
    for (const wrong of [['--plan', 'Wise Dad'], [ana.email, 'Wise Dad'], [ana.email, '--tier', 'Wise Dad'], []])
      expect(await admin(...wrong)).toBe('Usage: npm run admin -- EMAIL [--plan NAME | --delete [--with-posts]]')
    expect(await planOf(ana.email)).toEqual({ plan: 'Free', is_admin: false })
  })
})
