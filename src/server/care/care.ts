import type { HelpLine } from '#contract/care.ts'
import type { Ctx } from '../kernel/ctx.ts'

export async function listHelpLines(_ctx: Ctx): Promise<{ items: HelpLine[] }> {
  throw new Error('not yet')
}
export async function saveHelpLine(_ctx: Ctx, _line: HelpLine): Promise<HelpLine> {
  throw new Error('not yet')
}
export async function deleteHelpLine(_ctx: Ctx, _asked: { id: string }): Promise<{ id: string }> {
  throw new Error('not yet')
}
