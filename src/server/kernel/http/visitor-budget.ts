/**
 * A budget of CPU time for the visitors of each address. What a visitor asks for costs him nothing, so one address could use
 * up the main thread, which serves everyone. The budget is kept by each process, because it protects the thread of that process.
 */
import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { makeBudgets, type Rate } from '../budget.ts'
import { arrivingIn } from './arrival.ts'
import { makeCpuMeter } from './cpu-meter.ts'
import { addressKey, refuseFor } from './limits.ts'

/**
 * In ms of CPU time. A page that is rendered costs some 5 ms, a shared page or a read of the API less than one: this is some
 * twenty rendered pages at once and three a second after that, or some thirty shared pages a second. An address that uses up more
 * than a twentieth of the time delays one in twenty requests of others (test/visitor-beside).
 */
const VISITOR_CPU: Rate = { burst: 120, perSecond: 15 }
/**
 * The help lines have a budget of their own: many visitors can share an address, and a father in danger must not be refused
 * because of what the others ask for. It is enough for twenty loads at once and four a second after that.
 */
const HELP_LINES_CPU: Rate = { burst: 50, perSecond: 10 }
/** In ms: what a call or a page costs at most. What is measured above it was the work of others that ran at the same time. */
const MAX_CHARGE_MS = { call: 5, page: 15 }
/** In ms: charged when a request begins and corrected when it ends, so that many at once do not all find the same rest. */
const RESERVED_MS = { call: 1, page: 5 }
/** In ms: what is charged for a refusal at most, in which a session was read. */
const MAX_REFUSAL_MS = 1
const CALL = /^\/(?:api|rpc)\//
/** Sending an answer takes the thread, the system and the line after the request has ended. */
const MS_PER_BYTE = 10 / 1_000_000
/** Files of the client, and the answers by which a supervisor decides whether the process is alive. */
const FREE = /^\/(?:assets\/|healthz$|readyz$)/
export const HELP_LINES = /^\/(?:help-lines|api\/v1\/help-lines|rpc\/care\/listHelpLines)$/

export type VisitorTime = ReturnType<typeof makeBudgets>

/** The time that is left to each address. `now` returns ms. */
export const makeVisitorTime = (rate: Rate = VISITOR_CPU, now: () => number = () => performance.now()): VisitorTime =>
  makeBudgets(rate, now)

/** For connections that do not pass the router: a visitor who is refused there is charged for it. */
export const refusalsOf = (time: VisitorTime, addressOf: (request: IncomingMessage) => string) => ({
  isUsedUp: (request: IncomingMessage): boolean => time.secondsUntilLeft(addressKey(addressOf(request))) > 0,
  charge: (request: IncomingMessage): void => time.charge(addressKey(addressOf(request)), MAX_REFUSAL_MS),
})

const rendering = new WeakSet<Context>()

/** A page is rendered because of this request, perhaps after its answer: it is charged at least what a page reserves. */
export const noteRendering = (context: Context): void => void rendering.add(context)

interface VisitorBudgetParts {
  addressOf(context: Context): string
  /** whether a member sent this request; reads his session if nobody has yet */
  isMember(context: Context): Promise<boolean>
  /** the same, if it was read already */
  isKnownMember(context: Context): boolean
  /** default: one of its own */
  time?: VisitorTime | undefined
  helpLinesTime?: VisitorTime
  /** in ms, of the main thread */
  cpuTime?: (() => number) | undefined
}

/** Refuses a visitor whose address has used up its budget, with 429. A member is not refused, whatever address he shares. */
export function visitorBudget({
  addressOf,
  isMember,
  isKnownMember,
  time = makeVisitorTime(),
  helpLinesTime = makeVisitorTime(HELP_LINES_CPU),
  cpuTime,
}: VisitorBudgetParts): MiddlewareHandler {
  const begin = makeCpuMeter(cpuTime)
  return async (context, next) => {
    if (FREE.test(context.req.path)) return next()
    const budgets = HELP_LINES.test(context.req.path) ? helpLinesTime : time
    const address = addressKey(addressOf(context))
    const kind = CALL.test(context.req.path) ? 'call' : 'page'
    const measured = begin()
    let [reserved, least, most]: [number, number, number] = [0, 0, MAX_REFUSAL_MS]
    try {
      const seconds = budgets.secondsUntilLeft(address)
      if (seconds > 0 && !(await isMember(context))) refuseFor(seconds)
      reserved = RESERVED_MS[kind]
      most = MAX_CHARGE_MS[kind]
      budgets.charge(address, reserved)
      const arriving = arrivingIn(context)
      if (arriving) {
        // what is done before it arrives, or if nobody reads it
        least = RESERVED_MS.call
        measured.pause()
        arriving.once('end', measured.resume)
      }
      await next()
    } finally {
      if (rendering.has(context)) least = RESERVED_MS.page
      const used = Math.min(Math.max(measured.end(), least), most)
      const cost = isKnownMember(context) ? 0 : used + costOfSending(context)
      budgets.charge(address, cost - reserved)
    }
  }
}

/** Of answers whose length is known: stored ones, which cost nearly nothing else. */
function costOfSending({ req, res }: Context): number {
  if (req.method === 'HEAD') return 0
  return Number(res.headers.get('content-length') ?? 0) * MS_PER_BYTE
}
