import type { Standing } from '#contract/assistant.ts'
import type { Ctx } from '../kernel/ctx.ts'

export async function getAssistant(_ctx: Ctx): Promise<Standing> {
  throw new Error('not yet')
}
export async function countMonthlyQueries(_ctx: Ctx, _asked: { user_uuid: string }): Promise<number> {
  throw new Error('not yet')
}
