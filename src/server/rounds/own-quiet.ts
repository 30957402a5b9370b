/** What a quiet member sees of himself, and the request to write to one, which only the asked member sees. */
import { sql } from 'kysely'
import type { OwnQuiet } from '#contract/round-hosts.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { dateOf } from '../kernel/page.ts'
import { AUTHOR_COLUMNS, type AuthorRow, authorOf } from '../members/members.ts'
import { beginningsFor } from './host-texts.ts'
import { isAskedToWrite } from './rules.ts'

/** Of the viewer's own row, and of the request to him. */
export async function ownQuiet({ db }: Ctx, pod_id: string, viewer: string): Promise<OwnQuiet> {
  const [{ rows: own }, { rows: asked }] = await Promise.all([
    sql<{ kept: number | null; left_until: number | null; is_quiet: boolean }>`
      select date_part('epoch', w.kept_until) * 1000 as kept,
        case when w.left_until > now() then date_part('epoch', w.left_until) * 1000 end as left_until,
        (has_rhythm(${pod_id}::uuid) and is_quiet(${pod_id}::uuid, ${viewer}::uuid)) as is_quiet
      from (values (1)) one left join round_places w on w.pod_id = ${pod_id}::uuid and w.user_id = ${viewer}::uuid`.execute(
      db,
    ),
    sql<AuthorRow & { is_done: boolean }>`
      select q.done_at is not null as is_done, ${AUTHOR_COLUMNS}
      from write_requests q join profiles a on a.id = q.quiet_id
      where q.pod_id = ${pod_id}::uuid and has_rhythm(q.pod_id) and ${isAskedToWrite(viewer)}`.execute(db),
  ])
  const { kept, left_until, is_quiet } = own[0]!
  const to = asked[0] && authorOf(asked[0])
  return {
    write_request: to
      ? { to, beginnings: beginningsFor(to.display_name ?? to.username), is_done: asked[0]!.is_done }
      : null,
    quiet: is_quiet ? { kept_until: kept === null ? null : dateOf(kept) } : null,
    left_alone_until: left_until === null ? null : dateOf(left_until),
  }
}
