/** Events, and comments on them, as things that can be reported, removed and copied. */
import { sql } from 'kysely'
import { inOpenGroup } from '../groups/groups.ts'
import { byId } from '../kernel/own-data.ts'
import { type RemovableThing, shownToNobody } from '../kernel/thing.ts'
import { removeEvent, removeEventComment } from './removing.ts'
import { visibleEvent, visibleEventComment } from './rules.ts'

export const eventThing: RemovableThing = {
  // without the address, which only the creator and attendees see
  seenBy: (viewer, id) => sql`
    select e.user_id as author_id, e.title, concat_ws(E'\n', e.location, e.description) as content, g.name as place,
      case when ${inOpenGroup} then '/event/' || e.id end as path
    from local_events e left join groups g on g.id = e.group_id where e.id = ${id} and ${visibleEvent(viewer)}`,
  // a removed event keeps its row without its words, and cannot be restored
  state: (id) => sql`(select 'there' from local_events e where e.id = ${id} and e.removed_at is null)`,
  authorOf: (id) => sql`(select e.user_id from local_events e where e.id = ${id})`,
  // the page of a removed event says only that it will not take place
  shownTo: (administrator, id) => sql`
    select case when e.removed_at is null then e.title end as name, '/event/' || e.id as path
    from local_events e where e.id = ${id} and ${visibleEvent(administrator)}`,
  factKey: 'event_id',
  remove: removeEvent,
  ownData: [
    {
      name: 'events',
      tables: ['local_events'],
      page: byId(
        'e.id',
        (
          member,
          further,
        ) => sql`select e.id as place_, e.id, e.title, e.description, e.location, e.address, e.event_date, e.event_time, e.end_time,
          e.time_zone, e.latitude, e.longitude, e.group_id as network_id, e.cancelled_at, e.removed_at, e.created_at, e.updated_at
        from local_events e where e.user_id = ${member}::uuid ${further}`,
      ),
    },
  ],
}

export const eventCommentThing: RemovableThing = {
  seenBy: (viewer, id) => sql`
    select k.user_id as author_id, e.title, k.content, g.name as place, case when ${inOpenGroup} then '/event/' || e.id end as path
    from event_comments k join local_events e on e.id = k.event_id left join groups g on g.id = e.group_id
    where k.id = ${id} and ${visibleEventComment(viewer)}`,
  state: (id) => sql`(select 'there' from event_comments k where k.id = ${id})`,
  // the log names it only after its removal, when the row is gone
  authorOf: () => sql`null::uuid`,
  shownTo: shownToNobody,
  factKey: 'comment_id',
  remove: removeEventComment,
  ownData: [
    {
      name: 'event_comments',
      tables: ['event_comments'],
      page: byId(
        'k.id',
        (member, further) => sql`select k.id as place_, k.id, k.event_id, k.content, k.created_at
          from event_comments k where k.user_id = ${member}::uuid ${further}`,
      ),
    },
  ],
}
