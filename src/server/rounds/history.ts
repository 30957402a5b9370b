/** A member's own check-ins, in all his pods; nobody else reads this list. */
import { sql } from 'kysely'
import { SAY_ROUNDS } from '#contract/round-words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { dateOf, keyOf, pageOf } from '../kernel/page.ts'
import { CHECK_IN, CHECK_IN_JOINS, type CheckInRow, checkInOf } from './check-in-rows.ts'
import { isInPodOf } from './rules.ts'

const CHECK_INS_PER_PAGE = 20

interface HistoryRow extends CheckInRow {
  number: number
  opens: number
  name: string | null
  slug: string | null
  is_in: boolean
}

/** A member who has left the pod no longer reads what the others say to his ask. */
const WITHOUT_OTHERS = { taker: null, taken_words: null, is_taker: false }

export async function listOwnCheckIns(
  ctx: Ctx,
  { pod_id, after }: { pod_id?: string | undefined; after?: string | undefined },
) {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  const key = keyOf(after)
  const { rows } = await sql<HistoryRow>`
    select ${CHECK_IN(viewer)}, r.number, date_part('epoch', r.opens_at) * 1000 as opens, p.name, p.slug,
      ${isInPodOf(sql`r.pod_id`, sql`c.user_id`)} as is_in
    from check_ins c ${CHECK_IN_JOINS} join rounds r on r.id = c.round_id
      left join pods p on p.id = r.pod_id and (p.status = 'active' or ${isInPodOf(sql`r.pod_id`, sql`c.user_id`)})
    where c.user_id = ${viewer}::uuid ${pod_id ? sql`and r.pod_id = ${pod_id}::uuid` : sql``}
      ${key ? sql`and (c.created_at, c.id) < (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql``}
    order by c.created_at desc, c.id desc limit ${sql.lit(CHECK_INS_PER_PAGE + 1)}`.execute(ctx.db)
  return pageOf(
    rows.map((row) => ({
      ...checkInOf(row.is_in ? row : { ...row, ...WITHOUT_OTHERS }),
      pod: row.name === null ? null : { name: row.name, slug: row.slug! },
      has_left: !row.is_in,
      round: { id: row.round_id, number: row.number, opens_at: dateOf(row.opens) },
    })),
    CHECK_INS_PER_PAGE,
  )
}
