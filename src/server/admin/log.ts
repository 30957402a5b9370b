/**
 * The administrators' log (docs/decisions/024): one line for each fact of an administrator; lines never change. A
 * reader of the stream writes each line once, some milliseconds after the commit.
 */
import { type Kysely, sql } from 'kysely'
import { UNKNOWN } from '#contract/words.ts'
import type { DB } from '#db/types.ts'
import { type Fact, type Reader, takeFactText, unreadFactsOf } from '../kernel/stream/stream.ts'
import { THING_FACTS, type ThingFact } from '../things/things.ts'

const READER_NAME = 'administrators_log'

interface Act {
  what: string
  subject: unknown
}

type ActOf = (fact: Fact) => Act | null

/** The fact's kind is what was done, and this field of its data is the subject. */
const doneTo =
  (field: string): ActOf =>
  ({ kind, data }) => ({ what: kind, subject: data[field] })

const onThings = Object.fromEntries(Object.entries(THING_FACTS).map(([kind, key]) => [kind, doneTo(key)])) as Record<
  ThingFact,
  ActOf
>

/** The subject of entries about the assistant of the whole instance, which belongs to no member or thing. */
const INSTANCE_ID = '00000000-0000-0000-0000-000000000000'

const ACTS = {
  ...onThings,
  // other decisions have facts of their own
  'report.decided': ({ data }) =>
    data.decision === 'dismissed' ? { what: 'report.dismissed', subject: data.case_id } : null,
  'report.opened': doneTo('case_id'),
  'report.taken': doneTo('case_id'),
  'member.written_to': doneTo('member_id'),
  'member.suspended': doneTo('member_id'),
  'member.restored': doneTo('member_id'),
  'group_suggestion.answered': ({ data }) => ({
    what: data.is_opened ? 'suggestion.approved' : 'suggestion.declined',
    subject: data.suggestion_id,
  }),
  'assistant.switched': ({ data }) => ({ what: data.is_on ? 'assistant.on' : 'assistant.off', subject: INSTANCE_ID }),
  'help_line.added': doneTo('help_line_id'),
  'help_line.changed': doneTo('help_line_id'),
  'help_line.deleted': doneTo('help_line_id'),
} satisfies Record<string, ActOf>

/**
 * The name is the administrator's name when the reader runs, some milliseconds later. A fact without an actor, such as
 * that of an operator's command, has no line.
 */
export const administratorsLog: Reader<keyof typeof ACTS> = {
  name: READER_NAME,
  kinds: Object.keys(ACTS) as (keyof typeof ACTS)[],
  isPrompt: true,
  async react(db, facts) {
    for (const fact of facts) {
      const act = ACTS[fact.kind](fact)
      if (act) await write(db, fact, act)
    }
  },
}

/** In a query: the id of the thing that the fact `f` is about; null for every other fact. */
const THING_OF_FACT = sql`(f.data ->> case f.kind ${sql.join(
  Object.entries(THING_FACTS).map(([kind, key]) => sql`when ${sql.lit(kind)} then ${sql.lit(key)}`),
  sql` `,
)} end)::uuid`

/**
 * Log entries about these things, as rows (what, admin_id, subject_id, reason, created_at): the lines of the log, and
 * the facts that the reader has not processed yet. So an administrator sees what he has just done.
 */
export const actsOnThings = sql`(
  select l.what, l.admin_id, l.subject_id, l.reason, l.created_at from admin_log l
  union all
  select f.kind, f.actor_id, ${THING_OF_FACT}, f.words, f.created_at
  from ${unreadFactsOf(READER_NAME)} f)`

async function write(db: Kysely<DB>, { id, actor_id, created_at }: Fact, { what, subject }: Act) {
  const reason = await takeFactText(db, id)
  await sql`
    insert into admin_log (admin_id, admin_name, what, subject_id, reason, created_at, fact_id)
    select actor.id, coalesce((select p.username from profiles p where p.id = actor.id), ${UNKNOWN.username}), ${what},
      ${subject}::uuid, ${reason}, ${created_at}::timestamptz, ${id}::bigint
    from (select ${actor_id}::uuid as id) actor where actor.id is not null on conflict (fact_id) do nothing`.execute(db)
}
