/** The question at the end of a season, and the viewer's own answer. */
import { sql } from 'kysely'
import type { DaySeason } from '#contract/day.ts'
import { SAY_SEASON, type SeasonAnswer, type SeasonOutcome } from '#contract/season-words.ts'
import { type SeasonOfPod, seasonFaults } from '#contract/seasons.ts'
import { type Ctx, mustBeMember, retried } from '../kernel/ctx.ts'
import { dateOf } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'
import { isInPod, isPaused } from '../rounds/rounds.ts'
import { type AnswerEnd, mayAnswer, whyNotAnswer } from './rules.ts'

interface SeasonRow {
  asked: number | null
  until: number
  answer: SeasonAnswer | null
  may_answer: boolean
  can_open: boolean
  decided: number | null
  outcome: SeasonOutcome
  decided_at: number
}

/**
 * A question is open as long as the pod has the rhythm of that season. `season_until` says when it is decided.
 */
export async function getSeason(ctx: Ctx, { pod_id }: { pod_id: string }): Promise<SeasonOfPod> {
  const { id: viewer } = mustBeMember(ctx, SAY_SEASON.signIn)
  const { rows } = await sql<SeasonRow>`
    select q.season as asked, date_part('epoch', season_until(p.id, q.asked_at)) * 1000 as until, a.answer,
      q.season is not null and ${mayAnswer(pod_id, sql`${viewer}::uuid`, sql`q.asked_at`)} as may_answer, has_room_for_two(p.id) as can_open,
      d.season as decided, d.outcome, date_part('epoch', d.decided_at) * 1000 as decided_at
    from pods p left join rhythms t on t.pod_id = p.id
      left join seasons q on q.pod_id = p.id and q.season = t.season and q.decided_at is null
      left join season_answers a on a.pod_id = p.id and a.season = q.season and a.user_id = ${viewer}::uuid
      left join lateral (select s.season, s.outcome, s.decided_at from seasons s
        where s.pod_id = p.id and s.decided_at is not null order by s.season desc limit 1) d on true
    where p.id = ${pod_id}::uuid and ${isInPod(pod_id, viewer)}`.execute(ctx.db)
  const row = rows[0] ?? refuse(seasonFaults.notFound)
  return {
    pod_id,
    question: row.asked === null ? null : questionOf(row, row.asked),
    decided: row.decided === null ? null : { season: row.decided, outcome: row.outcome, at: dateOf(row.decided_at) },
  }
}

/** The pods that ask the viewer how they go on, and that he has not answered, for his front page. */
export async function ownSeasonsAsked(ctx: Ctx, most: number): Promise<DaySeason[]> {
  const { id: viewer } = mustBeMember(ctx, SAY_SEASON.signIn)
  const { rows } = await sql<{ id: string; name: string; slug: string; until: number }>`
    select p.id, p.name, p.slug, date_part('epoch', u.until) * 1000 as until
    from pod_members m join pods p on p.id = m.pod_id and p.status = 'active' join rhythms t on t.pod_id = p.id
      join seasons q on q.pod_id = p.id and q.season = t.season and q.decided_at is null
      left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
      cross join lateral season_until(p.id, q.asked_at) u (until)
    where m.user_id = ${viewer}::uuid and m.is_active and not ${isPaused}
      and not exists (select from season_answers a
        where a.pod_id = p.id and a.season = q.season and a.user_id = m.user_id)
      and counts_in_pod(p.id, m.user_id, q.asked_at)
    order by u.until, p.id limit ${most}`.execute(ctx.db)
  return rows.map(({ until, ...pod }) => ({ pod, until: dateOf(until) }))
}

const questionOf = ({ until, answer, may_answer, can_open }: SeasonRow, season: number) => ({
  season,
  until: dateOf(until),
  answer: may_answer ? answer : null,
  may_answer,
  can_open,
})

interface NewAnswer {
  pod_id: string
  season: number
  answer: SeasonAnswer
}

/** The last answer counts. Nobody is notified, so that nobody learns who has answered. */
export async function answerSeason(ctx: Ctx, { pod_id, season, answer }: NewAnswer): Promise<SeasonOfPod> {
  const { id: viewer } = mustBeMember(ctx, SAY_SEASON.signIn)
  const { rows } = await retried(ctx, () =>
    sql<{ end: AnswerEnd }>`
      select answer_season(${pod_id}::uuid, ${viewer}::uuid, ${season}::int, ${answer}) as end`.execute(ctx.db),
  )
  const why = whyNotAnswer(rows[0]!.end)
  if (why) refuse(why)
  return getSeason(ctx, { pod_id })
}
