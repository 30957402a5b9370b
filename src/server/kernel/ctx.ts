/** Ctx: everything that an operation may use. It is always the first argument; there is no global state. */
import { ORPCError } from '@orpc/server'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Geocoder } from './geo/geo.ts'
import type { Deadline, Limits } from './http/http.ts'
import type { Live } from './live/live.ts'
import type { Log } from './log.ts'
import type { Embeddings, Model } from './model/model.ts'
import type { Principal } from './principal.ts'

export interface Ctx {
  db: Kysely<DB>
  /** the member behind the call; null for a visitor */
  viewer: Principal | null
  /** verified email addresses of administrators (ADMIN_EMAILS) */
  adminEmails: string[]
  limits: Limits
  /** Used by `record` and its relatives in kernel/stream, never by a room. */
  live: Pick<Live, 'notify'>
  /** In a transaction: the topics to notify after its commit, each once. */
  notifies?: Set<string>
  geocoder: Geocoder
  /** null: the assistant answers with quotations only */
  model: Model | null
  /** tokens that the whole instance may use in a month (UTC); null: no limit */
  modelMonthlyTokens: number | null
  /** the second retrieval pass, by meaning; null or absent: by words only */
  embeddings?: Embeddings | null
  log: Log
  /** of the request; background work has none */
  deadline?: Deadline | undefined
}

/** Returns the member behind the call. `memberOnly` in the contract has already checked it; this tells the type checker. */
export function mustBeMember(ctx: Ctx, signIn: string): Principal {
  return ctx.viewer ?? notSignedIn(signIn)
}

/** Refuses a member who was signed in when he called: he signed out, or his account was deleted, during the operation. */
export function notSignedIn(signIn: string): never {
  throw new ORPCError('UNAUTHENTICATED', { status: 401, message: signIn })
}

const RETRIED_CODES = new Set(['40001', '40P01'])

/**
 * Runs an operation in one transaction. If its request was refused in the meantime, the transaction is rolled back. The
 * topics of its facts are notified after the commit, and not at all after a rollback.
 */
export const inTransaction = <C extends Ctx, Result>(ctx: C, work: (ctx: C) => Promise<Result>): Promise<Result> =>
  again(ctx, () =>
    keep(ctx, async (mayCommit) => {
      const notifies = new Set<string>()
      const result = await ctx.db.transaction().execute(async (db) => {
        const result = await work({ ...ctx, db, notifies })
        mayCommit()
        return result
      })
      for (const name of notifies) ctx.live.notify(name)
      return result
    }),
  )

/** Runs an operation that is one statement and therefore its own transaction. It does not start if its request was refused. */
export const retried = <Result>(ctx: Ctx, work: () => Promise<Result>): Promise<Result> =>
  again(ctx, () =>
    keep(ctx, (mayCommit) => {
      mayCommit()
      return work()
    }),
  )

const keep = async <Result>({ deadline }: Ctx, work: (mayCommit: () => void) => Promise<Result>): Promise<Result> =>
  deadline ? deadline.keep(async (mayCommit) => work(mayCommit)) : work(() => {})

/** Retries after a deadlock or a serialization failure, at most twice. Nothing was committed by then. */
async function again<Result>(ctx: Ctx, work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const { code, detail, where } = error as { code?: string; detail?: string; where?: string }
      if (!code || !RETRIED_CODES.has(code) || attempt === 3) throw error
      ctx.log.warn({ code, attempt, detail, where }, 'two transactions were in conflict; this one is retried')
    }
  }
}
