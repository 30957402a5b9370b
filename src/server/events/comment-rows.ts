/** Comments on an event, as rows of a list. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EventComment } from '#contract/events.ts'
import type { DB } from '#db/types.ts'
import { dateOf } from '../kernel/page.ts'
import { AUTHOR_COLUMNS, type AuthorRow, authorOf } from '../members/members.ts'

interface CommentRow extends AuthorRow {
  id: string
  event_id: string
  content: string
  body: EventComment['body']
  created: number
  is_own: boolean
}

interface CommentSelection {
  viewer: string | null
  /** where `k` is the alias of event_comments and `e` that of the event */
  which: RawBuilder<unknown>
  rows?: RawBuilder<unknown>
}

/** Oldest first. */
export async function commentsBy(
  db: Kysely<DB>,
  { viewer, which, rows = sql`all` }: CommentSelection,
): Promise<EventComment[]> {
  const { rows: found } = await sql<CommentRow>`
    select k.id, k.event_id, k.content, k.body, date_part('epoch', k.created_at) * 1000 as created,
      coalesce(k.user_id = ${viewer}::uuid, false) as is_own, ${AUTHOR_COLUMNS}
    from event_comments k join local_events e on e.id = k.event_id left join profiles a on a.id = k.user_id
    where ${which} order by k.created_at, k.id limit ${rows}`.execute(db)
  return found.map((row) => ({
    id: row.id,
    event_id: row.event_id,
    content: row.content,
    body: row.body,
    created_at: dateOf(row.created),
    author: authorOf(row),
    is_own: row.is_own,
  }))
}
