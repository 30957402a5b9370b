/** The parts of a member's data export that this room provides: his calendar URL and the events that he attends. */
import { sql } from 'kysely'
import type { OwnTable } from '#db/owners.ts'
import { type OwnDataPart, onePage } from '../kernel/own-data.ts'
import type { KeptRows, OwnRows } from '../kernel/own-rows.ts'
import { visibleEvent } from './rules.ts'

export const eventParts: OwnDataPart[] = [
  {
    name: 'calendar_address',
    tables: ['calendar_feeds'],
    page: onePage(
      (member) => sql`select '/calendar/' || f.key || '.ics' as path, f.created_at from calendar_feeds f
      where f.user_id = ${member}::uuid`,
    ),
  },
  {
    name: 'events_attended',
    tables: ['event_attendees'],
    page: ({ member, after }) => sql`
      select array[k.event_date::text, k.event_id::text] as place, jsonb_build_object('event_id', k.event_id,
        'said_so_at', k.created_at)
        -- only events that he may see now: he may have left the network, or the creator may be blocked
        || case when ${visibleEvent({ id: member })}
          then jsonb_build_object('title', e.title, 'event_date', k.event_date) else '{}' end as item
      from event_attendees k join local_events e on e.id = k.event_id where k.user_id = ${member}::uuid
        ${after ? sql`and (k.event_date, k.event_id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``}
      order by k.event_date, k.event_id`,
  },
  {
    name: 'events_begun',
    tables: ['event_attended'],
    page: ({ member, after }) => sql`
      select array[a.event_date::text, a.event_id::text] as place, jsonb_build_object('event_id', a.event_id)
        || case when ${visibleEvent({ id: member })}
          then jsonb_build_object('title', e.title, 'event_date', a.event_date) else '{}' end as item
      from event_attended a join local_events e on e.id = a.event_id where a.user_id = ${member}::uuid
        ${after ? sql`and (a.event_date, a.event_id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``}
      order by a.event_date, a.event_id`,
  },
]

/** Deleted with the account. */
export const ownFeeds: OwnRows<OwnTable<'events'>>[] = [['calendar_feeds', 'user_id']]

/** Stay without an author when the account is deleted. */
export const keptEventComments: KeptRows<OwnTable<'events'>>[] = [['event_comments', 'user_id']]
