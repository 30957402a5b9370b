import type { AnswerEvent, Reply } from '#contract/assistant.ts'
import type { Ctx } from '../kernel/ctx.ts'

interface Asked {
  id?: string | undefined
  question: string
}
export async function askAssistant(_ctx: Ctx, _asked: Asked, _signal?: AbortSignal): Promise<Reply> {
  throw new Error('not yet')
}
export async function streamAnswer(
  _ctx: Ctx,
  _asked: Asked,
  _signal?: AbortSignal,
): Promise<AsyncGenerator<AnswerEvent>> {
  throw new Error('not yet')
}
