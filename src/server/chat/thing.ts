/** A message of a network or of a pod as a thing that can be reported, removed and copied. */
import { sql } from 'kysely'
import { isMemberOf } from '../groups/groups.ts'
import { byId } from '../kernel/own-data.ts'
import { type RemovableThing, shownToNobody } from '../kernel/thing.ts'
import { removeMessage } from './removing.ts'

export const messageThing: RemovableThing = {
  // a member reads all messages of his rooms, also of members whom he has blocked
  seenBy: (viewer, id) => sql`
    select m.user_id as author_id, null as title, m.content, r.name as place, null as path
    from pod_messages m join pods r on r.id = m.pod_id join pod_members i on i.pod_id = r.id
    where m.id = ${id} and m.round_id is null and m.note is null and r.status in ('active', 'ended') and i.user_id = ${viewer.id}::uuid
      and i.is_active
    union all
    select m.user_id, null, m.content, r.name, null
    from group_messages m join groups r on r.id = m.group_id
    where m.id = ${id} and r.status = 'approved' and ${isMemberOf(sql`m.group_id`, sql`${viewer.id}::uuid`)}`,
  state: (
    id,
  ) => sql`coalesce((select 'there' from pod_messages m where m.id = ${id} and m.round_id is null and m.note is null),
    (select 'there' from group_messages m where m.id = ${id}))`,
  // the log names it only after its removal, when the row is gone
  authorOf: () => sql`null::uuid`,
  shownTo: shownToNobody,
  factKey: 'message_id',
  remove: removeMessage,
  ownData: [
    {
      name: 'network_messages',
      tables: ['group_messages'],
      page: byId(
        'm.id',
        (member, further) => sql`select m.id as place_, m.id, m.group_id as network_id, m.content, m.created_at
          from group_messages m where m.user_id = ${member}::uuid ${further}`,
      ),
    },
    {
      name: 'pod_messages',
      tables: ['pod_messages'],
      page: byId(
        'm.id',
        (member, further) => sql`select m.id as place_, m.id, m.pod_id, m.content, m.created_at
          from pod_messages m where m.user_id = ${member}::uuid ${further}`,
      ),
    },
  ],
}
