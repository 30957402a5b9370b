/** The columns of a check-in, and the check-in as the viewer reads it. */
import { sql } from 'kysely'
import type { AskAnswer } from '#contract/ask-words.ts'
import type { Outcome, PrivateLine } from '#contract/round-words.ts'
import type { CheckIn, Commitment } from '#contract/rounds.ts'
import { dateOf } from '../kernel/page.ts'
import { AUTHOR_COLUMNS, type AuthorRow, authorOf, hasBlocked } from '../members/members.ts'
import { isLapsedAsk, isOpenAsk, isReleasableAsk, maySeeLine } from './rules.ts'

export interface CheckInRow extends AuthorRow {
  id: string
  round_id: string
  is_own: boolean
  outcome: Outcome
  win: string | null
  struggle: string | null
  ask: string | null
  taker: AuthorRow | null
  is_taker: boolean
  taken_words: string | null
  answer: AskAnswer | null
  ask_lapsed: boolean
  can_take: boolean
  can_release: boolean
  commitment_cue: string | null
  commitment_action: string | null
  about_cue: string | null
  about_action: string | null
  about_private: boolean
  private_lines: PrivateLine[]
  created: number
  updated: number
}

/**
 * `c` is the alias of check_ins, `b` of the check-in that it is about, `k` of its ask, and `a` of the author's profile
 * (`CHECK_IN_JOINS`).
 */
export const CHECK_IN = (
  viewer: string,
) => sql`c.id, c.round_id, c.user_id = ${viewer}::uuid as is_own, c.outcome, c.win,
  c.struggle, c.ask, k.taken_by = ${viewer}::uuid as is_taker, case when not ${hasBlocked(sql`${viewer}::uuid`, sql`k.taken_by`)} then k.words end as taken_words, k.answer,
  case when k.taken_by is not null then (
    select to_jsonb(t) from (select ${AUTHOR_COLUMNS} from profiles a where a.id = k.taken_by) t) end as taker,
  ${isLapsedAsk} as ask_lapsed, coalesce(${isOpenAsk(viewer)}, false) as can_take,
  coalesce(${isReleasableAsk(viewer)}, false) as can_release,
  c.commitment_cue, c.commitment_action, b.commitment_cue as about_cue, b.commitment_action as about_action,
  coalesce('commitment' = any (b.private_lines), false) as about_private, c.private_lines,
  date_part('epoch', c.created_at) * 1000 as created, date_part('epoch', c.updated_at) * 1000 as updated, ${AUTHOR_COLUMNS}`
export const CHECK_IN_JOINS = sql`join profiles a on a.id = c.user_id left join check_ins b on b.id = c.about_id
  left join check_in_asks k on k.check_in_id = c.id`

export const commitmentOf = (cue: string | null, action: string | null): Commitment | null =>
  action === null ? null : { cue, action }

export function checkInOf(row: CheckInRow): CheckIn {
  const line = (name: 'win' | 'struggle') => (maySeeLine(row, name) ? row[name] : null)
  return {
    id: row.id,
    // a check-in is deleted with its author's account
    user: authorOf(row)!,
    is_own: row.is_own,
    outcome: row.outcome,
    win: line('win'),
    struggle: line('struggle'),
    ask: row.ask,
    taking: row.taker && {
      user: authorOf(row.taker)!,
      is_own: row.is_taker,
      words: row.taken_words,
    },
    ask_answer: row.answer,
    ask_lapsed: row.ask_lapsed,
    can_take: row.can_take,
    can_release: row.can_release,
    commitment: maySeeLine(row, 'commitment') ? commitmentOf(row.commitment_cue, row.commitment_action) : null,
    about: row.is_own || !row.about_private ? commitmentOf(row.about_cue, row.about_action) : null,
    private_lines: row.is_own ? row.private_lines : [],
    created_at: dateOf(row.created),
    updated_at: dateOf(row.updated),
  }
}
