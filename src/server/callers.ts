/** Who sent a request, and how many bytes he may send. */
import type { Context } from 'hono'
import type { makeCallerOf } from './account/http.ts'
import { makeBudgets, type Rate } from './kernel/budget.ts'
import { addressKey, refuseFor } from './kernel/http/http.ts'

type Caller = Awaited<ReturnType<ReturnType<typeof makeCallerOf>>>
export type CallerOf = (context: Context) => Promise<Caller>

export type Callers = ReturnType<typeof makeCallers>

/** Reads the session of a request once, for every part of the program that asks. */
export function makeCallers(read: ReturnType<typeof makeCallerOf>) {
  const asked = new WeakMap<Context, Promise<Caller>>()
  const ofMembers = new WeakSet<Context>()
  const callerOf: CallerOf = (context) => {
    const known = asked.get(context)
    if (known) return known
    const caller = read(context.req.raw.headers).then((found) => {
      if (found.member) ofMembers.add(context)
      return found
    })
    asked.set(context, caller)
    return caller
  }
  return {
    callerOf,
    isMember: async (context: Context) => (await callerOf(context)).member !== null,
    isKnownMember: (context: Context) => ofMembers.has(context),
    /** After a wait: the session may have ended meanwhile. */
    forget: (context: Context) => void asked.delete(context),
  }
}

/** In bytes, of the bodies that one caller sends: three of the largest posts at once, and one in ten seconds after that. */
const BYTES_OF_MEMBER: Rate = { burst: 3_000_000, perSecond: 100_000 }
/** Visitors send an address, a password and a name. */
const BYTES_OF_ADDRESS: Rate = { burst: 500_000, perSecond: 20_000 }

/** Counts the bytes of bodies by member, or by the address of a visitor. Refuses with 429 beyond the budget. */
export function makeByteBudget(
  { callerOf }: Pick<Callers, 'callerOf'>,
  addressFor: (context: Context) => string,
  now: () => number = () => performance.now(),
) {
  const ofMembers = makeBudgets(BYTES_OF_MEMBER, now)
  const ofAddresses = makeBudgets(BYTES_OF_ADDRESS, now)
  return async (context: Context, bytes: number): Promise<void> => {
    const { member } = await callerOf(context)
    const [budgets, key] = member ? [ofMembers, member.id] : [ofAddresses, addressKey(addressFor(context))]
    const seconds = budgets.secondsUntilLeft(key)
    if (seconds > 0) refuseFor(seconds)
    budgets.charge(key, bytes)
  }
}
