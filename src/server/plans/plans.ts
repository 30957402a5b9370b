import type { PaidTier } from '#contract/plans-words.ts'
import type { Ctx } from '../kernel/ctx.ts'

export async function registerInterest(
  _ctx: Ctx,
  _asked: { selected_tier: PaidTier },
): Promise<{ selected_tier: PaidTier; is_duplicate: boolean }> {
  throw new Error('not yet')
}
