import type { Answer } from '#contract/assistant.ts'
import type { PageOf } from '#contract/kernel.ts'
import type { Ctx } from '../kernel/ctx.ts'

export async function listQuestions(_ctx: Ctx, _asked: { after?: string | undefined }): Promise<PageOf<Answer>> {
  throw new Error('not yet')
}
export async function getQuestion(_ctx: Ctx, _asked: { id: string }): Promise<Answer> {
  throw new Error('not yet')
}
export async function deleteQuestion(_ctx: Ctx, _asked: { id: string }): Promise<{ id: string }> {
  throw new Error('not yet')
}
export async function deleteQuestions(_ctx: Ctx): Promise<{ deleted: number }> {
  throw new Error('not yet')
}
