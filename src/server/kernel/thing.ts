/**
 * What each kind of thing answers that members make: who may see it, whose it is, how it is removed, restored, copied and
 * reported. Each room describes its own kinds in `thing.ts`; the room `things` is the table of all kinds, and the words for
 * them are in src/contract/thing-words.ts.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ReportedText } from '#contract/admin.ts'
import type { Ctx } from './ctx.ts'
import type { OwnDataPart } from './own-data.ts'

/** A member who reports something, and the addresses of ADMIN_EMAILS: what members reported, administrators can read. */
export interface Reporter {
  id: string
  administrators: string[]
}

/** A thing as one member sees it at this moment; this is what a report shows to the administrators. */
export interface SeenThing extends ReportedText {
  /** null: the account was deleted */
  author_id: string | null
  /** its page, if everyone can open that; null: an administrator does not need to see more than the thing itself */
  path: string | null
}

/** What the administrators' log says of a thing. */
export interface Shown {
  /** its title, or its words up to `NAMING_LENGTH`; null: its page does not show them */
  name: string | null
  path: string | null
}

/** In characters: the words that name a thing without a title are cut in the database, before their marks are removed. */
export const NAMING_LENGTH = 400

/** `shownTo` of a thing that has no page of its own, or is always gone when the log names it. */
export const shownToNobody = () => sql`select null as name, null as path where false`

export interface Thing {
  /** Selects the columns of `SeenThing` if this member may see the thing now. No row: it does not exist, or is hidden from him. */
  seenBy(viewer: Reporter, id: string): RawBuilder<unknown>
  /** In a query: `there`, `removed` (an administrator can restore it), or null if it is gone for good. */
  state(id: RawBuilder<unknown>): RawBuilder<'there' | 'removed' | null>
  /** In a query: the id of its author; null if the thing or the account is gone. */
  authorOf(id: RawBuilder<unknown>): RawBuilder<string | null>
  /**
   * Selects the columns of `Shown` if this administrator may open its page now. No row: it is gone, has no page, or stands
   * in a private place of others.
   */
  shownTo(administrator: Reporter, id: RawBuilder<unknown>): RawBuilder<unknown>
  /** all things of this kind in the copy of their author's data */
  ownData: OwnDataPart[]
}

export interface RemovableThing extends Thing {
  /** the key of its id in the data of the facts about its removal: "post_id" */
  factKey: string
  /**
   * An administrator removes it, in the transaction of his decision. Returns false if it does not exist or is already
   * removed.
   */
  remove(ctx: Ctx, id: string, reason: string): Promise<boolean>
}

export interface RestorableThing extends RemovableThing {
  /** Returns false if it is not removed. */
  restore(ctx: Ctx, id: string): Promise<boolean>
}
