/** One event, as the viewer may see it. */
import { sql } from 'kysely'
import { type Event, eventFaults } from '#contract/events.ts'
import type { Author } from '#contract/members.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { lastSeqOf } from '../kernel/live/live.ts'
import { dateOf, isId } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'
import {
  AUTHOR_COLUMNS,
  type AuthorRow,
  authorOf,
  notBlocked,
  type ViewerScope,
  viewerScopeOf,
} from '../members/members.ts'
import { type CardRow, cardColumns, cardOf } from './card.ts'
import {
  isCreator,
  mayAttend,
  mayCancel,
  publicEvent,
  seesAddress,
  visibleEvent,
  whyNotCancel,
  whyNotEdit,
} from './rules.ts'

/** The number of attendees that are shown. */
const SHOWN_ATTENDEES = 3

interface EventRow extends CardRow, AuthorRow {
  description: string | null
  body: Event['body']
  is_creator: boolean
  may_cancel: boolean
  can_attend: boolean
  /** false for an administrator who sees the event only because it may be reported */
  is_visible: boolean
  address: string | null
  has_address: boolean
  has_position: boolean
  is_public: boolean
  created: number
  updated: number
  seq: number
}

export async function getEvent(ctx: Ctx, { id }: { id: string }): Promise<Event> {
  return (await findEvent(ctx, id, viewerScopeOf(ctx))) ?? refuse(eventFaults.notFound)
}

/** The query returns the address only if the viewer may see it. */
async function findEvent(ctx: Ctx, id: string, scope: ViewerScope | null): Promise<Event | null> {
  if (!isId(id)) return null
  const { viewer } = ctx
  const { rows } = await sql<EventRow>`
    select ${cardColumns(viewer)}, e.description, e.body, ${isCreator(viewer)} as is_creator,
      ${mayCancel(viewer)} as may_cancel, ${mayAttend} as can_attend, ${visibleEvent(viewer)} as is_visible,
      case when ${seesAddress(viewer)} then e.address end as address,
      e.address is not null as has_address, e.cell is not null as has_position, ${publicEvent} as is_public,
      date_part('epoch', e.created_at) * 1000 as created, date_part('epoch', e.updated_at) * 1000 as updated,
      ${lastSeqOf('event', sql`e.id`)} as seq, ${AUTHOR_COLUMNS}
    from local_events e left join groups g on g.id = e.group_id left join profiles a on a.id = e.user_id
    where e.id = ${id}::uuid and ${visibleEvent(scope)}`.execute(ctx.db)
  const [row] = rows
  if (!row) return null
  return {
    ...cardOf(row),
    description: row.description,
    body: row.body,
    creator: authorOf(row),
    is_creator: row.is_creator,
    can_edit: whyNotEdit(row) === null,
    can_cancel: row.is_visible && whyNotCancel(row) === null,
    can_attend: row.is_visible && row.can_attend,
    address: row.address,
    has_address: row.has_address,
    has_position: row.has_position,
    // read after the sequence number: a later event may be included already, but none is missed
    attendees: viewer ? await facesOf(ctx, id, viewer.id) : [],
    is_public: row.is_public,
    created_at: dateOf(row.created),
    updated_at: dateOf(row.updated),
    seq: viewer ? row.seq : null,
  }
}

async function facesOf(ctx: Ctx, id: string, viewer: string): Promise<Author[]> {
  const { rows } = await sql<AuthorRow>`
    select ${AUTHOR_COLUMNS} from (
      select k.user_id, k.created_at from event_attendees k where k.event_id = ${id}::uuid and k.user_id <> ${viewer}::uuid
        and ${notBlocked({ id: viewer }, sql`k.user_id`)}
      order by k.created_at, k.user_id limit ${sql.lit(SHOWN_ATTENDEES)}) k
      join profiles a on a.id = k.user_id order by k.created_at, k.user_id`.execute(ctx.db)
  return rows.flatMap((row) => authorOf(row) ?? [])
}

/** Refuses an event that the viewer may not see, as if it did not exist. */
export async function mustSeeEvent(ctx: Ctx, id: string, scope: ViewerScope | null): Promise<void> {
  const { rows } = isId(id)
    ? await sql`select from local_events e where e.id = ${id}::uuid and ${visibleEvent(scope)}`.execute(ctx.db)
    : { rows: [] }
  if (rows.length === 0) refuse(eventFaults.notFound)
}

/** Returns true if the viewer may see the event. This stays so until the transaction ends. */
export async function lockEvent(ctx: Ctx, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_seen: boolean }>`
    select lock_visible_event(${id}::uuid, ${ctx.viewer?.id ?? null}::uuid) as is_seen`.execute(ctx.db)
  return rows[0]!.is_seen
}
