/**
 * Plans: a member says which one he would like. Nothing is paid; the operator puts a member on a plan (src/admin.ts).
 */
import { sql } from 'kysely'
import { type PaidTier, SAY_PLANS } from '#contract/plans-words.ts'
import { addressOf } from '../account/account.ts'
import { type Ctx, mustBeMember, notSignedIn, retried } from '../kernel/ctx.ts'

export { planParts } from './own-data.ts'

interface Interest {
  selected_tier: PaidTier
}

/**
 * Stores the interest with the current email address of the account. The same interest again changes nothing, and the
 * answer says that it is a duplicate.
 */
export async function registerInterest(ctx: Ctx, { selected_tier }: Interest) {
  const { id } = mustBeMember(ctx, SAY_PLANS.signIn)
  const { rows } = await retried(ctx, () =>
    sql<{ is_new: boolean }>`
      with account as (${addressOf(id)}),
        added as (
          insert into subscription_interest (user_id, email, selected_tier)
          select a.id, a.email, ${selected_tier} from account a
          on conflict (user_id, selected_tier) do nothing returning id)
      select exists (select from added) as is_new from account`.execute(ctx.db),
  )
  const [done] = rows
  if (!done) return notSignedIn(SAY_PLANS.signIn)
  return { selected_tier, is_duplicate: !done.is_new }
}
