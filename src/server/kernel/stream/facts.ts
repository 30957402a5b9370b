/**
 * Facts: what happened, one row each, written in the transaction that makes it happen. A fact also names its live
 * notifications: events of topics, written in the transaction, and what is published after the commit. All other
 * consequences are the work of the readers that `src/server/reactions.ts` names for its kind.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../ctx.ts'

/**
 * An event of a topic. Its listeners get the kind and the subject, and the content that the room's topic shows for it.
 */
export interface NewTopicEvent {
  topic: string
  kind: string
  subject: string | null
}

export interface NewFact<Kind extends string = string> {
  kind: Kind
  /** Ids and plain values. Members' texts stay where they are stored: facts are kept for 400 days. */
  data: Record<string, unknown>
  /** `ctx.viewer` if left out. `{ hidden }`: only the stream stores the actor; readers get none. */
  actor?: string | { hidden: string }
  /**
   * Text that a reader needs and no other table keeps, such as a reason. The reader stores it in its place and deletes
   * it here.
   */
  words?: string | undefined
  /** Events, written in this order in the transaction. Each of these topics is notified after the commit. */
  tells?: NewTopicEvent[]
  /**
   * What else is notified after the commit: live count updates ("new-post:…"), signals, topics whose audience changed.
   */
  notifies?: string[]
}

/** Infers the kind. Rooms construct their facts with it, in `facts.ts`. */
export const fact = <Kind extends string>(made: NewFact<Kind>): NewFact<Kind> => made

/** The kinds of all facts that these constructors make. */
export type KindsOf<Facts extends Record<string, (...args: never[]) => NewFact>> = ReturnType<
  Facts[keyof Facts]
>['kind']

/** The name that is notified for readers that do not wait for their next regular read. */
export const wakeUpName = (kind: string) => `fact:${kind}`

/**
 * Writes the fact and the events of its topics. Works only within `inTransaction`, which sends the notifications after
 * the commit, and none if the transaction is rolled back. Throws outside of a transaction.
 */
export async function record(ctx: Ctx, made: NewFact): Promise<void> {
  if (!ctx.notifies) throw new Error(`${made.kind} is recorded outside of a transaction`)
  const { kind, data, actor = ctx.viewer?.id ?? null, words, tells = [] } = made
  const isHidden = typeof actor === 'object' && actor !== null
  if (tells.length > 0)
    await sql`select tell(t.topic, t.kind, t.subject) from (
        select * from unnest(${tells.map(({ topic }) => topic)}::text[], ${tells.map(({ kind }) => kind)}::text[],
          ${tells.map(({ subject }) => subject)}::uuid[]) with ordinality as t (topic, kind, subject, nth)
        order by nth) t`.execute(ctx.db)
  await sql`
    with fact as (
      insert into facts (kind, actor_id, hidden_actor_id, data)
      values (${kind}, ${isHidden ? null : actor}::uuid, ${isHidden ? actor.hidden : null}::uuid, ${JSON.stringify(data)}::jsonb)
      returning id)
    insert into fact_words (fact_id, words) select id, ${words ?? null} from fact where ${words !== undefined}::boolean`.execute(
    ctx.db,
  )
  notifyFor(ctx, made)
  ctx.notifies.add(wakeUpName(kind))
}

/**
 * A query of a `with` list that writes a fact for each row of `rows`, which is its data and a `from`. For a statement that
 * writes its own fact, with `notifyFor` after it.
 */
export const factOf = (kind: string, actor: string, rows: RawBuilder<unknown>) =>
  sql`insert into facts (kind, actor_id, data) select ${sql.lit(kind)}, ${actor}::uuid, ${rows}`

/**
 * For a fact that an SQL statement has written by itself, with its events (votes, posts, comments, messages). Call it
 * after that statement. Within a transaction the notifications are sent after the commit.
 */
export function notifyFor(ctx: Pick<Ctx, 'live' | 'notifies'>, { tells = [], notifies = [] }: NewFact): void {
  notifyWithoutFact(ctx, ...tells.map(({ topic }) => topic), ...notifies)
}

/**
 * Notifies without a fact: how far a member has read or looked, which concerns no reader, and karma, whose triggers
 * write their events by themselves.
 */
export function notifyWithoutFact({ live, notifies }: Pick<Ctx, 'live' | 'notifies'>, ...names: string[]): void {
  for (const name of names)
    if (notifies) notifies.add(name)
    else live.notify(name)
}
