/** The host of each round, and the card that only the host of the open round sees. */
import { sql } from 'kysely'
import type { HostOfRound } from '#contract/round-hosts.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { AUTHOR_COLUMNS, type AuthorRow, authorOf } from '../members/members.ts'
import { closingLine, openingQuestion, orderOfSpeaking } from './host-texts.ts'

interface RoundRef {
  id: string
  number: number
  is_open: boolean
}

/** Returns the host of each of these rounds of one pod. A member who has left the pod hosts nothing. */
export async function withHosts<Round extends RoundRef>(
  ctx: Ctx,
  viewer: string,
  rounds: Round[],
): Promise<(Round & HostOfRound)[]> {
  if (rounds.length === 0) return []
  const { rows } = await sql<AuthorRow & { round_id: string; can_host: boolean }>`
    select r.id as round_id, r.closed_at is null and may_host(r, ${viewer}::uuid) as can_host, ${AUTHOR_COLUMNS}
    from rounds r left join pod_members m on m.pod_id = r.pod_id and m.user_id = r.host_id and m.is_active
      left join profiles a on a.id = m.user_id
    where r.id = any(${rounds.map(({ id }) => id)}::uuid[])`.execute(ctx.db)
  const hosts = new Map(rows.map((row) => [row.round_id, authorOf(row)]))
  const takeable = new Set(rows.filter(({ can_host }) => can_host).map(({ round_id }) => round_id))
  const hosted = rounds.find(({ id, is_open }) => is_open && hosts.get(id)?.id === viewer)
  const names = hosted ? await speakersOf(ctx, hosted.id) : []
  return rounds.map((round) => ({
    ...round,
    host: hosts.get(round.id) ?? null,
    is_host: hosts.get(round.id)?.id === viewer,
    can_host: takeable.has(round.id),
    opening_question: openingQuestion(round.number),
    card:
      round === hosted
        ? { order: orderOfSpeaking(names, round.number), closing_line: closingLine(round.number) }
        : null,
  }))
}

/** The members of the pod of this round, in the order in which they joined. Without those on a pause, the host would learn who is. */
async function speakersOf({ db }: Ctx, round_id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(a.display_name, a.username) as name
    from rounds r join pod_members m on m.pod_id = r.pod_id and m.is_active join profiles a on a.id = m.user_id
    where r.id = ${round_id}::uuid order by m.joined_at, m.user_id`.execute(db)
  return rows.map(({ name }) => name)
}
