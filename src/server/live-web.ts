/** Live updates over HTTP: what a tab reads by turns while its WebSocket connection fails (kernel/live/turns.ts). */
import type { ServerResponse } from 'node:http'
import type { Context, Hono } from 'hono'
import { type Fault, fault, faults } from '#contract/kernel.ts'
import { LIVE_TURN_PATH } from '#contract/live-words.ts'
import type { CallerOf } from './callers.ts'
import { refuseFor } from './kernel/http/http.ts'
import { type Live, LiveTurn, makeTurns } from './kernel/live/live.ts'

interface LiveParts {
  live: Pick<Live, 'arrive' | 'subscribe' | 'leave'>
  callerOf: CallerOf
}

const SIGNED_OUT = fault('UNAUTHENTICATED', 401, 'Please sign in to follow what is new')

export function mountLive(app: Hono, { live, callerOf }: LiveParts): void {
  const turns = makeTurns({ live })
  app.post(LIVE_TURN_PATH, async (context) => {
    context.header('Cache-Control', 'no-store')
    const { member, cookies } = await callerOf(context)
    for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
    if (!member) return refused(context, SIGNED_OUT)
    // as with the connection: only the site's own tabs follow topics
    if (member.via.kind !== 'session') return refused(context, faults.notAllowed)
    const reader = { member: member.id, session: member.via.id }
    const asked = LiveTurn.safeParse(await context.req.json().catch(() => null))
    if (!asked.success) return refused(context, faults.invalid)
    const seconds = turns.waitOf(reader)
    if (seconds > 0) refuseFor(seconds)
    callWhenSent(context, turns.hold(reader))
    const frames = await turns.read(reader, asked.data.topics, context.req.raw.signal)
    if (frames === null) return refused(context, SIGNED_OUT)
    return context.body(`{"frames":${frames}}`, 200, { 'Content-Type': 'application/json' })
  })
}

/** Calls the function when the answer has been sent, or its connection is closed. */
function callWhenSent({ env }: Context, call: () => void): void {
  // undefined: a request that came over no connection
  const { outgoing } = (env ?? {}) as { outgoing?: ServerResponse }
  if (!outgoing || outgoing.closed) call()
  else outgoing.once('close', call)
}

const refused = (context: Context, { code, message, status }: Fault) => context.json({ code, message }, status as 400)
