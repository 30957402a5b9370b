/** Ctx: everything that a verb may touch, handed in by hand and always first. */
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
  /** the member behind the call; null: a visitor */
  viewer: Principal | null
  /** verified addresses whose members administer the place (ADMIN_EMAILS) */
  adminEmails: string[]
  limits: Limits
  /** Rung by `record` and its like (kernel/stream), never by a room. */
  live: Pick<Live, 'ring'>
  /** In a transaction: what is rung after its commit, each name once. */
  rings?: Set<string>
  geocoder: Geocoder
  /** null: the assistant answers with quotations alone */
  model: Model | null
  /** tokens of the whole instance in a month (UTC); null: no ceiling */
  modelMonthlyTokens: number | null
  /** a second look by meaning; null or left out: by words alone */
  embeddings?: Embeddings | null
  log: Log
  /** of the request; what nobody waits for has none */
  deadline?: Deadline | undefined
}

/** The member behind the call. The contract's `memberOnly` has already asked; this says so to the type-checker. */
export function mustBeMember(ctx: Ctx, signIn: string): Principal {
  return ctx.viewer ?? notSignedIn(signIn)
}

/** He was when he asked, and is not any more: signed out, or his account deleted, while the deed was under way. */
export function notSignedIn(signIn: string): never {
  throw new ORPCError('UNAUTHENTICATED', { status: 401, message: signIn })
}

const RETRIED = new Set(['40001', '40P01'])

/**
 * One verb, one transaction. After its request has been refused it is taken back. What its facts ring is rung after the
 * commit, and not at all if it is rolled back.
 */
export const inTransaction = <C extends Ctx, Result>(ctx: C, work: (ctx: C) => Promise<Result>): Promise<Result> =>
  again(ctx, () =>
    keep(ctx, async (mayCommit) => {
      const rings = new Set<string>()
      const result = await ctx.db.transaction().execute(async (db) => {
        const result = await work({ ...ctx, db, rings })
        mayCommit()
        return result
      })
      for (const name of rings) ctx.live.ring(name)
      return result
    }),
  )

/** A verb that is one statement, and so is its own transaction. After its request has been refused it is not begun. */
export const retried = <Result>(ctx: Ctx, work: () => Promise<Result>): Promise<Result> =>
  again(ctx, () =>
    keep(ctx, (mayCommit) => {
      mayCommit()
      return work()
    }),
  )

const keep = async <Result>({ deadline }: Ctx, work: (mayCommit: () => void) => Promise<Result>): Promise<Result> =>
  deadline ? deadline.keep(async (mayCommit) => work(mayCommit)) : work(() => {})

/** A deadlock or serialization failure is tried again, twice; nothing was committed by then. */
async function again<Result>(ctx: Ctx, work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const { code, detail, where } = error as { code?: string; detail?: string; where?: string }
      if (!code || !RETRIED.has(code) || attempt === 3) throw error
      ctx.log.warn({ code, attempt, detail, where }, 'two deeds were in each other’s way; this one is tried again')
    }
  }
}
