/**
 * Facts: what happened, one row each, written in the transaction that makes it happen. A fact also says who hears of it at
 * once: the topics that are told in the transaction, and what is rung after the commit. What else follows is done by the
 * readers that `src/server/reactions.ts` names for its kind.
 */
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'

/** An event of a topic: its listeners get the kind and the subject, and what the room's topic shows of it. */
export interface Telling {
  topic: string
  kind: string
  subject: string | null
}

export interface NewFact<Kind extends string = string> {
  kind: Kind
  /** Ids and plain values. Words of members stay where they are stored: facts are kept for 400 days. */
  data: Record<string, unknown>
  /** `ctx.viewer` if left out. `{ hidden }`: only the stream knows who it was; readers get no actor. */
  actor?: string | { hidden: string }
  /** What a reader needs and no table keeps for certain, as a reason. The reader deletes it when it has put it in its place. */
  words?: string | undefined
  /** Told in this order, in the transaction; each of these topics is rung after the commit. */
  tells?: Telling[]
  /** What else is rung after the commit: pulses ("new-post:…"), signals, topics whose listeners are asked again. */
  rings?: string[]
}

/** Infers the kind. Rooms make their facts by it, in `facts.ts`. */
export const fact = <Kind extends string>(made: NewFact<Kind>): NewFact<Kind> => made

/** The kinds of all facts that these constructors make. */
export type KindsOf<Facts extends Record<string, (...args: never[]) => NewFact>> = ReturnType<
  Facts[keyof Facts]
>['kind']

/** What is rung for readers that do not wait for their next look. */
export const wakeOf = (kind: string) => `fact:${kind}`

/**
 * Writes the fact, and tells its topics. Only within `inTransaction`, which rings after the commit, and not at all if the
 * transaction is rolled back. Throws outside of one.
 */
export async function record(ctx: Ctx, made: NewFact): Promise<void> {
  if (!ctx.rings) throw new Error(`${made.kind} is recorded outside of a transaction`)
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
  ringFor(ctx, made)
  ctx.rings.add(wakeOf(kind))
}

/**
 * For a fact that a statement has written by itself, with what is told of it (votes, posts, comments, messages: each of them
 * is one statement). Called after that statement; within a transaction it is rung after the commit.
 */
export function ringFor(ctx: Pick<Ctx, 'live' | 'rings'>, { tells = [], rings = [] }: NewFact): void {
  ringWithoutFact(ctx, ...tells.map(({ topic }) => topic), ...rings)
}

/**
 * For what is no fact: how far a member has read or looked, which no reader has to know, and karma, whose triggers tell
 * their topics by themselves.
 */
export function ringWithoutFact({ live, rings }: Pick<Ctx, 'live' | 'rings'>, ...names: string[]): void {
  for (const name of names)
    if (rings) rings.add(name)
    else live.ring(name)
}
