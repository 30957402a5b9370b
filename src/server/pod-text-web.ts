/** The file with what was said in a pod, for those who may read it (seasons/download.ts). With `?view` the browser shows it. */
import type { Context, Hono } from 'hono'
import { SAY_ROUNDS } from '#contract/round-words.ts'
import { SAY_SEASON } from '#contract/season-words.ts'
import type { CallContext } from './api.ts'
import type { CallerOf } from './callers.ts'
import { faultOf } from './kernel/faults.ts'
import { textStream } from './kernel/http/http.ts'
import { errorFacts, type Log } from './kernel/log.ts'
import { isId } from './kernel/page.ts'
import { mayUse, type Principal } from './kernel/principal.ts'
import { podText } from './seasons/seasons.ts'

interface PodTextParts {
  log: Log
  callerOf: CallerOf
  ctxOf(member: Principal | null): CallContext
}

export function mountPodText(app: Hono, { log, callerOf, ctxOf }: PodTextParts): void {
  const refused = (context: Context, message: string, status: number) => context.text(message, status as 404)

  app.get('/pod-text/:id', async (context) => {
    const { member, cookies } = await callerOf(context)
    for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
    context.header('Cache-Control', 'private, no-store')
    if (!member) return refused(context, SAY_SEASON.signIn, 401)
    const id = context.req.param('id').toLowerCase()
    if (!mayUse(member, 'chat:read') || !isId(id)) return refused(context, SAY_ROUNDS.noPod, 404)
    const ctx = ctxOf(member)
    try {
      const file = await podText(ctx, id)
      await ctx.limits.draw('podText', member.id)
      const way = context.req.query('view') === undefined ? 'attachment' : 'inline'
      context.header('Content-Disposition', `${way}; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      const text = textStream(file.text, (error) => log.warn(errorFacts(error), 'the text of a pod broke off'))
      return context.body(text, 200, { 'Content-Type': 'text/plain; charset=utf-8' })
    } catch (error) {
      const fault = faultOf(error, log)
      const seconds = (fault.data as { retry_after?: number } | undefined)?.retry_after
      if (seconds) context.header('Retry-After', String(seconds))
      return refused(context, fault.message, fault.status)
    }
  })
}
