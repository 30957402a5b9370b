/** The four counts in one statement: `count_new` in db/functions/badges.sql, which defines what counts. */
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'

export interface Counted {
  feed: number
  groups: number
  local: number
  profile: number
  /** times in ms */
  feed_at: number
  groups_at: number
  local_at: number
  profile_at: number
  karma: number
  /** ids of the counted items that came just now */
  recent: string[]
  now: number
}

/** `clock`: the time in the member's zone. Returns undefined if the account is deleted. */
export async function countNew({ db }: Ctx, viewer: string, clock: RawBuilder<Date>): Promise<Counted | undefined> {
  const { rows } = await sql<Counted>`
    select c.feed, c.groups, c.local, c.profile, ${moment('feed_at')}, ${moment('groups_at')}, ${moment('local_at')},
      ${moment('profile_at')}, (c.seen).karma, c.recent, date_part('epoch', now()) * 1000 as now
    from count_new(${viewer}::uuid, ${clock}::date) c where c.feed is not null`.execute(db)
  return rows[0]
}

const moment = (column: string) => sql`date_part('epoch', (c.seen).${sql.ref(column)}) * 1000 as ${sql.ref(column)}`
