/**
 * The catalogue of things: every kind that members make and that can be reported, removed, restored and copied.
 * Reports, the administrators' decisions and log, and the copy of a member's data read this table and do not name kinds
 * themselves. The copy has the things in this order. A kind without a line here, or in src/contract/thing-words.ts, does not compile.
 */
import { type RawBuilder, sql } from 'kysely'
import {
  isRemovable,
  isRestorable,
  type RemovableKind,
  type RestorableKind,
  THING_KINDS,
  type ThingKind,
} from '#contract/thing-words.ts'
import { messageThing } from '../chat/chat.ts'
import { commentThing } from '../comments/comments.ts'
import { eventCommentThing, eventThing } from '../events/events.ts'
import type { Ctx } from '../kernel/ctx.ts'
import type { RemovableThing, Reporter, RestorableThing, SeenThing, Thing } from '../kernel/thing.ts'
import { profileThing } from '../members/members.ts'
import { postThing } from '../posts/posts.ts'
import { checkInThing } from '../rounds/rounds.ts'

export type { SeenThing } from '../kernel/thing.ts'

type Catalogue = {
  [Kind in ThingKind]: Kind extends RestorableKind
    ? RestorableThing
    : Kind extends RemovableKind
      ? RemovableThing
      : Thing
}

export const THINGS: Catalogue = {
  profile: profileThing,
  post: postThing,
  comment: commentThing,
  message: messageThing,
  event: eventThing,
  event_comment: eventCommentThing,
  check_in: checkInThing,
}

/** The fact that an administrator has removed or restored a thing. */
export type ThingFact = `${RemovableKind}.removed` | `${RestorableKind}.restored`

/** The kinds of these facts, with the key of the thing's id in their data. */
export const THING_FACTS = Object.fromEntries(
  THING_KINDS.filter(isRemovable).flatMap((kind) => {
    const facts = isRestorable(kind) ? [`${kind}.removed`, `${kind}.restored`] : [`${kind}.removed`]
    return facts.map((fact) => [fact, THINGS[kind].factKey])
  }),
) as Record<ThingFact, string>

/** Returns the thing as this member sees it, or null if it does not exist or is hidden from him. */
export async function seeThing(ctx: Ctx, viewer: Reporter, kind: ThingKind, id: string): Promise<SeenThing | null> {
  const { rows } = await sql<SeenThing>`${THINGS[kind].seenBy(viewer, id)}`.execute(ctx.db)
  return rows[0] ?? null
}

/**
 * For a query: evaluates `answer` of the thing whose kind is in the column or expression `kind`; null for any other
 * text.
 */
export const ofKind = <Value>(kind: RawBuilder<string>, answer: (thing: Thing) => RawBuilder<Value>) =>
  sql<Value | null>`case ${kind} ${sql.join(
    Object.entries(THINGS).map(([name, thing]) => sql`when ${sql.lit(name)} then ${answer(thing)}`),
    sql` `,
  )} end`
