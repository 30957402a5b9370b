/** The private URL at which a calendar program reads the events that a member attends. One per member; he can revoke it. */
import { sql } from 'kysely'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { type Ctx, mustBeMember, notSignedIn, retried } from '../kernel/ctx.ts'
import { isBreach } from '../kernel/refuse.ts'

const pathOf = (key: string) => `/calendar/${key}.ics`

export async function getCalendarFeed(ctx: Ctx): Promise<{ path: string | null }> {
  const { id } = mustBeMember(ctx, SAY_LOCAL.signInToEvents)
  const found = await ctx.db.selectFrom('calendar_feeds').select('key').where('user_id', '=', id).executeTakeFirst()
  return { path: found ? pathOf(found.key) : null }
}

/** The previous URL stops working. */
export async function renewCalendarFeed(ctx: Ctx): Promise<{ path: string }> {
  const { id } = mustBeMember(ctx, SAY_LOCAL.signInToEvents)
  const write = ctx.db
    .insertInto('calendar_feeds')
    .values({ user_id: id })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ key: sql`gen_random_uuid()`, created_at: sql`now()` }),
    )
    .returning('key')
  const { key } = await retried(ctx, () => write.executeTakeFirstOrThrow()).catch((error: unknown) => {
    if (isBreach(error, 'gone')) notSignedIn(SAY_LOCAL.signInToEvents)
    throw error
  })
  return { path: pathOf(key) }
}

export async function revokeCalendarFeed(ctx: Ctx): Promise<{ path: null }> {
  const { id } = mustBeMember(ctx, SAY_LOCAL.signInToEvents)
  const write = ctx.db.deleteFrom('calendar_feeds').where('user_id', '=', id)
  await retried(ctx, () => write.execute())
  return { path: null }
}
