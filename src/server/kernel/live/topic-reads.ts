/** Reads the events of topics from the database. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { TopicOf } from '#contract/live-words.ts'
import type { OwnTable } from '#db/owners.ts'
import type { DB } from '#db/types.ts'
import type { Expired } from '../expired.ts'
import type { TopicEvent } from './topic.ts'

/** The maximum number of events per read. */
export const MAX_EVENTS_PER_READ = 500

export interface Snapshot {
  seq: number
  audience: number
  ends: number
  events: TopicEvent[]
}

/**
 * Reads in one statement (one snapshot) the events after `seen`, and the numbers that say whether to check the
 * listeners again.
 */
export async function readTopic(db: Kysely<DB>, name: string, seen: number | null): Promise<Snapshot> {
  const { rows } = await sql<Snapshot>`
    select coalesce(t.seq, 0) as seq, coalesce(t.audience, 0) as audience, s.amount as ends,
      case when ${seen}::bigint is null then '[]' else coalesce((
        select json_agg(json_build_object('seq', e.seq, 'kind', e.kind, 'subject', e.subject) order by e.seq)
        from (select seq, kind, subject from topic_events e where e.topic = ${name} and e.seq > ${seen}
          order by e.seq limit ${sql.lit(MAX_EVENTS_PER_READ)}) e), '[]') end as events
    from session_ends s left join topics t on t.topic = ${name}`.execute(db)
  return rows[0]!
}

/**
 * In a query: the number of the last event of the topic of this kind and id, 0 if there is none. A page that shows the
 * row and then follows the topic from this number on misses no event.
 */
export const lastSeqOf = (kind: TopicOf, id: RawBuilder<unknown>) =>
  sql<number>`coalesce((select t.seq from topics t where t.topic = ${sql.lit(`${kind}:`)} || ${id}), 0)`

/** Returns the last number of each of these topics, in one statement. */
export async function readTopics(db: Kysely<DB>, names: string[]) {
  const { rows } = await sql<{ topic: string; seq: number; audience: number }>`
    select n.topic, coalesce(t.seq, 0) as seq, coalesce(t.audience, 0) as audience
    from unnest(${names}::text[]) as n(topic) left join topics t using (topic)`.execute(db)
  return rows
}

/** A tab that reconnects later reads everything again. */
export const expiredTopicEvents: Expired<OwnTable<'kernel/live'>>[] = [
  { table: 'topic_events', when: `created_at < now() - interval '7 days'` },
]
