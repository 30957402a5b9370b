/**
 * Implements the contract. This file only names rooms: the public module of a room exports a function for each
 * procedure, under the procedure's name. A function that is missing, misspelt or of the wrong type does not compile.
 */
import { type AnyContractProcedure, type ContractProcedure, getEventIteratorSchemaDetails } from '@orpc/contract'
import { type InferSchemaInput, type InferSchemaOutput, implement, ORPCError, type Procedure } from '@orpc/server'
import { type Contract, contract } from '#contract/index.ts'
import { faults, noSuchCall } from '#contract/kernel.ts'
import * as account from './account/account.ts'
import * as admin from './admin/admin.ts'
import * as assistant from './assistant/assistant.ts'
import * as badges from './badges/badges.ts'
import * as blocks from './blocks/blocks.ts'
import * as care from './care/care.ts'
import * as categories from './categories/categories.ts'
import * as chat from './chat/chat.ts'
import * as comments from './comments/comments.ts'
import * as connections from './connections/connections.ts'
import * as day from './day/day.ts'
import * as events from './events/events.ts'
import * as feed from './feed/feed.ts'
import * as groups from './groups/groups.ts'
import * as karma from './karma/karma.ts'
import { type Ctx, notSignedIn } from './kernel/ctx.ts'
import { partsAsFaults } from './kernel/faults.ts'
import { addressKey } from './kernel/http/http.ts'
import { isOutage } from './kernel/postgres/postgres.ts'
import { mayUse } from './kernel/principal.ts'
import { refuse } from './kernel/refuse.ts'
import type { RequestReads } from './kernel/replica/replica.ts'
import * as media from './media/media.ts'
import * as members from './members/members.ts'
import * as nearby from './nearby/nearby.ts'
import * as onboarding from './onboarding/onboarding.ts'
import * as places from './places/places.ts'
import * as plans from './plans/plans.ts'
import * as pods from './pods/pods.ts'
import * as polls from './polls/polls.ts'
import * as posts from './posts/posts.ts'
import { HIDES_NOTHING, MAY_LAG } from './replica-reads.ts'
import * as reports from './reports/reports.ts'
import * as rounds from './rounds/rounds.ts'
import * as search from './search/search.ts'
import * as seasons from './seasons/seasons.ts'
import * as seekers from './seekers/seekers.ts'
import * as votes from './votes/votes.ts'

const rooms = {
  account,
  members,
  onboarding,
  categories,
  posts,
  comments,
  votes,
  polls,
  feed,
  search,
  chat,
  groups,
  pods,
  rounds,
  seekers,
  seasons,
  media,
  nearby,
  places,
  events,
  connections,
  blocks,
  karma,
  badges,
  day,
  assistant,
  plans,
  care,
  reports,
  admin,
} satisfies RoomFunctions<Contract>

/** A call: the ctx that every function gets, and what only this layer knows. */
export interface CallContext extends Ctx {
  /**
   * key of the rate limit that a visitor's call is charged to; null: not limited, because the call comes from this
   * process
   */
  address: string | null
  /** undefined: there is no replica, or the call comes from this process */
  reads?: RequestReads | undefined
}

/** `signal` is aborted when the client has disconnected. */
type RoomFunction<Input, Output> = (ctx: CallContext, input: Input, signal?: AbortSignal) => Promise<Output>

/** The functions that the rooms have to export for this contract. */
export type RoomFunctions<Of> = {
  [Room in keyof Of]: {
    [Name in keyof Of[Room]]: Of[Room][Name] extends ContractProcedure<infer Input, infer Output, infer _E, infer _M>
      ? RoomFunction<InferSchemaOutput<Input>, InferSchemaInput<Output>>
      : never
  }
}

type Implemented<Of> = {
  [Room in keyof Of]: {
    [Name in keyof Of[Room]]: Of[Room][Name] extends ContractProcedure<infer I, infer O, infer E, infer M>
      ? Procedure<CallContext, CallContext, I, O, E, M>
      : never
  }
}

const base = implement(contract).$context<CallContext>()

/** The rules that the contract states for every procedure: who may call, with which scope, and how often. */
const os = base.use(async ({ context, procedure, next }) => {
  const { scope, signIn, limit, administrators } = procedure['~orpc'].meta
  // checked before the input, so that the answer to a refused caller does not depend on what he sends
  if (administrators && !(await members.isAdministrator(context))) refuse(noSuchCall)
  if (context.viewer && !mayUse(context.viewer, scope)) refuse(faults.notAllowed)
  if (signIn && !context.viewer) throw new ORPCError('UNAUTHENTICATED', { status: 401, message: signIn })
  const payer = context.viewer?.id ?? (context.address && addressKey(context.address))
  if (limit && payer) await context.limits.draw(limit, payer)
  try {
    return await next()
  } catch (error) {
    // his account was deleted while the call was running, so the error is not an internal one
    const isFault = error instanceof ORPCError && error.code !== 'INTERNAL_SERVER_ERROR'
    if (isFault || isOutage(error) || !context.viewer || (await members.hasAccount(context, context.viewer.id)))
      throw error
    return notSignedIn(signIn ?? 'Please sign in')
  }
})

/** A procedure that calls its function. The types in the loop below are lost; `RoomFunctions` has checked each pair. */
interface Slot {
  handler(call: (asked: { context: CallContext; input: unknown; signal?: AbortSignal }) => Promise<unknown>): unknown
}

function bind(slot: Slot, procedure: AnyContractProcedure, run: RoomFunction<unknown, unknown>): unknown {
  // a part of a stream fails when it is read, long after the function has returned
  if (getEventIteratorSchemaDetails(procedure['~orpc'].outputSchema))
    return slot.handler(async ({ context, input, signal }) =>
      partsAsFaults(context.log, (await run(context, input, signal)) as AsyncGenerator),
    )
  return slot.handler(({ context, input, signal }) => run(context, input, signal))
}

/** Reads that may lag go to the replica; writes are marked, so that the next read sees them. */
function withReplica(
  name: string,
  procedure: AnyContractProcedure,
  run: RoomFunction<unknown, unknown>,
): RoomFunction<unknown, unknown> {
  if (MAY_LAG.has(name))
    return (ctx, input, signal) =>
      ctx.reads ? ctx.reads.read((db) => run(db ? { ...ctx, db } : ctx, input, signal)) : run(ctx, input, signal)
  if (procedure['~orpc'].route.method === 'GET') return run
  const mayHide = !HIDES_NOTHING.has(name)
  return async (ctx, input, signal) => {
    try {
      return await run(ctx, input, signal)
    } finally {
      // also after an error: a part may have been committed
      await ctx.reads?.wrote(mayHide)
    }
  }
}

function bindAll(): Implemented<Contract> {
  const slots = os as unknown as Record<string, Record<string, Slot>>
  const functions = rooms as unknown as Record<string, Record<string, RoomFunction<unknown, unknown>>>
  const entries = Object.entries(contract).map(([room, procedures]) => [
    room,
    Object.fromEntries(
      Object.entries<AnyContractProcedure>(procedures).map(([name, procedure]) => [
        name,
        bind(slots[room]![name]!, procedure, withReplica(`${room}.${name}`, procedure, functions[room]![name]!)),
      ]),
    ),
  ])
  return Object.fromEntries(entries) as Implemented<Contract>
}

export const router = os.router(bindAll())

const administratorsPaths = Object.entries(contract).flatMap(([room, procedures]) =>
  Object.entries<AnyContractProcedure>(procedures).flatMap(
    ([
      name,
      {
        '~orpc': { meta, route },
      },
    ]) => (meta.administrators ? [`/rpc/${room}/${name}`, `/api/v1${route.path}`] : []),
  ),
)
const ADMINISTRATORS_PATH = new RegExp(`^(?:${administratorsPaths.join('|').replace(/\{\w+\}/g, '[^/]+')})/?$`)

/** True for the address of a call that only administrators may make. */
export const isAdministratorsPath = (path: string): boolean => ADMINISTRATORS_PATH.test(path)
