/** A network's members while somebody looks: how many there are, and who. */

import { useQueryClient } from '@tanstack/react-query'
import type { Group, MembershipEvent } from '#contract/groups.ts'
import { MEMBERSHIP_EVENTS, topicOf } from '#contract/live-words.ts'
import { useFollowing } from '../kernel/following.ts'
import { useViewer } from '../kernel/viewer.ts'
import { groupMembersQuery, groupQuery, putComing } from './groups.ts'

const FOLLOWED: readonly string[] = MEMBERSHIP_EVENTS

/** For those inside: only they hear it. */
export function useMembershipEvents(group: Group) {
  const client = useQueryClient()
  const viewer = useViewer()
  const readAnew = () => void client.invalidateQueries({ queryKey: groupQuery(group.slug).queryKey })
  useFollowing(group.is_member ? topicOf('group', group.id) : null, group.seq, (events) => {
    if (events === null) {
      // numbers may begin anew: whatever is answered now is newer
      client.setQueryData<Group>(groupQuery(group.slug).queryKey, (known) => known && { ...known, seq: null })
      readAnew()
      void client.invalidateQueries({ queryKey: groupMembersQuery(group.slug).queryKey })
    }
    for (const { seq, kind, subject, data } of events ?? []) {
      if (!FOLLOWED.includes(kind) || !subject || !data) continue
      putComing(client, group.slug, subject, data as MembershipEvent, seq)
      // he may do more from now on
      if (subject === viewer?.id) readAnew()
    }
  })
}
