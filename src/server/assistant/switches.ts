import type { Ctx } from '../kernel/ctx.ts'

export async function setQuotable(_ctx: Ctx, _asked: { is_quotable: boolean }): Promise<{ is_quotable: boolean }> {
  throw new Error('not yet')
}
export async function setGroupQuotable(
  _ctx: Ctx,
  _asked: { group_id: string; is_quotable: boolean },
): Promise<{ group_id: string; is_quotable: boolean }> {
  throw new Error('not yet')
}
export async function getAssistantSwitch(
  _ctx: Ctx,
): Promise<{ is_on: boolean; tokens: number; tokens_limit: number | null; questions: number }> {
  throw new Error('not yet')
}
export async function setAssistantSwitch(_ctx: Ctx, _asked: { is_on: boolean }): Promise<{ is_on: boolean }> {
  throw new Error('not yet')
}
