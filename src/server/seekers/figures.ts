/** How pods last and fill, for the administrators. Counts only; nothing under five pods. */
import { sql } from 'kysely'
import type { PodFigures } from '#contract/seekers.ts'
import type { Ctx } from '../kernel/ctx.ts'

const MIN_PODS = 5
/** The latest of each kind, so that the cost does not grow with the age of the instance. */
const COUNTED = sql.lit(1000)
/** A round with at least so many check-ins is one of a pod that lasts. */
const LASTING = sql.lit(3)

interface FigureRow {
  kind: string
  pods: number
  lasting: number
  days: number
}

export async function getPodFigures({ db }: Ctx): Promise<PodFigures> {
  const { rows } = await sql<FigureRow>`
    select k.kind, count(distinct f.pod_id)::int as pods, avg((f.amount >= ${LASTING})::int)::float8 as lasting,
      percentile_cont(0.5) within group (order by f.amount) as days
    from (values ('round-4'), ('round-8'), ('found')) k (kind) cross join lateral (
      select g.pod_id, g.amount from pod_figures g where g.kind = k.kind order by g.kind, g.id desc limit ${COUNTED}) f
    group by k.kind`.execute(db)
  const { rows: opened } = await sql<{ pods: number; filled: number | null }>`
    select count(distinct o.pod_id)::int as pods, sum(o.taken_soon)::float8 / sum(o.places) as filled
    from (select g.pod_id, g.taken_soon, g.places from pod_openings g where g.opened_at <= now() - interval '30 days'
      order by g.opened_at desc limit ${COUNTED}) o`.execute(db)
  const enough = (kind: string) => rows.find((row) => row.kind === kind && row.pods >= MIN_PODS)
  return {
    lasting_round_4: enough('round-4')?.lasting ?? null,
    lasting_round_8: enough('round-8')?.lasting ?? null,
    waiting_days: enough('found')?.days ?? null,
    filled: opened[0]!.pods >= MIN_PODS ? opened[0]!.filled : null,
  }
}
