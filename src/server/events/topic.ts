/** What viewers of an event see live: comments, attendance and changes. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { TopicEvent, TopicKind } from '../kernel/live/live.ts'
import { apartFrom } from '../members/members.ts'
import { commentsBy } from './comment-rows.ts'
import { visibleTo } from './rules.ts'

/**
 * The topic of an event, for everyone who may see it. If a member leaves its network or the network becomes private, this
 * topic gets no event. So the permission of each listener is checked before every delivery.
 */
const event: TopicKind = {
  isAskedAgain: true,
  async mayHear(db, id, members) {
    const { rows } = await sql<{ id: string }>`
      select listener.id from local_events e cross join unnest(${members}::uuid[]) as listener (id)
      where e.id = ${id}::uuid and ${visibleTo(sql`listener.id`)}`.execute(db)
    return rows.map(({ id }) => id)
  },
  async show(db, id, events) {
    return new Map([...(await shownComments(db, id, events)), ...(await shownCounts(db, id, events))])
  },
  async hides(db, id, events, members) {
    const sent = events.filter(({ kind }) => kind === 'comment.sent')
    if (sent.length === 0) return new Map()
    const { rows } = await sql<{ id: string; user_id: string }>`select k.id, k.user_id from event_comments k
      where k.event_id = ${id}::uuid and k.id = any(${sent.flatMap(({ subject }) => subject ?? [])}::uuid[])
        and k.user_id is not null`.execute(db)
    const authors = new Map(rows.map(({ id, user_id }) => [id, user_id]))
    const apart = await apartFrom(db, [...new Set(authors.values())], members)
    return new Map(
      sent.flatMap(({ seq, subject }) => {
        const from = apart.get(authors.get(subject ?? '') ?? '')
        return from ? [[seq, from]] : []
      }),
    )
  },
}

/** Comments as other members see them; the author's screen knows his own comments. */
async function shownComments(db: Kysely<DB>, id: string, events: TopicEvent[]): Promise<Map<number, unknown>> {
  const sent = events.filter(({ kind }) => kind === 'comment.sent')
  if (sent.length === 0) return new Map()
  const comments = await commentsBy(db, {
    viewer: null,
    which: sql`k.event_id = ${id}::uuid and k.id = any(${sent.flatMap(({ subject }) => subject ?? [])}::uuid[])`,
  })
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  return new Map(sent.flatMap(({ seq, subject }) => (byId.has(subject ?? '') ? [[seq, byId.get(subject ?? '')]] : [])))
}

async function shownCounts(db: Kysely<DB>, id: string, events: TopicEvent[]): Promise<Map<number, unknown>> {
  const changed = events.filter(({ kind }) => kind === 'attendance.changed')
  if (changed.length === 0) return new Map()
  const found = await db.selectFrom('local_events').select('attendees_count').where('id', '=', id).executeTakeFirst()
  return new Map(found ? changed.map(({ seq }) => [seq, found]) : [])
}

export const eventTopics = { event }
